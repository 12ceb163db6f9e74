"""A copy of a database while others write to it: page by page from one moment, looked through, then put in place."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

from core.disk import sync_folder
from core.errors import DamagedError, DuctusError, Stopped
from core.project.db.database import CHECK_HINT, translate_errors
from core.project.files.file_store import sync_file

UNFINISHED = ".new"
"""What is not whole yet has this ending; it may be deleted when no process is at work on it."""
_PAGES = 2000
"""Pages copied between two looks at whether to stop: 8 MB."""

CopyProgress = Callable[[int, int], object]
"""Told ``(done, total)``."""


def copy_database(
    source: sqlite3.Connection,
    target: Path,
    *,
    step: CopyProgress | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> None:
    """Copy the whole database, as it is at this moment, to the new file ``target``, whole or not at all.

    Others may read and write meanwhile. The copy is one file, flushed to the disk and looked through. Raises
    DuctusError where it cannot be written or is not whole, Stopped when asked to; ``target`` is then not there.
    """
    aside = target.with_name(target.name + UNFINISHED)
    try:
        with translate_errors(aside):
            aside.unlink(missing_ok=True)
            pages = _copy(source, aside, step, should_stop)
        sync_file(aside)
        if faults := find_faults(aside, pages):
            raise DuctusError(f"{target}: the copy is not whole ({faults[0]}). Nothing was kept of it.")
        aside.replace(target)
        sync_folder(target.parent)
    except OSError as error:
        raise DuctusError.from_os_error(target, "the copy cannot be written", error) from error
    finally:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)


def open_immutable(database: Path) -> sqlite3.Connection:
    """A connection to a database nobody writes to; nothing is made or changed beside it."""
    return sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def find_faults(database: Path, pages: int | None = None) -> list[str]:
    """What SQLite finds wrong with a copy; ``pages`` is how many it must have."""
    try:
        connection = open_immutable(database)
        try:
            found = connection.execute("PRAGMA page_count").fetchone()[0]
            faults = [row[0] for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        return [str(error)]
    if pages is not None and found != pages:
        faults.append(f"it has {found} pages of {pages}")
    return faults


def _file_of(connection: sqlite3.Connection) -> str:
    return str(connection.execute("PRAGMA database_list").fetchone()[2])


def _copy(source: sqlite3.Connection, aside: Path, step: CopyProgress | None, should_stop: Callable[[], bool]) -> int:
    def progress(status: int, remaining: int, total: int) -> None:
        if step is not None:
            step(total - remaining, total)
        if should_stop():
            raise Stopped("Stopped; no copy was made.")

    copy = sqlite3.connect(aside, isolation_level=None)
    try:
        # a reader's view of one moment: what others write from now on neither waits nor starts the copy anew
        source.execute("BEGIN")
        try:
            pages: int = source.execute("PRAGMA page_count").fetchone()[0]
            source.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            source.backup(copy, pages=_PAGES, progress=progress)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise
            raise DamagedError.at(
                _file_of(source), "the project database is damaged, so no copy of it was made", hint=CHECK_HINT
            ) from error
        finally:
            source.execute("ROLLBACK")
        copy.execute("PRAGMA journal_mode = DELETE")
    finally:
        copy.close()
    return pages
