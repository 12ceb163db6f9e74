"""The disk is full while a project is worked on: it says so and what to do, and nothing is lost or half."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from executor_helpers import labelled_project
from harm_helpers import again, assert_whole, in_the_long_run, readings_of, told
from harm_sources import crops_in, project_with_readings, texts
from tally import Harm, tally

from core.errors import DuctusError
from core.project.content.transcriptions import set_transcription
from core.project.content.words import word_ids
from core.project.project import Project

pytestmark = pytest.mark.timeout(300)
SIZE_MB = 200


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a few megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root may mount a small disk to fill")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE_MB}m", "tmpfs", str(folder)], capture_output=True, text=True
    )
    if mounted.returncode:
        pytest.skip(f"no small disk can be mounted here ({mounted.stderr.strip()})")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


class Ballast:
    """A file that takes all the room that is left but some."""

    def __init__(self, disk: Path) -> None:
        self.file = disk / "ballast"

    def leave(self, free: int) -> None:
        self.drop()
        room = shutil.disk_usage(self.file.parent).free
        self.file.write_bytes(b"\1" * max(0, room - free))

    def drop(self) -> None:
        self.file.unlink(missing_ok=True)


def full_then_roomy(
    disk: Path, project: Path, free: int, *arguments: object, kept: Callable[[], object] = lambda: None
) -> str:
    """Run a command without room, look at what it left, then with room; returns what it said the first time."""
    known = readings_of(project)
    ballast = Ballast(disk)
    ballast.leave(free)
    code, said = told(*arguments)
    assert code in (1, 2) and said, (code, said)
    ballast.drop()
    assert_whole(project, known)
    kept()
    again(*arguments)
    assert_whole(project, known)
    return said


def test_typing(small_disk: Path) -> None:
    folder = project_with_readings(small_disk)
    ballast, long = Ballast(small_disk), "long " * 2000
    with Project.open(folder) as project:
        acknowledged = 0
        ballast.leave(200_000)
        with pytest.raises(DuctusError, match=r"the disk is full\. Nothing was changed; make room and try again"):
            for _ in range(1000):
                set_transcription(project, 1, f"{long}{acknowledged + 1}")
                acknowledged += 1
        assert acknowledged > 0
        # what was acknowledged before is there, and so it is for whoever opens the project now
        assert readings_of(folder)[1] == f"{long}{acknowledged}"
    ballast.drop()
    assert_whole(folder)
    assert readings_of(folder)[1] == f"{long}{acknowledged}"
    with Project.open(folder) as project:
        set_transcription(project, 1, "now there is room")
        assert len(word_ids(project)) == 5
    tally(
        Harm.DISK_FULL,
        "disk full while typing",
        1,
        "error reported, acknowledged transcriptions kept, continued once there was space",
    )


def test_import(small_disk: Path, tmp_path: Path) -> None:
    folder = project_with_readings(small_disk)
    before = texts(folder)

    def kept() -> None:
        assert texts(folder) == before
        assert not list((folder / "words").rglob("*word0*"))

    source = crops_in(tmp_path / "source", 120)
    said = full_then_roomy(small_disk, folder, 150_000, "import", folder, source, kept=kept)
    assert "cannot be copied into the project (the disk is full)" in said, said
    assert "ake room" in said
    assert len(texts(folder)) == len(before) + 120
    tally(
        Harm.DISK_FULL, "disk full while importing", 1, "error reported, nothing of it kept, the next import finished"
    )


def test_export(small_disk: Path, tmp_path: Path) -> None:
    folder = project_with_readings(tmp_path)
    again("import", folder, crops_in(tmp_path / "source", 60))
    out = small_disk / "words.csv"
    said = full_then_roomy(
        small_disk, folder, 60_000, "export", folder, out, "--format", "table", kept=lambda: _no_table(out)
    )
    assert "the file cannot be written (the disk is full)" in said and "ake room" in said
    assert out.read_text(encoding="utf-8").count("\n") == 1 + len(texts(folder))
    tally(Harm.DISK_FULL, "disk full while exporting", 1, "error reported, no partial file, the next export finished")


def _no_table(out: Path) -> None:
    assert not out.exists() and not list(out.parent.rglob("*.part"))


def test_backup(small_disk: Path, tmp_path: Path) -> None:
    folder = project_with_readings(tmp_path)
    again("import", folder, crops_in(tmp_path / "source", 60))
    target = small_disk / "copy.ductus"

    def kept() -> None:
        assert list(small_disk.iterdir()) == []

    for free in (100_000, 400_000):  # while the database is copied, and while the images are
        said = full_then_roomy(small_disk, folder, free, "backup", folder, target, kept=kept)
        assert str(target) in said and "the disk is full" in said, said
        assert "ake room" in said
        assert_whole(target, readings_of(folder))
        shutil.rmtree(target)
    tally(
        Harm.DISK_FULL, "disk full while backing up", 2, "error reported, no partial backup, the next backup finished"
    )


@in_the_long_run
def test_training(small_disk: Path) -> None:
    with labelled_project(small_disk) as project:
        folder = project.folder
    known, ballast = readings_of(folder), Ballast(small_disk)
    arguments = ("--preset", "quick", "--steps", "10", "--gates", "4", "--set", "gate_epochs=1", "--device", "cpu")
    ballast.leave(250_000)
    code, said = told("train", folder, *arguments)
    ballast.drop()
    assert code in (1, 2), said
    assert "the disk is full" in said, said
    assert "ake room" in said
    assert_whole(folder, known)
    assert not list((folder / "models").iterdir())
    assert again("train", folder, "--resume", 1)["members"] == 2
    assert_whole(folder, known)
    tally(
        Harm.DISK_FULL, "disk full while training", 1, "error reported, no partial model, resumed once there was space"
    )
