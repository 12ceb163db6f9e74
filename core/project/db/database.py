"""Opening the SQLite file of a project: what is refused, how it is set up, and its errors as sentences."""

from __future__ import annotations

import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import DamagedError, DuctusError, InputError
from core.project.db.path_guard import verify_fenced
from core.project.db.schema import APPLICATION_ID, SCHEMA_VERSION
from core.project.db.schema_guard import find_foreign_object

_MAGIC = b"SQLite format 3\0"
_OLDEST_SQLITE = (3, 37, 0)
_guard = threading.RLock()
_open_here: Counter[tuple[int, int]] = Counter()
"""How many connections of this process each database file has."""
_DAMAGE_SAID = ("Could not decode", "fts5 file format", "malformed JSON")
"""What only damage brings about, though it comes without a code of its own."""
SEE_CHECK = "See what is whole, and how to go back to a backup, with: ductus check PROJECT"
MOST_BYTES = 2**28
"""Of one value or row; SQLite itself would take a gigabyte."""
_MEND_DAMAGE = f"Nothing was written to it. {SEE_CHECK}"


def verify_header(database: Path) -> None:
    """Refuse, reading only, a file that is missing, no SQLite database, not ours, or from a newer Ductus.

    So is a folder whose files are links to another place.

    A file that this process has open was verified then and is not read again.
    """
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise DuctusError(f"SQLite {sqlite3.sqlite_version} is too old; Ductus needs 3.37 or newer.")
    verify_fenced(database)
    try:
        # a pipe would be waited for
        if database.exists() and not database.is_file():
            raise InputError.at(database, "the project cannot be read (this is not a plain file)")
        with _guard:
            # On POSIX a process that closes a file loses all its locks on it, those of its connections too.
            # Another process would then take itself for the only one and delete the log they write to.
            if _open_here[_identity(database)]:
                return
            with database.open("rb") as file:
                header = file.read(100)
    except FileNotFoundError:
        raise InputError.at(database, "there is no project here", hint="Make one with: ductus new PROJECT") from None
    except OSError as error:
        raise InputError.at(database, f"the project cannot be read ({error.strerror})") from None
    if len(header) < 100 or not header.startswith(_MAGIC):
        raise DamagedError.at(database, "this is no project database, or it is damaged", hint=_MEND_DAMAGE)
    if int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise InputError.at(
            database, "this database was not made by Ductus", hint="Choose a folder that ends in .ductus"
        )
    _verify_version(database, int.from_bytes(header[60:64], "big"))


def connect(database: Path, *, read_only: bool, wait_seconds: float) -> sqlite3.Connection:
    """An open connection to a verified project database, in autocommit: transactions are explicit.

    Writers flush every commit to the disk (``synchronous = FULL``) and wait ``wait_seconds`` for one another.
    """
    mode = "ro" if read_only else "rw"
    with translate_errors(database):
        connection = _open(database, f"mode={mode}", wait_seconds)
        try:
            try:
                _look(connection)
            except sqlite3.OperationalError:
                # A write-ahead log needs a shared file beside it, which a write-protected or full medium refuses.
                if not read_only or _has_log(database):
                    raise
                connection.close()
                connection = _open(database, "mode=ro&immutable=1", wait_seconds)
                _look(connection)
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            _verify_version(database, version)
            _verify_plain(database, connection, whole=version == SCHEMA_VERSION)
            if not read_only:
                # only now: this changes the file, and a foreign one is to stay as it is
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
        except sqlite3.OperationalError as error:
            connection.close()
            if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF != sqlite3.SQLITE_ERROR:
                raise
            # a schema that SQLite cannot make sense of: here no statement of ours can be at fault
            raise DamagedError.at(database, "the project database is damaged", hint=_MEND_DAMAGE) from error
        except BaseException:
            connection.close()
            raise
    return connection


def _has_log(database: Path) -> bool:
    """Whether there are transactions that are not in the database itself yet."""
    log = Path(f"{database}-wal")
    return log.exists() and log.stat().st_size > 0


class _Connection(sqlite3.Connection):
    """A connection that is counted as long as it is open."""

    identity: tuple[int, int] | None = None

    def close(self) -> None:
        super().close()
        self._uncount()

    def __del__(self) -> None:
        self._uncount()

    def _uncount(self) -> None:
        with _guard:
            if self.identity is not None:
                _open_here[self.identity] -= 1
                self.identity = None


def _open(database: Path, options: str, wait_seconds: float) -> sqlite3.Connection:
    uri = f"{database.resolve().as_uri()}?{options}"
    with _guard:
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=wait_seconds, factory=_Connection)
        connection.identity = _identity(database)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
        _open_here[connection.identity] += 1
    return connection


def _identity(database: Path) -> tuple[int, int]:
    """What tells one file from another, whatever path leads to it."""
    found = database.stat()
    return found.st_dev, found.st_ino


def _look(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()


def _verify_plain(database: Path, connection: sqlite3.Connection, *, whole: bool) -> None:
    """Refuse a file that brings statements of its own; ours are in the connection, never in the file."""
    foreign = find_foreign_object(connection, whole=whole)
    if foreign:
        raise InputError.at(database, f"the project {foreign}", hint=f"Ask where it is from. {SEE_CHECK}")
    # Some builds of SQLite let no trigger write to a full-text index before this is said.
    connection.execute("PRAGMA trusted_schema = ON")


def _verify_version(database: Path, version: int) -> None:
    if version > SCHEMA_VERSION:
        raise InputError.at(
            database,
            f"the project was made by a newer Ductus (version {version}; this one knows {SCHEMA_VERSION})",
            hint="Update Ductus to open it",
        )


@contextmanager
def translate_errors(database: Path) -> Iterator[None]:
    """Turn what SQLite says of locks, full disks and damage into sentences; other faults stay as they are."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", None)
        if any(said in str(error) for said in _DAMAGE_SAID):
            code = sqlite3.SQLITE_CORRUPT
        told = None if code is None else _told(database, code & 0xFF, error)
        if told is None:
            raise
        raise told from error
    except UnicodeDecodeError as error:  # of a damaged file SQLite quotes what is no text in what it says
        raise DamagedError.at(database, "the project database is damaged", hint=_MEND_DAMAGE) from error


def _told(database: Path, code: int, error: sqlite3.DatabaseError) -> DuctusError | None:
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return DuctusError(
            f"{database}: another program has been changing this project for too long. "
            "Wait until it is done, or close it, and try again."
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG):
        return DamagedError.at(database, "the project database is damaged", hint=_MEND_DAMAGE)
    if code == sqlite3.SQLITE_FULL:
        return DuctusError(f"{database}: the disk is full. Nothing was changed; make room and try again.")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return InputError.at(
            database, f"the project cannot be opened or written here ({error})", hint="Check who may write here"
        )
    if code == sqlite3.SQLITE_IOERR:
        return DuctusError(f"{database}: the disk failed while the project was read or written ({error}).")
    return None
