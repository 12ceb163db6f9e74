"""Reading the intact rows of a damaged or truncated database, from a copy of it; the original is only read.

SQLite aborts a query at the first damaged page. Here a table is read row by row by its ids: rows on a damaged page
are skipped, and reading continues behind it.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from core.errors import DuctusError, InputError
from core.language import tr, tr_noop
from core.project.db.guarded_open import limit_steps, open_guarded, steps_for
from core.project.db.guards import trusted_tables
from core.project.db.schema import FORMER_NAMES, columns_of
from core.project.integrity.table_roots import replace_schema
from core.project.project_files import ProjectFiles
from core.project.results import RescuedTable

TABLES = {
    "file": tr_noop("files"),
    "page": tr_noop("pages"),
    "region": tr_noop("regions"),
    "line": tr_noop("lines"),
    "word": tr_noop("words"),
    "transcription": tr_noop("transcriptions"),
    "lexicon": tr_noop("words of the lexicon"),
    "change": tr_noop("edits of the history"),
    "change_row": tr_noop("parts of edits"),
    "run": tr_noop("runs"),
    "model": tr_noop("models"),
    "prediction": tr_noop("predictions"),
    "setting": tr_noop("settings"),
    "base": tr_noop("rows as they were when the part was taken out"),
}
"""The tables in an order in which they can be written, with what they hold, for messages, in English."""
_ESSENTIAL = frozenset({"file", "page", "line", "word", "transcription"})
"""Tables without which nothing is worth rescuing."""
_MAX_TRIES = 4_000_000
"""Ids tried behind damage; projects have fewer rows."""
_MIN_TRIES, _TRIES_PER_PAGE = 1000, 100
"""Ids tried if the highest id is unknown: at least the first number, or the second for each page of the file."""

Row = tuple[Any, ...]


class DamagedCopy(NamedTuple):
    """A copy of a damaged database, and the tables of which pages may be lost without a trace."""

    connection: sqlite3.Connection
    doubtful: frozenset[str]


@contextmanager
def open_damaged_copy(database: Path, folder: Path) -> Iterator[DamagedCopy]:
    """Connect to a copy of a damaged database and its log, made in ``folder``.

    Raises DuctusError if it cannot be copied, InputError if not even the tables can be located.
    """
    copy = folder / "damaged.sqlite"
    files = ProjectFiles(database.parent)
    with DuctusError.if_refused(database, tr("the database cannot be copied to {folder}", folder=folder)):
        for suffix in ("", "-wal"):
            if not suffix or files.is_file(f"{database.name}{suffix}"):
                with files.open(f"{database.name}{suffix}") as origin, Path(f"{copy}{suffix}").open("wb") as written:
                    shutil.copyfileobj(origin, written)
    doubtful: frozenset[str] = frozenset()
    try:
        connection = _open_tolerantly(copy)
        if connection is None and (found := replace_schema(copy)) is not None:
            doubtful = found
            connection = _open_tolerantly(copy)
        if connection is None:
            raise InputError.at(database, tr("nothing of this database can be read"), hint=tr("Restore a backup of it"))
        with closing(connection):
            yield DamagedCopy(connection, doubtful)
    finally:
        for path in folder.glob("damaged.sqlite*"):
            path.unlink(missing_ok=True)


class TableReader:
    """Iterates over the readable rows of one table by id; afterwards ``result`` is complete."""

    def __init__(self, damaged: DamagedCopy, table: str, columns: tuple[str, ...]) -> None:
        connection = self._connection = damaged.connection
        # anything else of that name is not read: it could run as it is read
        trusted = trusted_tables(connection)
        self._table = FORMER_NAMES.get(table, table) if table not in trusted else table
        known = columns_of(connection, self._table) if self._table in trusted else ()
        # a column or table that the version of the damaged project did not have is empty
        names = ((name, FORMER_NAMES.get(name, name)) for name in columns)
        found = (next((name for name in pair if name in known or name == "1"), "NULL") for pair in names)
        self._sql = f"SELECT rowid, {', '.join(found)} FROM {self._table}"
        self._exists = bool(known)
        self._rows = 0
        is_of_first_version = connection.execute("PRAGMA user_version").fetchone()[0] == 1
        self._complete = table not in damaged.doubtful if self._exists else is_of_first_version

    @property
    def result(self) -> RescuedTable:
        """The number of rows that were read; it is whole if none was skipped."""
        return RescuedTable(self._rows, self._complete)

    def __iter__(self) -> Iterator[Row]:
        """Yield rows without the leading id, in the order of their ids."""
        if not self._exists:
            return
        start: int | None = None
        while True:
            try:
                for row in self._select_from(start):
                    if start is not None and row[0] < start:
                        self._complete = False  # a damaged page refers back to one that was read
                        continue
                    start = row[0] + 1
                    self._rows += 1
                    yield row[1:]
                return
            except sqlite3.DatabaseError:
                self._complete = False
            # Python's cursor reads a row ahead and loses the last row before the damage; read it by its id.
            next_row = self._next_readable(start or 0)
            if next_row is None:
                return
            start = next_row[0] + 1
            self._rows += 1
            yield next_row[1:]

    def _select_from(self, start: int | None) -> sqlite3.Cursor:
        if start is None:
            return self._connection.execute(f"{self._sql} ORDER BY rowid")
        # with >=, because > would look up the id before, on the damaged page
        return self._connection.execute(f"{self._sql} WHERE rowid >= ? ORDER BY rowid", (start,))

    def _next_readable(self, start: int) -> Row | None:
        """Return the first readable row with an id of at least ``start``, or None."""
        for row_id in range(start, self._highest_id(start) + 1):
            with suppress(sqlite3.DatabaseError):
                row: Row | None = self._connection.execute(f"{self._sql} WHERE rowid = ?", (row_id,)).fetchone()
                if row is not None:
                    return row
        return None

    def _highest_id(self, start: int) -> int:
        """Return the highest id that may exist."""
        queries = ("SELECT max(seq) FROM sqlite_sequence WHERE name = :table", f"SELECT max(rowid) FROM {self._table}")
        for sql in queries:
            with suppress(sqlite3.DatabaseError):
                row = self._connection.execute(sql, {"table": self._table}).fetchone()
                if row and isinstance(row[0], int) and row[0] >= start:
                    return min(row[0], start + _MAX_TRIES)
        pages = self._connection.execute("PRAGMA page_count").fetchone()[0]
        return start + max(_MIN_TRIES, _TRIES_PER_PAGE * pages)


def scan_tables(damaged: DamagedCopy) -> dict[str, RescuedTable]:
    """Return how much of each table can be read; a missing table is incomplete."""
    results = {}
    for table in TABLES:
        reader = TableReader(damaged, table, ("1",))
        for _ in reader:
            pass
        results[table] = reader.result
    return results


def _open_tolerantly(copy: Path) -> sqlite3.Connection | None:
    """Connect to a file that may be truncated; return None if its tables cannot be located."""

    def find_foreign(connection: sqlite3.Connection) -> str | None:
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("PRAGMA cell_size_check = ON")
        trusted = trusted_tables(connection)
        missing = sorted(name for name in _ESSENTIAL if {name, FORMER_NAMES.get(name)}.isdisjoint(trusted))
        return tr("has no table '{missing}'", missing=missing[0]) if missing else None

    try:
        connection = open_guarded(copy, find_foreign, options="mode=rw")
    except (InputError, sqlite3.DatabaseError):
        return None
    limit_steps(connection, steps_for(copy))
    return connection
