"""Helpers of the robustness tests: `ductus` in child processes that can be killed, sources, and checks of a project."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Protocol

import pytest
from job_helpers import run_here
from project_helpers import REPOSITORY, draw_image, filled_project
from warm_python import DUCTUS, warm_command

from core.events import ignore_events
from core.formats.pagexml_write import write_pagexml
from core.formats.records import PageRecord, WordRecord
from core.jobs.check import check
from core.model.precision import VARIABLE as PRECISION_VARIABLE
from core.project.content.models import list_models
from core.project.content.transcriptions import set_transcription
from core.project.content.words import get_words, word_ids
from core.project.project import Project
from core.store.model_file import load_ensemble

SEED = int(os.environ.get("DUCTUS_SEED", "7"))
"""Another seed kills at other moments."""
TOTAL_KILLS = int(os.environ.get("DUCTUS_KILLS", "0"))
"""Kills of all tests together; 0 stands for a few in each test."""
TIMEOUT_S = 600.0
"""A first adaptation compiles the search: two and a half minutes beside two other programs."""
_FIGURES = {"OMP_NUM_THREADS": "1", PRECISION_VARIABLE: "float32"}
long_run_only = pytest.mark.skipif(not TOTAL_KILLS, reason="takes minutes, so it runs in `make robustness`")


def kill_count(share: float, default: int) -> int:
    """Return the number of kills of one test: its ``share`` of :data:`TOTAL_KILLS`, or ``default``."""
    return max(1, round(TOTAL_KILLS * share)) if TOTAL_KILLS else default


def child_environment(**extra: str) -> dict[str, str]:
    """Return the variables of a child process: this checkout's modules, figures of any machine, no display."""
    paths = os.pathsep.join(filter(None, (str(REPOSITORY), os.environ.get("PYTHONPATH"))))
    fixed = {"PYTHONPATH": paths, "QT_QPA_PLATFORM": "offscreen", "PYTHONUNBUFFERED": "1"}
    return {**os.environ, **fixed, **_FIGURES, **extra}


@contextlib.contextmanager
def figures_of_children() -> Iterator[None]:
    """Let this process compute what a child does, bit by bit: with one thread and in single precision."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in _FIGURES.items():
                patch.setenv(name, value)
            yield
    finally:
        torch.set_num_threads(threads)


class Program(Protocol):
    """What is asked of a running process, such as `subprocess.Popen`."""

    @property
    def stdout(self) -> IO[str] | None: ...

    @property
    def stderr(self) -> IO[str] | None: ...

    def kill(self) -> None: ...

    def poll(self) -> int | None: ...

    def wait(self, timeout: float) -> int: ...


@dataclass
class Child:
    """A running Python process; a thread collects its lines of output."""

    command: Sequence[object]
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.started_at = time.monotonic()
        self.first_line_at: float | None = None
        self.ended_at: float | None = None
        self._has_written = threading.Event()
        self.process = self.begin()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def begin(self) -> Program:
        """Start the process."""
        return subprocess.Popen(
            [sys.executable, *map(str, self.command)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=child_environment(),
        )

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if self.first_line_at is None:
                self.first_line_at = time.monotonic()
                self._has_written.set()
        self.ended_at = time.monotonic()
        self._has_written.set()

    def wait_for_first_line(self) -> None:
        assert self._has_written.wait(TIMEOUT_S), "the program printed nothing"

    def kill(self) -> bool:
        """Send SIGKILL; return whether the process was still running."""
        self.process.kill()
        return self.wait() == -9

    def wait(self) -> int:
        """Wait for the end of the process and of its output; return the exit code."""
        code = self.process.wait(TIMEOUT_S)
        self._reader.join(TIMEOUT_S)
        assert self.process.stdout is not None and self.process.stderr is not None
        self.stderr = self.process.stderr.read()
        assert "Traceback" not in self.stderr, self.stderr
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    @property
    def events(self) -> list[dict[str, Any]]:
        """The lines of JSON. The last line of a killed process may be incomplete and is left out."""
        found = []
        for line in self.lines:
            with contextlib.suppress(ValueError):
                found.append(json.loads(line))
        return found

    @property
    def moment(self) -> str:
        """The last part of the work whose progress it reported."""
        parts = [
            f"{event['part']} {event['member'] + 1}" if "member" in event else str(event["part"])
            for event in self.events
            if event.get("event") == "progress"
        ]
        return parts[-1] if parts else "before the first figures"

    @property
    def error(self) -> str:
        """The error messages, from events and from standard error."""
        messages = [event["text"] for event in self.events if event.get("event") == "error"]
        return " ".join([*messages, self.stderr.strip()]).strip()


def start_ductus(*arguments: object, program: str = DUCTUS) -> Child:
    """Start `ductus ARGUMENTS --json` in a child process; ``program`` stands for `ductus`."""
    return Child(warm_command(program, *arguments, "--json")[1:])


def run_ductus(*arguments: object) -> tuple[int, str]:
    """Run `ductus` in a child process; return the exit code and the error message."""
    child = start_ductus(*arguments)
    return child.wait(), child.error


def run_in_process(*arguments: object) -> dict[str, Any]:
    """Run `ductus` in this process; assert that it succeeds and return its result event."""
    code, events = run_here(*arguments)
    assert code == 0, events[-1]
    return events[-1]


class Killer:
    """Kills a program at random moments, drawn evenly over the time that the program takes without a kill."""

    def __init__(self, name: str, start_s: float = 0.0, run_s: float = 0.0) -> None:
        self.name, self.start_s, self.run_s = name, start_s, run_s
        self.rng = random.Random(f"{SEED} {name}")

    def measure(self, start: Callable[[], Child]) -> None:
        """Run the program to its end; take the times before and after its first output."""
        child = start()
        assert child.wait() == 0, child.error
        self.start_s, self.run_s = self._seconds(child)

    @staticmethod
    def _seconds(child: Child) -> tuple[float, float]:
        """Return the times before and after the first output of a program that has ended by itself."""
        assert child.first_line_at is not None and child.ended_at is not None
        return child.first_line_at - child.started_at, max(0.05, child.ended_at - child.first_line_at)

    def kill(self, start: Callable[[], Child], prepare: Callable[[], object]) -> Child:
        """Call ``prepare()``, start the program and kill it; try again if it ended before the kill.

        One kill in ten comes before the first output, the others at any moment after it. A first run may have been
        slow, with nothing in the memory of the system yet: one that ends before its kill corrects the time.
        """
        for _ in range(20):
            prepare()
            child = start()
            if self.rng.random() < 0.1:
                time.sleep(self.rng.uniform(0.0, self.start_s))
            else:
                child.wait_for_first_line()
                time.sleep(self.rng.uniform(0.0, self.run_s))
            if child.kill():
                return child
            self.run_s = min(self.run_s, self._seconds(child)[1])
        raise AssertionError(f"{self.name}: the program always ended before the kill")


class KillTrial:
    """A program that is killed several times, each time on a fresh copy of a project."""

    def __init__(self, name: str, original: Path, folder: Path, share: float) -> None:
        self.killer, self.count = Killer(name), kill_count(share, 1)
        self.original, self.project, self.out = original, folder / original.name, folder / "out"

    def _reset(self) -> None:
        for path in (self.project, self.out, *self.project.parent.glob("copy*")):
            shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(self.original, self.project)

    def measure(self, start: Callable[[], Child]) -> None:
        """Run the program to its end."""
        self._reset()
        self.killer.measure(start)

    def kills(self, start: Callable[[], Child]) -> Iterator[Child]:
        """Kill the program :attr:`count` times; yield the process after each kill."""
        for _ in range(self.count):
            yield self.killer.kill(start, self._reset)


def transcribed_project(folder: Path) -> Path:
    """Create a small project in which every word is transcribed; return its folder."""
    with filled_project(folder) as project:
        for word_id in word_ids(project):
            set_transcription(project, word_id, f"acknowledged {word_id}")
        return project.folder


def write_crops(folder: Path, count: int) -> Path:
    """Write word images, named by their words and all different, into ``folder``; return it."""
    for number in range(count):
        draw_image(folder / f"word{number:04d}_1.png", (40 + number % 60, 20 + number // 60))
    return folder


def write_pages(folder: Path, count: int, words: int = 12) -> Path:
    """Write page images, each with a PAGE XML file, into ``folder``; return it."""
    for number in range(count):
        image = draw_image(folder / f"page{number:03d}.png", (400 + number, 60))
        boxes = tuple(WordRecord((30 * i, 10, 25, 20), f"p{number}w{i}", line=0) for i in range(words))
        write_pagexml(PageRecord(image, 400 + number, 60, words=boxes), image.with_suffix(".xml"))
    return folder


def roles_and_texts(folder: Path) -> list[tuple[str | None, str | None]]:
    """Return the role and the text of every word of a project, sorted."""
    with Project.open(folder, read_only=True) as project:
        found = project.query(
            "SELECT w.role, r.text FROM word AS w LEFT JOIN transcription AS r ON r.id = w.transcription_id"
            " WHERE w.deleted = 0"
        )
    return sorted(found, key=repr)


def read_transcriptions(folder: Path) -> dict[int, str | None]:
    """Return the transcription of each word of a project."""
    with Project.open(folder, read_only=True) as project:
        return {row.id: row.text for row in get_words(project, word_ids(project))}


def relative_names(files: Iterable[Path], root: Path) -> list[str]:
    """Return the sorted names, relative to ``root``, of the plain files among ``files``."""
    return sorted(path.relative_to(root).as_posix() for path in files if path.is_file())


def assert_intact(folder: Path, transcriptions: Mapping[int, str | None] | None = None) -> None:
    """Assert that SQLite and `ductus check` find no fault, every model loads and no transcription is lost."""
    with Project.open(folder, read_only=True) as project:
        assert project.check_integrity() == []
        for model in list_models(project):
            load_ensemble(model.file)
    findings, _ = check(folder, ignore_events, lambda: False, thorough=True)
    assert findings.is_sound, findings.listed
    if transcriptions is not None:
        now = read_transcriptions(folder)
        lost = {word: text for word, text in transcriptions.items() if now.get(word) != text}
        assert not lost, lost
