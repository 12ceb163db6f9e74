"""Whatever is clicked, dragged and typed: no error, and the project is whole afterwards."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="PySide6 cannot be loaded here", exc_type=ImportError)

from gui_helpers import make_project
from harm_helpers import SEED, Child, assert_whole
from tally import Harm, tally

HAND = Path(__file__).with_name("random_input.py")
STEPS = int(os.environ.get("DUCTUS_RANDOM_STEPS", "250"))
ROUND = 4000
"""Steps until a new window is opened on a new project: after many deletions little is left to do harm to."""


@pytest.mark.timeout(STEPS + 240)
def test_a_hand_that_does_anything(tmp_path: Path) -> None:
    rounds = [min(ROUND, STEPS - begun) for begun in range(0, STEPS, ROUND)]
    for number, steps in enumerate(rounds):
        project = make_project(tmp_path / f"letters-{number}")
        out = tmp_path / f"told-{number}.json"
        child = Child([HAND, project, SEED + number, steps, out])
        assert child.process.wait(steps + 120) == 0 and child.end() == 0
        told = json.loads(out.read_text(encoding="utf-8"))
        assert not told["errors"], json.dumps(told["errors"], indent=1)
        assert not told["left"] and len(told["done"]) == 6, told["done"]
        assert_whole(project)
    tally(
        Harm.LONG_USE,
        "window used with random clicks, drags and keys",
        STEPS,
        "no error, the project intact after every round",
    )
