"""What an edit changes, written down as it happens by triggers, so that it can be undone.

Of an edit the journal keeps which rows are new (as ranges of ids, so that an import of any size takes a few
rows) and, for rows that were there before, the columns as they were. The triggers live in the connection
(``TEMP``) and also refuse to change a journaled table outside an edit.
"""

from __future__ import annotations

import sqlite3

from core.project.db.schema import JOURNALED, columns_of
from core.project.db.text import now

_MODE_TABLE = "CREATE TEMP TABLE edit_mode (tbl TEXT PRIMARY KEY, floor INTEGER NOT NULL, change_id INTEGER)"
"""While an edit is open: per table the highest id given before it. While undoing: -1, nothing is noted."""


def install(connection: sqlite3.Connection) -> None:
    """Set up the journal for this connection."""
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
    """The SQL that gives a row's columns as one JSON object."""
    return "json_object(" + ", ".join(f"'{column}', {prefix}{column}" for column in columns) + ")"


def begin(connection: sqlite3.Connection, label: str) -> int:
    """Start noting an edit inside the open transaction; returns its id."""
    change_id: int = connection.execute(
        "INSERT INTO change (label, made_at) VALUES (?, ?) RETURNING id", (label, now())
    ).fetchone()[0]
    connection.executemany(
        "INSERT INTO temp.edit_mode VALUES (?, ?, ?)",
        [(table, highest_id(connection, table), change_id) for table in JOURNALED],
    )
    return change_id


def finish(connection: sqlite3.Connection, change_id: int) -> None:
    """Close the edit. One that changed nothing leaves no trace; another drops what was undone before it."""
    floors = connection.execute("SELECT tbl, floor FROM temp.edit_mode").fetchall()
    for table, floor in floors:
        first, last = connection.execute(f"SELECT min(id), max(id) FROM {table} WHERE id > ?", (floor,)).fetchone()
        if first is not None:
            connection.execute(
                "INSERT INTO change_row (change_id, op, tbl, first_id, last_id) VALUES (?, 'insert', ?, ?, ?)",
                (change_id, table, first, last),
            )
    connection.execute("DELETE FROM temp.edit_mode")
    if connection.execute("SELECT 1 FROM change_row WHERE change_id = ? LIMIT 1", (change_id,)).fetchone():
        connection.execute("UPDATE change SET state = 'dropped' WHERE state = 'undone'")
    else:
        connection.execute("DELETE FROM change WHERE id = ?", (change_id,))


def begin_replay(connection: sqlite3.Connection) -> None:
    """Let undo and redo change rows without noting it as an edit."""
    connection.executemany("INSERT INTO temp.edit_mode VALUES (?, -1, NULL)", [(table,) for table in JOURNALED])


def finish_replay(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM temp.edit_mode")


def highest_id(connection: sqlite3.Connection, table: str) -> int:
    """The highest id a table ever gave; ids above it are new."""
    row = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
    return int(row[0]) if row else 0
