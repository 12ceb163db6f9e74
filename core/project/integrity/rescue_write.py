"""Rescue of a damaged project: its readable rows as a new project and as a table of transcriptions."""

import sqlite3
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path

from core.disk import sync_file, write_atomically
from core.errors import DuctusError, InputError
from core.formats.table import csv_text, escape_formula
from core.language import tr
from core.project.backup.file_copy import copy_file, project_files
from core.project.backup.project_copy import unfinished_project
from core.project.db.old_labels import convert_labels
from core.project.db.schema import JOURNALED, columns_of, create_schema, rename_readings_in_history
from core.project.integrity.rescue_read import TABLES, DamagedCopy, TableReader, open_damaged_copy
from core.project.project import DATABASE, SUFFIX, Project
from core.project.project_files import ProjectFiles
from core.project.results import Rescued, RescuedTable

TRANSCRIPTIONS_FILE = "readings.csv"
_HEAD = ("reading", "word", "current", "text", "source", "who", "created_at", "page", "page_name", "box", "crop")
_BATCH = 1000
_MAY_BE_EMPTY = {
    ("word", "transcription"): "transcription_id",
    ("word", "line"): "line_id",
    ("line", "region"): "region_id",
    ("page", "file"): "source_file_id",
    ("model", "run"): "run_id",
}
"""Optional references of a row, by its table and the table it refers to."""


def rescue(folder: Path, out: Path) -> Rescued:
    """Write the readable rows of the project in ``folder`` to the new or empty folder ``out``.

    The project itself is only read. Raises InputError if ``out`` is not empty or not even the tables can be located,
    DuctusError if nothing can be written.
    """
    _create_folder(folder, out)
    target = out / (folder.name.removesuffix(SUFFIX) + "-rescued" + SUFFIX)
    try:
        with unfinished_project(target, tr("the folder cannot be made")) as partial:
            database = partial / DATABASE
            temporary = tempfile.TemporaryDirectory(dir=out)
            with temporary as temp, open_damaged_copy(folder / DATABASE, Path(temp)) as damaged:
                tables, transcriptions = _write_database(damaged, database, out / TRANSCRIPTIONS_FILE)
            sync_file(database)
            unplaced = _repair_references(database, tables)
            with Project.open(partial) as project:  # creates the search index
                if faults := project.check_integrity():
                    raise DuctusError.of(
                        "{target}: the rescued project has faults ({fault}).", target=target, fault=faults[0]
                    )
                missing = _copy_files(project, folder, partial)
    except (OSError, sqlite3.DatabaseError) as error:
        raise DuctusError.of(
            "{out}: the rescued data cannot be written there ({error}).", out=out, error=error
        ) from error
    return Rescued(target, out / TRANSCRIPTIONS_FILE, transcriptions, tables, unplaced, missing)


def _create_folder(folder: Path, out: Path) -> None:
    if out.resolve().is_relative_to(folder.resolve()):
        raise InputError.at(out, tr("this is inside the damaged project"), hint=tr("Choose a folder outside it"))
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError.at(out, tr("something is already there"), hint=tr("Choose a new folder"))
    with InputError.if_refused(out, tr("the folder cannot be made")):
        out.mkdir(parents=True, exist_ok=True)


def _write_database(damaged: DamagedCopy, database: Path, table: Path) -> tuple[dict[str, RescuedTable], int]:
    with closing(sqlite3.connect(database, isolation_level=None)) as fresh:
        fresh.execute("PRAGMA synchronous = OFF")  # flushed once, when complete
        create_schema(fresh)
        fresh.execute("PRAGMA foreign_keys = OFF")
        tables = {}
        for name in TABLES:
            columns = columns_of(fresh, name)
            reader = TableReader(damaged, name, columns)
            _insert(fresh, name, columns, reader)
            tables[name] = reader.result
        # of a project of an older version
        convert_labels(fresh)
        rename_readings_in_history(fresh)
        rows = fresh.execute(_TRANSCRIPTIONS_SQL).fetchall()
    cells = ([escape_formula(str(cell)) for cell in row] for row in rows)
    write_atomically(table, csv_text([_HEAD, *cells]).encode("utf-8", "replace"))
    return tables, len(rows)


_TRANSCRIPTIONS_SQL = """
SELECT r.id, r.word_id, CASE WHEN w.transcription_id = r.id THEN 'yes' ELSE '' END, r.text, r.source,
       coalesce(r.who, ''), r.created_at, coalesce(w.page_id, ''), coalesce(p.name, w.page_label, ''),
       CASE WHEN w.x IS NULL THEN '' ELSE w.x || ' ' || w.y || ' ' || w.w || ' ' || w.h END,
       coalesce(w.name, '')
FROM transcription AS r LEFT JOIN word AS w ON w.id = r.word_id LEFT JOIN page AS p ON p.id = w.page_id
ORDER BY r.word_id, r.id
"""


def _insert(fresh: sqlite3.Connection, table: str, columns: tuple[str, ...], rows: Iterable[tuple]) -> None:
    sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
    stream = iter(rows)
    while batch := list(islice(stream, _BATCH)):
        fresh.execute("BEGIN")
        try:
            fresh.executemany(sql, batch)
        except sqlite3.IntegrityError:
            fresh.execute("ROLLBACK")
            fresh.execute("BEGIN")
            for row in batch:
                # rows that violate the schema are results of damage
                with suppress(sqlite3.IntegrityError):
                    fresh.execute(sql, row)
        fresh.execute("COMMIT")


def _repair_references(database: Path, tables: Mapping[str, RescuedTable]) -> dict[str, int]:
    """Delete rows that refer to lost rows, and drop an incomplete history; return the number deleted by table."""
    unplaced: dict[str, int] = {}
    has_lost_layout = False
    with closing(sqlite3.connect(database, isolation_level=None)) as fresh:
        fresh.execute("PRAGMA foreign_keys = OFF")
        while broken := fresh.execute("PRAGMA foreign_key_check").fetchall():
            fresh.execute("BEGIN")
            for table, row_id, parent, _ in broken:
                column = _MAY_BE_EMPTY.get((table, parent))
                if column is not None and _is_dangling(fresh, table, column, parent, row_id):
                    fresh.execute(f"UPDATE {table} SET {column} = NULL WHERE rowid = ?", (row_id,))
                    has_lost_layout |= parent in ("line", "region")
                else:
                    deleted = fresh.execute(f"DELETE FROM {table} WHERE rowid = ?", (row_id,)).rowcount
                    unplaced[table] = unplaced.get(table, 0) + deleted
            fresh.execute("COMMIT")
        complete = {name for name, table in tables.items() if table.whole}
        if unplaced or has_lost_layout or not complete.issuperset({*JOURNALED, "change", "change_row"}):
            # undoing an edit that lost some of its rows would corrupt the project
            fresh.execute("UPDATE change SET state = 'dropped'")
    return unplaced


def _is_dangling(fresh: sqlite3.Connection, table: str, column: str, parent: str, row_id: int) -> bool:
    row = fresh.execute(
        f"SELECT 1 FROM {table} AS t WHERE t.rowid = ? AND t.{column} IS NOT NULL"
        f" AND NOT EXISTS (SELECT 1 FROM {parent} WHERE id = t.{column})",
        (row_id,),
    ).fetchone()
    return row is not None


def _copy_files(project: Project, folder: Path, partial: Path) -> list[str]:
    missing = []
    for file in project_files(project, folder):
        if ProjectFiles(folder).is_file(file.path):
            copy_file(file, folder, partial, may_link=True)
        else:
            missing.append(str(file.path))
    return missing
