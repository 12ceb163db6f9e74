"""The journal that makes edits undoable: triggers record every change of an edit as it happens.

Of each edit it keeps which rows are new (as ranges of ids, so that an import of any size takes a few rows) and,
for older rows, their former columns. The triggers live in the connection (``TEMP``). They also refuse changes of a
journaled table outside an edit.
"""

import json
import sqlite3
from collections.abc import Mapping

from core.project.db.author import current_author
from core.project.db.schema import JOURNALED, columns_of
from core.project.db.values import utc_now

_MODE_TABLE = "CREATE TEMP TABLE edit_mode (tbl TEXT PRIMARY KEY, floor INTEGER NOT NULL, change_id INTEGER)"
"""During an edit: the highest id of each table before it. During undo and redo: -1, so nothing is recorded."""


def install(connection: sqlite3.Connection) -> None:
    """Set up the journal of this connection."""
    connection.execute(_MODE_TABLE)
    for table in JOURNALED:
        columns = columns_of(connection, table)
        for event in ("INSERT", "UPDATE", "DELETE"):
            connection.execute(
                f"CREATE TEMP TRIGGER guard_{table}_{event} BEFORE {event} ON main.{table}"
                " WHEN NOT EXISTS (SELECT 1 FROM edit_mode)"
                f" BEGIN SELECT RAISE(ABORT, '{table} may only be changed inside an edit'); END"
            )
        changed = " UNION ALL ".join(
            f"SELECT '{column}' AS k, OLD.{column} AS v WHERE OLD.{column} IS NOT NEW.{column}"
            for column in columns[1:]
        )
        connection.execute(_trigger(table, "UPDATE", f"(SELECT json_group_object(k, v) AS other FROM ({changed}))"))
        connection.execute(_trigger(table, "DELETE", f"(SELECT {row_json(columns, 'OLD.')} AS other)"))


def _trigger(table: str, event: str, image: str) -> str:
    floor = f"(SELECT floor FROM edit_mode WHERE tbl = '{table}')"
    return (
        f"CREATE TEMP TRIGGER journal_{table}_{event} AFTER {event} ON main.{table} WHEN OLD.id <= {floor}"
        " BEGIN INSERT INTO change_row (change_id, op, tbl, first_id, last_id, other)"
        f" SELECT (SELECT change_id FROM edit_mode WHERE tbl = '{table}'),"
        f" '{event.lower()}', '{table}', OLD.id, OLD.id, other FROM {image} WHERE other <> '{{}}'; END"
    )


def row_json(columns: tuple[str, ...], prefix: str = "") -> str:
    """Return the SQL expression for a row's columns as one JSON object."""
    return "json_object(" + ", ".join(f"'{column}', {prefix}{column}" for column in columns) + ")"


def begin(connection: sqlite3.Connection, kind: str, fields: Mapping[str, str | int]) -> int:
    """Start recording an edit inside the open transaction; return its id."""
    change_id: int = connection.execute(
        "INSERT INTO change (label, fields, made_at, who) VALUES (?, ?, ?, ?) RETURNING id",
        (kind, json.dumps(fields) if fields else None, utc_now(), current_author()),
    ).fetchone()[0]
    connection.executemany(
        "INSERT INTO temp.edit_mode VALUES (?, ?, ?)",
        [(table, highest_id(connection, table), change_id) for table in JOURNALED],
    )
    return change_id


def finish(connection: sqlite3.Connection, change_id: int) -> None:
    """Finish an edit: drop the edits undone before it, or, if it changed nothing, the edit itself.

    One whose ``detail`` is to be ``kept`` stays even so.
    """
    floors = connection.execute("SELECT tbl, floor FROM temp.edit_mode").fetchall()
    for table, floor in floors:
        first, last = connection.execute(f"SELECT min(id), max(id) FROM {table} WHERE id > ?", (floor,)).fetchone()
        if first is not None:
            connection.execute(
                "INSERT INTO change_row (change_id, op, tbl, first_id, last_id) VALUES (?, 'insert', ?, ?, ?)",
                (change_id, table, first, last),
            )
    connection.execute("DELETE FROM temp.edit_mode")
    is_kept = (
        "SELECT 1 FROM change_row WHERE change_id = :id"
        " UNION ALL SELECT 1 FROM change WHERE id = :id AND json_extract(detail, '$.kept') = 1 LIMIT 1"
    )
    if connection.execute(is_kept, {"id": change_id}).fetchone():
        connection.execute("UPDATE change SET state = 'dropped' WHERE state = 'undone'")
    else:
        connection.execute("DELETE FROM change WHERE id = ?", (change_id,))


def begin_replay(connection: sqlite3.Connection) -> None:
    """Let undo and redo change rows without recording an edit."""
    connection.executemany("INSERT INTO temp.edit_mode VALUES (?, -1, NULL)", [(table,) for table in JOURNALED])


def finish_replay(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM temp.edit_mode")


def highest_id(connection: sqlite3.Connection, table: str) -> int:
    """Return the highest id that a table ever assigned."""
    row = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
    return int(row[0]) if row else 0
