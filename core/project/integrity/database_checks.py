"""Checks of the database as a file: truncation, damage, broken references, and how much can still be read."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from core.errors import DuctusError
from core.language import tr, tr_hint, tr_noop, tr_plural
from core.project.content.words import TRANSCRIBED_SQL
from core.project.integrity.findings import Finding, Level
from core.project.integrity.rescue_read import TABLES, open_damaged_copy, scan_tables
from core.project.project import Project
from core.project.project_files import ProjectFiles

READABLE = "readable"
"""The kind of the notes on how much of a damaged database can still be read."""
RESCUABLE = ("database", "reference", "search index")
"""The kinds of findings after which a rescue can save the transcriptions."""


def check_structure(project: Project) -> Iterator[Finding]:
    """Check for damaged pages, references to missing rows, and an outdated search index."""
    location = str(project.database)
    for fault in project.column("PRAGMA integrity_check"):
        if fault != "ok":
            yield Finding("database", tr("The database is damaged: {fault}", fault=fault), location, _restore_hint())
    for table, row_id, parent, _ in project.query("PRAGMA foreign_key_check"):
        child, missing = (tr(TABLES.get(str(name), str(name))) for name in (table, parent))
        message = tr("One of the {child} refers to one of the {missing} that is missing.", child=child, missing=missing)
        yield Finding("reference", message, f"{table} {row_id}", _restore_hint())
    if project.has_search_index and (behind := _count_index_faults(project)):
        yield Finding(
            "search index",
            tr_plural(
                "The full-text index differs from the transcription of {n} word, so a search may miss "
                "it. The transcription itself is correct.",
                "The full-text index differs from the transcriptions of {n} words, so a search may miss "
                "them. The transcriptions themselves are correct.",
                behind,
            ),
            location,
            tr_hint(
                "Rebuild it by saving the transcriptions in a new project: ductus check PROJECT --rescue FOLDER",
                "Rebuild it by saving the transcriptions in a new project, with “Check this project”",
            ),
        )


def _restore_hint() -> str:
    return tr_hint(
        "Restore a backup (ductus backup PROJECT --list, then --restore NAME), or save what can be read with: "
        "ductus check PROJECT --rescue FOLDER",
        "Restore a backup with “Restore a backup…” in the menu, or save what can be read with “Check this project”",
    )


def report_unopenable(database: Path) -> Iterator[Finding]:
    """Report a database that cannot be opened, and whether it is truncated."""
    yield Finding("database", tr("The database is damaged and cannot be opened."), str(database), _restore_hint())
    if (truncation := _find_truncation(database)) is not None:
        yield truncation


def report_readable_rows(database: Path) -> Iterator[Finding]:
    """Report how much of each table of a damaged database can still be read, from a copy of it."""
    try:
        with tempfile.TemporaryDirectory() as folder, open_damaged_copy(database, Path(folder)) as damaged:
            for name, table in scan_tables(damaged).items():
                whole = tr_noop("{rows} {content} can still be read; these are all.")
                partial = tr_noop("{rows} {content} can still be read; others are lost.")
                content = tr(TABLES[name])
                message = tr(whole if table.whole else partial, rows=table.rows, content=content)
                yield Finding(READABLE, message, name, "", level=Level.NOTE)
    except DuctusError as error:
        yield Finding(READABLE, str(error), str(database), tr("Restore a backup of it"))


def _find_truncation(database: Path) -> Finding | None:
    """Compare the file's length with that in its own header."""
    try:
        size = database.stat().st_size
        with ProjectFiles(database.parent).open(database) as file:
            header = file.read(100)
    except OSError:
        return None
    page_size = int.from_bytes(header[16:18], "big")
    page_size = 65536 if page_size == 1 else page_size
    expected = page_size * int.from_bytes(header[28:32], "big")
    if len(header) == 100 and size >= expected:
        return None
    message = (
        tr("The database is truncated: it has {size:,} of {expected:,} bytes.", size=size, expected=expected)
        if len(header) == 100
        else tr_plural(
            "The database is truncated: it has only {n} byte.",
            "The database is truncated: it has only {n} bytes.",
            size,
        )
    )
    message += " " + tr("An interrupted copy or a full disk can cause this.")
    return Finding("truncated", message, str(database), "")


def _count_index_faults(project: Project) -> int:
    return project.count(
        f"WITH expected AS (SELECT w.id AS id, r.folded AS folded{TRANSCRIBED_SQL}),"
        " indexed AS (SELECT rowid AS id, folded FROM search)"
        " SELECT (SELECT count(*) FROM (SELECT * FROM expected EXCEPT SELECT * FROM indexed))"
        " + (SELECT count(*) FROM (SELECT * FROM indexed EXCEPT SELECT * FROM expected))"
    )
