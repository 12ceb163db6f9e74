"""The projects last worked on: whether they are still there, and when they were changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from core.project.project import DATABASE, SUFFIX


@dataclass(frozen=True, slots=True)
class Recent:
    """One project of the list; ``changed`` is None when it is no longer where it was."""

    folder: Path
    changed: datetime | None

    @property
    def name(self) -> str:
        """What people call it: its folder's name without the ending."""
        return self.folder.name.removesuffix(SUFFIX)


def load_recent(folders: list[str]) -> list[Recent]:
    """What is known of these project folders, in their order; asks the disk, which may take its time."""
    return [Recent(Path(folder), _changed(Path(folder))) for folder in folders]


def _changed(folder: Path) -> datetime | None:
    database = folder / DATABASE
    try:
        if not database.is_file():
            return None
        # while a project is open its latest edits lie in the file beside the database
        beside = database.with_name(f"{DATABASE}-wal")
        newest = max(file.stat().st_mtime for file in (database, beside) if file.exists())
    except OSError:
        return None
    return datetime.fromtimestamp(newest)


def free_name(folder: Path, name: str) -> Path:
    """``folder/NAME.ductus``, or ``NAME 2.ductus`` and so on: the first that nothing has yet."""
    candidate, number = folder / f"{name}{SUFFIX}", 1
    while candidate.exists():
        number += 1
        candidate = folder / f"{name} {number}{SUFFIX}"
    return candidate
