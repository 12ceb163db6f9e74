"""What is dropped onto the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData

from core.project.project import DATABASE, SUFFIX


def project_from_drop(dropped: QMimeData) -> Path | None:
    """The project among the dropped files, when it is the only one: its folder, or the database in it."""
    urls = dropped.urls()
    if len(urls) != 1 or not urls[0].isLocalFile():
        return None
    path = Path(urls[0].toLocalFile())
    folder = path.parent if path.name == DATABASE else path
    return folder if folder.suffix == SUFFIX and (folder / DATABASE).is_file() else None
