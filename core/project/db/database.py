"""The open database of a project: verifying the file, connecting, statements, transactions and SQLite's errors."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from core.errors import DamagedError, DuctusError, InputError
from core.language import tr
from core.project.db import journal
from core.project.db.guards import find_foreign_object, refuse_links
from core.project.db.schema import APPLICATION_ID, SCHEMA_VERSION
from core.project.db.values import CHECK_HINT

_MAGIC = b"SQLite format 3\0"
_OLDEST_SQLITE = (3, 37, 0)
_guard = threading.RLock()
_open_connections: Counter[tuple[int, int]] = Counter()
"""Connections of this process to each database file."""
_DAMAGE_MESSAGES = ("Could not decode", "fts5 file format", "malformed JSON")
"""Errors that only damage causes, though SQLite gives them no code of their own."""
MAX_VALUE_BYTES = 2**28
"""Longest value or row; SQLite itself would read a gigabyte of a hostile file."""
_CHUNK = 1000

Row = tuple[Any, ...]
Params = Sequence[Any] | dict[str, Any]


class Database:
    """A connection to a project database. Every query and transaction of a project passes through here.

    Errors of SQLite leave it as DuctusError with a message for people. Use it in the thread that opened it.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, read_only: bool) -> None:
        self.database = path
        self.read_only = read_only
        self._connection = connection
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

    def query(self, sql: str, params: Params = ()) -> list[Row]:
        """Return all rows of a SELECT."""
        with translate_errors(self.database):
            return self._connection.execute(sql, params).fetchall()

    def one(self, sql: str, params: Params = ()) -> Row | None:
        """Return the first row of a SELECT, or None."""
        with translate_errors(self.database):
            row: Row | None = self._connection.execute(sql, params).fetchone()
            return row

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

        If an inner one raises, only that part is rolled back. Data is on the disk when the outermost one ends.
        """
        if self.read_only:
            raise InputError.at(self.database, tr("the project was opened for reading only"))
        connection = self._connection
        is_nested = connection.in_transaction
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
    def edit(self, label: str) -> Iterator[sqlite3.Connection]:
        """Open a transaction that becomes one entry of the history, called ``label``.

        An edit inside an edit is part of the outer one. An edit that changes nothing leaves no entry.
        """
        with self.transaction() as connection:
            if self._in_edit:
                yield connection
                return
            change_id = journal.begin(connection, label)
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
        raise DuctusError(
            tr("SQLite {sqlite_version} is too old; Ductus needs 3.37 or newer.", sqlite_version=sqlite3.sqlite_version)
        )
    refuse_links(database)
    try:
        if database.exists() and not database.is_file():  # opening a pipe would block
            raise InputError.at(database, tr("the project cannot be read (this is not a regular file)"))
        with _guard:
            # On POSIX a process that closes a file loses all its locks on it, those of its connections too.
            # Another process would then assume that it is alone and delete the log they write to.
            if _open_connections[_identity(database)]:
                return
            with database.open("rb") as file:
                header = file.read(100)
    except FileNotFoundError:
        raise InputError.at(
            database, tr("there is no project here"), hint=tr("Make one with: ductus new PROJECT")
        ) from None
    except OSError as error:
        raise InputError.at(database, tr("the project cannot be read ({strerror})", strerror=error.strerror)) from None
    if len(header) < 100 or not header.startswith(_MAGIC):
        raise DamagedError.at(database, tr("this is not a project database, or it is damaged"), hint=_damage_hint())
    if int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise InputError.at(
            database, tr("this database was not made by Ductus"), hint=tr("Choose a folder that ends in .ductus")
        )
    _verify_version(database, int.from_bytes(header[60:64], "big"))


def connect(database: Path, *, read_only: bool, wait_seconds: float) -> sqlite3.Connection:
    """Connect to a verified project database, in autocommit: transactions are explicit.

    Writers flush every commit to the disk (``synchronous = FULL``) and wait ``wait_seconds`` for one another.
    """
    with translate_errors(database):
        connection = _open(database, f"mode={'ro' if read_only else 'rw'}", wait_seconds)
        try:
            try:
                _probe(connection)
            except sqlite3.OperationalError:
                # A write-ahead log needs a shared file beside it, which a write-protected or full medium refuses.
                if not read_only or _has_log(database):
                    raise
                connection.close()
                connection = _open(database, "mode=ro&immutable=1", wait_seconds)
                _probe(connection)
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            _verify_version(database, version)
            if foreign := find_foreign_object(connection, version):
                hint = tr("Do not open it unless you trust its origin. {check_hint}", check_hint=tr(CHECK_HINT))
                raise InputError.at(database, tr("the project {foreign}", foreign=foreign), hint=hint)
            # Some builds of SQLite let triggers write to a full-text index only with this.
            connection.execute("PRAGMA trusted_schema = ON")
            if not read_only:
                # Set last: it changes the file, and a foreign file must stay as it is.
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
        except sqlite3.OperationalError as error:
            connection.close()
            if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF != sqlite3.SQLITE_ERROR:
                raise
            # The schema cannot be parsed: none of our own statements above can be at fault.
            raise DamagedError.at(database, tr("the project database is damaged"), hint=_damage_hint()) from error
        except BaseException:
            connection.close()
            raise
    return connection


def _has_log(database: Path) -> bool:
    """Return whether there are transactions that are not yet in the database file itself."""
    log = Path(f"{database}-wal")
    return log.exists() and log.stat().st_size > 0


class _CountedConnection(sqlite3.Connection):
    """A connection that is counted while it is open."""

    identity: tuple[int, int] | None = None

    def close(self) -> None:
        super().close()
        self._uncount()

    def __del__(self) -> None:
        self._uncount()

    def _uncount(self) -> None:
        with _guard:
            if self.identity is not None:
                _open_connections[self.identity] -= 1
                self.identity = None


def _open(database: Path, options: str, wait_seconds: float) -> sqlite3.Connection:
    uri = f"{database.resolve().as_uri()}?{options}"
    with _guard:
        connection = sqlite3.connect(
            uri, uri=True, isolation_level=None, timeout=wait_seconds, factory=_CountedConnection
        )
        connection.identity = _identity(database)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
        _open_connections[connection.identity] += 1
    return connection


def _identity(database: Path) -> tuple[int, int]:
    """Return device and inode, which identify a file whatever path leads to it."""
    status = database.stat()
    return status.st_dev, status.st_ino


def _probe(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()


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
        return DuctusError(
            tr(
                "{database}: another program has been changing this project for too long. Wait until it is "
                "done, or close it, and try again.",
                database=database,
            )
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG):
        return DamagedError.at(database, tr("the project database is damaged"), hint=_damage_hint())
    if code == sqlite3.SQLITE_FULL:
        return DuctusError(
            tr("{database}: the disk is full. Nothing was changed; make room and try again.", database=database)
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        what = tr("the project cannot be opened or written here ({error})", error=error)
        return InputError.at(database, what, hint=tr("Check that you may write to this folder"))
    if code == sqlite3.SQLITE_IOERR:
        return DuctusError(
            tr(
                "{database}: the disk failed while the project was read or written ({error}).",
                database=database,
                error=error,
            )
        )
    return None


def _damage_hint() -> str:
    return tr("Nothing was written to it. {check_hint}", check_hint=tr(CHECK_HINT))
