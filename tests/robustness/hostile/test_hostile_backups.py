"""Backups and damaged databases from anybody: what never ends or runs by itself in them hangs nothing."""

from __future__ import annotations

import sqlite3
import struct
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from project_helpers import project_with_model, run_python
from tally import Harm, tally

from core.errors import InputError
from core.project.backup.restore import list_restore_points, restore
from core.project.content.transcriptions import set_transcription
from core.project.db.database_copy import find_faults
from core.project.db.guarded_open import limit_steps, open_guarded
from core.project.integrity.content_checks import check_backups
from core.project.project import DATABASE, Project

ENDLESS = "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)"
NAME = "2026-05-06_120000.sqlite"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with a backup, made by somebody else, whose table of edits never ends."""
    folder = project_with_model(tmp_path)
    backup = folder / "backups" / NAME
    backup.parent.mkdir()
    with Project.open(folder) as project:
        project.copy_database_to(backup)
    _make_endless(backup, "change", "n AS id, 'undone' AS state")
    _make_endless(backup, "word", "n AS transcription_id, 0 AS deleted")
    return folder


def _make_endless(database: Path, table: str, columns: str) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(f"ALTER TABLE {table} RENAME TO old_{table}")
        connection.execute(f"CREATE VIEW {table} AS {ENDLESS} SELECT {columns} FROM r")


def _share_children(database: Path, table: str) -> None:
    """Let the pages of a table refer to each other, so that reading its few rows once takes years."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("DROP INDEX IF EXISTS change_state")  # nobody has to have it
        (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    content = bytearray(database.read_bytes())
    leaf = content[(root - 1) * size : root * size]
    assert leaf[0] == 13, "the table has one page"
    child = len(content) // size + 1
    content += leaf
    for _ in range(9):
        cells, start = size // 16, size - 5 * (size // 16)
        page = struct.pack(">BHHHBI", 5, 0, cells, start, 0, child)
        page += b"".join(struct.pack(">H", start + 5 * cell) for cell in range(cells))
        content += page.ljust(start, b"\0") + struct.pack(">IB", child, 1) * cells
        child = len(content) // size
    content[(root - 1) * size : root * size] = content[-size:]
    content[28:32] = struct.pack(">I", child)
    content[92:96] = content[24:28]
    database.write_bytes(content)


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """A project with a backup, made by somebody else, whose table of edits takes years to be read."""
    folder = project_with_model(tmp_path)
    with Project.open(folder) as project:
        set_transcription(project, 1, "typed")
        (folder / "backups").mkdir()
        project.copy_database_to(folder / "backups" / NAME)
    for table in ("change", "word"):
        _share_children(folder / "backups" / NAME, table)
    with (folder / "backups" / NAME).open("r+b") as file:
        file.truncate(2**40)  # a limit by the size alone would then be none
    return folder


_BACK_UP = """
import sys
from datetime import datetime
from core.project.backup.rotation import back_up_when_due
from core.project.project import Project
with Project.open(sys.argv[1], read_only=True) as project:
    assert back_up_when_due(project, datetime.now()) is not None
"""
_LIST = """
import sys
from core.cli.main import main
sys.exit(main(["backup", sys.argv[1], "--list"]))
"""
_WINDOW = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from pathlib import Path
from PySide6.QtWidgets import QApplication
app = QApplication([])
from app.session.session import Session
session = Session(Path(sys.argv[1]))
session.backups.run()
session.close()
print("closed")
"""


_CLOSED_MEANWHILE = (
    "import time, core.project.db.database_copy\ncore.project.db.database_copy.steps_for = lambda path: 10**15\n"
    + _WINDOW.replace(
        "session.close()",
        "time.sleep(1)\nbegan = time.monotonic()\nsession.close()\nassert time.monotonic() - began < 5",
    )
)


def test_an_endless_backup_does_not_hang_the_next_one(folder: Path) -> None:
    for code in (_BACK_UP, _LIST):
        result = run_python(code, folder)
        assert result.returncode == 0, result.stderr
    tally(
        Harm.PROJECTS, "SQLite backup: endless view in place of a table, listed and followed by another", 2, "refused"
    )


def test_an_endless_backup_does_not_hang_the_window(folder: Path) -> None:
    pytest.importorskip("PySide6.QtWidgets", reason="PySide6 cannot be loaded here", exc_type=ImportError)
    assert run_python(_WINDOW, folder).stdout == "closed\n"
    tally(Harm.PROJECTS, "SQLite backup: endless view in place of a table, with the project in a window", 1, "closed")


def test_a_backup_that_takes_years_to_be_read_hangs_nothing(shared: Path) -> None:
    for code in (_LIST, _BACK_UP):
        result = run_python(code, shared)
        assert result.returncode == 0, result.stderr
    tally(
        Harm.PROJECTS,
        "SQLite backup: sparse, with pages that share children, listed and followed by another",
        2,
        "refused",
    )


def test_the_window_is_closed_while_a_backup_that_takes_years_is_read(shared: Path) -> None:
    pytest.importorskip("PySide6.QtWidgets", reason="PySide6 cannot be loaded here", exc_type=ImportError)
    result = run_python(_CLOSED_MEANWHILE, shared)
    assert result.stdout == "closed\n", result.stderr
    assert [path.name for path in (shared / "backups").glob("*.sqlite*")] == [NAME]
    tally(Harm.PROJECTS, "SQLite backup: pages that share children, the window closed while it is read", 1, "closed")


def test_a_foreign_backup_is_reported_and_not_restored(folder: Path) -> None:
    before = (folder / DATABASE).read_bytes()
    assert [point.readings for point in list_restore_points(folder)] == [None]
    assert [finding.where for finding in check_backups(folder)] == [f"backups/{NAME}"]
    assert "contains a" in find_faults(folder / "backups" / NAME)[0]
    with pytest.raises(InputError, match=r"contains a .* that Ductus did not make"):
        restore(folder, NAME, datetime.fromisoformat(list_restore_points(folder)[0].made_at))
    assert (folder / DATABASE).read_bytes() == before


_CHECK = """
import sys
from core.cli.main import main
sys.exit(main(["check", sys.argv[1]]))
"""


def test_an_endless_view_in_a_damaged_database_is_not_read(tmp_path: Path) -> None:
    folder = project_with_model(tmp_path)
    _make_endless(folder / DATABASE, "prediction", "n AS id")
    with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = 'CREATE TABLE nonsense' WHERE name = 'setting'")
    result = run_python(_CHECK, folder)
    assert result.returncode == 1 and "5 words can still be read" in " ".join(result.stdout.split()), result
    tally(Harm.PROJECTS, "SQLite project: endless view in a damaged database, checked", 1, "not read")


def test_queries_have_a_limit_of_steps(tmp_path: Path) -> None:
    def count_endlessly(connection: sqlite3.Connection) -> str | None:
        connection.execute(f"{ENDLESS} SELECT count(*) FROM r").fetchone()
        return None

    with pytest.raises(InputError, match="too many tables"):
        open_guarded(tmp_path / "a.sqlite", count_endlessly, options="mode=rwc")
    with closing(open_guarded(tmp_path / "a.sqlite", lambda connection: None, options="mode=rwc")) as connection:
        limit_steps(connection, 100_000)
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            count_endlessly(connection)


def test_a_cache_with_a_trigger_or_a_computed_column_is_made_anew(tmp_path: Path) -> None:
    from core.project.word_image_cache import CropCache

    for number, statement in enumerate(
        ("CREATE TRIGGER t AFTER INSERT ON crop BEGIN SELECT 1; END", "ALTER TABLE crop ADD COLUMN a AS (hex(png))")
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        CropCache(folder).close()
        with closing(sqlite3.connect(folder / "cache" / "crops.sqlite")) as connection:
            connection.execute(statement)
        CropCache(folder).close()
        with closing(sqlite3.connect(folder / "cache" / "crops.sqlite")) as connection:
            (row,) = connection.execute("SELECT sql FROM sqlite_schema").fetchall()
            assert row[0].endswith("png BLOB NOT NULL)")
