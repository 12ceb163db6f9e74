"""What can still be read of a damaged project, as a new project and as a table of readings."""

from __future__ import annotations

import csv
import io
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from core.disk import write_atomically
from core.errors import DuctusError, InputError
from core.formats.table import escape_formula
from core.project.backup.file_copy import copy_file, project_files
from core.project.db.schema import JOURNALED, columns_of, create_schema
from core.project.files.file_store import sync_copies, sync_file
from core.project.integrity.rescue_read import TABLES, TableReader, TableRecovery, open_damaged_copy
from core.project.project import DATABASE, FOLDERS, SUFFIX, Project

TRANSCRIPTIONS_FILE = "readings.csv"
_HEAD = ("reading", "word", "current", "text", "source", "who", "created_at", "page", "page_name", "box", "crop")
_BATCH = 1000
_MAY_BE_EMPTY = {("word", "reading"): "reading_id", ("page", "file"): "source_file_id", ("model", "run"): "run_id"}
"""References that a row can do without, by its table and the table it points at."""


@dataclass(frozen=True, slots=True)
class RescueSummary:
    """What came out: the new project, the table of readings, and how much of each table could be read.

    ``unplaced``: rows that could be read and had no place in the new project, by table: what they belong to is
    lost. The readings among them are in the table of readings. ``missing``: files that are gone.
    """

    project: Path
    table: Path
    tables: tuple[TableRecovery, ...]
    readings: int
    unplaced: dict[str, int]
    missing: tuple[str, ...]


def rescue(folder: Path, out: Path) -> RescueSummary:
    """Write what can be read of the project in ``folder`` into the new or empty folder ``out``.

    The project itself is only read. Raises InputError where ``out`` holds something, where not even the tables
    can be found; DuctusError where there is no room.
    """
    _make_place(folder, out)
    target = out / (folder.name.removesuffix(SUFFIX) + "-rescued" + SUFFIX)
    aside = target.with_name(target.name + ".new")
    try:
        for name in FOLDERS:
            (aside / name).mkdir(parents=True)
        database = aside / DATABASE
        with tempfile.TemporaryDirectory(dir=out) as room, open_damaged_copy(folder / DATABASE, Path(room)) as damaged:
            found, readings = _write_database(damaged, database, out / TRANSCRIPTIONS_FILE)
        sync_file(database)
        unplaced = _settle(database, found)
        with Project.open(aside) as project:  # makes the search index
            if faults := project.check_integrity():
                raise DuctusError(f"{target}: the rescued project does not hold together ({faults[0]}).")
            missing = _bring_files(project, folder, aside)
        aside.rename(target)
    except (OSError, sqlite3.DatabaseError) as error:
        raise DuctusError(f"{out}: what can be read cannot be written there ({error}).") from error
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return RescueSummary(target, out / TRANSCRIPTIONS_FILE, tuple(found), readings, unplaced, tuple(missing))


def _make_place(folder: Path, out: Path) -> None:
    if out.resolve().is_relative_to(folder.resolve()):
        raise InputError.at(out, "this lies inside the damaged project", hint="Name a folder outside it")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError.at(out, "something is already there", hint="Name a new folder")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError.at(out, f"the folder cannot be made ({error.strerror})") from None


def _write_database(damaged: sqlite3.Connection, database: Path, table: Path) -> tuple[list[TableRecovery], int]:
    with closing(sqlite3.connect(database, isolation_level=None)) as fresh:
        fresh.execute("PRAGMA synchronous = OFF")  # flushed once, when it is whole
        create_schema(fresh)
        fresh.execute("PRAGMA foreign_keys = OFF")
        found = []
        for name in TABLES:
            columns = columns_of(fresh, name)
            reader = TableReader(damaged, name, columns)
            _insert(fresh, name, columns, reader)
            found.append(reader.found)
        rows = fresh.execute(_READINGS_SQL).fetchall()
    write_atomically(table, _as_csv(rows))
    return found, len(rows)


_READINGS_SQL = """
SELECT r.id, r.word_id, CASE WHEN w.reading_id = r.id THEN 'yes' ELSE '' END, r.text, r.source,
       coalesce(r.who, ''), r.created_at, coalesce(w.page_id, ''), coalesce(p.name, w.page_label, ''),
       CASE WHEN w.x IS NULL THEN '' ELSE w.x || ' ' || w.y || ' ' || w.w || ' ' || w.h END,
       coalesce(w.name, '')
FROM reading AS r LEFT JOIN word AS w ON w.id = r.word_id LEFT JOIN page AS p ON p.id = w.page_id
ORDER BY r.word_id, r.id
"""


def _as_csv(rows: Iterable[tuple]) -> bytes:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(_HEAD)
    for row in rows:
        writer.writerow([escape_formula(str(cell)) for cell in row])
    return stream.getvalue().encode("utf-8", "replace")


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
                # a row that a project cannot hold is what damage made of it
                with suppress(sqlite3.IntegrityError):
                    fresh.execute(sql, row)
        fresh.execute("COMMIT")


def _settle(database: Path, found: list[TableRecovery]) -> dict[str, int]:
    """Take out what points at lost rows, and close the history where it has holes; returns how many by table."""
    unplaced: dict[str, int] = {}
    with closing(sqlite3.connect(database, isolation_level=None)) as fresh:
        fresh.execute("PRAGMA foreign_keys = OFF")
        while broken := fresh.execute("PRAGMA foreign_key_check").fetchall():
            fresh.execute("BEGIN")
            for table, row_id, parent, _ in broken:
                column = _MAY_BE_EMPTY.get((table, parent))
                empties = column is not None and _points_nowhere(fresh, table, column, parent, row_id)
                if empties:
                    fresh.execute(f"UPDATE {table} SET {column} = NULL WHERE rowid = ?", (row_id,))
                else:
                    gone = fresh.execute(f"DELETE FROM {table} WHERE rowid = ?", (row_id,)).rowcount
                    unplaced[table] = unplaced.get(table, 0) + gone
            fresh.execute("COMMIT")
        whole = {table.name for table in found if table.whole}
        if unplaced or not whole.issuperset({*JOURNALED, "change", "change_row"}):
            # taking back an edit whose rows are lost in part would make things worse
            fresh.execute("UPDATE change SET state = 'dropped'")
    return unplaced


def _points_nowhere(fresh: sqlite3.Connection, table: str, column: str, parent: str, row_id: int) -> bool:
    row = fresh.execute(
        f"SELECT 1 FROM {table} AS t WHERE t.rowid = ? AND t.{column} IS NOT NULL"
        f" AND NOT EXISTS (SELECT 1 FROM {parent} WHERE id = t.{column})",
        (row_id,),
    ).fetchone()
    return row is not None


def _bring_files(project: Project, folder: Path, aside: Path) -> list[str]:
    missing = []
    for kept in project_files(project, folder):
        if (folder / kept.path).is_file():
            copy_file(kept, folder, aside, may_link=True)
        else:
            missing.append(str(kept.path))
    sync_copies()
    return missing
