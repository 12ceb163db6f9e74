"""Folders of projects: the recent ones, one dropped on the window, and a free name for a new one."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QMimeData

from core.project.project_files import DATABASE, SUFFIX


@dataclass(frozen=True, slots=True)
class RecentProject:
    """A recent project; ``changed_at`` is None if it is no longer in its folder."""

    folder: Path
    changed_at: datetime | None

    @property
    def name(self) -> str:
        """The name for people: the folder's without the suffix."""
        return self.folder.name.removesuffix(SUFFIX)


def load_recent(folders: list[str]) -> list[RecentProject]:
    """Return the projects in these folders, in their order. This may be slow: it reads from the disk."""
    return [RecentProject(Path(folder), _changed_at(Path(folder))) for folder in folders]


def _changed_at(folder: Path) -> datetime | None:
    database = folder / DATABASE
    try:
        if not database.is_file():
            return None
        # the latest edits of an open project are in the write-ahead log
        log = database.with_name(f"{DATABASE}-wal")
        newest = max(file.stat().st_mtime for file in (database, log) if file.exists())
    except OSError:
        return None
    return datetime.fromtimestamp(newest)


def free_name(folder: Path, name: str) -> Path:
    """Return the first of ``folder/NAME.ductus``, ``folder/NAME 2.ductus`` and so on that does not exist."""
    candidate, number = folder / f"{name}{SUFFIX}", 1
    while candidate.exists():
        number += 1
        candidate = folder / f"{name} {number}{SUFFIX}"
    return candidate


def project_from_drop(dropped: QMimeData) -> Path | None:
    """Return the folder of a dropped project (its folder or its database); None for anything else or several files."""
    urls = dropped.urls()
    if len(urls) != 1 or not urls[0].isLocalFile():
        return None
    path = Path(urls[0].toLocalFile())
    folder = path.parent if path.name == DATABASE else path
    return folder if folder.suffix == SUFFIX and (folder / DATABASE).is_file() else None
