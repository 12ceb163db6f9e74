"""Reading the intact rows of a damaged or truncated database, from a copy of it; the original is only read.

SQLite aborts a query at the first damaged page. Here a table is read row by row by its ids: rows on a damaged page
are skipped, and reading continues behind it.
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
from core.language import tr
from core.project.db.guarded_open import limit_steps, open_guarded, steps_for
from core.project.db.guards import trusted_tables
from core.project.db.schema import columns_of, create_schema
from core.project.project_files import ProjectFiles

TABLES = (
    *("file", "page", "region", "line", "word", "reading", "lexicon"),
    *("change", "change_row", "run", "model", "prediction", "setting", "base"),
)
"""In an order in which they can be written."""
_ESSENTIAL = frozenset({"file", "page", "line", "word", "reading"})
"""Tables without which nothing is worth rescuing."""
_MAX_TRIES = 4_000_000
"""Ids tried behind damage; projects have fewer rows."""
_MIN_TRIES, _TRIES_PER_PAGE = 1000, 100
"""Ids tried if the highest id is unknown: at least the first number, or the second for each page of the file."""

_INNER_PAGE = 5
"""First byte of a page that refers to further pages of a table (SQLite file format, 1.6)."""

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class TableRecovery:
    """The number of readable rows of a table. ``complete``: no row was skipped."""

    name: str
    rows: int
    complete: bool


@contextmanager
def open_damaged_copy(database: Path, folder: Path) -> Iterator[sqlite3.Connection]:
    """Connect to a copy of a damaged database and its log, made in ``folder``.

    Raises DuctusError if it cannot be copied, InputError if not even the tables can be located.
    """
    copy = folder / "damaged.sqlite"
    files = ProjectFiles(database.parent)
    try:
        for suffix in ("", "-wal"):
            if not suffix or files.is_file(f"{database.name}{suffix}"):
                with files.open(f"{database.name}{suffix}") as origin, Path(f"{copy}{suffix}").open("wb") as written:
                    shutil.copyfileobj(origin, written)
    except OSError as error:
        raise DuctusError.from_os_error(
            database, tr("the database cannot be copied to {folder}", folder=folder), error
        ) from error
    try:
        connection = _open_tolerantly(copy)
        if connection is None:
            _replace_schema_pages(copy, folder)
            connection = _open_tolerantly(copy)
        if connection is None:
            raise InputError.at(database, tr("nothing of this database can be read"), hint=tr("Restore a backup of it"))
        with closing(connection):
            yield connection
    finally:
        for path in folder.glob("damaged.sqlite*"):
            path.unlink(missing_ok=True)


class TableReader:
    """Iterates over the readable rows of one table by id; afterwards ``result`` is complete."""

    def __init__(self, connection: sqlite3.Connection, table: str, columns: tuple[str, ...]) -> None:
        self._connection = connection
        # anything else of that name is not read: it could run as it is read
        known = columns_of(connection, table) if table in trusted_tables(connection) else ()
        # a column or table that the version of the damaged project did not have is empty
        columns = tuple(name if name in known or name == "1" else "NULL" for name in columns)
        self._sql = f"SELECT rowid, {', '.join(columns)} FROM {table}"
        self._exists = bool(known)
        self._table = table
        self._rows = 0
        self._complete = self._exists or connection.execute("PRAGMA user_version").fetchone()[0] == 1

    @property
    def result(self) -> TableRecovery:
        return TableRecovery(self._table, self._rows, self._complete)

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


def scan_tables(connection: sqlite3.Connection) -> list[TableRecovery]:
    """Return how much of each table can be read; a missing table is incomplete."""
    results = []
    for table in TABLES:
        reader = TableReader(connection, table, ("1",))
        for _ in reader:
            pass
        results.append(reader.result)
    return results


def _open_tolerantly(copy: Path) -> sqlite3.Connection | None:
    """Connect to a file that may be truncated; return None if its tables cannot be located."""

    def find_foreign(connection: sqlite3.Connection) -> str | None:
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("PRAGMA cell_size_check = ON")
        missing = sorted(_ESSENTIAL - trusted_tables(connection))
        return tr("has no table '{missing}'", missing=missing[0]) if missing else None

    try:
        connection = open_guarded(copy, find_foreign, options="mode=rw")
    except (InputError, sqlite3.DatabaseError):
        return None
    limit_steps(connection, steps_for(copy))
    return connection


def _replace_schema_pages(copy: Path, folder: Path) -> None:
    """Replace the pages that locate the tables by those of an empty project.

    Tables are created in the same order in every project and keep their first page, so an empty project has them at
    the same pages. Only regions lie elsewhere in a project that was migrated from version 1; they are lost there. Rows
    that do not fit are rejected one by one.
    """
    template = folder / "template.sqlite"
    try:
        with closing(sqlite3.connect(template, isolation_level=None)) as connection:
            create_schema(connection)
            size = connection.execute("PRAGMA page_size").fetchone()[0]
        empty = template.read_bytes()
        pages = _schema_pages(empty)
    finally:
        template.unlink(missing_ok=True)
    with copy.open("r+b") as file:
        total = file.seek(0, 2) // size
        for number in pages:
            file.seek((number - 1) * size)
            file.write(empty[(number - 1) * size : number * size])
        file.seek(28)
        file.write(total.to_bytes(4, "big"))


def _schema_pages(database: bytes) -> list[int]:
    """Return the pages of the schema table of a small database: the first, and those it refers to."""
    if database[100] != _INNER_PAGE:
        return [1]
    cells = int.from_bytes(database[103:105], "big")
    places = [int.from_bytes(database[112 + 2 * k : 114 + 2 * k], "big") for k in range(cells)]
    children = [int.from_bytes(database[place : place + 4], "big") for place in places]
    return [1, *children, int.from_bytes(database[108:112], "big")]
