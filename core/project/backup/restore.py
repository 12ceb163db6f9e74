"""Going back to a backup of the database. What is there now is kept aside; nothing is ever written over."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from core.disk import sync_folder
from core.errors import DuctusError, InputError
from core.project.backup.database_copy import UNFINISHED, find_faults, open_immutable
from core.project.backup.rotation import BACKUPS_FOLDER
from core.project.db.database import connect, verify_header
from core.project.db.lock import WindowLock
from core.project.files.file_store import sync_file
from core.project.project import DATABASE

BEFORE_RESTORE = "before-restore_"
"""What was the project's database before it went back has a name that begins so; it is never deleted."""


@dataclass(frozen=True, slots=True)
class RestorePoint:
    """A database to go back to: its name for ``--restore``, when it was made, and what a person wrote in it.

    ``readings`` is None for one that cannot be read.
    """

    name: str
    made_at: datetime
    readings: int | None


def list_restore_points(folder: Path) -> list[RestorePoint]:
    """All databases in the project's ``backups/``, newest first: those made by themselves and those kept aside."""
    found = []
    for path in (folder / BACKUPS_FOLDER).glob("*.sqlite"):
        stamp = re.search(r"\d{4}-\d\d-\d\d_\d{6}", path.name)
        made = datetime.fromtimestamp(path.stat().st_mtime)
        with suppress(ValueError):
            if stamp:
                made = datetime.strptime(stamp[0], "%Y-%m-%d_%H%M%S")
        found.append(RestorePoint(path.name, made, _readings(path)))
    return sorted(found, key=lambda state: (state.made_at, state.name), reverse=True)


def restore(folder: Path, name: str, now: datetime) -> Path:
    """Put the backup ``name`` (of :func:`list_restore_points`, or the path of a database or backup project) in place.

    Returns where the database that was there is kept. Raises InputError, changing nothing, for a backup that
    is not there, not whole or of a newer Ductus, and while anyone has the project open.
    """
    database, backup = folder / DATABASE, _backup_of(folder, name)
    verify_header(backup)
    if faults := find_faults(backup):
        raise InputError.at(backup, f"this backup is damaged ({faults[0]})", hint="Choose another")
    lock = WindowLock.take(folder)
    try:
        aside = folder / BACKUPS_FOLDER / f"{BEFORE_RESTORE}{now:%Y-%m-%d_%H%M%S}.sqlite"
        fresh = database.with_name(database.name + UNFINISHED)
        try:
            aside.parent.mkdir(exist_ok=True)
            if os.path.lexists(aside):
                raise InputError.at(aside, "something is already there", hint="Try again in a second")
            _copy(backup, fresh)
            _exchange(database, fresh, aside)
        except OSError as error:
            raise DuctusError(f"{folder}: the backup cannot be put in place ({error.strerror}).") from error
        finally:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
    finally:
        lock.release()
    return aside


def _backup_of(folder: Path, name: str) -> Path:
    inside = folder / BACKUPS_FOLDER / name
    if Path(name).name == name and inside.is_file():
        return inside
    elsewhere = Path(name) / DATABASE if Path(name).is_dir() else Path(name)
    if not elsewhere.is_file():
        raise InputError.at(
            folder, f"there is no backup '{name}'", hint="See which there are with: ductus backup PROJECT --list"
        )
    if elsewhere.resolve() == (folder / DATABASE).resolve():
        raise InputError.at(elsewhere, "this is the project's own database, not a backup of it")
    return elsewhere


def _exchange(database: Path, fresh: Path, aside: Path) -> None:
    """At every moment there is a database under the real name; the former one is whole under ``aside``."""
    log, log_aside = (path.with_name(path.name + "-wal") for path in (database, aside))
    if database.exists():
        # Copied before SQLite sees it: opening a damaged one might take up its log into it.
        _copy(database, aside)
        if log.exists():
            _copy(log, log_aside)
        try:
            is_merged = _be_alone(database)
        except BaseException:
            aside.unlink()
            log_aside.unlink(missing_ok=True)
            raise
        if is_merged:
            _copy(database, aside)
            log_aside.unlink(missing_ok=True)
    # What a damaged database could not take up from its log must not be taken up by the one that follows it.
    for ending in ("-wal", "-shm"):
        database.with_name(database.name + ending).unlink(missing_ok=True)
    fresh.replace(database)
    sync_folder(database.parent)


def _copy(origin: Path, copy: Path) -> None:
    shutil.copyfile(origin, copy)
    sync_file(copy)


def _be_alone(database: Path) -> bool:
    """Take up the log into the database; False for one so damaged that it cannot be opened.

    Raises DuctusError while another process has it open.
    """
    try:
        verify_header(database)
        with closing(connect(database, read_only=False, wait_seconds=0.5)) as connection:
            # only a connection that is alone may leave the log behind
            connection.execute("PRAGMA journal_mode = DELETE")
            return True
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise DuctusError(
                f"{database}: another program is at work on this project. Wait until it is done, or stop it."
            ) from error
    except (InputError, sqlite3.DatabaseError):
        return False  # damaged: that is why a backup is wanted
    return False


def _readings(path: Path) -> int | None:
    try:
        with closing(open_immutable(path)) as connection:
            row = connection.execute("SELECT count(reading_id) FROM word WHERE deleted = 0").fetchone()
            return int(row[0])
    except sqlite3.DatabaseError:
        return None
