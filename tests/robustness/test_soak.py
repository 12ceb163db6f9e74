"""The real window used for long: memory, open files and threads are flat at the end."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="PySide6 cannot be loaded here", exc_type=ImportError)

import numpy as np
from executor_helpers import WORDS, handwriting
from gui_helpers import make_project
from harm_helpers import Child, assert_whole, readings_of
from tally import Harm, tally

from core.project.importing.import_sources import import_contents
from core.project.project import Project

SOAK = Path(__file__).with_name("soak.py")
MINUTES = float(os.environ.get("DUCTUS_SOAK_MINUTES", "0.2"))
GROWTH = {"rss_mb": 25.0, "files": 4.0, "threads": 2.0}
"""What may be more at the end than after the first third, by a line through the looks and by their means."""
LABELS = {"rss_mb": "memory in MB", "files": "open files", "threads": "threads"}
SHORT = {"rss_mb": 150.0, "files": 20.0, "threads": 6.0}
"""In a run of less than five minutes, which has seen few places twice, only what runs away is told from the rest."""


@pytest.mark.timeout(MINUTES * 60 * 3 + 240)
def test_nothing_grows(tmp_path: Path) -> None:
    project = make_project(tmp_path / "letters")
    with Project.open(project) as opened:
        import_contents(opened, handwriting(tmp_path / "source", WORDS * 5))
    known, out = readings_of(project), tmp_path / "looks.jsonl"
    child = Child([SOAK, project, MINUTES, out])
    code = child.process.wait(MINUTES * 60 * 3 + 180)
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert code == 0 and rows[-1]["end"] == 0, rows[-1]
    assert child.end() == 0
    if keep := os.environ.get("DUCTUS_SOAK_OUT"):
        shutil.copy(out, keep)
    looks, bounds = rows[:-1], GROWTH if MINUTES >= 5 else SHORT
    assert len(looks) >= 8
    told = [grown(looks, name, bound) for name, bound in bounds.items()]
    assert all(rows[-1]["done"].get(deed) for deed in ("navigate", "type", "undo", "redo", "search"))
    assert MINUTES < 5 or all(rows[-1]["done"].get(job) for job in ("train", "recognise", "model"))
    # all that was typed was undone but what the last round had not come to
    assert len(readings_of(project)) == len(known)
    assert_whole(project)
    print("; ".join(told))
    tally(
        Harm.LONG_USE,
        f"window used for {MINUTES:g} minutes",
        1,
        "no growth from the first third to the end: " + ", ".join(told),
    )


def grown(looks: list[dict], name: str, most: float) -> str:
    """By how much ``name`` grew over the last two thirds of the looks; it must not be more than ``most``."""
    late = looks[len(looks) // 3 :]
    seconds = np.array([look["seconds"] for look in late])
    values = np.array([look[name] for look in late], float)
    slope = float(np.polyfit(seconds, values, 1)[0] * (seconds[-1] - seconds[0]))
    quarter = max(1, len(late) // 4)
    rise = float(values[-quarter:].mean() - values[:quarter].mean())
    assert slope <= most and rise <= most, (name, slope, rise, values.tolist())
    return f"{LABELS[name]} {values[:quarter].mean():.0f} to {values[-quarter:].mean():.0f}"
