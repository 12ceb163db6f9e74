"""Unusual folders, files and machines: an error message with a hint, and nothing is lost."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from executor_helpers import labelled_project
from project_helpers import edit_history
from robustness_helpers import (
    TOTAL_KILLS,
    Child,
    assert_intact,
    child_environment,
    long_run_only,
    read_transcriptions,
    roles_and_texts,
    run_ductus,
    run_in_process,
    start_ductus,
    transcribed_project,
    write_crops,
    write_pages,
)
from tally import Harm, tally

from core.project.backup.rotation import automatic_backups, back_up_when_due
from core.project.content.transcriptions import set_transcription
from core.project.content.words import word_ids
from core.project.project import DATABASE, Project

pytestmark = pytest.mark.timeout(300)
CHILD_WINDOW = Path(__file__).with_name("child_window.py")
CLOCK = Path(__file__).with_name("clock")
TRAIN = ("--preset", "quick", "--steps", "10", "--gates", "4", "--set", "gate_epochs=1", "--device", "cpu")


@contextmanager
def running(*command: object) -> Iterator[str]:
    """Run a child process until the end of the block; yield its first line of output."""
    child = Child(command)
    try:
        child.wait_for_first_line()
        assert child.lines, child.process.poll()
        yield child.lines[0]
    finally:
        child.kill()


def window(project: Path) -> AbstractContextManager[str]:
    """Open a project in a window; yield ``writes``, ``reads`` or ``refused`` with the message shown."""
    return running(CHILD_WINDOW, "show", project)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return transcribed_project(tmp_path)


@contextmanager
def write_protected(folder: Path) -> Iterator[None]:
    """Make the project read-only: by permissions, or by a mount for root, who may write in spite of permissions."""
    if os.geteuid() != 0:
        folder.chmod(0o555)
        (folder / DATABASE).chmod(0o444)
        try:
            yield
        finally:
            folder.chmod(0o755)
            (folder / DATABASE).chmod(0o644)
        return
    for options in (["--bind"], ["-o", "remount,ro,bind"]):
        done = subprocess.run(["mount", *options, str(folder), str(folder)], capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"a folder cannot be mounted here ({done.stderr.strip()})")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_read_only_folder_can_be_read_but_not_changed(folder: Path, tmp_path: Path) -> None:
    before = read_transcriptions(folder)
    source = write_crops(tmp_path / "source", 3)
    with write_protected(folder):
        code, error = run_ductus("import", folder, source)
        assert code == 2 and "nothing can be written into this project (Read-only file system)" in error
        assert "Check that you may write to this folder, or copy the project to a folder of your own." in error
        code, error = run_ductus("check", folder)
        assert (code, error) == (0, "")
        run_in_process("export", folder, tmp_path / "out.txt", "--format", "text")
        run_in_process("backup", folder, tmp_path / "copy.ductus")
        with window(folder) as line:
            assert line.startswith("reads This project cannot be written to")
            assert "copy the project to a folder of your own" in line
        assert read_transcriptions(folder) == before
    assert_intact(folder, before)
    assert_intact(tmp_path / "copy.ductus", before)
    outcome = "read, exported, backed up; the reason for not writing shown"
    tally(Harm.ENVIRONMENT, "project in a folder that cannot be written", 1, outcome)


def test_second_window_is_read_only(folder: Path) -> None:
    before = read_transcriptions(folder)
    with window(folder) as first:
        assert first.startswith("writes")
        with window(folder) as second:
            assert second.startswith("reads This project is open in another window on this computer, since")
            assert "You can view everything here, but not change it." in second
    with window(folder) as after:
        assert after.startswith("writes")
    assert_intact(folder, before)
    outcome = "the second warned and read-only, able to write once the first was killed"
    tally(Harm.ENVIRONMENT, "two windows on one project", 1, outcome)


LOCK_DATABASE = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
time.sleep(600)
"""
IMPATIENT_DUCTUS = """
import sys
from core.project.project import Project
Project.open.__func__.__kwdefaults__["wait_seconds"] = 0.5
from core.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def test_locked_database_is_reported_and_not_changed(folder: Path, tmp_path: Path) -> None:
    before = read_transcriptions(folder)
    with running("-c", LOCK_DATABASE, folder / DATABASE):
        child = Child(["-c", IMPATIENT_DUCTUS, "import", folder, write_crops(tmp_path / "more", 3), "--json"])
        assert child.wait() == 1
        assert "another program has been changing this project for too long" in child.error
        assert "Wait until it is done, or close it, and try again." in child.error
        assert read_transcriptions(folder) == before
        with window(folder) as line:
            assert line.startswith(("reads ", "writes "))
    assert_intact(folder, before)
    run_in_process("import", folder, tmp_path / "more")
    assert len(roles_and_texts(folder)) == len(before) + 3
    outcome = "error reported, nothing changed, then continued"
    tally(Harm.ENVIRONMENT, "database locked by another program for longer than the timeout", 1, outcome)


@long_run_only
def test_every_command_works_on_an_unusual_path(tmp_path: Path) -> None:
    home = tmp_path / "Ärchiv  Nr. 7 – Пушкин 日本 'x' %41 #b?"
    home.mkdir()
    with labelled_project(home) as opened:
        source = opened.folder
    project = home / "Bücher & Briefe.ductus"
    source.rename(project)
    run_in_process("import", project, write_pages(home / "Seiten é", 2))
    run_in_process("import", project, write_crops(home / "Wörter", 3))
    before = read_transcriptions(project)
    assert run_in_process("train", project, *TRAIN, "--name", "Modell")["members"] == 2
    assert run_in_process("recognise", project, "--words", "all", "--device", "cpu")["words"] == len(before)
    for kind, out in (("table", "wörter.csv"), ("pagexml", "Seiten out"), ("json", "alles.json")):
        run_in_process("export", project, home / out, "--format", kind)
        assert (home / out).exists()
    code, error = run_ductus("export", project, home / "so.txt", "--format", "text")
    assert (code, error) == (0, "")
    run_in_process("backup", project, home / "Kopie ö.ductus")
    assert_intact(project, before)
    assert_intact(home / "Kopie ö.ductus", before)
    with window(project) as line:
        assert line.startswith("writes")
    outcome = "import, training, recognition, export, backup and window worked"
    tally(Harm.ENVIRONMENT, "project on a path with spaces and non-ASCII characters", 1, outcome)


BACK = timedelta(days=40)
EDIT = """
import sys
from datetime import datetime
from pathlib import Path
from core.project.backup.rotation import back_up_when_due
from core.project.project import Project
from core.project.content.transcriptions import set_transcription
with Project.open(Path(sys.argv[1])) as project:
    for number in range(210):
        set_transcription(project, 1, f"back {number}")
    print(back_up_when_due(project, datetime.now()), datetime.now().isoformat())
"""


def test_clock_set_back_loses_no_edit_and_no_backup(folder: Path) -> None:
    now = datetime.now()
    with Project.open(folder) as project:
        set_transcription(project, 1, "before")
        first = back_up_when_due(project, now)
    assert first is not None
    paths = os.pathsep.join((str(CLOCK), child_environment()["PYTHONPATH"]))
    child = subprocess.run(
        [sys.executable, "-c", EDIT, str(folder)],
        capture_output=True,
        text=True,
        check=True,
        env=child_environment(DUCTUS_TEST_CLOCK_BACK=str(BACK.total_seconds())) | {"PYTHONPATH": paths},
    )
    second, clock = child.stdout.split()
    assert now - datetime.fromisoformat(clock) > BACK - timedelta(days=1), "the clock was not set back"
    # neither backup is deleted because of the date in its name
    assert {backup.path for backup in automatic_backups(folder)} == {first, Path(second)}
    with Project.open(folder) as project:
        set_transcription(project, 1, "after")
        history = edit_history(project)
        texts = ["after", "back 209", "back 208"]
        assert [entry.edit for entry in history[:3]] == [("transcribe", {"text": text}) for text in texts]
        assert [entry.id for entry in history] == sorted((entry.id for entry in history), reverse=True)
        project.copy_database_to(folder.parent / "copy.sqlite")
    assert read_transcriptions(folder)[1] == "after"
    run_in_process("check", folder)
    assert_intact(folder)
    outcome = "history in the order of the edits, no backup lost, the newest kept"
    tally(Harm.ENVIRONMENT, "clock set back by 40 days", 1, outcome)


@long_run_only
def test_truncated_model_is_reported_and_kept(tmp_path: Path) -> None:
    with labelled_project(tmp_path) as opened:
        folder = opened.folder
    run_in_process("train", folder, *TRAIN, "--name", "m")
    before, model = read_transcriptions(folder), folder / "models" / "m.h5"
    whole = model.read_bytes()
    cases = (0, 7, len(whole) // 2, len(whole) - 1)
    for size in cases:
        model.write_bytes(whole[:size])
        code, error = run_ductus("recognise", folder, "--words", "all", "--device", "cpu")
        assert code == 2 and str(model) in error and error.endswith("."), error
        child = start_ductus("check", folder)
        assert child.wait() == 1
        (fault,) = [f for f in child.events[-1]["findings"] if f["level"] == "fault"]
        assert "cannot be used" in fault["what"] and "Copy it from a backup, or train again" in fault["mend"]
        assert model.read_bytes() == whole[:size] and read_transcriptions(folder) == before
    model.write_bytes(whole)
    assert run_in_process("recognise", folder, "--words", "all", "--device", "cpu")["words"] == len(before)
    assert_intact(folder, before)
    outcome = "error names the file and the way to recover, nothing changed"
    tally(Harm.ENVIRONMENT, "truncated model", len(cases), outcome)


def test_truncated_database_is_reported_and_rescued(tmp_path: Path) -> None:
    whole = transcribed_project(tmp_path)
    run_in_process("import", whole, write_crops(tmp_path / "source", 400))
    size = (whole / DATABASE).stat().st_size
    cases = (0, 50, 3000, size // 3, size // 2, size - 4096) if TOTAL_KILLS else (size // 3, size - 4096)
    for number, length in enumerate(cases):
        folder = tmp_path / f"cut{number}.ductus"
        shutil.copytree(whole, folder)
        database = folder / DATABASE
        for wal_file in folder.glob(f"{DATABASE}-*"):
            wal_file.unlink()
        cut = database.read_bytes()[:length]
        database.write_bytes(cut)
        code, error = run_ductus("import", folder, tmp_path / "source")
        assert code == 2 and "damaged" in error and "ductus check PROJECT" in error, error
        with window(folder) as line:
            assert line.startswith("refused") and "damaged" in line and "Nothing was written to it." in line
        target = tmp_path / f"rescued{number}"
        child = start_ductus("check", folder, "--rescue", target)
        code = child.wait()
        assert "Traceback" not in child.stderr and code in (1, 2), child.error
        assert database.read_bytes() == cut, "a damaged database was written to"
        if code == 2 or not child.events[-1].get("rescued"):
            assert length < 4096 and child.error, (length, child.error)
            continue
        found = child.events[-1]["rescued"]
        assert_intact(Path(found["project"]))
        assert not all(table["whole"] for table in found["tables"].values()), (length, found)
        if length == max(cases):
            assert found["readings"] > 0, found
    with Project.open(whole) as project:
        assert len(word_ids(project)) == len(roles_and_texts(whole))
    outcome = "intact rows rescued, the loss reported, the file untouched"
    tally(Harm.ENVIRONMENT, "truncated database", len(cases), outcome)
