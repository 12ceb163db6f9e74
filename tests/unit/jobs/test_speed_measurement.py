"""Speed measurements: real steps of real learners; stopping keeps the measurements so far."""

from __future__ import annotations

import pytest

from core.errors import Stopped
from core.jobs.training.estimate import Rates
from core.jobs.training.speed_measurement import measure, measure_gates, measure_learner
from core.system.computer import peak_memory
from core.training.presets import preset


def test_measured_rates_are_positive() -> None:
    learner = measure_learner(preset("quick"), "cpu")
    assert learner.train_image > learner.embed_image > 0 and learner.train_step >= 0 < learner.cell
    assert learner.parameters > 1e6 and learner.activation_bytes > 1e5
    gates = measure_gates(preset("quick"), "cpu")
    assert gates.step > 0 and gates.depth == preset("quick").gate_depth


def test_stopping_keeps_the_rates_and_continuing_skips_them() -> None:
    saved: list[Rates] = []
    events: list[dict] = []
    with pytest.raises(Stopped):
        measure("cpu", None, events.append, lambda: bool(saved), saved.append)
    assert len(saved) == 1 and len(saved[0].gates) == 1
    total = events[0]["total"]
    with pytest.raises(Stopped):
        measure("cpu", saved[0], events.append, lambda: True, saved.append)
    assert events[-1]["total"] == total - 1
    assert peak_memory() > 10_000_000
