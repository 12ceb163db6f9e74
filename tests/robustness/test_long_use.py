"""The real window in random and in long use: no error, an intact project with all of its history, and nothing grows."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="PySide6 cannot be loaded here", exc_type=ImportError)

import numpy as np
from child_window import count_done_edits
from executor_helpers import WORDS, handwriting
from gui_helpers import make_project
from robustness_helpers import SEED, Child, assert_intact, read_transcriptions
from tally import Harm, tally

from core.project.content.history import redo, undo
from core.project.db.schema import JOURNALED
from core.project.import_sources import import_contents
from core.project.project import Project

RANDOM_INPUT = Path(__file__).with_name("random_input.py")
STEPS = int(os.environ.get("DUCTUS_RANDOM_STEPS", "150"))
MEMORY_MB = 700
"""Caches fill for some thousand steps: a window takes 400 to 450 MB after 4,000 steps, 550 after 16,000."""
STEPS_PER_PROJECT = 4000
"""After many steps so much is deleted that little remains to be damaged: then a new project is opened."""


@pytest.mark.timeout(STEPS + 240)
def test_random_input_raises_no_error(tmp_path: Path) -> None:
    rounds = [min(STEPS_PER_PROJECT, STEPS - first) for first in range(0, STEPS, STEPS_PER_PROJECT)]
    seconds, memory = 0.0, []
    for number, steps in enumerate(rounds):
        project = make_project(tmp_path / f"letters-{number}")
        out = tmp_path / f"result-{number}.json"
        child = Child([RANDOM_INPUT, project, SEED + number, steps, out])
        assert child.process.wait(steps + 120) == 0 and child.wait() == 0
        result = json.loads(out.read_text(encoding="utf-8"))
        assert not result["errors"], json.dumps(result["errors"], indent=1)
        assert not result["steps_left"] and len(result["counts"]) == 11, result["counts"]
        assert_intact(project)
        _assert_replayed(project)
        samples = [sample["rss_mb"] for sample in result["samples"]]
        seconds += result["seconds"]
        memory.append((samples[0], samples[len(samples) // 2], samples[-1]))
        assert samples[-1] < MEMORY_MB, samples
    for start, middle, end in memory:
        print(f"memory in MB at the start, in the middle and at the end: {start:.0f}, {middle:.0f}, {end:.0f}")
    print(f"{STEPS} steps in {seconds:.0f} s")
    outcome = "no error, the project intact after every round"
    tally(Harm.LONG_USE, "window used with random clicks, drags and keys", STEPS, outcome)


def _content(project: Project) -> dict[str, list[tuple[object, ...]]]:
    """Return all that can be edited."""
    return {table: project.query(f"SELECT * FROM {table} ORDER BY id") for table in JOURNALED}


def _assert_replayed(folder: Path) -> None:
    """Assert that undoing every edit leaves nothing, and that redoing them leads back to the present."""
    with Project.open(folder) as project:
        present, edits = _content(project), count_done_edits(project)
        while undo(project):
            pass
        assert not any(_content(project).values())
        for _ in range(edits):
            redo(project)
        assert _content(project) == present


SOAK = Path(__file__).with_name("soak.py")
MINUTES = float(os.environ.get("DUCTUS_SOAK_MINUTES", "0.2"))
LABELS = {"rss_mb": "memory in MB", "files": "open files", "threads": "threads"}
LIMITS = {"rss_mb": 25.0, "files": 4.0, "threads": 2.0}
"""Largest growth from the end of the first third to the end."""
SHORT_LIMITS = {"rss_mb": 150.0, "files": 20.0, "threads": 6.0}
"""In runs of less than five minutes most views are still shown for the first time, so only large leaks are found."""


@pytest.mark.timeout(MINUTES * 60 * 3 + 240)
def test_long_use_does_not_grow(tmp_path: Path) -> None:
    project = make_project(tmp_path / "letters")
    with Project.open(project) as opened:
        import_contents(opened, handwriting(tmp_path / "source", WORDS * 5))
    before, out = read_transcriptions(project), tmp_path / "samples.jsonl"
    child = Child([SOAK, project, MINUTES, out])
    code = child.process.wait(MINUTES * 60 * 3 + 180)
    assert child.wait() == code
    *samples, end = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert code == 0 and end["end"] == 0, end
    if keep := os.environ.get("DUCTUS_SOAK_OUT"):
        shutil.copy(out, keep)
    assert len(samples) >= 8
    limits = LIMITS if MINUTES >= 5 else SHORT_LIMITS
    ranges = [check_growth(samples, name, limit) for name, limit in limits.items()]
    assert all(end["counts"].get(action) for action in ("navigate", "type", "undo", "redo", "search"))
    assert MINUTES < 5 or all(end["counts"].get(job) for job in ("train", "recognise", "model"))
    # the texts of the last words may remain if the run ended before they were undone
    assert len(read_transcriptions(project)) == len(before)
    assert_intact(project)
    print("; ".join(ranges))
    outcome = "no growth from the first third to the end: " + ", ".join(ranges)
    tally(Harm.LONG_USE, f"window used for {MINUTES:g} minutes", 1, outcome)


def check_growth(samples: list[dict], name: str, limit: float) -> str:
    """Assert that ``name`` grew by at most ``limit`` over the last two thirds of the samples, by a fitted line and by
    the means of the first and last quarter of them; return these means as text."""
    late = samples[len(samples) // 3 :]
    seconds = np.array([sample["seconds"] for sample in late])
    values = np.array([sample[name] for sample in late], float)
    slope = float(np.polyfit(seconds, values, 1)[0] * (seconds[-1] - seconds[0]))
    quarter = max(1, len(late) // 4)
    first, last = float(values[:quarter].mean()), float(values[-quarter:].mean())
    assert slope <= limit and last - first <= limit, (name, slope, last - first, values.tolist())
    return f"{LABELS[name]} {first:.0f} to {last:.0f}"
