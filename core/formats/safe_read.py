"""Transcription files from strangers: only plain files, and never more of one than is sensible."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from core.errors import InputError


def require_plain_file(path: Path) -> None:
    """InputError unless ``path`` is a plain file: a pipe would be waited for, a device never ends."""
    try:
        if path.is_dir():
            raise InputError.at(path, "this is a folder, not a file")
        if not path.exists():
            raise InputError.at(path, "there is no such file")
        if not path.is_file():
            raise InputError.at(path, "this is not a plain file")
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error


def open_bytes(path: Path, most: int, what: str) -> BinaryIO:
    """The file opened for reading; InputError when it is no plain file or has over ``most`` bytes.

    ``what`` is how a person would call it ("the table").
    """
    require_plain_file(path)
    try:
        size = path.stat().st_size
        if size > most:
            limit = f"{most // 2**20} MB"
            raise InputError.at(path, f"{what} is larger than {limit}", hint="Split it into parts")
        return path.open("rb")
    except OSError as error:
        raise _unreadable(path, error) from error


def load_bytes(path: Path, most: int, what: str) -> bytes:
    """All bytes of a file, at most ``most``; InputError as :func:`open_bytes`."""
    with open_bytes(path, most, what) as stream:
        try:
            return stream.read(most)
        except OSError as error:
            raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError | ValueError) -> InputError:
    told = getattr(error, "strerror", None) or "its name is not valid"
    return InputError.at(path, f"the file cannot be opened ({told})")
