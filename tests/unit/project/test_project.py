"""Creating, opening and closing projects, and refusing foreign ones without changing them."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from project_helpers import filled_project, run_python

from core.errors import DuctusError, InputError
from core.project import project
from core.project.content import transcriptions, words
from core.project.db import database, migrations, search_index
from core.project.db.schema import SCHEMA_VERSION
from core.project.project import Project
from core.project.query import search


def test_create_adds_the_suffix_and_open_finds_the_project_by_any_name(tmp_path: Path) -> None:
    Project.create(tmp_path / "Letters").close()
    folder = tmp_path / "Letters.ductus"
    assert {entry.name for entry in folder.iterdir() if entry.is_dir()} >= {"pages", "words", "models", "cache", "runs"}
    for name in (folder, tmp_path / "Letters", folder / "project.sqlite"):
        with Project.open(name) as opened:
            assert opened.folder == folder
            assert opened.check_integrity() == []


def test_the_connection_is_durable_and_checks_references(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as opened:
        assert opened.one("PRAGMA journal_mode") == ("wal",)
        assert opened.one("PRAGMA synchronous") == (2,)
        assert opened.one("PRAGMA foreign_keys") == (1,)
        assert opened.one("PRAGMA user_version") == (SCHEMA_VERSION,)


def test_create_overwrites_nothing(tmp_path: Path) -> None:
    Project.create(tmp_path / "a").close()
    with pytest.raises(InputError, match="already there"):
        Project.create(tmp_path / "a")
    other = tmp_path / "b.ductus"
    other.mkdir()
    (other / "diary.txt").write_text("mine")
    with pytest.raises(InputError, match="something else"):
        Project.create(other)
    plain = tmp_path / "c.ductus"
    plain.write_text("a file")
    with pytest.raises(InputError, match="something else"):
        Project.create(plain)
    assert plain.read_text() == "a file"
    assert (other / "diary.txt").read_text() == "mine"


def test_create_replaces_what_a_killed_create_left(tmp_path: Path) -> None:
    folder = tmp_path / "a.ductus"
    (folder / "pages").mkdir(parents=True)
    (folder / "project.sqlite.new").write_bytes(b"half")
    with Project.create(folder) as made:
        assert made.check_integrity() == []
    assert not (folder / "project.sqlite.new").exists()


def test_create_in_an_unwritable_place_raises_input_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be made"):
        Project.create(tmp_path / "file" / "a")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "damaged"),
        (b"not a database at all " * 100, "damaged"),
        (b"SQLite format 3\0" + b"\xff" * 500, "not made by Ductus"),
    ],
)
def test_a_foreign_file_is_refused_and_not_changed(tmp_path: Path, content: bytes, message: str) -> None:
    folder = tmp_path / "a.ductus"
    folder.mkdir()
    (folder / "project.sqlite").write_bytes(content)
    with pytest.raises(InputError, match=message):
        Project.open(folder)
    assert (folder / "project.sqlite").read_bytes() == content
    assert [entry.name for entry in folder.iterdir()] == ["project.sqlite"]


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "a.ductus"
    folder.mkdir()
    other = sqlite3.connect(folder / "project.sqlite")
    other.execute("CREATE TABLE word (id)")
    other.close()
    before = (folder / "project.sqlite").read_bytes()
    with pytest.raises(InputError, match="not made by Ductus"):
        Project.open(folder)
    assert (folder / "project.sqlite").read_bytes() == before


def test_a_missing_project_raises_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no project here"):
        Project.open(tmp_path / "none")
    (tmp_path / "odd.ductus" / "project.sqlite").mkdir(parents=True)
    with pytest.raises(InputError, match="cannot be read"):
        Project.open(tmp_path / "odd.ductus")


def test_a_damaged_project_is_refused_and_not_changed(tmp_path: Path) -> None:
    filled_project(tmp_path).close()
    file = tmp_path / "kit.ductus" / "project.sqlite"
    content = file.read_bytes()
    damaged = content[:4096] + b"\xa5" * (len(content) - 4096)
    file.write_bytes(damaged)
    with pytest.raises(InputError, match="damaged"), Project.open(file) as opened:
        words.get_words(opened, words.word_ids(opened))
    assert file.read_bytes() == damaged


def _set_version(folder: Path, version: int) -> bytes:
    connection = sqlite3.connect(folder / "project.sqlite")
    connection.execute(f"PRAGMA user_version = {version}")
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    return (folder / "project.sqlite").read_bytes()


@pytest.mark.parametrize("read_only", [False, True])
def test_a_newer_version_is_refused_and_not_changed(tmp_path: Path, read_only: bool) -> None:
    filled_project(tmp_path).close()
    folder = tmp_path / "kit.ductus"
    before = _set_version(folder, SCHEMA_VERSION + 1)
    with pytest.raises(InputError, match="newer Ductus"):
        Project.open(folder, read_only=read_only)
    assert (folder / "project.sqlite").read_bytes() == before


def test_a_newer_version_still_in_the_write_ahead_log_is_refused(tmp_path: Path) -> None:
    filled_project(tmp_path).close()
    folder = tmp_path / "kit.ductus"
    newer = sqlite3.connect(folder / "project.sqlite")
    newer.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    newer.execute("SELECT 1 FROM word").fetchone()
    with pytest.raises(InputError, match="newer Ductus"):
        Project.open(folder)
    newer.close()


def test_a_project_with_its_own_triggers_is_refused(tmp_path: Path) -> None:
    filled_project(tmp_path).close()
    connection = sqlite3.connect(tmp_path / "kit.ductus" / "project.sqlite")
    connection.execute("CREATE TRIGGER sly AFTER INSERT ON word BEGIN DELETE FROM page; END")
    connection.close()
    with pytest.raises(InputError, match="that Ductus did not make"):
        Project.open(tmp_path / "kit")


def _two_versions(monkeypatch: pytest.MonkeyPatch, step: migrations.Migration | None) -> None:
    monkeypatch.setattr(database, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    monkeypatch.setattr(migrations, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    monkeypatch.setattr(project, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    monkeypatch.setattr(migrations, "MIGRATIONS", {} if step is None else {SCHEMA_VERSION: step})


def _add_column(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE word ADD COLUMN ink TEXT")


def test_a_migration_keeps_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled_project(tmp_path).close()
    folder = tmp_path / "kit.ductus"
    (folder / f"project.v{SCHEMA_VERSION}.bak").write_bytes(b"an earlier copy")
    _two_versions(monkeypatch, _add_column)
    with pytest.raises(InputError, match="older version"):
        Project.open(folder, read_only=True)
    with Project.open(folder) as opened:
        assert opened.one("PRAGMA user_version") == (SCHEMA_VERSION + 1,)
        assert opened.one("SELECT count(ink), count(*) FROM word") == (0, 5)
        transcriptions.set_transcription(opened, 3, "again")
    copy = sqlite3.connect(folder / f"project.v{SCHEMA_VERSION}-1.bak")
    assert copy.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    assert copy.execute("SELECT count(*) FROM word").fetchone() == (5,)
    copy.close()
    assert (folder / f"project.v{SCHEMA_VERSION}.bak").read_bytes() == b"an earlier copy"


def test_a_failed_migration_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled_project(tmp_path).close()
    folder = tmp_path / "kit.ductus"

    def break_references(connection: sqlite3.Connection) -> None:
        connection.execute("DELETE FROM page")

    _two_versions(monkeypatch, break_references)
    with pytest.raises(DuctusError, match="left as it was"):
        Project.open(folder)
    monkeypatch.undo()
    with Project.open(folder) as opened:
        assert opened.one("SELECT count(*) FROM page") == (1,)
        assert opened.one("PRAGMA user_version") == (SCHEMA_VERSION,)


def test_a_version_without_a_migration_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled_project(tmp_path).close()
    _two_versions(monkeypatch, None)
    with pytest.raises(InputError, match=f"no migration from project version {SCHEMA_VERSION} to {SCHEMA_VERSION + 1}"):
        Project.open(tmp_path / "kit")


def test_two_programs_migrating_at_the_same_time_migrate_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled_project(tmp_path).close()
    folder = tmp_path / "kit.ductus"
    _two_versions(monkeypatch, _add_column)
    make_copy = migrations._make_copy

    def overtaken(connection: sqlite3.Connection, path: Path, version: int) -> Path:
        copy = make_copy(connection, path, version)
        monkeypatch.setattr(migrations, "_make_copy", make_copy)
        Project.open(folder).close()
        return copy

    monkeypatch.setattr(migrations, "_make_copy", overtaken)
    with Project.open(folder) as opened:
        assert opened.one("PRAGMA user_version") == (SCHEMA_VERSION + 1,)


def test_a_read_only_project_cannot_be_changed(tmp_path: Path) -> None:
    filled_project(tmp_path).close()
    with Project.open(tmp_path / "kit", read_only=True) as opened:
        assert len(words.word_ids(opened)) == 5
        with pytest.raises(InputError, match="reading only"):
            transcriptions.set_transcription(opened, 1, "no")
    with Project.open(tmp_path / "kit") as opened:
        assert words.get_words(opened, [1])[0].text == "the"


def test_a_project_on_a_write_protected_medium_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled_project(tmp_path).close()
    opening, calls = database.open_guarded, []

    def refusing(*arguments: Any, **options: Any) -> sqlite3.Connection:
        calls.append(options)
        if len(calls) == 1:
            raise sqlite3.OperationalError("unable to open database file")
        return opening(*arguments, **options)

    monkeypatch.setattr(database, "open_guarded", refusing)
    with Project.open(tmp_path / "kit", read_only=True) as opened:
        assert len(words.word_ids(opened)) == 5
    assert len(calls) == 2


def test_a_second_writer_waits_and_then_raises(tmp_path: Path) -> None:
    first = filled_project(tmp_path)
    with Project.open(tmp_path / "kit", wait_seconds=0.05) as second:
        with first.edit("hold"), pytest.raises(DuctusError, match="another program has been changing"):
            transcriptions.set_transcription(second, 1, "late")
        transcriptions.set_transcription(second, 1, "later")
    assert words.get_words(first, [1])[0].text == "later"
    first.close()


def test_a_full_disk_raises_and_nothing_is_written(tmp_path: Path) -> None:
    with filled_project(tmp_path) as opened:
        pages = opened.one("PRAGMA page_count")
        assert pages is not None
        opened.query(f"PRAGMA max_page_count = {pages[0]}")
        with pytest.raises(DuctusError, match="disk is full"):
            transcriptions.set_transcription(opened, 1, "x" * 1_000_000)
        assert words.get_words(opened, [1])[0].text == "the"
        assert opened.check_integrity() == []


def test_other_disk_errors_are_translated(tmp_path: Path) -> None:
    for code, message in (
        (sqlite3.SQLITE_READONLY, "cannot be opened or written"),
        (sqlite3.SQLITE_IOERR, "disk failed"),
    ):
        error = sqlite3.OperationalError("it went wrong")
        error.sqlite_errorcode = code
        with pytest.raises(DuctusError, match=message), database.translate_errors(tmp_path):
            raise error


def test_an_old_sqlite_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Project.create(tmp_path / "a").close()
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 30, 0))
    with pytest.raises(DuctusError, match="too old"):
        Project.open(tmp_path / "a")


def test_a_finished_edit_survives_a_kill(tmp_path: Path) -> None:
    filled_project(tmp_path).close()
    done = run_python(
        """
        import os, signal, sys
        from core.project.project import Project
        from core.project.content import transcriptions
        project = Project.open(sys.argv[1])
        transcriptions.set_transcription(project, 3, "kept")
        print("acknowledged", flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
        """,
        tmp_path / "kit",
    )
    assert (done.returncode, done.stdout) == (-9, "acknowledged\n")
    with Project.open(tmp_path / "kit") as opened:
        assert opened.check_integrity() == []
        assert words.get_words(opened, [3])[0].text == "kept"
        assert search.find_text(opened, "kept") == [3]


def test_a_kill_inside_an_edit_rolls_it_back(tmp_path: Path) -> None:
    filled_project(tmp_path).close()
    done = run_python(
        """
        import os, signal, sys
        from core.project.project import Project
        from core.project.content import transcriptions
        project = Project.open(sys.argv[1])
        with project.edit("two at once"):
            transcriptions.set_transcription(project, 3, "half")
            os.kill(os.getpid(), signal.SIGKILL)
        """,
        tmp_path / "kit",
    )
    assert done.returncode == -9
    with Project.open(tmp_path / "kit") as opened:
        assert opened.check_integrity() == []
        assert words.get_words(opened, [3])[0].text is None


def test_search_works_without_a_full_text_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_index, "is_supported", lambda connection: False)
    project = Project.create(tmp_path / "plain")
    project.close()
    with Project.open(tmp_path / "plain") as opened:
        assert not opened.has_search_index
    filled_project(tmp_path).close()
    with Project.open(tmp_path / "kit") as opened:
        assert search.find_text(opened, "LETT") == [4]
    monkeypatch.undo()
    with Project.open(tmp_path / "kit") as opened:  # created now, from the transcriptions
        assert opened.has_search_index
        assert search.find_text(opened, "LETT") == [4]
    monkeypatch.setattr(search_index, "is_supported", lambda connection: False)
    with pytest.raises(DuctusError, match="FTS5"):
        Project.open(tmp_path / "kit")
    with Project.open(tmp_path / "kit", read_only=True) as opened:
        assert search.find_text(opened, "LETT") == [4]
