"""The tables of a database whose schema is lost, found by what their rows hold.

A row begins with the types of its values (SQLite file format, 2.1), and SQLite sees to it that they are those of the
columns of a STRICT table; only columns that were added later, which may be empty, can be missing. A table without rows
is not found, and nothing is lost.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from core.project.db.schema import create_schema

_INNER, _LEAF = 5, 13
"""First byte of a page of a table that refers to further pages, and of one with rows (SQLite file format, 1.6)."""
_KINDS = (0, 2, _INNER, 10, _LEAF)
"""First bytes of all pages: 0 is one of a long value or one that was given up, the others are of indexes."""
_MAX_LEAVES = 20
"""Leaves of a table that are looked at until one is found whose rows are all intact."""
_OF_TYPE = {"INTEGER": "i", "REAL": "ri", "TEXT": "t", "BLOB": "b"}
"""The kinds of values in a column: whole number, other number, text, bytes; ``n`` is NULL."""


def replace_schema(database: Path) -> frozenset[str] | None:
    """Give a database without a readable schema that of an empty project, with the tables that are found in it.

    Rows that do not fit are for the reader to reject. Return the tables of which pages may not have been found; None
    where no table is found.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        create_schema(connection)
        patterns = {
            str(name): _pattern(connection, name)
            for (name,) in connection.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY rootpage"
            )
        }
        size: int = connection.execute("PRAGMA page_size").fetchone()[0]
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("PRAGMA user_version = 1")  # which makes the first page
        first = bytearray(connection.serialize())
    with database.open("r+b") as file:
        pages = _Pages(file.read(), size)
        roots, doubtful = pages.find(patterns)
        if not roots:
            return None
        first[28:32] = pages.count.to_bytes(4, "big")
        file.seek(0)
        file.write(first)
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        create_schema(connection)  # behind all pages
        connection.execute("PRAGMA writable_schema = ON")
        connection.executemany(
            "UPDATE sqlite_schema SET rootpage = ? WHERE name = ?", [(root, name) for name, root in roots.items()]
        )
    return frozenset(doubtful | (patterns.keys() - roots.keys() if pages.has_damage else set()))


def _pattern(connection: sqlite3.Connection, table: str) -> str:
    """Return a regular expression for the kinds of values in a row."""
    pattern = ""
    may_be_missing = True
    columns = connection.execute('SELECT type, "notnull", pk FROM pragma_table_info(?)', (table,)).fetchall()
    for kind, not_null, key in reversed(columns):
        if key and kind == "INTEGER":
            pattern = f"n{pattern}"  # it is the number of the row
            continue
        values = _OF_TYPE.get(kind, "") + ("" if not_null or key else "n")
        may_be_missing &= "n" in values
        pattern = f"(?:[{values}]{pattern})?" if may_be_missing else f"[{values}]{pattern}"
    return pattern


class _Pages:
    """The pages of a database file, numbered from 1."""

    def __init__(self, content: bytes, size: int) -> None:
        self._content, self._size = content, size
        self.count = len(content) // size

    @property
    def has_damage(self) -> bool:
        """Return whether a page behind the first is missing, or none that SQLite writes."""
        written = int.from_bytes(self._content[28:32], "big")
        return written > self.count or any(self._kind(number) not in _KINDS for number in range(2, self.count + 1))

    def find(self, patterns: dict[str, str]) -> tuple[dict[str, int], set[str]]:
        """Return the root of each table of which rows can be read, and the tables that have several.

        The first is that of the table: pages that were given up, or whose root is lost, look like one as well. Of
        tables with the same columns the one that comes first in a new project has it.
        """
        inner = {number: self._children(number) for number in range(2, self.count + 1) if self._kind(number) == _INNER}
        referred = {child for children in inner.values() for child in children}
        roots: dict[str, int] = {}
        doubtful: set[str] = set()
        for number in range(2, self.count + 1):
            if number in referred or self._kind(number) not in (_INNER, _LEAF):
                continue
            rows = next((rows for leaf in self._leaves(number, inner) if (rows := self._rows(leaf))), [])
            names = [name for name in patterns if rows and all(re.fullmatch(patterns[name], row) for row in rows)]
            if names and names[0] in roots:
                doubtful.update(names)
            for name in names:
                if name not in roots:
                    roots[name] = number
                    break
        return roots, doubtful

    def _kind(self, number: int) -> int:
        return self._content[(number - 1) * self._size]

    def _page(self, number: int) -> bytes:
        return self._content[(number - 1) * self._size : number * self._size]

    def _cells(self, number: int, head: int) -> Iterator[int]:
        page = self._page(number)
        for place in range(head, head + 2 * int.from_bytes(page[3:5], "big"), 2):
            yield int.from_bytes(page[place : place + 2], "big")

    def _children(self, number: int) -> list[int]:
        page = self._page(number)
        places = [*self._cells(number, 12), 8]
        return [int.from_bytes(page[place : place + 4], "big") for place in places]

    def _leaves(self, root: int, inner: dict[int, list[int]]) -> Iterator[int]:
        todo, seen = [root], set[int]()
        while todo and len(seen) < _MAX_LEAVES:
            number = todo.pop()
            if number in inner and number not in seen:
                todo += reversed(inner[number])
            elif 1 < number <= self.count and self._kind(number) == _LEAF:
                yield number
            seen.add(number)

    def _rows(self, leaf: int) -> list[str]:
        """Return the kinds of the values in each row of a page; nothing if one cannot be read."""
        page = self._page(leaf)
        with suppress(IndexError):
            return [_kinds(page, cell) for cell in self._cells(leaf, 8)]
        return []


def _kinds(page: bytes, place: int) -> str:
    _, place = _number(page, place)  # its size
    _, place = _number(page, place)  # its id
    size, first = _number(page, place)
    kinds = ""
    end = place + size
    place = first
    while place < end:
        code, place = _number(page, place)
        kinds += "n" if code == 0 else "r" if code == 7 else "i" if code < 10 else "t" if code % 2 else "b"
    return kinds


def _number(page: bytes, place: int) -> tuple[int, int]:
    """Return a number of one to nine bytes, and the place behind it."""
    value = 0
    for _ in range(8):
        value = value << 7 | page[place] & 127
        place += 1
        if page[place - 1] < 128:
            return value, place
    return value << 8 | page[place], place + 1
