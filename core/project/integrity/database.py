"""The database as a file: cut short, damaged inside, rows that point at nothing, and what can still be read of it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from core.errors import DuctusError
from core.project.integrity.findings import NOTE, Finding
from core.project.integrity.rescue_read import opened_copy, scan_tables
from core.project.project import Project

PEOPLE = {
    "file": "files",
    "page": "pages",
    "line": "lines",
    "word": "words",
    "reading": "readings",
    "lexicon": "words of the lexicon",
    "change": "edits of the history",
    "change_row": "parts of edits",
    "run": "runs",
    "model": "models",
    "prediction": "predictions",
    "setting": "settings",
}
READABLE = "readable"
"""The kind of the notes on how much of a damaged database can still be read."""
_BACK = (
    "Go back to a backup (ductus backup PROJECT --list, then --restore NAME), or save what can be read with: "
    "ductus check PROJECT --rescue FOLDER"
)


def check_inside(project: Project) -> Iterator[Finding]:
    """What SQLite finds: damaged pages, rows that point at nothing, and a search index that is behind."""
    place = str(project.database)
    for row in project.query("PRAGMA integrity_check"):
        if row[0] != "ok":
            yield Finding("database", f"The database is damaged: {row[0]}", place, _BACK)
    for table, row_id, parent, _ in project.query("PRAGMA foreign_key_check"):
        yield Finding(
            "reference",
            f"A row of {PEOPLE.get(table, table)} points at one of {PEOPLE.get(parent, parent)} that is not there.",
            f"{table} {row_id}",
            _BACK,
        )
    if project.has_search_index and (behind := _index_faults(project)):
        yield Finding(
            "search index",
            f"The full-text index differs from the readings at {behind} words; a search may miss "
            "them. The readings themselves are right.",
            place,
            "Make it anew by bringing the readings into a new project: ductus check PROJECT --rescue FOLDER",
        )


def check_damaged(database: Path) -> Iterator[Finding]:
    """A database that cannot be opened, and whether it was cut short."""
    yield Finding("database", "The database is damaged and cannot be opened.", str(database), _BACK)
    if (short := _cut_short(database)) is not None:
        yield short


def check_readable(database: Path) -> Iterator[Finding]:
    """How much of each table of a damaged database can still be read, from a copy of it."""
    try:
        with tempfile.TemporaryDirectory() as room, opened_copy(database, Path(room)) as damaged:
            for table in scan_tables(damaged):
                part = "as many as there were" if table.whole else "others are lost"
                what = f"{table.rows} {PEOPLE[table.name]} can still be read; {part}."
                yield Finding(READABLE, what, table.name, "", NOTE)
    except DuctusError as error:
        yield Finding(READABLE, str(error), str(database), "Go back to a backup of it")


def _cut_short(database: Path) -> Finding | None:
    """Whether the file is shorter than its own header says."""
    try:
        size = database.stat().st_size
        with database.open("rb") as file:
            header = file.read(100)
    except OSError:
        return None
    page = int.from_bytes(header[16:18], "big")
    page = 65536 if page == 1 else page
    wanted = page * int.from_bytes(header[28:32], "big")
    if len(header) == 100 and size >= wanted:
        return None
    told = f"{size:,} of {wanted:,} bytes" if len(header) == 100 else f"only {size} bytes"
    return Finding(
        "cut short",
        f"The database is cut short: {told} are there. A copy that was not finished or a full disk does that.",
        str(database),
        "",
    )


def _index_faults(project: Project) -> int:
    row = project.one(
        "WITH wanted AS (SELECT w.id AS id, r.folded AS folded FROM word AS w JOIN reading AS r"
        " ON r.id = w.reading_id WHERE w.deleted = 0 AND w.not_a_word = 0),"
        " held AS (SELECT rowid AS id, folded FROM search)"
        " SELECT (SELECT count(*) FROM (SELECT * FROM wanted EXCEPT SELECT * FROM held))"
        " + (SELECT count(*) FROM (SELECT * FROM held EXCEPT SELECT * FROM wanted))"
    )
    return int(row[0]) if row else 0
