"""Backups: whole projects copied while they are worked on, databases that rotate by themselves, and the way back."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from project_kit import REPOSITORY, child, crops, filled, state

from core.cli.main import main
from core.errors import DuctusError, InputError, Stopped
from core.jobs.backup import backup
from core.jobs.events import silent
from core.project import backup_database, backup_files, backup_rotation, database, lock
from core.project.backup import back_up, target_of
from core.project.backup_restore import BEFORE, restore, states
from core.project.backup_rotation import EDITS, FOLDER, LATEST, back_up_when_due, backups, drop_old
from core.project.files import sweep_orphans
from core.project.importing import import_found
from core.project.lexicon import add_words
from core.project.lock import TakenError, WindowLock, window_of
from core.project.models import model_path, register_model, save_evaluation
from core.project.project import DATABASE, Project
from core.project.readings import readings, set_reading
from core.project.runs import create_run, run_folder

NOW = datetime(2026, 5, 6, 12, 0, 0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with filled(tmp_path) as project:
        model_path(project, "m").write_bytes(b"numbers")
        save_evaluation(register_model(project, "m"), {"h": 0.5})
        run = create_run(project, "train", {})
        (run_folder(project, run.id) / "events.jsonl").write_text("{}\n")
        (run_folder(project, run.id) / ".half.tmp").write_text("half")
        (project.folder / "notes.txt").write_text("mine")
        return project.folder


def never() -> bool:
    return False


def whole_copy(folder: Path, target: Path, **more: bool) -> dict:
    with Project.open(folder, read_only=True) as project:
        return backup(project, target, silent, never, **more)


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
        connection.execute("UPDATE file SET linked = 1 WHERE path NOT IN (?, ?)",
                           tuple(p.relative_to(folder).as_posix() for p in (page, crop)))  # fmt: skip
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
        assert readings(project, 1)[0].text == "the"
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


def test_a_copy_that_is_not_whole_is_not_kept(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    with (
        Project.open(folder, read_only=True) as project,
        pytest.raises(DuctusError, match=r"not whole|damaged"),
    ):
        project.copy_database_to(tmp_path / "copy.sqlite")
    assert not list(tmp_path.glob("copy*"))


def test_backups_made_while_another_process_writes_each_hold_one_moment(folder: Path, tmp_path: Path) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent("""
            import sys
            from core.project.project import Project
            from core.project.readings import set_reading
            with Project.open(sys.argv[1]) as project:
                print("ready", flush=True)
                for n in range(100000):
                    with project.edit("both"):
                        set_reading(project, 1, f"{n}")
                        set_reading(project, 2, f"{n}")
        """), str(folder)], stdout=subprocess.PIPE, cwd=REPOSITORY,
    )  # fmt: skip
    try:
        assert writer.stdout is not None and writer.stdout.readline() == b"ready\n"
        seen = []
        for number in range(5):
            whole_copy(folder, tmp_path / f"safe{number}.ductus")
            with Project.open(tmp_path / f"safe{number}.ductus") as copy:
                assert copy.check_integrity() == []
                one, two = (readings(copy, word_id)[-1] for word_id in (1, 2))
                assert one.current and two.current and {one.text, two.text} in ({one.text}, {"the", "King"})
                seen.append(one.text)
        assert len(set(seen)) > 1
    finally:
        writer.kill()
        writer.wait()
        assert writer.stdout is not None
        writer.stdout.close()


def test_the_first_backup_then_one_a_day_or_after_many_edits(folder: Path) -> None:
    with Project.open(folder) as project:
        first = back_up_when_due(project, NOW)
        assert first is not None and first.parent == folder / FOLDER
        assert back_up_when_due(project, NOW + timedelta(days=1)) is None  # nothing was edited
        set_reading(project, 3, "new")
        assert back_up_when_due(project, NOW + timedelta(hours=1)) is None  # the same day
        assert back_up_when_due(project, NOW + timedelta(days=1)) is not None
        for number in range(EDITS):
            set_reading(project, 3, f"edit {number}")
        assert back_up_when_due(project, NOW + timedelta(days=1, seconds=5)) is not None
        assert len(backups(folder)) == 3
        # the clock was set back: the newest state is kept all the same
        set_reading(project, 3, "after the clock was set back")
        early = back_up_when_due(project, NOW - timedelta(days=900))
        assert early is not None and early.exists()


def test_an_empty_project_and_a_second_at_once_need_none(tmp_path: Path) -> None:
    with Project.create(tmp_path / "empty") as project:
        assert back_up_when_due(project, NOW) is None
        add_words(project, ["one"])
        (project.folder / FOLDER / "left.sqlite.new").touch()
        made = back_up_when_due(project, NOW)
        assert made is not None and not (project.folder / FOLDER / "left.sqlite.new").exists()
        made.write_bytes(b"damaged")
        assert back_up_when_due(project, NOW + timedelta(seconds=1)) is not None  # the last is no backup
        with (
            lock.held(project.folder / FOLDER / ".lock", "taken"),
            pytest.raises(InputError, match="being made"),
        ):
            back_up_when_due(project, NOW)


def test_without_room_the_reason_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Project.open(folder) as project:
        usage = shutil.disk_usage(folder)._replace(free=1000)
        monkeypatch.setattr(backup_rotation.shutil, "disk_usage", lambda path: usage)
        with pytest.raises(DuctusError, match="nearly full"):
            back_up_when_due(project, NOW)
        shutil.rmtree(folder / FOLDER)
        (folder / FOLDER).write_text("in the way")
        with pytest.raises(DuctusError, match="no backup can be made"):
            back_up_when_due(project, NOW)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 200 * 24), min_size=1, max_size=60, unique=True), st.integers(-400, 400))
def test_of_many_backups_the_latest_days_and_weeks_are_kept(
    tmp_path_factory: pytest.TempPathFactory, hours: list[int], shift: int
) -> None:
    folder = tmp_path_factory.mktemp("rotation")
    (folder / FOLDER).mkdir()
    moments = [NOW - timedelta(hours=hour) for hour in hours]
    for moment in moments:
        (folder / FOLDER / f"{moment:%Y-%m-%d_%H%M%S}.sqlite").touch()
    newest = folder / FOLDER / f"{NOW + timedelta(days=shift, seconds=1):%Y-%m-%d_%H%M%S}.sqlite"
    newest.touch()
    drop_old(folder, newest)
    kept = [one.made_at for one in backups(folder)]
    everything = sorted([*moments, datetime.strptime(newest.stem, "%Y-%m-%d_%H%M%S")], reverse=True)
    assert newest.exists() and kept[:LATEST] == everything[:LATEST]
    days = sorted({moment.date() for moment in everything}, reverse=True)[:7]
    assert set(days) <= {moment.date() for moment in kept}
    weeks = sorted({moment.isocalendar()[:2] for moment in everything}, reverse=True)[:4]
    assert set(weeks) <= {moment.isocalendar()[:2] for moment in kept}
    assert len(kept) <= LATEST + 7 + 4 + 1


def test_back_to_a_backup_and_forth_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Project.open(folder) as project:
        made = back_up_when_due(project, NOW)
        assert made is not None
        before = state(project)
        set_reading(project, 3, "a mistake")
        later = state(project)
    aside = restore(folder, made.name, NOW)
    assert aside.name.startswith(BEFORE)
    with Project.open(folder) as project:
        assert state(project) == before and project.check_integrity() == []
    assert main(["backup", str(folder), "--list"]) == 0
    assert aside.name in capsys.readouterr().out.replace("\n", "")
    assert [one.readings for one in states(folder)] == [4, 3]
    assert main(["backup", str(folder), "--restore", aside.name]) == 0
    with Project.open(folder) as project:
        assert state(project) == later
    assert len(list((folder / FOLDER).glob(f"{BEFORE}*"))) == 2


def test_back_to_a_whole_backup_by_its_path(folder: Path, tmp_path: Path) -> None:
    whole_copy(folder, tmp_path / "safe.ductus")
    with Project.open(folder) as project:
        set_reading(project, 3, "a mistake")
    restore(folder, str(tmp_path / "safe.ductus"), NOW)
    with Project.open(folder) as project:
        assert readings(project, 3) == []


def test_a_damaged_database_is_kept_aside_with_its_log(folder: Path) -> None:
    with Project.open(folder) as project:
        made = back_up_when_due(project, NOW)
        assert made is not None
        before = state(project)
    damaged = (folder / DATABASE).read_bytes()[:20000]
    (folder / DATABASE).write_bytes(damaged)
    log = folder / f"{DATABASE}-wal"
    log.write_bytes(b"what was not taken up")
    aside = restore(folder, made.name, NOW)
    assert aside.read_bytes() == damaged
    assert aside.with_name(aside.name + "-wal").read_bytes() == b"what was not taken up"
    with Project.open(folder) as project:
        assert state(project) == before
    assert states(folder)[0].readings is None or states(folder)[1].readings is None


def test_a_backup_that_is_none_changes_nothing(folder: Path, tmp_path: Path) -> None:
    with Project.open(folder) as project:
        made = back_up_when_due(project, NOW)
        assert made is not None
    now = (folder / DATABASE).read_bytes()
    for name, why in ((".", "no backup"), ("nothing", "no backup"), (str(folder), "own database")):
        with pytest.raises(InputError, match=why):
            restore(folder, name, NOW)
    half = tmp_path / "half.sqlite"
    half.write_bytes(made.read_bytes()[:30000])
    with pytest.raises(InputError, match="damaged"):
        restore(folder, str(half), NOW)
    assert (folder / DATABASE).read_bytes() == now
    restore(folder, made.name, NOW)
    with pytest.raises(InputError, match="already there"):
        restore(folder, made.name, NOW)
    assert main(["backup", str(folder), "x", "--list"]) == 2


def test_nobody_goes_back_while_a_window_or_a_program_is_at_work(folder: Path) -> None:
    with Project.open(folder) as project:
        made = back_up_when_due(project, NOW)
        assert made is not None
        told = child("""
            import sys
            from datetime import datetime
            from pathlib import Path
            from core.project.backup_restore import restore
            restore(Path(sys.argv[1]), sys.argv[2], datetime.now())
            """, folder, made.name)  # fmt: skip
        assert "another program is at work" in told.stderr
        set_reading(project, 3, "goes on")
    window = WindowLock.take(folder)
    with pytest.raises(TakenError, match="open in another window"):
        restore(folder, made.name, NOW)
    window.release()
    with Project.open(folder) as project:
        assert readings(project, 3)[-1].text == "goes on"
    restore(folder, made.name, NOW)


def test_after_going_back_no_import_sweeps_files_of_the_state_kept_aside(
    folder: Path, tmp_path: Path
) -> None:
    with Project.open(folder) as project:
        made = back_up_when_due(project, NOW)
        import_found(project, crops(tmp_path / "more", ["later"], shade=90))
        later = state(project)
    assert made is not None
    aside = restore(folder, made.name, NOW)
    (folder / "cache" / "import.unfinished").touch()  # an import was killed: the next one sweeps
    with Project.open(folder) as project:
        import_found(project, crops(tmp_path / "other", ["other"], shade=70))
    restore(folder, aside.name, NOW + timedelta(seconds=1))
    with Project.open(folder) as project:
        assert state(project) == later
        for (path,) in project.query("SELECT path FROM file"):
            assert (folder / path).is_file()
    assert sweep_orphans(folder, lambda sha256, path: True) == 0


def test_a_window_lock_dies_with_its_process(folder: Path) -> None:
    code = """
        import os, signal, sys, time
        from pathlib import Path
        from core.project.lock import WindowLock, window_of
        held = WindowLock.take(Path(sys.argv[1]))
        print("taken", flush=True)
        sys.stdin.readline()
        os.kill(os.getpid(), signal.SIGKILL)
        """
    other = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), str(folder)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=REPOSITORY,
    )  # fmt: skip
    assert other.stdout is not None and other.stdout.readline() == b"taken\n"
    holder = window_of(folder)
    assert holder is not None and holder.here and holder.pid == other.pid
    with pytest.raises(TakenError, match="on this computer, since 20"):
        WindowLock.take(folder)
    other.communicate(b"\n", timeout=10)
    assert window_of(folder) is None
    WindowLock.take(folder).release()


def test_looking_whether_a_lock_is_free_does_not_keep_a_window_out(folder: Path) -> None:
    WindowLock.take(folder).release()
    stop = threading.Event()

    def look() -> None:
        while not stop.is_set():
            lock.is_held(folder / lock.OPEN)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        for _ in range(20):
            WindowLock.take(folder).release()
    finally:
        stop.set()
        thread.join()


def _refusing(error: Exception) -> Callable[..., object]:
    def refuse(*_: object, **__: object) -> object:
        raise error

    return refuse


def test_where_nothing_can_be_locked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    WindowLock.take(folder).release()
    monkeypatch.setattr("filelock.FileLock.acquire", _refusing(PermissionError(30, "Read-only file system")))
    with pytest.raises(InputError, match="Read-only file system"):
        WindowLock.take(folder)
    assert lock.is_held(folder / lock.OPEN)  # it cannot be told, so nobody is disturbed
    worked = False
    with lock.held(folder / "some.lock", "taken"):
        worked = True
    assert worked
    monkeypatch.undo()
    monkeypatch.setattr(lock.getpass, "getuser", _refusing(KeyError("nobody")))
    window = WindowLock.take(folder)
    holder = window_of(folder)
    assert holder is not None and holder.user == ""
    (folder / lock.WHO).write_text("{")
    with pytest.raises(TakenError, match=r"in another window\."):
        WindowLock.take(folder)
    window.release()
    assert not lock.is_held(folder / "never.lock") and not (folder / "never.lock").exists()
