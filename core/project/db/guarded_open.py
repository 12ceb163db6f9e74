"""Opening a SQLite file of a project's folder, which anybody may have made: all of them are opened here.

Before the first query its tables are compared, within a limit of steps, so that nothing in the file can run.
"""

import sqlite3
import stat
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from core.errors import InputError
from core.language import tr
from core.project.db.values import check_hint

MAX_VALUE_BYTES = 2**28
"""Longest value or row; SQLite itself would read a gigabyte of a hostile file."""
GUARD_STEPS = 2_000_000
"""Steps of SQLite's machine that a look at all tables may take; those of a project take a few thousand."""
_STEPS_PER_BYTE = 100
_STEPS_BETWEEN_CHECKS = 1000
_SUPER_JOURNAL = bytes.fromhex("d9d505f920a163d7")
"""The end of a journal that names a further file, which SQLite deletes once the journal is played back."""

_guard = threading.RLock()
_open_connections: Counter[tuple[int, int]] = Counter()
"""Connections of this process to each database file."""

FindForeign = Callable[[sqlite3.Connection], str | None]
"""Returns how a file differs from what it should be, as a clause for an error message, or None."""


class GuardedConnection(sqlite3.Connection):
    """A connection that is counted while it is open. ``identity``: of its file, None when it is closed."""

    identity: tuple[int, int] | None = None

    def count(self, path: Path) -> None:
        self.identity = file_identity(path)
        _open_connections[self.identity] += 1

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


def open_guarded(
    path: Path, find_foreign: FindForeign, *, options: str, wait_seconds: float = 5.0, alone: bool = False
) -> GuardedConnection:
    """Connect to a SQLite file in autocommit, once ``find_foreign`` has found nothing in it that is not ours.

    ``options`` are those of SQLite's addresses, such as ``mode=ro``. ``alone``: wait until nobody else has the file
    open, and keep everybody else out while the connection is open. Raises InputError for a foreign file,
    sqlite3.DatabaseError for one that cannot be read or is locked by another program.
    """
    refuse_journal_with_name(path)
    with _guard:
        connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?{options}",
            uri=True,
            isolation_level=None,
            timeout=wait_seconds,
            factory=GuardedConnection,
        )
        connection.count(path)
    try:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
        limit_steps(connection, GUARD_STEPS)
        if alone:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        foreign = _find_foreign(connection, find_foreign)
        if foreign is not None:
            hint = tr("Do not open it unless you trust its origin. {check_hint}", check_hint=check_hint())
            raise InputError.at(path, tr("the project {foreign}", foreign=foreign), hint=hint)
        connection.set_progress_handler(None, 0)
    except BaseException:
        connection.close()
        raise
    return connection


def limit_steps(connection: sqlite3.Connection, most: int, should_stop: Callable[[], bool] = lambda: False) -> None:
    """Let all further queries of this connection together take ``most`` steps, or fewer if they are to stop.

    Then they raise OperationalError.
    """
    left = most

    def count() -> bool:
        nonlocal left
        left -= _STEPS_BETWEEN_CHECKS
        return left < 0 or should_stop()

    connection.set_progress_handler(count, _STEPS_BETWEEN_CHECKS)


def steps_for(path: Path) -> int:
    """Return the steps that reading a whole file may take, several times over: pages may refer to each other.

    Holes of a sparse file do not count, where the system reports what it occupies on the disk.
    """
    status = path.stat()
    size = min(status.st_size, getattr(status, "st_blocks", status.st_size) * 512)
    return GUARD_STEPS + _STEPS_PER_BYTE * size


def read_header(path: Path) -> bytes | None:
    """Return the first 100 bytes of a database, or None if this process has it open: then they were read before.

    On POSIX a process that closes a file loses all its locks on it, those of its connections too. Another process
    would then assume that it is alone and delete the log they write to.
    """
    with _guard:
        if _open_connections[file_identity(path)]:
            return None
        with path.open("rb") as file:
            return file.read(100)


def file_identity(path: Path) -> tuple[int, int]:
    """Return device and inode, which identify a file whatever path leads to it."""
    status = path.stat()
    return status.st_dev, status.st_ino


def refuse_journal_with_name(database: Path) -> None:
    """Raise InputError if the journal beside a database would have SQLite delete another file, or is not a file.

    Only transactions over several databases at once have such a journal; Ductus makes none.
    """
    journal = Path(f"{database}-journal")
    try:
        if not stat.S_ISREG(journal.lstat().st_mode):
            raise InputError.at(journal, tr("the project cannot be read (this is not a regular file)"))
        with journal.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - len(_SUPER_JOURNAL)))
            end = file.read()
    except FileNotFoundError:
        return
    except OSError as error:
        raise InputError.from_os_error(journal, tr("the file cannot be read"), error) from None
    if end == _SUPER_JOURNAL:
        raise InputError.at(
            journal,
            tr("this journal names a file outside the project, which opening the project would delete"),
            hint=tr("Do not open it unless you trust its origin. {check_hint}", check_hint=check_hint()),
        )


def _find_foreign(connection: sqlite3.Connection, find_foreign: FindForeign) -> str | None:
    try:
        return find_foreign(connection)
    except sqlite3.OperationalError as error:
        # Python's own errors have no code, as of text that is not UTF-8
        if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_INTERRUPT:
            raise
        return tr("contains too many tables")
