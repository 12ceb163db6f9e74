"""Restoring backups, and restoring the database that a restore replaced."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import BinaryIO

import pytest
from project_helpers import NOW, back_up_to, crop_source, project_state, project_with_model, run_python

from core.cli.main import main
from core.errors import InputError
from core.project.backup.restore import BEFORE_RESTORE, list_restore_points, restore
from core.project.backup.rotation import BACKUPS_FOLDER, back_up_when_due
from core.project.content.lexicon import lexicon_words
from core.project.content.transcriptions import list_transcriptions, set_transcription
from core.project.db.database_copy import copy_database, open_immutable
from core.project.db.lock import ProjectInUseError, WindowLock
from core.project.import_sources import import_contents
from core.project.project import DATABASE, Project


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return project_with_model(tmp_path)


def test_a_restore_can_be_reverted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Project.open(folder) as project:
        made = back_up_when_due(project, NOW)
        assert made is not None
        before = project_state(project)
        set_transcription(project, 3, "a mistake")
        later = project_state(project)
    replaced = restore(folder, made.name, NOW)
    assert replaced.name.startswith(BEFORE_RESTORE)
    with Project.open(folder) as project:
        assert project_state(project) == before and project.check_integrity() == []
    assert main(["backup", str(folder), "--list"]) == 0
    assert replaced.name in capsys.readouterr().out.replace("\n", "")
    assert [point.readings for point in list_restore_points(folder)] == [4, 3]
    assert main(["backup", str(folder), "--restore", replaced.name]) == 0
    with Project.open(folder) as project:
        assert project_state(project) == later
    assert len(list((folder / BACKUPS_FOLDER).glob(f"{BEFORE_RESTORE}*"))) == 2


def test_a_project_backup_is_restored_by_its_path(folder: Path, tmp_path: Path) -> None:
    back_up_to(folder, tmp_path / "safe.ductus")
    with Project.open(folder) as project:
        set_transcription(project, 3, "a mistake")
    restore(folder, str(tmp_path / "safe.ductus"), NOW)
    with Project.open(folder) as project:
        assert list_transcriptions(project, 3) == []


def test_a_damaged_database_is_kept_with_its_log(folder: Path) -> None:
    with Project.open(folder) as project:
        made = back_up_when_due(project, NOW)
        assert made is not None
        before = project_state(project)
    damaged = (folder / DATABASE).read_bytes()[:20000]
    (folder / DATABASE).write_bytes(damaged)
    log = folder / f"{DATABASE}-wal"
    log.write_bytes(b"not merged")
    replaced = restore(folder, made.name, NOW)
    assert replaced.read_bytes() == damaged
    assert replaced.with_name(replaced.name + "-wal").read_bytes() == b"not merged"
    with Project.open(folder) as project:
        assert project_state(project) == before
    assert list_restore_points(folder)[0].readings is None or list_restore_points(folder)[1].readings is None


def test_restoring_an_invalid_backup_changes_nothing(folder: Path, tmp_path: Path) -> None:
    with Project.open(folder) as project:
        made = back_up_when_due(project, NOW)
        assert made is not None
    now = (folder / DATABASE).read_bytes()
    for name, why in ((".", "no backup"), ("nothing", "no backup"), (str(folder), "own database")):
        with pytest.raises(InputError, match=why):
            restore(folder, name, NOW)
    partial = tmp_path / "partial.sqlite"
    partial.write_bytes(made.read_bytes()[:30000])
    with pytest.raises(InputError, match="damaged"):
        restore(folder, str(partial), NOW)
    assert (folder / DATABASE).read_bytes() == now
    restore(folder, made.name, NOW)
    with pytest.raises(InputError, match="already there"):
        restore(folder, made.name, NOW)
    assert main(["backup", str(folder), "x", "--list"]) == 2


def test_a_restore_is_refused_while_the_project_is_in_use(folder: Path) -> None:
    with Project.open(folder) as project:
        made = back_up_when_due(project, NOW)
        assert made is not None
        result = run_python(
            """
            import sys
            from datetime import datetime
            from pathlib import Path
            from core.project.backup.restore import restore
            restore(Path(sys.argv[1]), sys.argv[2], datetime.now())
            """,
            folder,
            made.name,
        )
        assert "another program is using" in result.stderr
        set_transcription(project, 3, "goes on")
    window = WindowLock.acquire(folder)
    with pytest.raises(ProjectInUseError, match="open in another window"):
        restore(folder, made.name, NOW)
    window.release()
    with Project.open(folder) as project:
        assert list_transcriptions(project, 3)[-1].text == "goes on"
    restore(folder, made.name, NOW)


_ADD_A_WORD = """
import sys
from core.project.content.lexicon import add_words
from core.project.project import Project
with Project.open(sys.argv[1], wait_seconds=0.5) as project:
    add_words(project, [sys.argv[2]])
print("added")
"""


def test_a_word_added_during_a_restore_is_in_one_of_the_states(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Project.open(folder) as project:
        made = back_up_when_due(project, NOW)
    assert made is not None
    copy_file, acknowledged, refused = shutil.copyfileobj, [], []

    def copy_and_add(origin: BinaryIO, copy: BinaryIO) -> None:
        copy_file(origin, copy)
        word = f"during{len(acknowledged) + len(refused)}"
        result = run_python(_ADD_A_WORD, folder, word)
        (acknowledged if result.stdout == "added\n" else refused).append(word)

    monkeypatch.setattr(shutil, "copyfileobj", copy_and_add)
    replaced = restore(folder, made.name, NOW)
    monkeypatch.undo()
    with closing(open_immutable(replaced)) as kept, Project.open(folder) as project:
        words = {row[0] for row in kept.execute("SELECT word FROM lexicon")} | set(lexicon_words(project))
        assert project.check_integrity() == []
    assert acknowledged and words.issuperset(acknowledged)


def test_commands_that_come_in_between_are_refused_in_one_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Project.open(folder) as project:
        made = back_up_when_due(project, NOW)
    assert made is not None
    errors = []

    def copy_and_look(connection: sqlite3.Connection, target: Path, **more: bool) -> None:
        copy_database(connection, target, **more)
        commands = (_ADD_A_WORD, _ADD_A_WORD.replace("wait_seconds", "read_only=True, wait_seconds"))
        errors.extend(run_python(code, folder, "between").stderr.strip().splitlines()[-1] for code in commands)

    monkeypatch.setattr("core.project.backup.restore.copy_database", copy_and_look)
    restore(folder, made.name, NOW)
    assert len(errors) == 2 and all("another program has been changing this project" in error for error in errors)
    with Project.open(folder) as project:
        assert "between" not in lexicon_words(project)


def test_a_backup_with_pages_of_another_size_is_restored(folder: Path) -> None:
    with Project.open(folder) as project:
        made = back_up_when_due(project, NOW)
        before = project_state(project)
        set_transcription(project, 3, "a mistake")
    assert made is not None
    with closing(sqlite3.connect(made, isolation_level=None)) as connection:
        connection.execute("PRAGMA page_size = 8192")
        connection.execute("VACUUM")
    restore(folder, made.name, NOW)
    with Project.open(folder) as project:
        assert project_state(project) == before and project.check_integrity() == []


def test_imports_after_a_restore_keep_the_files_of_the_replaced_database(folder: Path, tmp_path: Path) -> None:
    with Project.open(folder) as project:
        made = back_up_when_due(project, NOW)
        import_contents(project, crop_source(tmp_path / "more", ["later"], shade=90))
        later = project_state(project)
    assert made is not None
    replaced = restore(folder, made.name, NOW)
    (folder / "cache" / "import.unfinished").touch()  # as if an import was killed: the next one deletes orphans
    with Project.open(folder) as project:
        import_contents(project, crop_source(tmp_path / "other", ["other"], shade=70))
    restore(folder, replaced.name, NOW + timedelta(seconds=1))
    with Project.open(folder) as project:
        assert project_state(project) == later
        for (path,) in project.query("SELECT path FROM file"):
            assert (folder / path).is_file()
