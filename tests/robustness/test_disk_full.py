"""A disk that becomes full: an error message with a hint, nothing is lost, and no file is left incomplete."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from executor_helpers import labelled_project
from robustness_helpers import (
    assert_intact,
    long_run_only,
    read_transcriptions,
    roles_and_texts,
    run_ductus,
    run_in_process,
    transcribed_project,
    write_crops,
)
from tally import Harm, tally

from core.errors import DuctusError
from core.project.content.transcriptions import set_transcription
from core.project.content.words import word_ids
from core.project.project import Project

pytestmark = pytest.mark.timeout(300)
SIZE_MB = 200


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of :data:`SIZE_MB`."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE_MB}m", "tmpfs", str(folder)], capture_output=True, text=True
    )
    if mounted.returncode:
        pytest.skip(f"a small disk cannot be mounted here ({mounted.stderr.strip()})")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(disk: Path, *, except_bytes: int) -> Path:
    """Fill the disk with one file, except for some bytes; return the file."""
    ballast = disk / "ballast"
    ballast.write_bytes(b"\1" * max(0, shutil.disk_usage(disk).free - except_bytes))
    return ballast


def run_on_full_disk(
    disk: Path, project: Path, free: int, *arguments: object, check: Callable[[], object] = lambda: None
) -> str:
    """Run a command with ``free`` bytes on the disk, call ``check()``, then run it with enough space.

    Return the error message of the first run.
    """
    before = read_transcriptions(project)
    ballast = fill(disk, except_bytes=free)
    code, error = run_ductus(*arguments)
    assert code in (1, 2) and error, (code, error)
    ballast.unlink()
    assert_intact(project, before)
    check()
    run_in_process(*arguments)
    assert_intact(project, before)
    return error


def test_disk_full_while_typing_keeps_acknowledged_transcriptions(small_disk: Path) -> None:
    folder = transcribed_project(small_disk)
    long = "long " * 2000
    with Project.open(folder) as project:
        acknowledged = 0
        ballast = fill(small_disk, except_bytes=200_000)
        with pytest.raises(DuctusError, match=r"the disk is full\. Nothing was changed; make room and try again"):
            for _ in range(1000):
                set_transcription(project, 1, f"{long}{acknowledged + 1}")
                acknowledged += 1
        assert acknowledged > 0
        assert read_transcriptions(folder)[1] == f"{long}{acknowledged}"
    ballast.unlink()
    assert_intact(folder)
    assert read_transcriptions(folder)[1] == f"{long}{acknowledged}"
    with Project.open(folder) as project:
        set_transcription(project, 1, "now there is space")
        assert len(word_ids(project)) == 5
    outcome = "error reported, acknowledged transcriptions kept, continued once there was space"
    tally(Harm.DISK_FULL, "disk full while typing", 1, outcome)


def test_disk_full_while_importing_keeps_nothing_of_the_import(small_disk: Path, tmp_path: Path) -> None:
    folder = transcribed_project(small_disk)
    before = roles_and_texts(folder)

    def check() -> None:
        assert roles_and_texts(folder) == before
        assert not list((folder / "words").rglob("*word0*"))

    source = write_crops(tmp_path / "source", 120)
    error = run_on_full_disk(small_disk, folder, 150_000, "import", folder, source, check=check)
    assert "cannot be copied into the project (the disk is full)" in error, error
    assert "ake room" in error
    assert len(roles_and_texts(folder)) == len(before) + 120
    outcome = "error reported, nothing of it kept, the next import finished"
    tally(Harm.DISK_FULL, "disk full while importing", 1, outcome)


def test_disk_full_while_exporting_leaves_no_partial_file(small_disk: Path, tmp_path: Path) -> None:
    folder = transcribed_project(tmp_path)
    run_in_process("import", folder, write_crops(tmp_path / "source", 60))
    out = small_disk / "words.csv"

    def check() -> None:
        assert not out.exists() and not list(out.parent.rglob("*.part"))

    command = ("export", folder, out, "--format", "table")
    error = run_on_full_disk(small_disk, folder, 60_000, *command, check=check)
    assert "the file cannot be written (the disk is full)" in error and "ake room" in error
    assert out.read_text(encoding="utf-8").count("\n") == 1 + len(roles_and_texts(folder))
    tally(Harm.DISK_FULL, "disk full while exporting", 1, "error reported, no partial file, the next export finished")


def test_disk_full_while_backing_up_leaves_no_partial_backup(small_disk: Path, tmp_path: Path) -> None:
    folder = transcribed_project(tmp_path)
    run_in_process("import", folder, write_crops(tmp_path / "source", 60))
    target = small_disk / "copy.ductus"

    def check() -> None:
        assert list(small_disk.iterdir()) == []

    for free in (100_000, 400_000):  # full while the database is copied, and while images are
        error = run_on_full_disk(small_disk, folder, free, "backup", folder, target, check=check)
        assert str(target) in error and "the disk is full" in error, error
        assert "ake room" in error
        assert_intact(target, read_transcriptions(folder))
        shutil.rmtree(target)
    outcome = "error reported, no partial backup, the next backup finished"
    tally(Harm.DISK_FULL, "disk full while backing up", 2, outcome)


@long_run_only
def test_disk_full_while_training_leaves_a_resumable_run(small_disk: Path) -> None:
    with labelled_project(small_disk) as project:
        folder = project.folder
    before = read_transcriptions(folder)
    arguments = ("--preset", "quick", "--steps", "10", "--gates", "4", "--set", "gate_epochs=1", "--device", "cpu")
    ballast = fill(small_disk, except_bytes=250_000)
    code, error = run_ductus("train", folder, *arguments)
    ballast.unlink()
    assert code in (1, 2), error
    assert "the disk is full" in error, error
    assert "ake room" in error
    assert_intact(folder, before)
    assert not list((folder / "models").iterdir())
    assert run_in_process("train", folder, "--resume", 1)["members"] == 2
    assert_intact(folder, before)
    outcome = "error reported, no partial model, resumed once there was space"
    tally(Harm.DISK_FULL, "disk full while training", 1, outcome)


@pytest.mark.skipif(sys.platform == "win32", reason="a process has no limit for its files there")
def test_a_process_ends_well_after_hdf5_files_that_could_not_be_written(tmp_path: Path) -> None:
    """HDF5 itself would crash at the end of the process. A limit for the size of files stands for a full disk."""
    program = """
import resource, sys
from pathlib import Path, PurePath
import numpy as np
from core.errors import DuctusError
from core.lexicon.alphabet import load_alphabet
from core.recognition.spotting_index import SpottingWriter
from core.store.tree import write_tree
folder, alphabet = Path(sys.argv[1]), load_alphabet("latin")
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
try:
    write_tree(folder / "model.h5", {}, {str(number): np.ones(20_000) for number in range(5)})
except DuctusError as error:
    print(error)
try:
    with SpottingWriter(folder, PurePath("index.h5"), alphabet, "cosine") as writer:
        for first in (0, 500, 1000):
            boxes, rows = np.zeros((500, 4), np.int32), np.ones((500, alphabet.dim), np.float16)
            writer.add(np.arange(first, first + 500), boxes, rows)
except OSError as error:
    print(error.strerror)
"""
    run = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True)
    said = run.stdout.splitlines()
    assert (run.returncode, run.stderr) == (0, "")
    assert said == [f"{tmp_path / 'model.h5'}: the file cannot be written (File too large).", "File too large"]
    assert not list(tmp_path.iterdir())
