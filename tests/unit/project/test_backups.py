"""Backups: of whole projects in use, and of the database by themselves, of which some are kept."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import textwrap
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from project_helpers import NOW, REPOSITORY, back_up_to, project_state, project_with_model

from core.cli.main import main
from core.errors import DuctusError, InputError, Stopped
from core.project.backup import file_copy, rotation
from core.project.backup.project_copy import back_up, backup_folder
from core.project.backup.rotation import (
    BACKUPS_FOLDER,
    EDITS_BETWEEN_BACKUPS,
    KEPT_LATEST,
    automatic_backups,
    back_up_when_due,
    delete_expired,
)
from core.project.content.lexicon import add_words
from core.project.content.transcriptions import list_transcriptions, set_transcription
from core.project.db import database, database_copy, lock
from core.project.project import DATABASE, Project


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return project_with_model(tmp_path)


def test_a_backup_is_a_project_with_everything_in_it(folder: Path, tmp_path: Path) -> None:
    result = back_up_to(folder, tmp_path / "safe.ductus")
    copy = tmp_path / "safe.ductus"
    assert result.backup == copy and result.readings == 3 and not result.missing and not result.changed
    with Project.open(folder, read_only=True) as project, Project.open(copy) as again:
        assert project_state(project) == project_state(again) and again.check_integrity() == []
        for (path,) in project.query("SELECT path FROM file"):
            assert (copy / path).read_bytes() == (folder / path).read_bytes()
    for name in ("models/m.h5", "models/m.evaluation.json", "models/m.pages.json", "runs/1/events.jsonl", "notes.txt"):
        assert (copy / name).read_bytes() == (folder / name).read_bytes()
    assert not (copy / "runs/1/.half.tmp").exists() and not (copy / lock.WINDOW_LOCK_FILE).exists()
    # files that never change are hard links; others must not be
    assert (copy / "models/m.h5").samefile(folder / "models/m.h5")
    assert not (copy / "runs/1/events.jsonl").samefile(folder / "runs/1/events.jsonl")
    assert main(["check", str(copy)]) == 1  # the model of this test is not a model, in the copy as in the project


def test_files_are_copied_instead_of_linked_on_request_or_on_another_disk(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert back_up_to(folder, tmp_path / "copied", may_link=False).linked == 0
    assert not (tmp_path / "copied.ductus/models/m.h5").samefile(folder / "models/m.h5")

    def other_disk(*_: object) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(os, "link", other_disk)
    result = back_up_to(folder, tmp_path / "elsewhere")
    assert result.linked == 0 and result.files == 8


def test_backup_folder_of_each_kind_of_target(folder: Path, tmp_path: Path) -> None:
    name = "kit-2026-05-06_120000.ductus"
    (tmp_path / "disk").mkdir()
    assert backup_folder(folder, None, NOW) == folder.resolve().parent / name
    assert backup_folder(folder, tmp_path / "disk", NOW) == tmp_path / "disk" / name
    assert backup_folder(folder, tmp_path / "mine", NOW) == tmp_path / "mine.ductus"
    with pytest.raises(InputError, match="already there"):
        backup_folder(folder, folder, NOW)
    with pytest.raises(InputError, match="inside its own project"):
        backup_folder(folder, folder / "words", NOW)


def test_a_backup_reports_missing_and_changed_files(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, crop = next((folder / "pages").rglob("*.png")), next((folder / "words").rglob("*.png"))
    page.unlink()
    crop.write_bytes(crop.read_bytes()[:-1])
    with sqlite3.connect(folder / DATABASE) as connection:
        connection.execute(
            "UPDATE file SET linked = 1 WHERE path NOT IN (?, ?)",
            tuple(p.relative_to(folder).as_posix() for p in (page, crop)),
        )
    assert main(["backup", str(folder), str(tmp_path / "safe"), "--json"]) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (len(result["missing"]), len(result["changed"]), result["elsewhere"]) == (1, 1, 1)
    assert main(["backup", str(folder), str(tmp_path / "safe-2"), "--copy"]) == 0
    output = capsys.readouterr().out
    for sentence in ("1 file is missing in the project", "1 file differs from what was imported", "1 linked image is"):
        assert sentence in output


def test_an_empty_log_left_by_a_full_disk_does_not_prevent_reading(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening, calls = database.open_guarded, []

    def refusing(*arguments: Any, **options: Any) -> sqlite3.Connection:
        calls.append(options)
        if len(calls) == 1:
            raise sqlite3.OperationalError("disk I/O error")
        return opening(*arguments, **options)

    (folder / f"{DATABASE}-wal").touch()
    monkeypatch.setattr(database, "open_guarded", refusing)
    with Project.open(folder, read_only=True) as project:
        assert list_transcriptions(project, 1)[0].text == "the"
    assert len(calls) == 2


def test_a_path_out_of_the_project_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("not yours")
    with sqlite3.connect(folder / DATABASE) as connection:
        connection.execute("UPDATE file SET path = '../secret.txt' WHERE id = 1")
    with pytest.raises(DuctusError, match="outside its own folder"):
        back_up_to(folder, tmp_path / "safe")
    assert not list(tmp_path.glob("safe*"))


def test_a_stopped_or_failed_backup_leaves_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes.txt").touch()
    (tmp_path / "safe.ductus.new").mkdir()  # left by a killed backup
    stops = iter([False] * 5 + [True] * 99)
    with Project.open(folder) as project:
        with pytest.raises(Stopped):
            back_up(project, tmp_path / "safe.ductus", should_stop=lambda: next(stops))
        with pytest.raises(Stopped):
            back_up(project, tmp_path / "safe.ductus", should_stop=lambda: True)

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(file_copy, "make_hard_link", full)
        with pytest.raises(DuctusError, match=r"the disk is full\). Make room"):
            back_up(project, tmp_path / "safe.ductus")
        with pytest.raises(DuctusError, match="cannot be made there"):
            back_up(project, tmp_path / "notes.txt" / "x.ductus")
    assert not list(tmp_path.glob("safe*"))


def test_an_incomplete_copy_is_deleted(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_copy, "find_faults", lambda *_: ["a page is damaged"])
    with Project.open(folder) as project, pytest.raises(DuctusError, match="incomplete"):
        project.copy_database_to(tmp_path / "copy.sqlite")
    assert not list(tmp_path.glob("copy*"))
    monkeypatch.undo()
    with Project.open(folder) as project:
        pages = project.one("PRAGMA page_count")
        assert pages is not None
        project.copy_database_to(tmp_path / "copy.sqlite")
        assert database_copy.find_faults(tmp_path / "copy.sqlite", pages[0]) == []
        assert database_copy.find_faults(tmp_path / "copy.sqlite", pages[0] + 1) != []
        with pytest.raises(DuctusError):
            project.copy_database_to(tmp_path / "no" / "such" / "folder.sqlite")


def test_a_copy_can_be_stopped_while_it_is_checked(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checking, sync_file = [], database_copy.sync_file
    monkeypatch.setattr(database_copy, "sync_file", lambda path: (sync_file(path), checking.append(path)))
    with Project.open(folder) as project, pytest.raises(Stopped):
        project.copy_database_to(tmp_path / "copy.sqlite", lambda: bool(checking))
    assert checking and not list(tmp_path.glob("copy*"))


def test_a_damaged_database_is_not_copied(folder: Path, tmp_path: Path) -> None:
    with Project.open(folder) as project:
        for number in range(40):
            add_words(project, [f"word-{number}-{k}" for k in range(50)])
    data = bytearray((folder / DATABASE).read_bytes())
    for page in range(40, len(data) // 4096, 3):
        data[page * 4096 : page * 4096 + 4096] = b"\xa5" * 4096
    (folder / DATABASE).write_bytes(data)
    with Project.open(folder, read_only=True) as project, pytest.raises(DuctusError, match=r"incomplete|damaged"):
        project.copy_database_to(tmp_path / "copy.sqlite")
    assert not list(tmp_path.glob("copy*"))


def test_backups_during_writes_of_another_process_are_consistent(folder: Path, tmp_path: Path) -> None:
    writer = subprocess.Popen(
        [
            sys.executable,
            "-c",
            textwrap.dedent("""
            import sys
            from core.project.project import Project
            from core.project.content.transcriptions import set_transcription
            with Project.open(sys.argv[1]) as project:
                print("ready", flush=True)
                for n in range(100000):
                    with project.edit("both"):
                        set_transcription(project, 1, f"{n}")
                        set_transcription(project, 2, f"{n}")
        """),
            str(folder),
        ],
        stdout=subprocess.PIPE,
        cwd=REPOSITORY,
    )
    try:
        assert writer.stdout is not None and writer.stdout.readline() == b"ready\n"
        seen = []
        for number in range(5):
            back_up_to(folder, tmp_path / f"safe{number}.ductus")
            with Project.open(tmp_path / f"safe{number}.ductus") as copy:
                assert copy.check_integrity() == []
                one, two = (list_transcriptions(copy, word_id)[-1] for word_id in (1, 2))
                assert one.current and two.current and {one.text, two.text} in ({one.text}, {"the", "King"})
                seen.append(one.text)
        assert len(set(seen)) > 1
    finally:
        writer.kill()
        writer.wait()
        assert writer.stdout is not None
        writer.stdout.close()


def test_a_backup_is_due_at_first_then_daily_or_after_many_edits(folder: Path) -> None:
    with Project.open(folder) as project:
        first = back_up_when_due(project, NOW)
        assert first is not None and first.parent == folder / BACKUPS_FOLDER
        assert back_up_when_due(project, NOW + timedelta(days=1)) is None  # nothing was edited
        set_transcription(project, 3, "new")
        assert back_up_when_due(project, NOW + timedelta(hours=1)) is None  # the same day
        assert back_up_when_due(project, NOW + timedelta(days=1)) is not None
        for number in range(EDITS_BETWEEN_BACKUPS):
            set_transcription(project, 3, f"edit {number}")
        assert back_up_when_due(project, NOW + timedelta(days=1, seconds=5)) is not None
        assert len(automatic_backups(folder)) == 3
        # the clock was set back: the newest state is kept nevertheless
        set_transcription(project, 3, "after the clock was set back")
        early = back_up_when_due(project, NOW - timedelta(days=900))
        assert early is not None and early.exists()


def test_no_backup_is_due_for_an_empty_project_or_while_another_is_made(tmp_path: Path) -> None:
    with Project.create(tmp_path / "empty") as project:
        assert back_up_when_due(project, NOW) is None
        add_words(project, ["one"])
        (project.folder / BACKUPS_FOLDER / "left.sqlite.new").touch()
        made = back_up_when_due(project, NOW)
        assert made is not None and not (project.folder / BACKUPS_FOLDER / "left.sqlite.new").exists()
        made.write_bytes(b"damaged")
        assert back_up_when_due(project, NOW + timedelta(seconds=1)) is not None  # the last one is damaged
        with (
            lock.hold_lock(project.files, f"{BACKUPS_FOLDER}/.lock", InputError("taken")),
            pytest.raises(InputError, match="being made"),
        ):
            back_up_when_due(project, NOW)


def test_a_full_disk_raises_a_clear_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Project.open(folder) as project:
        usage = shutil.disk_usage(folder)._replace(free=1000)
        monkeypatch.setattr(rotation.shutil, "disk_usage", lambda path: usage)
        with pytest.raises(DuctusError, match="nearly full"):
            back_up_when_due(project, NOW)
        shutil.rmtree(folder / BACKUPS_FOLDER)
        (folder / BACKUPS_FOLDER).write_text("in the way")
        with pytest.raises(DuctusError, match="no backup can be made"):
            back_up_when_due(project, NOW)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 200 * 24), min_size=1, max_size=60, unique=True), st.integers(-400, 400))
def test_the_latest_daily_and_weekly_backups_are_kept(
    tmp_path_factory: pytest.TempPathFactory, hours: list[int], shift: int
) -> None:
    folder = tmp_path_factory.mktemp("rotation")
    (folder / BACKUPS_FOLDER).mkdir()
    moments = [NOW - timedelta(hours=hour) for hour in hours]
    for moment in moments:
        (folder / BACKUPS_FOLDER / f"{moment:%Y-%m-%d_%H%M%S}.sqlite").touch()
    newest = folder / BACKUPS_FOLDER / f"{NOW + timedelta(days=shift, seconds=1):%Y-%m-%d_%H%M%S}.sqlite"
    newest.touch()
    delete_expired(folder, newest)
    kept = [backup.made_at for backup in automatic_backups(folder)]
    everything = sorted([*moments, datetime.strptime(newest.stem, "%Y-%m-%d_%H%M%S")], reverse=True)
    assert newest.exists() and kept[:KEPT_LATEST] == everything[:KEPT_LATEST]
    days = sorted({moment.date() for moment in everything}, reverse=True)[:7]
    assert set(days) <= {moment.date() for moment in kept}
    weeks = sorted({moment.isocalendar()[:2] for moment in everything}, reverse=True)[:4]
    assert set(weeks) <= {moment.isocalendar()[:2] for moment in kept}
    assert len(kept) <= KEPT_LATEST + 7 + 4 + 1
