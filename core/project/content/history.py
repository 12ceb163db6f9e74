"""Undo and redo, also after the project was closed.

Every edit stays a row in the history. An edit made after others were undone marks those as dropped.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.errors import DuctusError
from core.language import tr
from core.project.db import journal
from core.project.db.schema import JOURNALED, columns_of
from core.project.db.values import decode_json, report_as_damage
from core.project.project import Project

_BATCH = 1000
_NEXT_UNDO = "SELECT id, label, fields FROM change WHERE state = 'done' ORDER BY id DESC LIMIT 1"
_NEXT_REDO = "SELECT id, label, fields FROM change WHERE state = 'undone' ORDER BY id LIMIT 1"

Values = dict[str, int | str | None]


class Edit(NamedTuple):
    """An edit without words of a language: its kind, and the fields that a sentence about it names."""

    kind: str
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ReplayedEdit:
    """An edit that was undone or redone; ``tables`` maps table names to the ids of the affected rows."""

    id: int
    edit: Edit
    tables: dict[str, tuple[int, ...]]

    @property
    def word_ids(self) -> tuple[int, ...]:
        """The affected words; some may no longer exist, for example after undoing an import."""
        return self.tables.get("word", ())


def undo(project: Project) -> ReplayedEdit | None:
    """Undo the latest edit; return None if there is none. Predictions, runs and settings stay."""
    with _damage_reported(), project.replay() as connection:
        entry = connection.execute(_NEXT_UNDO).fetchone()
        if entry is None:
            return None
        edit = ReplayedEdit(entry[0], _edit(entry), _affected_rows(connection, entry[0]))
        connection.execute("PRAGMA defer_foreign_keys = ON")
        _remove_new_rows(connection, edit.id)
        _swap_rows(connection, edit.id, backwards=True)
        connection.execute("UPDATE change SET state = 'undone' WHERE id = ?", (edit.id,))
    return edit


def redo(project: Project) -> ReplayedEdit | None:
    """Redo the edit undone last; return None if there is none or another edit was made since."""
    with _damage_reported(), project.replay() as connection:
        entry = connection.execute(_NEXT_REDO).fetchone()
        if entry is None:
            return None
        edit = ReplayedEdit(entry[0], _edit(entry), _affected_rows(connection, entry[0]))
        connection.execute("PRAGMA defer_foreign_keys = ON")
        # The search index looks up a transcription when a word receives it, so transcriptions are restored first.
        # Other new rows come last: rows they replaced (a removed lexicon word) must be gone by then.
        _restore_new_rows(connection, edit.id, ("transcription",))
        _swap_rows(connection, edit.id, backwards=False)
        _restore_new_rows(connection, edit.id, [table for table in JOURNALED if table != "transcription"])
        connection.execute("UPDATE change SET state = 'done' WHERE id = ?", (edit.id,))
    return edit


def next_edits(project: Project) -> tuple[Edit | None, Edit | None]:
    """Return the edits that undo and redo would act on, for a menu."""
    undoable, redoable = project.one(_NEXT_UNDO), project.one(_NEXT_REDO)
    return (_edit(undoable) if undoable else None, _edit(redoable) if redoable else None)


def last_edit(project: Project) -> int:
    """Return the id of the edit that undo would act on; 0 if there is none. Later edits have higher ids."""
    found = project.one(_NEXT_UNDO)
    return 0 if found is None else int(found[0])


def _edit(entry: Sequence[Any]) -> Edit:
    return Edit(entry[1], decode_json(entry[2], tr("edits"), dict) if entry[2] is not None else {})


@contextmanager
def _damage_reported() -> Iterator[None]:
    """Raise DamagedError if damaged rows prevent an undo or redo; nothing is changed then."""
    with report_as_damage(tr("edits")):
        try:
            yield
        except (sqlite3.IntegrityError, sqlite3.OperationalError) as error:
            raise ValueError("a row of the history fits no row of its table") from error


def _affected_rows(connection: sqlite3.Connection, change_id: int) -> dict[str, tuple[int, ...]]:
    """Return the ids an edit affects: rows it changed or deleted, and the existing ones of those it inserted."""
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


def _remove_new_rows(connection: sqlite3.Connection, change_id: int) -> None:
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


def _restore_new_rows(connection: sqlite3.Connection, change_id: int, tables: Sequence[str]) -> None:
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


def _swap_rows(connection: sqlite3.Connection, change_id: int, *, backwards: bool) -> None:
    """Exchange each recorded row with that of its table, the latest record first if ``backwards``."""
    columns = {table: columns_of(connection, table) for table in JOURNALED}
    start, compare, order = (1 << 62, "<", "DESC") if backwards else (0, ">", "ASC")
    sql = (
        "SELECT id, op, tbl, first_id, other FROM change_row WHERE change_id = ?"
        f" AND op IN ('update', 'delete') AND id {compare} ? ORDER BY id {order} LIMIT {_BATCH}"
    )
    while records := connection.execute(sql, (change_id, start)).fetchall():
        for record_id, op, table, row_id, other in records:
            _check_table(table)
            values = json.loads(other or "{}")
            # Names from the database may go into SQL only if they are ours.
            if unknown := set(values) - set(columns[table]):
                raise DuctusError.of(
                    "The history names unknown columns of the table '{table}': {unknown}.",
                    table=table,
                    unknown=sorted(unknown),
                )
            if op == "update":
                _swap_columns(connection, record_id, table, row_id, values)
            elif backwards:
                marks = ", ".join("?" * len(values))
                connection.execute(
                    f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", tuple(values.values())
                )
            else:
                connection.execute(f"DELETE FROM {table} WHERE id = ?", (row_id,))
        start = records[-1][0]


def _swap_columns(connection: sqlite3.Connection, record_id: int, table: str, row_id: int, values: Values) -> None:
    names = tuple(values)
    present = connection.execute(f"SELECT {journal.row_json(names)} FROM {table} WHERE id = ?", (row_id,)).fetchone()
    assignments = ", ".join(f"{name} = ?" for name in names)
    connection.execute(f"UPDATE {table} SET {assignments} WHERE id = ?", (*values.values(), row_id))
    connection.execute("UPDATE change_row SET other = ? WHERE id = ?", (present[0], record_id))


def _check_table(table: str) -> None:
    if table not in JOURNALED:
        raise DuctusError.of("The history of this project names an unknown table '{table}'.", table=table)
