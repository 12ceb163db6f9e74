"""Whether a project folder is what it seems: nothing in it may lead a write or a read to another place."""

from __future__ import annotations

import os
from pathlib import Path

from core.errors import InputError

_DATABASE_ENDS = ("", "-wal", "-shm", "-journal")
_FOLDERS = ("pages", "words", "models", "cache", "runs")


def verify_fenced(database: Path) -> None:
    """Refuse a project whose database, log, folders or caches are links; only names are looked at.

    A log that is a link would be written to, wherever it leads, by merely opening the project. Raises InputError.
    """
    folder = database.parent
    names = [Path(f"{database}{end}") for end in _DATABASE_ENDS] + [folder / name for name in _FOLDERS]
    try:
        with os.scandir(folder / "cache") as inside:
            names += [Path(entry.path) for entry in inside if entry.is_symlink()]
    except OSError:
        pass  # no such folder: there is nothing in it
    for path in names:
        if path.is_symlink():
            raise InputError.at(
                folder,
                f"'{path.relative_to(folder)}' is a link to another place, which a project may not hold",
                hint="Put what it leads to in its place",
            )
