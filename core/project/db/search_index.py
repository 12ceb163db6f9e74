"""The full-text index over current readings: every run of three characters of every text.

It follows the table ``word`` by triggers of the connection (``TEMP``): a project file that brings triggers of
its own is refused.
"""

from __future__ import annotations

import sqlite3

from core.errors import DuctusError

_TABLE = "CREATE VIRTUAL TABLE search USING fts5 (folded, tokenize = 'trigram case_sensitive 1')"

_FILL = (
    "INSERT INTO search (rowid, folded) SELECT w.id, r.folded FROM word AS w JOIN reading AS r"
    " ON r.id = w.reading_id WHERE w.deleted = 0 AND w.not_a_word = 0"
)
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


def install(connection: sqlite3.Connection) -> None:
    """Have this connection keep the index up to date, and make the index first where there is none yet.

    Without FTS5 a project without an index does without, and searches read every text. Raises DuctusError for
    one with an index: it would go stale.
    """
    if not supported(connection):
        if exists(connection):
            raise DuctusError(
                "This project has a full-text index and this SQLite was built without FTS5: "
                "it can only be opened for reading here."
            )
        return
    if not exists(connection):
        _create(connection)
    connection.executescript(_TRIGGERS)


def make(connection: sqlite3.Connection) -> None:
    """The empty index in a database that has none, where this SQLite can."""
    if supported(connection):
        connection.execute(_TABLE)


def usable(connection: sqlite3.Connection) -> bool:
    """Whether searches can use an index."""
    return supported(connection) and exists(connection)


def exists(connection: sqlite3.Connection) -> bool:
    """Whether the project has an index."""
    found = connection.execute("SELECT 1 FROM main.sqlite_schema WHERE name = 'search'").fetchone()
    return found is not None


def _create(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not exists(connection):  # another program may have been quicker
            connection.execute(_TABLE)
            connection.execute(_FILL)
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
