"""The formats of an export, and where one may go. Imports nothing heavy, so that a dialog can ask at once."""

from __future__ import annotations

from pathlib import Path

from core.errors import InputError

FORMATS = ("table", "pagexml", "alto", "text", "json")
TO_A_FOLDER = ("pagexml", "alto")
"""Formats that are a folder of files; the others are one file."""


def check_target(folder: Path, out: Path, kind: str) -> None:
    """Raises InputError, in a sentence, where an export of the project in ``folder`` must not go."""
    if out.resolve().is_relative_to(folder.resolve()):
        raise InputError.at(out, "this lies inside the project", hint="Export to a place outside of it")
    if kind in TO_A_FOLDER:
        if out.exists() and not out.is_dir():
            raise InputError.at(out, "this is a file", hint=f"The format {kind} needs a folder")
    elif out.is_dir():
        raise InputError.at(out, "this is a folder", hint=f"The format {kind} needs the name of a file")
