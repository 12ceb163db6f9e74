"""Running the real program as a process of its own, killing it at a random moment, and what must hold afterwards."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from core.cli.main import main
from core.events import ignore_events
from core.jobs.maintenance.check import check
from core.project.content.models import list_models
from core.project.content.words import get_words, word_ids
from core.project.project import Project
from core.store.model_file import load_ensemble

REPOSITORY = Path(__file__).resolve().parents[2]
SEED = int(os.environ.get("DUCTUS_SEED", "7"))
"""Another seed kills at other moments."""
ASKED = int(os.environ.get("DUCTUS_KILLS", "0"))
"""How many kills there are to be in all; a handful without it."""
LONGEST_S = 120.0
in_the_long_run = pytest.mark.skipif(not ASKED, reason="takes minutes; `make robustness` does it")


def kills(share: float, few: int) -> int:
    """How often one test kills: its ``share`` of all kills asked for, or a ``few``."""
    return max(1, round(ASKED * share)) if ASKED else few


def environment(**more: str) -> dict[str, str]:
    """What a child gets: our modules, one thread, no display."""
    paths = os.pathsep.join(filter(None, (str(REPOSITORY), os.environ.get("PYTHONPATH"))))
    return {
        **os.environ,
        "PYTHONPATH": paths,
        "OMP_NUM_THREADS": "1",
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONUNBUFFERED": "1",
        **more,
    }


@dataclass
class Child:
    """A process whose lines are gathered as they come."""

    command: Sequence[object]
    lines: list[str] = field(default_factory=list)
    more: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.began = time.monotonic()
        self.first_at: float | None = None
        self._spoke = threading.Event()
        self.process = subprocess.Popen(
            [sys.executable, *map(str, self.command)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(**self.more),
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if self.first_at is None:
                self.first_at = time.monotonic()
                self._spoke.set()
        self._spoke.set()

    def wait_for_first(self) -> None:
        assert self._spoke.wait(LONGEST_S), "the program said nothing"

    def kill(self) -> bool:
        """``kill -9``; whether it still lived."""
        self.process.kill()
        code = self.process.wait(LONGEST_S)
        self._end()
        return code == -9

    def end(self) -> int:
        """Its exit code, when it ends by itself."""
        code = self.process.wait(LONGEST_S)
        self._end()
        return code

    def _end(self) -> None:
        self._reader.join(LONGEST_S)
        assert self.process.stdout is not None and self.process.stderr is not None
        self.errors = self.process.stderr.read()
        assert "Traceback" not in self.errors, self.errors
        self.process.stdout.close()
        self.process.stderr.close()

    @property
    def events(self) -> list[dict[str, Any]]:
        """Its lines of JSON; of one that was killed the last may be half a line."""
        found = []
        for line in self.lines:
            with contextlib.suppress(ValueError):
                found.append(json.loads(line))
        return found

    @property
    def said(self) -> str:
        """The error it told of, for people or for programs."""
        told = [event["text"] for event in self.events if event.get("event") == "error"]
        return " ".join([*told, self.errors.strip()]).strip()


def ductus(*arguments: object, **more: str) -> Child:
    """`ductus ARGUMENTS --json` as a process of its own."""
    return Child(["-m", "core.cli.main", *arguments, "--json"], more=more)


def told(*arguments: object) -> tuple[int, str]:
    """Run `ductus` to its end; its exit code and the sentence it ended with."""
    child = ductus(*arguments)
    code = child.end()
    return code, child.said


def again(*arguments: object) -> dict[str, Any]:
    """The same command in this process, to its end; returns its result. It must succeed."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = main([*map(str, arguments), "--json"])
    events = [json.loads(line) for line in out.getvalue().splitlines()]
    assert code == 0, events[-1]
    return events[-1]


@dataclass
class Killer:
    """Kills a program at moments drawn evenly over the time that it takes when nobody kills it."""

    name: str
    chance: random.Random = field(init=False)
    begin_s: float = 0.0
    work_s: float = 0.0

    def __post_init__(self) -> None:
        self.chance = random.Random(f"{SEED} {self.name}")

    def measure(self, start: Callable[[], Child]) -> Child:
        """Let it run to its end once, undisturbed."""
        child = start()
        assert child.end() == 0, child.said
        assert child.first_at is not None
        self.begin_s = child.first_at - child.began
        self.work_s = max(0.05, time.monotonic() - child.first_at)
        return child

    def kill(self, start: Callable[[], Child], before: Callable[[], object]) -> Child:
        """Start it and kill it; begins again, ``before()`` first, where it was done before the kill came.

        One in ten is killed before it said anything, the others at any moment after that.
        """
        for _ in range(20):
            before()
            child = start()
            if self.chance.random() < 0.1:
                time.sleep(self.chance.uniform(0.0, self.begin_s))
            else:
                child.wait_for_first()
                time.sleep(self.chance.uniform(0.0, self.work_s))
            if child.kill():
                return child
        raise AssertionError(f"{self.name}: it was never killed in the middle")


def readings_of(folder: Path) -> dict[int, str | None]:
    """What each word of the project reads now."""
    with Project.open(folder, read_only=True) as project:
        return {row.id: row.text for row in get_words(project, word_ids(project))}


def assert_whole(folder: Path, readings: Mapping[int, str | None] | None = None) -> None:
    """Nothing of ``readings`` is lost, SQLite and `ductus check` find no fault, every listed model is whole."""
    with Project.open(folder, read_only=True) as project:
        assert project.check_integrity() == []
        for model in list_models(project):
            load_ensemble(model.file)
    findings, _ = check(folder, ignore_events, lambda: False, thorough=True)
    assert findings.is_sound, findings.listed
    if readings is not None:
        now = readings_of(folder)
        lost = {word: text for word, text in readings.items() if now.get(word) != text}
        assert not lost, lost
