"""The full-text index over current readings: every run of three characters of every text.

It follows the table ``word`` by triggers of the connection, and not of the file: SQLite lets no trigger that
comes with a file write to such an index while it distrusts the file, as we have it do.
"""

from __future__ import annotations

import sqlite3

_TABLE = "CREATE VIRTUAL TABLE search USING fts5 (folded, tokenize = 'trigram case_sensitive 1')"

_INSERT = (
    "INSERT INTO search (rowid, folded) SELECT NEW.id, folded FROM reading"
    " WHERE id = NEW.reading_id AND NEW.deleted = 0 AND NEW.not_a_word = 0;"
)
_DELETE = "DELETE FROM search WHERE rowid = OLD.id;"
_TRIGGERS = f"""
CREATE TEMP TRIGGER search_insert AFTER INSERT ON main.word WHEN NEW.reading_id IS NOT NULL
BEGIN {_INSERT} END;
CREATE TEMP TRIGGER search_update AFTER UPDATE OF reading_id, deleted, not_a_word ON main.word
BEGIN {_DELETE} {_INSERT} END;
CREATE TEMP TRIGGER search_delete AFTER DELETE ON main.word BEGIN {_DELETE} END;
"""


def supported(connection: sqlite3.Connection) -> bool:
    """Whether this SQLite was built with the full-text module FTS5."""
    return connection.execute("SELECT sqlite_compileoption_used('ENABLE_FTS5')").fetchone()[0] == 1


def create(connection: sqlite3.Connection) -> None:
    """Make the index in a new project; where FTS5 lacks there is none, and searches read every text."""
    if supported(connection):
        connection.execute(_TABLE)


def install(connection: sqlite3.Connection) -> None:
    """Have this connection keep the index up to date; where FTS5 lacks the index is dropped, not left stale."""
    if not exists(connection):
        return
    if supported(connection):
        connection.executescript(_TRIGGERS)
    else:
        _drop(connection)


def exists(connection: sqlite3.Connection) -> bool:
    """Whether the project has an index."""
    return connection.execute("SELECT 1 FROM main.sqlite_schema WHERE name = 'search'").fetchone() is not None
