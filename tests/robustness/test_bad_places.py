"""Places and machines that are not as they should be: told in a sentence that says what to do, nothing lost."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from executor_helpers import labelled_project
from harm_helpers import ASKED, Child, again, assert_whole, ductus, environment, in_the_long_run, readings_of, told
from harm_sources import crops_in, pages_in, project_with_readings, texts
from project_helpers import edit_history
from tally import Harm, tally

from core.project.backup.rotation import automatic_backups
from core.project.content.transcriptions import set_transcription
from core.project.content.words import word_ids
from core.project.project import DATABASE, Project

pytestmark = pytest.mark.timeout(300)
HOLDER = Path(__file__).with_name("holder.py")
CLOCK = Path(__file__).with_name("clock")
TRAIN = ("--preset", "quick", "--steps", "10", "--gates", "4", "--set", "gate_epochs=1", "--device", "cpu")


@contextmanager
def holding(kind: str, folder: Path) -> Iterator[str]:
    """Another process holds the project; yields what it said of it."""
    child = Child([HOLDER, kind, folder])
    try:
        child.wait_for_first()
        assert child.lines, child.process.poll()
        yield child.lines[0]
    finally:
        child.kill()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return project_with_readings(tmp_path)


@contextmanager
def write_protected(folder: Path) -> Iterator[None]:
    """The project on a medium that cannot be written: mounted so for root, whom no permission keeps out."""
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
            pytest.skip(f"nothing can be mounted here ({done.stderr.strip()})")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_folder_that_cannot_be_written(folder: Path, tmp_path: Path) -> None:
    known = readings_of(folder)
    source = crops_in(tmp_path / "source", 3)
    with write_protected(folder):
        code, said = told("import", folder, source)
        assert code == 2 and "nothing can be written into this project (Read-only file system)" in said
        assert "Check that you may write to this folder, or copy the project to a folder of your own." in said
        code, said = told("check", folder)
        assert (code, said) == (0, "")
        again("export", folder, tmp_path / "out.txt", "--format", "text")
        again("backup", folder, tmp_path / "copy.ductus")
        with holding("window", folder) as line:
            assert line.startswith("reads This project cannot be written to")
            assert "copy the project to a folder of your own" in line
        assert readings_of(folder) == known
    assert_whole(folder, known)
    assert_whole(tmp_path / "copy.ductus", known)
    tally(
        Harm.ENVIRONMENT,
        "project in a folder that cannot be written",
        1,
        "read, exported, backed up; the reason for not writing shown",
    )


def test_two_windows(folder: Path) -> None:
    known = readings_of(folder)
    with holding("window", folder) as first:
        assert first.startswith("writes")
        with holding("window", folder) as second:
            assert second.startswith("reads This project is open in another window on this computer, since")
            assert "You can view everything here, but not change it." in second
    with holding("window", folder) as after:  # both were killed
        assert after.startswith("writes")
    assert_whole(folder, known)
    tally(
        Harm.ENVIRONMENT,
        "two windows on one project",
        1,
        "the second warned and read-only, able to write once the first was killed",
    )


def test_a_database_that_another_program_holds(folder: Path, tmp_path: Path) -> None:
    known = readings_of(folder)
    hurried = (
        "import core.project.project as p; p.WAIT_SECONDS = 0.5; p.Project.open.__func__.__kwdefaults__"
        "['wait_seconds'] = 0.5; from core.cli.main import main; import sys; sys.exit(main(sys.argv[1:]))"
    )
    with holding("lock", folder):
        child = Child(["-c", hurried, "import", folder, crops_in(tmp_path / "more", 3), "--json"])
        assert child.end() == 1
        assert "another program has been changing this project for too long" in child.said
        assert "Wait until it is done, or close it, and try again." in child.said
        assert readings_of(folder) == known
        with holding("window", folder) as line:
            assert line.startswith(("reads ", "writes "))
    assert_whole(folder, known)
    again("import", folder, tmp_path / "more")
    assert len(texts(folder)) == len(known) + 3
    tally(
        Harm.ENVIRONMENT,
        "database locked by another program for longer than the timeout",
        1,
        "error reported, nothing changed, then continued",
    )


@in_the_long_run
def test_the_whole_job_under_an_odd_name(tmp_path: Path) -> None:
    home = tmp_path / "Ärchiv  Nr. 7 – Пушкин 日本 'x' %41 #b?"
    home.mkdir()
    with labelled_project(home) as made:
        source = made.folder
    project = home / "Bücher & Briefe.ductus"
    source.rename(project)
    again("import", project, pages_in(home / "Seiten é", 2))
    again("import", project, crops_in(home / "Wörter", 3))
    known = readings_of(project)
    assert again("train", project, *TRAIN, "--name", "Modell")["members"] == 2
    assert again("recognise", project, "--words", "all", "--device", "cpu")["words"] == len(known)
    for kind, out in (("table", "wörter.csv"), ("pagexml", "Seiten out"), ("json", "alles.json")):
        again("export", project, home / out, "--format", kind)
        assert (home / out).exists()
    code, said = told("export", project, home / "so.txt", "--format", "text")
    assert (code, said) == (0, "")
    again("backup", project, home / "Kopie ö.ductus")
    assert_whole(project, known)
    assert_whole(home / "Kopie ö.ductus", known)
    with holding("window", project) as line:
        assert line.startswith("writes")
    tally(
        Harm.ENVIRONMENT,
        "project on a path with spaces and non-ASCII characters",
        1,
        "import, training, recognition, export, backup and window worked",
    )


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


def test_the_clock_set_back(folder: Path) -> None:
    now = datetime.now()
    with Project.open(folder) as project:
        from core.project.backup.rotation import back_up_when_due

        set_transcription(project, 1, "before")
        first = back_up_when_due(project, now)
    assert first is not None
    paths = os.pathsep.join((str(CLOCK), environment()["PYTHONPATH"]))
    child = subprocess.run(
        [sys.executable, "-c", EDIT, str(folder)],
        capture_output=True,
        text=True,
        check=True,
        env=environment(DUCTUS_TEST_CLOCK_BACK=str(BACK.total_seconds())) | {"PYTHONPATH": paths},
    )
    made, clock = child.stdout.split()
    assert now - datetime.fromisoformat(clock) > BACK - timedelta(days=1), "the clock was not set back"
    # neither backup was dropped for its name, and the one made last holds what was written last
    assert {kept.path for kept in automatic_backups(folder)} == {first, Path(made)}
    with Project.open(folder) as project:
        set_transcription(project, 1, "after")
        done = edit_history(project)
        assert [entry.label for entry in done[:3]] == ["transcribe 'after'", "transcribe 'back 209'", "transcribe 'back 208'"]
        assert [entry.id for entry in done] == sorted((entry.id for entry in done), reverse=True)
        project.copy_database_to(folder.parent / "look.sqlite")
    assert readings_of(folder)[1] == "after"
    again("check", folder)
    assert_whole(folder)
    tally(
        Harm.ENVIRONMENT,
        "clock set back by 40 days",
        1,
        "history in the order of the edits, no backup lost, the newest kept",
    )


@in_the_long_run
def test_a_truncated_model(tmp_path: Path) -> None:
    with labelled_project(tmp_path) as made:
        folder = made.folder
    again("train", folder, *TRAIN, "--name", "m")
    known, model = readings_of(folder), folder / "models" / "m.h5"
    whole = model.read_bytes()
    cases = (0, 7, len(whole) // 2, len(whole) - 1)
    for size in cases:
        model.write_bytes(whole[:size])
        code, said = told("recognise", folder, "--words", "all", "--device", "cpu")
        assert code == 2 and str(model) in said and said.endswith("."), said
        child = ductus("check", folder)
        assert child.end() == 1
        (fault,) = [f for f in child.events[-1]["findings"] if f["level"] == "fault"]
        assert "cannot be used" in fault["what"] and "Copy it back from a backup, or train again" in fault["mend"]
        assert model.read_bytes() == whole[:size] and readings_of(folder) == known
    model.write_bytes(whole)
    assert again("recognise", folder, "--words", "all", "--device", "cpu")["words"] == len(known)
    assert_whole(folder, known)
    tally(
        Harm.ENVIRONMENT, "truncated model", len(cases), "error names the file and the way to recover, nothing changed"
    )


def test_a_truncated_database(tmp_path: Path) -> None:
    whole = project_with_readings(tmp_path)
    again("import", whole, crops_in(tmp_path / "source", 400))
    size = (whole / DATABASE).stat().st_size
    cases = (0, 50, 3000, size // 3, size // 2, size - 4096) if ASKED else (size - 4096,)
    for number, length in enumerate(cases):
        folder = tmp_path / f"cut{number}.ductus"
        shutil.copytree(whole, folder)
        database = folder / DATABASE
        for beside in folder.glob(f"{DATABASE}-*"):
            beside.unlink()
        cut = database.read_bytes()[:length]
        database.write_bytes(cut)
        code, said = told("import", folder, tmp_path / "source")
        assert code == 2 and "damaged" in said and "ductus check PROJECT" in said, said
        with holding("window", folder) as line:
            assert line.startswith("refused") and "damaged" in line and "Nothing was written to it." in line
        rescued = tmp_path / f"rescued{number}"
        child = ductus("check", folder, "--rescue", rescued)
        code = child.end()
        assert "Traceback" not in child.errors and code in (1, 2), child.said
        assert database.read_bytes() == cut, "a damaged database was written to"
        if code == 2 or not child.events[-1].get("rescued"):
            assert length < 4096 and child.said, (length, child.said)
            continue
        kept = child.events[-1]["rescued"]
        assert_whole(Path(kept["project"]))
        assert not all(table["whole"] for table in kept["tables"].values()), (length, kept)
        if length == max(cases):
            assert kept["readings"] > 0, kept
    with Project.open(whole) as project:
        assert len(word_ids(project)) == len(texts(whole))
    tally(
        Harm.ENVIRONMENT, "truncated database", len(cases), "intact rows rescued, the loss reported, the file untouched"
    )
