"""Whole projects copied while they are worked on."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from backup_helpers import NOW, whole_copy, worked_on
from project_helpers import REPOSITORY, state

from core.cli.main import main
from core.errors import DuctusError, InputError, Stopped
from core.project.backup import database_copy as backup_database
from core.project.backup import file_copy as backup_files
from core.project.backup.project_copy import back_up, target_of
from core.project.content.lexicon import add_words
from core.project.content.transcriptions import transcriptions
from core.project.db import database, lock
from core.project.project import DATABASE, Project


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return worked_on(tmp_path)


def test_a_backup_is_a_project_with_everything_in_it(folder: Path, tmp_path: Path) -> None:
    told = whole_copy(folder, tmp_path / "safe.ductus")
    copy = tmp_path / "safe.ductus"
    assert told["backup"] == str(copy) and told["readings"] == 3 and told["missing"] == told["changed"] == []
    with Project.open(folder, read_only=True) as project, Project.open(copy) as again:
        assert state(project) == state(again) and again.check_integrity() == []
        for (path,) in project.query("SELECT path FROM file"):
            assert (copy / path).read_bytes() == (folder / path).read_bytes()
    for name in ("models/m.h5", "models/m.evaluation.json", "runs/1/events.jsonl", "notes.txt"):
        assert (copy / name).read_bytes() == (folder / name).read_bytes()
    assert not (copy / "runs/1/.half.tmp").exists() and not (copy / lock.OPEN).exists()
    # what never changes shares its room; what is written to must not
    assert (copy / "models/m.h5").samefile(folder / "models/m.h5")
    assert not (copy / "runs/1/events.jsonl").samefile(folder / "runs/1/events.jsonl")
    assert main(["check", str(copy)]) == 1  # the model of this test is none, in the copy as in the project


def test_copies_instead_of_links_when_asked_or_on_another_disk(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert whole_copy(folder, tmp_path / "copied", may_link=False)["linked"] == 0
    assert not (tmp_path / "copied.ductus/models/m.h5").samefile(folder / "models/m.h5")

    def other_disk(*_: object) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(os, "link", other_disk)
    told = whole_copy(folder, tmp_path / "elsewhere")
    assert told["linked"] == 0 and told["files"] == 7


def test_where_a_backup_goes(folder: Path, tmp_path: Path) -> None:
    name = "kit-2026-05-06_120000.ductus"
    (tmp_path / "disk").mkdir()
    assert target_of(folder, None, NOW) == folder.resolve().parent / name
    assert target_of(folder, tmp_path / "disk", NOW) == tmp_path / "disk" / name
    assert target_of(folder, tmp_path / "mine", NOW) == tmp_path / "mine.ductus"
    with pytest.raises(InputError, match="already there"):
        target_of(folder, folder, NOW)
    with pytest.raises(InputError, match="inside the project"):
        target_of(folder, folder / "words", NOW)


def test_a_backup_tells_of_what_the_project_itself_lacks(
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
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (len(told["missing"]), len(told["changed"]), told["elsewhere"]) == (1, 1, 1)
    assert main(["backup", str(folder), str(tmp_path / "safe-2"), "--copy"]) == 0
    said = capsys.readouterr().out
    assert "missing in the project" in said and "not what was imported" in said and "only linked" in said


def test_an_empty_log_that_a_full_disk_left_does_not_keep_readers_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look, looks = database._look, []

    def refusing(connection: sqlite3.Connection) -> None:
        looks.append(connection)
        if len(looks) == 1:
            raise sqlite3.OperationalError("disk I/O error")
        look(connection)

    (folder / f"{DATABASE}-wal").touch()
    monkeypatch.setattr(database, "_look", refusing)
    with Project.open(folder, read_only=True) as project:
        assert transcriptions(project, 1)[0].text == "the"
    assert len(looks) == 2


def test_a_path_that_leaves_the_project_is_not_followed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("not yours")
    with sqlite3.connect(folder / DATABASE) as connection:
        connection.execute("UPDATE file SET path = '../secret.txt' WHERE id = 1")
    with pytest.raises(DuctusError, match="outside its own folder"):
        whole_copy(folder, tmp_path / "safe")
    assert not list(tmp_path.glob("safe*"))


def test_a_backup_that_is_stopped_or_finds_no_room_leaves_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes.txt").touch()
    (tmp_path / "safe.ductus.new").mkdir()  # of one that was killed
    looks = iter([False] * 5 + [True] * 99)
    with Project.open(folder) as project:
        with pytest.raises(Stopped):
            back_up(project, tmp_path / "safe.ductus", should_stop=lambda: next(looks))
        with pytest.raises(Stopped):
            back_up(project, tmp_path / "safe.ductus", should_stop=lambda: True)

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(backup_files, "_link", full)
        with pytest.raises(DuctusError, match=r"the disk is full\). Make room"):
            back_up(project, tmp_path / "safe.ductus")
        with pytest.raises(DuctusError, match="cannot be made there"):
            back_up(project, tmp_path / "notes.txt" / "x.ductus")
    assert not list(tmp_path.glob("safe*"))


def test_a_copy_that_is_not_whole_is_not_kept(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup_database, "faults_of", lambda path, pages: ["a page is damaged"])
    with Project.open(folder) as project, pytest.raises(DuctusError, match="not whole"):
        project.copy_database_to(tmp_path / "copy.sqlite")
    assert not list(tmp_path.glob("copy*"))
    monkeypatch.undo()
    with Project.open(folder) as project:
        pages = project.one("PRAGMA page_count")
        assert pages is not None
        project.copy_database_to(tmp_path / "copy.sqlite")
        assert backup_database.faults_of(tmp_path / "copy.sqlite", pages[0]) == []
        assert backup_database.faults_of(tmp_path / "copy.sqlite", pages[0] + 1) != []
        with pytest.raises(DuctusError):
            project.copy_database_to(tmp_path / "no" / "such" / "folder.sqlite")


def test_a_damaged_database_is_not_backed_up_as_if_it_were_whole(folder: Path, tmp_path: Path) -> None:
    with Project.open(folder) as project:
        for number in range(40):
            add_words(project, [f"word-{number}-{k}" for k in range(50)])
    data = bytearray((folder / DATABASE).read_bytes())
    for page in range(40, len(data) // 4096, 3):
        data[page * 4096 : page * 4096 + 4096] = b"\xa5" * 4096
    (folder / DATABASE).write_bytes(data)
    with Project.open(folder, read_only=True) as project, pytest.raises(DuctusError, match=r"not whole|damaged"):
        project.copy_database_to(tmp_path / "copy.sqlite")
    assert not list(tmp_path.glob("copy*"))


def test_backups_made_while_another_process_writes_each_hold_one_moment(folder: Path, tmp_path: Path) -> None:
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
            whole_copy(folder, tmp_path / f"safe{number}.ductus")
            with Project.open(tmp_path / f"safe{number}.ductus") as copy:
                assert copy.check_integrity() == []
                one, two = (transcriptions(copy, word_id)[-1] for word_id in (1, 2))
                assert one.current and two.current and {one.text, two.text} in ({one.text}, {"the", "King"})
                seen.append(one.text)
        assert len(set(seen)) > 1
    finally:
        writer.kill()
        writer.wait()
        assert writer.stdout is not None
        writer.stdout.close()
