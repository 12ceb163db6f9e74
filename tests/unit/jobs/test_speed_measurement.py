"""Measuring on this machine: real steps of real learners, and a stop that keeps what was measured."""

from __future__ import annotations

import pytest

from core.errors import Stopped
from core.jobs.training.estimate import Rates
from core.jobs.training.speed_measurement import measure, memory_now, time_gates, time_learner
from core.training.presets import preset


def test_a_learner_and_gates_are_timed() -> None:
    learner = time_learner(preset("quick"), "cpu")
    assert learner.train_image > learner.embed_image > 0 and learner.train_step >= 0 < learner.cell
    assert learner.parameters > 1e6 and learner.activation_bytes > 1e5
    gates = time_gates(preset("quick"), "cpu")
    assert gates.step > 0 and gates.depth == preset("quick").gate_depth


def test_a_stop_keeps_what_was_measured_and_it_is_not_measured_again() -> None:
    kept: list[Rates] = []
    told: list[dict] = []
    with pytest.raises(Stopped):
        measure("cpu", None, told.append, lambda: bool(kept), kept.append)
    assert len(kept) == 1 and len(kept[0].gates) == 1
    total = told[0]["total"]
    with pytest.raises(Stopped):
        measure("cpu", kept[0], told.append, lambda: True, kept.append)
    assert told[-1]["total"] == total - 1
    assert memory_now() > 10_000_000
