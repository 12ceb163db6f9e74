"""Reading what is still whole in a damaged or truncated database, from a copy of it; the original is only read.

SQLite gives up a whole query at the first damaged page. Here a table is read row by row by its ids: where a page
cannot be read, the rows on it are passed over and reading goes on behind it.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import DuctusError, InputError
from core.project.db.schema import create_schema

TABLES = (
    "file",
    "page",
    "line",
    "word",
    "reading",
    "lexicon",
    "change",
    "change_row",
    "run",
    "model",
    "prediction",
    "setting",
)
"""In an order in which they can be written again."""
_MOST_TRIES = 4_000_000
"""Ids tried behind a damaged place: beyond so many there is nothing left."""
_LEAST_TRIES, _MOST_ROWS = 1000, 100
"""Where nobody tells the highest id: so many are tried, or so many for each page of the file."""

_INNER_PAGE = 5
"""The first byte of a page that points at further pages of a table."""

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class TableFound:
    """How much of a table can be read. ``whole``: nothing of it was passed over."""

    name: str
    rows: int
    whole: bool


@contextmanager
def opened_copy(database: Path, room: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a copy of a damaged database and its log, made in the folder ``room``.

    Raises DuctusError where there is no room for it, InputError where not even the tables' places are known.
    """
    copy = room / "damaged.sqlite"
    try:
        shutil.copyfile(database, copy)
        log = database.with_name(database.name + "-wal")
        if log.exists():
            shutil.copyfile(log, copy.with_name(copy.name + "-wal"))
    except OSError as error:
        raise DuctusError(f"{database}: the database cannot be copied to {room} ({error.strerror}).") from error
    try:
        connection = _opened(copy)
        if connection is None:
            _graft_beginning(copy, room)
            connection = _opened(copy)
        if connection is None:
            raise InputError.at(database, "nothing of this database can be read", hint="Go back to a backup of it")
        with closing(connection):
            yield connection
    finally:
        for path in room.glob("damaged.sqlite*"):
            path.unlink(missing_ok=True)


class TableReader:
    """The rows of one table that can be read, by their ids. After iterating, ``rows`` and ``whole`` are known."""

    def __init__(self, connection: sqlite3.Connection, table: str, columns: tuple[str, ...]) -> None:
        self._connection = connection
        self._sql = f"SELECT rowid, {', '.join(columns)} FROM {table}"
        self._table = table
        self.rows = 0
        self.whole = True

    @property
    def found(self) -> TableFound:
        return TableFound(self._table, self.rows, self.whole)

    def __iter__(self) -> Iterator[Row]:
        """Rows without the id in front, in the order of their ids."""
        start: int | None = None
        while True:
            try:
                for row in self._from(start):
                    if start is not None and row[0] < start:
                        self.whole = False  # a damaged page leads back to one that was read
                        continue
                    start = row[0] + 1
                    self.rows += 1
                    yield row[1:]
                return
            except sqlite3.DatabaseError:
                self.whole = False
            # Python's cursor is a row ahead: the last row before the damage was not given out. Taken by its id it is.
            found = self._next_readable(start or 0)
            if found is None:
                return
            start = found[0] + 1
            self.rows += 1
            yield found[1:]

    def _from(self, start: int | None) -> sqlite3.Cursor:
        if start is None:
            return self._connection.execute(f"{self._sql} ORDER BY rowid")
        # from an id on, not behind one: looking for the id before would lead to the damaged page again
        return self._connection.execute(f"{self._sql} WHERE rowid >= ? ORDER BY rowid", (start,))

    def _next_readable(self, start: int) -> Row | None:
        """The first row with an id from ``start`` on that can be read, or None when there is none."""
        for row_id in range(start, self._top(start) + 1):
            with suppress(sqlite3.DatabaseError):
                row: Row | None = self._connection.execute(f"{self._sql} WHERE rowid = ?", (row_id,)).fetchone()
                if row is not None:
                    return row
        return None

    def _top(self, start: int) -> int:
        """The highest id that may be there."""
        for sql in (
            "SELECT max(seq) FROM sqlite_sequence WHERE name = :table",
            f"SELECT max(rowid) FROM {self._table}",
        ):
            with suppress(sqlite3.DatabaseError):
                row = self._connection.execute(sql, {"table": self._table}).fetchone()
                if row and isinstance(row[0], int) and row[0] >= start:
                    return min(row[0], start + _MOST_TRIES)
        pages = self._connection.execute("PRAGMA page_count").fetchone()[0]
        return start + max(_LEAST_TRIES, _MOST_ROWS * pages)


def scan_tables(connection: sqlite3.Connection) -> list[TableFound]:
    """How much of each table can be read; a table that is not there at all counts as not whole."""
    found = []
    for table in TABLES:
        reader = TableReader(connection, table, ("1",))
        for _ in reader:
            pass
        found.append(reader.found)
    return found


def _opened(copy: Path) -> sqlite3.Connection | None:
    """A connection that takes a file shorter than it says it is, or None where its tables cannot be found."""
    connection = sqlite3.connect(copy, isolation_level=None)
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    try:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("PRAGMA cell_size_check = ON")
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    except sqlite3.DatabaseError:
        connection.close()
        return None
    if not names.issuperset(TABLES[:5]):
        connection.close()
        return None
    return connection


def _graft_beginning(copy: Path, room: Path) -> None:
    """Replace the pages that say where the tables are by those of an empty project.

    Tables are made in the same order in every project and stay at the page where they began, so an empty one
    has them at the same places. What does not fit after all is refused row by row.
    """
    pattern = room / "pattern.sqlite"
    try:
        connection = sqlite3.connect(pattern, isolation_level=None)
        try:
            create_schema(connection)
            size = connection.execute("PRAGMA page_size").fetchone()[0]
        finally:
            connection.close()
        empty = pattern.read_bytes()
        pages = _schema_pages(empty)
    finally:
        pattern.unlink(missing_ok=True)
    with copy.open("r+b") as file:
        total = file.seek(0, 2) // size
        for number in pages:
            file.seek((number - 1) * size)
            file.write(empty[(number - 1) * size : number * size])
        file.seek(28)
        file.write(total.to_bytes(4, "big"))


def _schema_pages(database: bytes) -> list[int]:
    """The pages of the table of tables of a small database: the first, and those it points at."""
    if database[100] != _INNER_PAGE:
        return [1]
    cells = int.from_bytes(database[103:105], "big")
    places = [int.from_bytes(database[112 + 2 * k : 114 + 2 * k], "big") for k in range(cells)]
    children = [int.from_bytes(database[place : place + 4], "big") for place in places]
    return [1, *children, int.from_bytes(database[108:112], "big")]
