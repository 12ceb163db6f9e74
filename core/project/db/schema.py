"""The folders and tables of a project. Edits to the tables in ``JOURNALED`` can be undone."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping

from core.project.db.old_labels import convert_labels

APPLICATION_ID = 0x44554354
"""The bytes ``DUCT``, which mark the header of a database as ours."""

SCHEMA_VERSION = 7

FOLDERS = ("pages", "words", "models", "cache", "runs")
"""Folders beside the database."""

JOURNALED = ("lexicon", "page", "region", "line", "transcription", "word")
"""Tables that the history covers, in the order in which rows are restored."""

_FILES = """
-- Images and transcription files. Rows are never deleted: redoing an import needs its files.
CREATE TABLE file (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,                 -- inside the project folder, with '/'; absolute when linked
    sha256 TEXT NOT NULL UNIQUE CHECK (length(sha256) = 64),
    bytes INTEGER NOT NULL CHECK (bytes >= 0),
    linked INTEGER NOT NULL CHECK (linked IN (0, 1))
) STRICT;

CREATE TABLE page (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    file_id INTEGER NOT NULL REFERENCES file (id),
    frame INTEGER NOT NULL CHECK (frame >= 0),
    width INTEGER NOT NULL CHECK (width > 0),
    height INTEGER NOT NULL CHECK (height > 0),
    name TEXT NOT NULL,                 -- the image's file name when it was imported
    source_path TEXT,                   -- where the transcription file lay when it was imported
    source_file_id INTEGER REFERENCES file (id),  -- the project's own copy of it
    writer TEXT,
    position INTEGER NOT NULL,
    UNIQUE (file_id, frame)
) STRICT;

CREATE TABLE line (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    page_id INTEGER NOT NULL REFERENCES page (id) DEFERRABLE INITIALLY DEFERRED,
    x INTEGER NOT NULL, y INTEGER NOT NULL,
    w INTEGER NOT NULL CHECK (w > 0), h INTEGER NOT NULL CHECK (h > 0),
    polygon TEXT,
    text TEXT,
    ref TEXT,
    position INTEGER NOT NULL
) STRICT;
CREATE INDEX line_page ON line (page_id);
"""

_WORDS = """
-- A box on a page (page_id, x, y, w, h), or a lone crop (file_id).
CREATE TABLE word (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    page_id INTEGER REFERENCES page (id) DEFERRABLE INITIALLY DEFERRED,
    file_id INTEGER REFERENCES file (id),
    x INTEGER, y INTEGER, w INTEGER CHECK (w > 0), h INTEGER CHECK (h > 0),
    polygon TEXT,
    line INTEGER NOT NULL DEFAULT 0,
    position INTEGER NOT NULL,
    role TEXT NOT NULL DEFAULT 'train' CHECK (role IN ('train', 'val', 'test', 'none')),
    writer TEXT,
    ref TEXT,                           -- its id in the source
    name TEXT,                          -- a lone crop's file name when it was imported
    page_label TEXT,                    -- the page a lone crop says it was cut from
    origin TEXT,                        -- 'x,y,w,h' as imported: it identifies a moved box
    deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    not_a_word INTEGER NOT NULL DEFAULT 0 CHECK (not_a_word IN (0, 1)),
    reading_id INTEGER REFERENCES reading (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK ((page_id IS NULL) <> (file_id IS NULL)),
    CHECK (page_id IS NULL OR (x IS NOT NULL AND y IS NOT NULL AND w IS NOT NULL AND h IS NOT NULL))
) STRICT;
CREATE INDEX word_page ON word (page_id);
CREATE INDEX word_file ON word (file_id);
CREATE INDEX word_reading ON word (reading_id);

-- A person's transcription. Never changed once written: a new text is a new row.
CREATE TABLE reading (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    word_id INTEGER NOT NULL REFERENCES word (id) DEFERRABLE INITIALLY DEFERRED,
    text TEXT NOT NULL,                 -- as given
    nfc TEXT NOT NULL,                  -- as compared
    folded TEXT NOT NULL,               -- as searched
    source TEXT NOT NULL CHECK (source IN ('imported', 'typed', 'accepted')),
    model TEXT,                         -- whose prediction was accepted
    who TEXT,
    created_at TEXT NOT NULL
) STRICT;
CREATE INDEX reading_word ON reading (word_id);
CREATE INDEX reading_nfc ON reading (nfc);

CREATE TABLE lexicon (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    word TEXT NOT NULL UNIQUE,          -- NFC, trimmed
    count INTEGER NOT NULL CHECK (count >= 0),
    added_by TEXT NOT NULL
) STRICT;
"""

_RESULTS = """
-- word_id is not a foreign key: undoing and redoing an import must not lose predictions.
CREATE TABLE prediction (
    id INTEGER PRIMARY KEY,
    word_id INTEGER NOT NULL,
    model TEXT NOT NULL,
    text TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('seen', 'unseen')),
    votes INTEGER NOT NULL CHECK (votes >= 0 AND votes <= members),
    members INTEGER NOT NULL CHECK (members > 0),
    distance REAL NOT NULL,
    confidence REAL CHECK (confidence BETWEEN 0 AND 1),
    detail BLOB,
    UNIQUE (word_id, model)
) STRICT;

CREATE TABLE run (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'stopped', 'failed')),
    params TEXT NOT NULL,
    seed INTEGER,
    created_at TEXT NOT NULL,
    started_at TEXT,
    ended_at TEXT,
    message TEXT,
    model TEXT
) STRICT;

CREATE TABLE model (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    path TEXT NOT NULL UNIQUE,
    active INTEGER NOT NULL DEFAULT 0 CHECK (active IN (0, 1)),
    run_id INTEGER REFERENCES run (id),
    created_at TEXT NOT NULL,
    info TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX model_active ON model (active) WHERE active = 1;

CREATE TABLE setting (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
"""

_HISTORY = """
-- One row for each edit. 'dropped': undone, and then another edit was made instead.
CREATE TABLE change (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    label TEXT NOT NULL,
    made_at TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'done' CHECK (state IN ('done', 'undone', 'dropped'))
) STRICT;
CREATE INDEX change_state ON change (state, id);

-- The changes of an edit. 'insert': rows first_id..last_id are new. 'absent': one such row, removed by undo.
-- 'update', 'delete': ``other`` holds the columns as they were before the edit (once undone: after it).
CREATE TABLE change_row (
    id INTEGER PRIMARY KEY,
    change_id INTEGER NOT NULL REFERENCES change (id),
    op TEXT NOT NULL CHECK (op IN ('insert', 'absent', 'update', 'delete')),
    tbl TEXT NOT NULL,
    first_id INTEGER NOT NULL,
    last_id INTEGER NOT NULL,
    other TEXT
) STRICT;
CREATE INDEX change_row_change ON change_row (change_id);
"""

_LAYOUT = (
    """CREATE TABLE region (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    page_id INTEGER NOT NULL REFERENCES page (id) DEFERRABLE INITIALLY DEFERRED,
    x INTEGER NOT NULL, y INTEGER NOT NULL,
    w INTEGER NOT NULL CHECK (w > 0), h INTEGER NOT NULL CHECK (h > 0),
    polygon TEXT,
    kind TEXT NOT NULL,
    text TEXT,                          -- of a region without lines
    ref TEXT,
    position INTEGER NOT NULL
) STRICT""",
    "CREATE INDEX region_page ON region (page_id)",
    "ALTER TABLE line ADD COLUMN baseline TEXT",
    "ALTER TABLE line ADD COLUMN region_id INTEGER REFERENCES region (id) DEFERRABLE INITIALLY DEFERRED",
    "ALTER TABLE word ADD COLUMN line_id INTEGER REFERENCES line (id) DEFERRABLE INITIALLY DEFERRED",
    "CREATE INDEX word_line ON word (line_id)",
)
"""Version 2: all lines of a page are stored, not only those without words, with their regions and baselines."""

_THIRD_ANSWER = ("ALTER TABLE prediction ADD COLUMN unlisted INTEGER CHECK (unlisted IN (0, 1))",)
"""Version 3: a prediction may be a word that is in no list.

Its ``status`` is 'unseen' as well, since no model was trained on it. NULL stands for 0.
"""

_ALIGNMENT = (
    "ALTER TABLE reading ADD COLUMN aligned INTEGER CHECK (aligned IN (0, 1))",
    "ALTER TABLE reading ADD COLUMN fit REAL CHECK (fit BETWEEN 0 AND 1)",
)
"""Version 4: a transcription may be aligned.

Its ``source`` is 'imported' as well, since the text of its line was given. NULL stands for 0. ``fit`` is the fit of its
letters to the ink, where a model found them.
"""

_AUTHORS = (
    "ALTER TABLE change ADD COLUMN who TEXT",
    "ALTER TABLE change ADD COLUMN detail TEXT",
    "ALTER TABLE reading ADD COLUMN contends INTEGER CHECK (contends IN (0, 1))",
    "ALTER TABLE word ADD COLUMN keys TEXT",
    "ALTER TABLE line ADD COLUMN keys TEXT",
    """CREATE TABLE base (
    id INTEGER PRIMARY KEY,
    tbl TEXT NOT NULL,
    row_id INTEGER NOT NULL,
    state TEXT NOT NULL                 -- the row's columns as JSON
) STRICT""",
    "CREATE INDEX reading_contends ON reading (word_id) WHERE contends = 1",
)
"""Version 5: edits have authors, and parts can be merged.

``change.who`` made the edit; ``change.detail`` is JSON about a merge (:mod:`core.project.parts.stamps`).
``reading.contends`` marks a transcription that a merge kept beside the current one; NULL stands for 0. ``keys`` are the
names of a row in the parts from which it was merged, separated by blanks. ``base`` holds, in a part, the rows as they
were when it was taken out.
"""

_EDIT_FIELDS = ("ALTER TABLE change ADD COLUMN fields TEXT",)
"""Version 6: an edit is stored by its kind (``label``) and its ``fields``, as JSON or NULL, and not as a sentence."""

_RENAMING = (
    "ALTER TABLE reading RENAME TO transcription",
    "ALTER TABLE word RENAME COLUMN reading_id TO transcription_id",
    *(f"DROP INDEX {index}" for index in ("word_reading", "reading_word", "reading_nfc", "reading_contends")),
    "CREATE INDEX word_transcription ON word (transcription_id)",
    "CREATE INDEX transcription_word ON transcription (word_id)",
    "CREATE INDEX transcription_nfc ON transcription (nfc)",
    "CREATE INDEX transcription_contends ON transcription (word_id) WHERE contends = 1",
)
"""Version 7: a transcription is called so, and no longer a reading."""

FORMER_NAMES = {"transcription": "reading", "transcription_id": "reading_id"}
"""The names before version 7."""


def rename_readings_in_history(connection: sqlite3.Connection) -> None:
    """Give the rows that the history and the base of a part hold as JSON the names of version 7."""
    connection.execute("UPDATE change_row SET tbl = 'transcription' WHERE tbl = 'reading'")
    for table, column in (("change_row", "other"), ("base", "state")):
        # only a key stands in unescaped quotes before a colon
        connection.execute(
            f"UPDATE {table} SET {column} = replace({column}, '\"reading_id\":', '\"transcription_id\":')"
            " WHERE tbl = 'word'"
        )


Migration = Callable[[sqlite3.Connection], None]


def _migration(statements: Iterable[str], convert: Migration = lambda connection: None) -> Migration:
    """Return what runs the statements, and then converts the rows that are there."""

    def migrate(connection: sqlite3.Connection) -> None:
        for statement in statements:
            connection.execute(statement)
        convert(connection)

    return migrate


MIGRATIONS: Mapping[int, Migration] = {
    1: _migration(_LAYOUT),
    2: _migration(_THIRD_ANSWER),
    3: _migration(_ALIGNMENT),
    4: _migration(_AUTHORS),
    5: _migration(_EDIT_FIELDS, convert_labels),
    6: _migration(_RENAMING, rename_readings_in_history),
}
"""``MIGRATIONS[n]`` turns version n into n + 1 inside a transaction. Version 1 was the first."""


def create_schema(connection: sqlite3.Connection, version: int = SCHEMA_VERSION) -> None:
    """Create every table of a version in an empty database and mark it as ours."""
    connection.executescript(_FILES + _WORDS + _RESULTS + _HISTORY)
    for step in range(1, version):
        MIGRATIONS[step](connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {version}")


def columns_of(connection: sqlite3.Connection, table: str) -> tuple[str, ...]:
    """Return the column names of a table, the id first."""
    return tuple(row[0] for row in connection.execute("SELECT name FROM pragma_table_info(?)", (table,)))
