"""Restoring the database from a backup. The present database is kept; nothing is overwritten."""

from __future__ import annotations

import logging
import os
import re
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from core.disk import sync_file, sync_folder
from core.errors import DuctusError, InputError
from core.language import tr
from core.project.backup.rotation import BACKUPS_FOLDER
from core.project.db.database import connect, verify_header
from core.project.db.database_copy import UNFINISHED, find_faults, open_immutable
from core.project.db.lock import WindowLock
from core.project.project import DATABASE

logger = logging.getLogger(__name__)

BEFORE_RESTORE = "before-restore_"
"""Prefix of the databases that a restore replaced; they are never deleted."""


@dataclass(frozen=True, slots=True)
class RestorePoint:
    """A database to restore: its name for ``--restore``, when it was made, and its number of transcriptions.

    ``transcriptions`` is None if it cannot be read.
    """

    name: str
    made_at: datetime
    transcriptions: int | None


def list_restore_points(folder: Path) -> list[RestorePoint]:
    """Return all databases in the project's ``backups/``, newest first: automatic backups and replaced databases."""
    points = []
    for path in (folder / BACKUPS_FOLDER).glob("*.sqlite"):
        stamp = re.search(r"\d{4}-\d\d-\d\d_\d{6}", path.name)
        made_at = datetime.fromtimestamp(path.stat().st_mtime)
        with suppress(ValueError):
            if stamp:
                made_at = datetime.strptime(stamp[0], "%Y-%m-%d_%H%M%S")
        points.append(RestorePoint(path.name, made_at, _count_transcriptions(path)))
    return sorted(points, key=lambda point: (point.made_at, point.name), reverse=True)


def restore(folder: Path, name: str, now: datetime) -> Path:
    """Restore the backup ``name`` (of :func:`list_restore_points`, or the path of a database or backup project).

    Returns the path of the replaced database. Raises InputError, changing nothing, for a backup that is missing,
    damaged or of a newer Ductus, and while the project is open anywhere.
    """
    database, backup = folder / DATABASE, _find_backup(folder, name)
    verify_header(backup)
    if faults := find_faults(backup):
        raise InputError.at(backup, tr("this backup is damaged ({fault})", fault=faults[0]), hint=tr("Choose another"))
    lock = WindowLock.acquire(folder)
    try:
        replaced = folder / BACKUPS_FOLDER / f"{BEFORE_RESTORE}{now:%Y-%m-%d_%H%M%S}.sqlite"
        restored = database.with_name(database.name + UNFINISHED)
        try:
            replaced.parent.mkdir(exist_ok=True)
            if os.path.lexists(replaced):
                raise InputError.at(replaced, tr("something is already there"), hint=tr("Try again in a second"))
            _copy(backup, restored)
            _exchange(database, restored, replaced)
        except OSError as error:
            raise DuctusError.from_os_error(folder, tr("the backup cannot be restored"), error) from error
        finally:
            with suppress(OSError):
                restored.unlink(missing_ok=True)
    finally:
        lock.release()
    logger.info("%s: restored %s; the replaced database is %s", folder, backup, replaced)
    return replaced


def _find_backup(folder: Path, name: str) -> Path:
    inside = folder / BACKUPS_FOLDER / name
    if Path(name).name == name and inside.is_file():
        return inside
    elsewhere = Path(name) / DATABASE if Path(name).is_dir() else Path(name)
    if not elsewhere.is_file():
        raise InputError.at(
            folder,
            tr("there is no backup '{name}'", name=name),
            hint=tr("List the backups with: ductus backup PROJECT --list"),
        )
    if elsewhere.resolve() == (folder / DATABASE).resolve():
        raise InputError.at(elsewhere, tr("this is the project's own database, not a backup of it"))
    return elsewhere


def _exchange(database: Path, restored: Path, replaced: Path) -> None:
    """Replace the database, keeping it as ``replaced``; at every moment there is one under the real name."""
    log, log_copy = (path.with_name(path.name + "-wal") for path in (database, replaced))
    if database.exists():
        # Copied before SQLite opens it, which might merge the log into a damaged database.
        _copy(database, replaced)
        if log.exists():
            _copy(log, log_copy)
        try:
            is_merged = _merge_log(database)
        except BaseException:
            replaced.unlink()
            log_copy.unlink(missing_ok=True)
            raise
        if is_merged:
            _copy(database, replaced)
            log_copy.unlink(missing_ok=True)
    # The log of a damaged database must not be merged into the restored one.
    for ending in ("-wal", "-shm"):
        database.with_name(database.name + ending).unlink(missing_ok=True)
    restored.replace(database)
    sync_folder(database.parent)


def _copy(origin: Path, copy: Path) -> None:
    shutil.copyfile(origin, copy)
    sync_file(copy)


def _merge_log(database: Path) -> bool:
    """Merge the log into the database; return False if the database is too damaged to be opened.

    Raises DuctusError while another process has it open.
    """
    try:
        verify_header(database)
        with closing(connect(database, read_only=False, wait_seconds=0.5)) as connection:
            # Only a connection that is alone can leave write-ahead mode.
            connection.execute("PRAGMA journal_mode = DELETE")
            return True
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise DuctusError(
                tr(
                    "{database}: another program is using this project. Wait until it is done, or stop it.",
                    database=database,
                )
            ) from error
    except (InputError, sqlite3.DatabaseError):
        return False  # damaged, which is why it is being replaced
    return False


def _count_transcriptions(path: Path) -> int | None:
    try:
        with closing(open_immutable(path)) as connection:
            row = connection.execute("SELECT count(reading_id) FROM word WHERE deleted = 0").fetchone()
            return int(row[0])
    except sqlite3.DatabaseError:
        return None
