"""Undo and redo, which outlive closing the project, and the list of all that was ever done.

Every edit stays a row in the history. An edit made after some were undone marks those as dropped.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from core.errors import DuctusError
from core.project.db import journal
from core.project.db.row_decoding import as_damage
from core.project.db.schema import JOURNALED, columns_of
from core.project.project import Project

_PAGE = 1000

Values = dict[str, int | str | None]


@dataclass(frozen=True, slots=True)
class Change:
    """What was undone or redone: ``tables`` maps a table's name to the ids of the rows it concerned."""

    id: int
    label: str
    tables: dict[str, tuple[int, ...]]

    @property
    def word_ids(self) -> tuple[int, ...]:
        """The words concerned; after undoing an import some may be gone."""
        return self.tables.get("word", ())


@dataclass(frozen=True, slots=True)
class Entry:
    """One edit of the past. ``state``: done, undone (redo may bring it back) or dropped."""

    id: int
    label: str
    made_at: str
    state: str


def undo(project: Project) -> Change | None:
    """Take back the latest edit; None when there is none left. Predictions, runs and settings stay."""
    with _told(), project.replay() as connection:
        entry = _entry(connection, "SELECT id, label FROM change WHERE state = 'done' ORDER BY id DESC LIMIT 1")
        if entry is None:
            return None
        change = Change(*entry, _concerned(connection, entry[0]))
        connection.execute("PRAGMA defer_foreign_keys = ON")
        _take_out_new_rows(connection, change.id)
        _swap_all(connection, change.id, backwards=True)
        connection.execute("UPDATE change SET state = 'undone' WHERE id = ?", (change.id,))
    return change


def redo(project: Project) -> Change | None:
    """Do again what was undone last; None when there is nothing, or another edit came since."""
    with _told(), project.replay() as connection:
        entry = _entry(connection, "SELECT id, label FROM change WHERE state = 'undone' ORDER BY id LIMIT 1")
        if entry is None:
            return None
        change = Change(*entry, _concerned(connection, entry[0]))
        connection.execute("PRAGMA defer_foreign_keys = ON")
        # The search index looks a reading up when a word is given it, so readings are back before all else.
        # Other new rows come last: what they replaced (a lexicon word taken out) must be gone by then.
        _put_new_rows_back(connection, change.id, ("reading",))
        _swap_all(connection, change.id, backwards=False)
        _put_new_rows_back(connection, change.id, [table for table in JOURNALED if table != "reading"])
        connection.execute("UPDATE change SET state = 'done' WHERE id = ?", (change.id,))
    return change


def history(project: Project, limit: int = 200) -> list[Entry]:
    """The latest edits, newest first."""
    rows = project.query("SELECT id, label, made_at, state FROM change ORDER BY id DESC LIMIT ?", (limit,))
    return [Entry(*row) for row in rows]


def next_labels(project: Project) -> tuple[str | None, str | None]:
    """What undo would take back and what redo would do again, for a menu."""
    undoable = project.one("SELECT label FROM change WHERE state = 'done' ORDER BY id DESC LIMIT 1")
    redoable = project.one("SELECT label FROM change WHERE state = 'undone' ORDER BY id LIMIT 1")
    return (undoable[0] if undoable else None, redoable[0] if redoable else None)


@contextmanager
def _told() -> Iterator[None]:
    """A history that cannot be followed, because its rows are damaged, is told so; nothing is changed then."""
    with as_damage("edits"):
        try:
            yield
        except (sqlite3.IntegrityError, sqlite3.OperationalError) as error:
            raise ValueError("a row of the history fits nothing") from error


def _entry(connection: sqlite3.Connection, sql: str) -> tuple[int, str] | None:
    row: tuple[int, str] | None = connection.execute(sql).fetchone()
    return row


def _concerned(connection: sqlite3.Connection, change_id: int) -> dict[str, tuple[int, ...]]:
    """The ids a change touches: those noted one by one, and of noted ranges the rows that are there."""
    tables: dict[str, tuple[int, ...]] = {}
    for table in JOURNALED:
        rows = connection.execute(
            "SELECT first_id FROM change_row WHERE change_id = :change AND tbl = :tbl AND op <> 'insert'"
            f" UNION SELECT t.id FROM change_row JOIN {table} AS t ON t.id BETWEEN first_id AND last_id"
            " WHERE change_id = :change AND tbl = :tbl AND op = 'insert' ORDER BY 1",
            {"change": change_id, "tbl": table},
        ).fetchall()
        if rows:
            tables[table] = tuple(row[0] for row in rows)
    return tables


def _take_out_new_rows(connection: sqlite3.Connection, change_id: int) -> None:
    ranges = connection.execute(
        "SELECT tbl, first_id, last_id FROM change_row WHERE change_id = ? AND op = 'insert'", (change_id,)
    ).fetchall()
    for table, first, last in ranges:
        _check_table(table)
        image = journal.row_json(columns_of(connection, table))
        connection.execute(
            "INSERT INTO change_row (change_id, op, tbl, first_id, last_id, other)"
            f" SELECT ?, 'absent', ?, id, id, {image} FROM {table} WHERE id BETWEEN ? AND ?",
            (change_id, table, first, last),
        )
        connection.execute(f"DELETE FROM {table} WHERE id BETWEEN ? AND ?", (first, last))


def _put_new_rows_back(connection: sqlite3.Connection, change_id: int, tables: Sequence[str]) -> None:
    for table in tables:
        names = columns_of(connection, table)
        values = ", ".join(f"json_extract(other, '$.{name}')" for name in names)
        connection.execute(
            f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} FROM change_row"
            " WHERE change_id = ? AND op = 'absent' AND tbl = ? ORDER BY first_id",
            (change_id, table),
        )
        connection.execute(
            "DELETE FROM change_row WHERE change_id = ? AND op = 'absent' AND tbl = ?", (change_id, table)
        )


def _swap_all(connection: sqlite3.Connection, change_id: int, *, backwards: bool) -> None:
    """Exchange each noted row with the table's, the latest note first when going backwards."""
    columns = {table: columns_of(connection, table) for table in JOURNALED}
    start, compare, order = (1 << 62, "<", "DESC") if backwards else (0, ">", "ASC")
    page = (
        "SELECT id, op, tbl, first_id, other FROM change_row WHERE change_id = ?"
        f" AND op IN ('update', 'delete') AND id {compare} ? ORDER BY id {order} LIMIT {_PAGE}"
    )
    while notes := connection.execute(page, (change_id, start)).fetchall():
        for note_id, op, table, row_id, other in notes:
            _check_table(table)
            values = json.loads(other or "{}")
            # Names from the database go into SQL only when they are ours.
            if unknown := set(values) - set(columns[table]):
                raise DuctusError(f"The history speaks of columns of '{table}' that do not exist: {sorted(unknown)}.")
            if op == "update":
                _swap_columns(connection, note_id, table, row_id, values)
            elif backwards:
                _insert(connection, table, values)
            else:
                connection.execute(f"DELETE FROM {table} WHERE id = ?", (row_id,))
        start = notes[-1][0]


def _swap_columns(connection: sqlite3.Connection, note_id: int, table: str, row_id: int, values: Values) -> None:
    names = tuple(values)
    present = connection.execute(f"SELECT {journal.row_json(names)} FROM {table} WHERE id = ?", (row_id,)).fetchone()
    assignments = ", ".join(f"{name} = ?" for name in names)
    connection.execute(f"UPDATE {table} SET {assignments} WHERE id = ?", (*values.values(), row_id))
    connection.execute("UPDATE change_row SET other = ? WHERE id = ?", (present[0], note_id))


def _insert(connection: sqlite3.Connection, table: str, values: Values) -> None:
    marks = ", ".join("?" * len(values))
    connection.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", tuple(values.values()))


def _check_table(table: str) -> None:
    if table not in JOURNALED:
        raise DuctusError(f"The history of this project speaks of a table '{table}' that does not exist.")
