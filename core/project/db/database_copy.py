"""Copies of a database while others write to it: a snapshot, checked, then put in place."""

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

from core.disk import sync_file, sync_folder
from core.errors import DamagedError, DuctusError, InputError, Stopped
from core.language import tr
from core.project.db.database import translate_errors
from core.project.db.guarded_open import limit_steps, open_guarded, steps_for
from core.project.db.guards import find_foreign_object
from core.project.db.values import check_hint

UNFINISHED = ".new"
"""Suffix of incomplete files and folders; they may be deleted if no process works on them."""
_PAGES_PER_STEP = 2000
"""Pages copied between two checks whether to stop: 8 MB."""

CopyProgress = Callable[[int, int], object]
"""Called as ``step(done, total)``."""


def copy_database(
    source: sqlite3.Connection,
    target: Path,
    *,
    should_stop: Callable[[], bool] = lambda: False,
    may_be_damaged: bool = False,
) -> None:
    """Copy the whole database as it is at this moment to the new file ``target``, completely or not at all.

    Others may read and write meanwhile. The copy is one file, flushed to the disk and checked, unless it
    ``may_be_damaged``. Raises DuctusError if it cannot be written or is incomplete, Stopped when asked to stop;
    ``target`` does not exist then.
    """
    partial = target.with_name(target.name + UNFINISHED)
    try:
        with translate_errors(partial):
            partial.unlink(missing_ok=True)
            pages = _copy(source, partial, should_stop)
        sync_file(partial)
        if not may_be_damaged and (faults := find_faults(partial, pages, should_stop)):
            if should_stop():
                raise Stopped.of("Stopped; no copy was made.")
            raise DuctusError.of(
                "{target}: the copy is incomplete ({fault}) and was deleted.", target=target, fault=faults[0]
            )
        partial.replace(target)
        sync_folder(target.parent)
    except OSError as error:
        raise DuctusError.from_os_error(target, tr("the copy cannot be written"), error) from error
    finally:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)


def open_immutable(database: Path, should_stop: Callable[[], bool] = lambda: False) -> sqlite3.Connection:
    """Connect to a database that nobody writes to; nothing is created or changed beside it.

    Queries that read far more than the file holds, or are to stop, raise sqlite3.OperationalError.
    Raises InputError for one that a project's own guard would refuse, sqlite3.DatabaseError for a damaged one.
    """
    connection = open_guarded(database, find_foreign_object, options="mode=ro&immutable=1")
    limit_steps(connection, steps_for(database), should_stop)
    return connection


def find_faults(database: Path, pages: int | None = None, should_stop: Callable[[], bool] = lambda: False) -> list[str]:
    """Return the faults that SQLite finds in a copy; ``pages`` is the number of pages it must have."""
    try:
        with contextlib.closing(open_immutable(database, should_stop)) as connection:
            return find_faults_in(connection, pages)
    except (sqlite3.DatabaseError, InputError) as error:
        return [str(error)]


def find_faults_in(connection: sqlite3.Connection, pages: int | None = None) -> list[str]:
    """Return the faults as :func:`find_faults`, of an open copy; raises sqlite3.DatabaseError."""
    found = connection.execute("PRAGMA page_count").fetchone()[0]
    faults = [row[0] for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
    if pages is not None and found != pages:
        faults.append(tr("it has {found} pages of {pages}", found=found, pages=pages))
    return faults


def _copy(source: sqlite3.Connection, target: Path, should_stop: Callable[[], bool]) -> int:
    def progress(status: int, remaining: int, total: int) -> None:
        if should_stop():
            raise Stopped.of("Stopped; no copy was made.")

    with contextlib.closing(sqlite3.connect(target, isolation_level=None)) as copy:
        # A read transaction is a snapshot: later writes neither wait nor restart the copy.
        source.execute("BEGIN")
        try:
            pages: int = source.execute("PRAGMA page_count").fetchone()[0]
            source.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            source.backup(copy, pages=_PAGES_PER_STEP, progress=progress)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise
            path = str(source.execute("PRAGMA database_list").fetchone()[2])
            raise DamagedError.at(
                path, tr("the project database is damaged, so no copy of it was made"), hint=check_hint()
            ) from error
        finally:
            source.execute("ROLLBACK")
        copy.execute("PRAGMA journal_mode = DELETE")
    return pages
