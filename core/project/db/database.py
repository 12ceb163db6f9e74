"""The open database of a project: verifying the file, connecting, statements, transactions and SQLite's errors."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from core.errors import DamagedError, DuctusError, InputError
from core.language import tr
from core.project.db import journal
from core.project.db.guarded_open import GuardedConnection, file_identity, open_guarded, read_header
from core.project.db.guards import find_foreign_object, refuse_links
from core.project.db.schema import APPLICATION_ID, SCHEMA_VERSION
from core.project.db.values import check_hint, no_project_hint

_MAGIC = b"SQLite format 3\0"
_OLDEST_SQLITE = (3, 37, 0)
_DAMAGE_MESSAGES = ("Could not decode", "fts5 file format", "malformed JSON")
"""Errors that only damage causes, though SQLite gives them no code of their own."""
_CHUNK = 1000

Row = tuple[Any, ...]
Params = Sequence[Any] | dict[str, Any]


class DatabaseLostError(DuctusError):
    """The file of an open project was removed or replaced: what is written to it would be gone with the process."""


class Database:
    """A connection to a project database. Every query and transaction of a project passes through here.

    Errors of SQLite leave it as DuctusError with a message for people. Use it in the thread that opened it.
    """

    def __init__(self, path: Path, connection: GuardedConnection, read_only: bool) -> None:
        self.database = path
        self.read_only = read_only
        self._connection = connection
        self._identity = connection.identity
        self._in_edit = False

    def close(self) -> None:
        """Close the connection; closing twice does nothing."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def is_in_place(self) -> bool:
        """Return whether the open file still lies under its name."""
        try:
            return file_identity(self.database) == self._identity
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError:
            return True  # it cannot be looked at, which the next query reports

    def query(self, sql: str, params: Params = ()) -> list[Row]:
        """Return all rows of a SELECT."""
        with translate_errors(self.database):
            return self._connection.execute(sql, params).fetchall()

    def one(self, sql: str, params: Params = ()) -> Row | None:
        """Return the first row of a SELECT, or None."""
        with translate_errors(self.database):
            row: Row | None = self._connection.execute(sql, params).fetchone()
            return row

    def count(self, sql: str, params: Params = ()) -> int:
        """Return the number that a SELECT gives; 0 without a row."""
        return int((self.one(sql, params) or (0,))[0])

    def column(self, sql: str, params: Params = ()) -> list[Any]:
        """Return the first column of a SELECT."""
        return [row[0] for row in self.query(sql, params)]

    def query_by_id(self, sql: str, ids: Sequence[int], params: dict[str, Any] | None = None) -> Iterator[Row]:
        """Yield the rows of ``ids`` in their order, a thousand at a time; ids without a row are left out.

        ``sql`` selects the id first, for the ids in ``json_each(:ids)``.
        """
        for start in range(0, len(ids), _CHUNK):
            chunk = ids[start : start + _CHUNK]
            rows = {row[0]: row for row in self.query(sql, {**(params or {}), "ids": json.dumps(list(chunk))})}
            yield from (rows[row_id] for row_id in chunk if row_id in rows)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Commit everything written inside, or nothing of it. A transaction inside another is part of it.

        If an inner one raises, only that part is rolled back. Data is on the disk when the outermost one ends. Raises
        DatabaseLostError if the file was removed or replaced since it was opened.
        """
        if self.read_only:
            raise InputError.at(self.database, tr("the project was opened for reading only"))
        connection = self._connection
        is_nested = connection.in_transaction
        if not is_nested and not self.is_in_place:
            raise DatabaseLostError.at(
                self.database,
                tr("this file was removed or replaced while the project was open, so nothing can be saved in it"),
                hint=tr("Put it back where it was"),
            )
        with translate_errors(self.database):
            connection.execute("SAVEPOINT part" if is_nested else "BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("RELEASE part" if is_nested else "COMMIT")
            except BaseException:
                # SQLite itself may have ended the transaction already (disk full, damage).
                if connection.in_transaction:
                    if is_nested:
                        connection.execute("ROLLBACK TO part")
                        connection.execute("RELEASE part")
                    else:
                        connection.execute("ROLLBACK")
                raise

    @contextmanager
    def edit(self, kind: str, **fields: str | int) -> Iterator[sqlite3.Connection]:
        """Open a transaction that becomes one entry of the history: its kind, and what its sentence for people names.

        An edit inside an edit is part of the outer one. An edit that changes nothing leaves no entry.
        """
        with self.transaction() as connection:
            if self._in_edit:
                yield connection
                return
            change_id = journal.begin(connection, kind, fields)
            self._in_edit = True
            try:
                yield connection
            finally:
                self._in_edit = False
            journal.finish(connection, change_id)

    @contextmanager
    def replay(self) -> Iterator[sqlite3.Connection]:
        """Open a transaction that changes journaled tables without an entry; only undo and redo use it."""
        if self._in_edit:
            raise RuntimeError("undo and redo cannot run inside an edit")
        with self.transaction() as connection:
            journal.begin_replay(connection)
            yield connection
            journal.finish_replay(connection)


def verify_header(database: Path) -> None:
    """Raise InputError if the file is missing, no SQLite database, not ours, of a newer Ductus, or uses links.

    Only reads. A file that this process has open was verified before and is not read again.
    """
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise DuctusError.of(
            "SQLite {sqlite_version} is too old; Ductus needs 3.37 or newer.", sqlite_version=sqlite3.sqlite_version
        )
    refuse_links(database)
    try:
        if database.exists() and not database.is_file():  # opening a pipe would block
            raise InputError.at(database, tr("the project cannot be read (this is not a regular file)"))
        header = read_header(database)
        if header is None:
            return
    except FileNotFoundError:
        raise InputError.at(database, tr("there is no project here"), hint=no_project_hint()) from None
    except OSError as error:
        raise InputError.at(database, tr("the project cannot be read ({strerror})", strerror=error.strerror)) from None
    if len(header) < 100 or not header.startswith(_MAGIC):
        raise DamagedError.at(database, tr("this is not a project database, or it is damaged"), hint=_damage_hint())
    if int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise InputError.at(
            database, tr("this database was not made by Ductus"), hint=tr("Choose a folder that ends in .ductus")
        )
    _verify_version(database, int.from_bytes(header[60:64], "big"))


def connect(database: Path, *, read_only: bool, wait_seconds: float, alone: bool = False) -> GuardedConnection:
    """Connect to a verified project database, in autocommit: transactions are explicit.

    Writers flush every commit to the disk (``synchronous = FULL``) and wait ``wait_seconds`` for one another.
    ``alone``: nobody else has the database open until the connection is closed.
    """

    def open_with(options: str) -> GuardedConnection:
        def find_foreign(connection: sqlite3.Connection) -> str | None:
            _verify_version(database, connection.execute("PRAGMA user_version").fetchone()[0])
            return find_foreign_object(connection)

        return open_guarded(database, find_foreign, options=options, wait_seconds=wait_seconds, alone=alone)

    with translate_errors(database):
        try:
            try:
                connection = open_with(f"mode={'ro' if read_only else 'rw'}")
            except sqlite3.OperationalError as error:
                # A write-ahead log needs a shared file beside it, which a write-protected or full medium refuses.
                if not read_only or is_busy(error) or _has_log(database):
                    raise
                connection = open_with("mode=ro&immutable=1")
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF != sqlite3.SQLITE_ERROR:
                raise
            # The schema cannot be parsed: none of our own statements above can be at fault.
            raise DamagedError.at(database, tr("the project database is damaged"), hint=_damage_hint()) from error
        try:
            connection.execute("PRAGMA foreign_keys = ON")
            # Some builds of SQLite let triggers write to a full-text index only with this.
            connection.execute("PRAGMA trusted_schema = ON")
            if not read_only:
                # Set last: it changes the file, and a foreign file must stay as it is.
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
        except BaseException:
            connection.close()
            raise
    return connection


def is_busy(error: BaseException | None) -> bool:
    """Return whether SQLite refused because another connection uses the database."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _has_log(database: Path) -> bool:
    """Return whether there are transactions that are not yet, or only in part, in the database file itself."""
    logs = (Path(f"{database}{ending}") for ending in ("-wal", "-journal"))
    return any(log.exists() and log.stat().st_size > 0 for log in logs)


def _verify_version(database: Path, version: int) -> None:
    if version > SCHEMA_VERSION:
        raise InputError.at(
            database,
            tr(
                "the project was made by a newer Ductus (version {version}; this Ductus reads up to {schema_version})",
                version=version,
                schema_version=SCHEMA_VERSION,
            ),
            hint=tr("Update Ductus to open it"),
        )


@contextmanager
def translate_errors(database: Path) -> Iterator[None]:
    """Turn SQLite's errors about locks, full disks and damage into DuctusError; others pass unchanged."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", None)
        if any(message in str(error) for message in _DAMAGE_MESSAGES):
            code = sqlite3.SQLITE_CORRUPT
        translated = None if code is None else _translated(database, code & 0xFF, error)
        if translated is None:
            raise
        raise translated from error
    except UnicodeDecodeError as error:  # SQLite quotes undecodable bytes of a damaged file in its messages
        raise DamagedError.at(database, tr("the project database is damaged"), hint=_damage_hint()) from error


def _translated(database: Path, code: int, error: sqlite3.DatabaseError) -> DuctusError | None:
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return DuctusError.of(
            "{database}: another program has been changing this project for too long. Wait until it is "
            "done, or close it, and try again.",
            database=database,
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG):
        return DamagedError.at(database, tr("the project database is damaged"), hint=_damage_hint())
    if code == sqlite3.SQLITE_FULL:
        return DuctusError.of(
            "{database}: the disk is full. Nothing was changed; make room and try again.", database=database
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        what = tr("the project cannot be opened or written here ({error})", error=error)
        return InputError.at(database, what, hint=tr("Check that you may write to this folder"))
    if code == sqlite3.SQLITE_IOERR:
        return DuctusError.of(
            "{database}: the disk failed while the project was read or written ({error}).",
            database=database,
            error=error,
        )
    return None


def _damage_hint() -> str:
    return tr("Nothing was written to it. {check_hint}", check_hint=check_hint())
