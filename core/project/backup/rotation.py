"""Backups of the database that are made by themselves, in ``PROJECT/backups/``, and which of them are kept.

They hold everything a person typed, with its history; images and models are not in them, for those never change.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from core.errors import DuctusError
from core.project.backup.database_copy import UNFINISHED, open_immutable
from core.project.db.lock import hold_lock
from core.project.project import Project

BACKUPS_FOLDER = "backups"
EDITS_BETWEEN_BACKUPS = 200
"""So many edits after the last backup another is due on the same day."""
DAYS, WEEKS, KEPT_LATEST = 7, 4, 3
"""Kept are the latest few, the last of each of so many days, and the last of each of so many weeks."""
_NAME = re.compile(r"(\d{4}-\d\d-\d\d_\d{6})\.sqlite\Z")
_STAMP = "%Y-%m-%d_%H%M%S"
_SPARE_BYTES = 100_000_000
_LOCK = ".lock"


@dataclass(frozen=True, slots=True)
class AutomaticBackup:
    """One backup of the database; ``made_at`` in local time, by its name."""

    path: Path
    made_at: datetime


def automatic_backups(folder: Path) -> list[AutomaticBackup]:
    """The backups in the project ``folder`` that were made by themselves, newest first."""
    found = []
    with suppress(OSError):
        for path in (folder / BACKUPS_FOLDER).iterdir():
            if match := _NAME.match(path.name):
                with suppress(ValueError):
                    found.append(AutomaticBackup(path, datetime.strptime(match[1], _STAMP)))
    return sorted(found, key=lambda kept: kept.made_at, reverse=True)


def back_up_when_due(project: Project, now: datetime, should_stop: Callable[[], bool] = lambda: False) -> Path | None:
    """Make a backup if one is due at ``now`` (local time), drop those no longer kept; returns what was made.

    Due: something was edited since the last one, and that was on another day or ``EDITS_BETWEEN_BACKUPS`` edits ago. Raises
    DuctusError where there is no room or nothing can be written, Stopped when asked to.
    """
    folder = project.folder / BACKUPS_FOLDER
    try:
        folder.mkdir(exist_ok=True)
        free, size = shutil.disk_usage(folder).free, project.database.stat().st_size
    except OSError as error:
        raise DuctusError(f"{folder}: no backup can be made there ({error.strerror}).") from error
    with hold_lock(folder / _LOCK, f"{folder}: a backup is being made already."):
        for half in folder.glob(f"*{UNFINISHED}"):
            half.unlink(missing_ok=True)
        if not _is_due(project, now):
            return None
        if free < 2 * size + _SPARE_BYTES:
            raise DuctusError(f"{folder}: the disk is nearly full, so no backup was made. Make room on it.")
        made = folder / f"{now:{_STAMP}}.sqlite"
        if made.exists():
            return None
        project.copy_database_to(made, should_stop=should_stop)
        delete_expired(project.folder, made)
    return made


def delete_expired(folder: Path, newest: Path) -> list[Path]:
    """Delete the backups that are no longer kept; never ``newest``, whatever the clock says. Returns them."""
    found = automatic_backups(folder)
    keep = {newest, *(kept.path for kept in found[:KEPT_LATEST])}
    keep |= _last_of_each(found, lambda kept: kept.made_at.date(), DAYS)
    keep |= _last_of_each(found, lambda kept: kept.made_at.date().isocalendar()[:2], WEEKS)
    dropped = [kept.path for kept in found if kept.path not in keep]
    for path in dropped:
        path.unlink(missing_ok=True)
    return dropped


def _last_of_each(found: list[AutomaticBackup], span: Callable[[AutomaticBackup], date | tuple[int, int]], most: int) -> set[Path]:
    """The newest backup of each day (or week), for as many of these as have one; ``found`` is newest first."""
    last: dict[date | tuple[int, int], Path] = {}
    for kept in found:
        last.setdefault(span(kept), kept.path)
    return set(list(last.values())[:most])


def _is_due(project: Project, now: datetime) -> bool:
    edits = _edits(project.one)
    made = automatic_backups(project.folder)
    if not made:
        return edits != (0, 0)
    try:
        with closing(open_immutable(made[0].path)) as last:
            before = _edits(lambda sql: last.execute(sql).fetchone())
    except sqlite3.DatabaseError:
        return True  # what cannot be read is no backup
    if edits == before:
        return False
    return all(kept.made_at.date() != now.date() for kept in made) or abs(edits[0] - before[0]) >= EDITS_BETWEEN_BACKUPS


def _edits(one: Callable[[str], tuple | None]) -> tuple[int, int]:
    """How many edits were ever made, and how many of them are undone now."""
    given = one("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'change'")
    undone = one("SELECT count(*) FROM change WHERE state = 'undone'")
    return (given[0] if given else 0, undone[0] if undone else 0)
