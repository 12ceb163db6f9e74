"""Automatic backups of the database in ``PROJECT/backups/``, and which of them are kept.

They contain all transcriptions with their history, but no images or models, which never change.
"""

import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from core.errors import DuctusError, InputError
from core.language import tr
from core.project.db.database_copy import UNFINISHED, open_immutable
from core.project.db.lock import hold_lock
from core.project.project import Project
from core.project.project_files import ProjectFiles

BACKUPS_FOLDER = "backups"
EDITS_BETWEEN_BACKUPS = 200
"""After this many edits another backup is due on the same day."""
KEPT_LATEST, KEPT_DAYS, KEPT_WEEKS = 3, 7, 4
"""The latest backups are kept, and the last ones of this many days and of this many weeks."""
_NAME = re.compile(r"(\d{4}-\d\d-\d\d_\d{6})\.sqlite\Z")
_STAMP = "%Y-%m-%d_%H%M%S"
_SPARE_BYTES = 100_000_000
_LOCK = ".lock"


@dataclass(frozen=True, slots=True)
class AutomaticBackup:
    """One backup of the database; ``made_at`` is local time, from its name."""

    path: Path
    made_at: datetime


def automatic_backups(folder: Path) -> list[AutomaticBackup]:
    """Return the automatic backups in the project ``folder``, newest first."""
    found = []
    with suppress(OSError):
        for name in ProjectFiles(folder).names(BACKUPS_FOLDER):
            if match := _NAME.match(name):
                with suppress(ValueError):
                    made_at = datetime.strptime(match[1], _STAMP)
                    found.append(AutomaticBackup(folder / BACKUPS_FOLDER / name, made_at))
    return sorted(found, key=lambda backup: backup.made_at, reverse=True)


def back_up_when_due(project: Project, now: datetime, should_stop: Callable[[], bool] = lambda: False) -> Path | None:
    """Make a backup if one is due at ``now`` (local time) and delete expired ones; return the new backup.

    One is due if something was edited since the last one, and that was on another day or ``EDITS_BETWEEN_BACKUPS``
    edits ago. Raises DuctusError if there is no room or nothing can be written, Stopped when asked to stop.
    """
    files, folder = project.files, project.folder / BACKUPS_FOLDER
    with DuctusError.if_refused(folder, tr("no backup can be made there")):
        files.make_folder(folder)
        free, size = shutil.disk_usage(folder).free, project.database.stat().st_size
    with hold_lock(files, folder / _LOCK, InputError.of("{folder}: a backup is being made already.", folder=folder)):
        for name in files.names(folder):
            if name.endswith(UNFINISHED):
                files.remove(folder / name)
        if not _is_due(project, now, should_stop):
            return None
        if free < 2 * size + _SPARE_BYTES:
            raise DuctusError.of(
                "{folder}: the disk is nearly full, so no backup was made. Make room on it.", folder=folder
            )
        path = files.path(folder / f"{now:{_STAMP}}.sqlite")
        if files.is_file(path):
            return None
        project.copy_database_to(path, should_stop=should_stop)
        delete_expired(project.folder, path)
    return path


def delete_expired(folder: Path, newest: Path) -> None:
    """Delete the backups that are no longer kept; never ``newest``, whatever the clock is set to."""
    backups = automatic_backups(folder)
    kept = {newest, *(backup.path for backup in backups[:KEPT_LATEST])}
    kept |= _last_of_each(backups, lambda backup: backup.made_at.date(), KEPT_DAYS)
    kept |= _last_of_each(backups, lambda backup: backup.made_at.date().isocalendar()[:2], KEPT_WEEKS)
    for backup in backups:
        if backup.path not in kept:
            ProjectFiles(folder).remove(backup.path)


def _last_of_each(
    backups: list[AutomaticBackup], period: Callable[[AutomaticBackup], date | tuple[int, int]], most: int
) -> set[Path]:
    """Return the newest backup of each day (or week) of the latest ``most``; ``backups`` is newest first."""
    last: dict[date | tuple[int, int], Path] = {}
    for backup in backups:
        last.setdefault(period(backup), backup.path)
    return set(list(last.values())[:most])


def _is_due(project: Project, now: datetime, should_stop: Callable[[], bool]) -> bool:
    edits = _edit_counts(project.one)
    backups = automatic_backups(project.folder)
    if not backups:
        return edits != (0, 0)
    try:
        with closing(open_immutable(backups[0].path, should_stop)) as last:
            before = _edit_counts(lambda sql: last.execute(sql).fetchone())
    except (InputError, sqlite3.DatabaseError):
        return True  # the last backup is damaged or foreign
    if edits == before:
        return False
    is_first_today = all(backup.made_at.date() != now.date() for backup in backups)
    return is_first_today or abs(edits[0] - before[0]) >= EDITS_BETWEEN_BACKUPS


def _edit_counts(first_row: Callable[[str], tuple | None]) -> tuple[int, int]:
    """Return how many edits were ever made, and how many of them are undone now."""
    made = first_row("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'change'")
    undone = first_row("SELECT count(*) FROM change WHERE state = 'undone'")
    return (made[0] if made else 0, undone[0] if undone else 0)
