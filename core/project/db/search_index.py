"""The full-text index of current transcriptions, by trigrams.

It follows the table ``word`` by triggers of the connection (``TEMP``): a project file with triggers of its own is
refused.
"""

import sqlite3

from core.errors import DuctusError

_TABLE = "CREATE VIRTUAL TABLE search USING fts5 (folded, tokenize = 'trigram case_sensitive 1')"

_FILL = (
    "INSERT INTO search (rowid, folded) SELECT w.id, r.folded FROM word AS w JOIN transcription AS r"
    " ON r.id = w.transcription_id WHERE w.deleted = 0 AND w.not_a_word = 0"
)
_INSERT = (
    "INSERT INTO search (rowid, folded) SELECT NEW.id, folded FROM transcription"
    " WHERE id = NEW.transcription_id AND NEW.deleted = 0 AND NEW.not_a_word = 0;"
)
_DELETE = "DELETE FROM search WHERE rowid = OLD.id;"
_TRIGGERS = f"""
CREATE TEMP TRIGGER search_insert AFTER INSERT ON main.word WHEN NEW.transcription_id IS NOT NULL
BEGIN {_INSERT} END;
CREATE TEMP TRIGGER search_update AFTER UPDATE OF transcription_id, deleted, not_a_word ON main.word
BEGIN {_DELETE} {_INSERT} END;
CREATE TEMP TRIGGER search_delete AFTER DELETE ON main.word BEGIN {_DELETE} END;
"""


def is_supported(connection: sqlite3.Connection) -> bool:
    """Return whether this SQLite was built with the full-text module FTS5."""
    return connection.execute("SELECT sqlite_compileoption_used('ENABLE_FTS5')").fetchone()[0] == 1


def install(connection: sqlite3.Connection) -> None:
    """Create the index if there is none, and let this connection keep it up to date.

    Without FTS5, a project without an index is searched text by text. Raises DuctusError for a project with an
    index, which would go stale.
    """
    if not is_supported(connection):
        if exists(connection):
            raise DuctusError.of(
                "This project has a full-text index, but this SQLite was built without FTS5: "
                "it can only be opened for reading here."
            )
        return
    if not exists(connection):
        _create(connection)
    connection.executescript(_TRIGGERS)


def create_empty(connection: sqlite3.Connection) -> None:
    """Create the empty index if this SQLite supports it."""
    if is_supported(connection):
        connection.execute(_TABLE)


def is_usable(connection: sqlite3.Connection) -> bool:
    """Return whether searches can use the index."""
    return is_supported(connection) and exists(connection)


def exists(connection: sqlite3.Connection) -> bool:
    """Return whether the project has an index."""
    return connection.execute("SELECT 1 FROM main.sqlite_schema WHERE name = 'search'").fetchone() is not None


def _create(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        if not exists(connection):  # another program may have created it meanwhile
            connection.execute(_TABLE)
            connection.execute(_FILL)
