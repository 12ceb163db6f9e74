"""Random input to the real window raises no error, leaves the project intact and its history complete."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="PySide6 cannot be loaded here", exc_type=ImportError)

from child_window import count_done_edits
from gui_helpers import make_project
from robustness_helpers import SEED, Child, assert_intact
from tally import Harm, tally

from core.project.content.history import redo, undo
from core.project.db.schema import JOURNALED
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
