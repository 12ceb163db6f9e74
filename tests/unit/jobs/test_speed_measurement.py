"""Speed measurements: real steps of real learners; stopping keeps the measurements so far."""

from __future__ import annotations

import pytest
from event_helpers import json_into

from core.errors import Stopped
from core.jobs.training import speed_measurement
from core.jobs.training.estimate import GateRates, LearnerRates, Rates
from core.jobs.training.speed_measurement import measure, measure_gates, measure_learner
from core.system.computer import peak_memory
from core.training.presets import Preset, preset


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
        measure(preset("quick"), "cpu", None, json_into(events), lambda: bool(saved), saved.append)
    assert len(saved) == 1 and len(saved[0].gates) == 1 and events[0]["total"] == 2
    with pytest.raises(Stopped):
        measure(preset("quick"), "cpu", saved[0], json_into(events), lambda: True, saved.append)
    assert events[-1]["total"] == 1
    assert peak_memory() > 10_000_000


def test_only_what_the_preset_uses_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[str] = []
    rates = LearnerRates(1.0, 1.0, 1.0, 1.0, 1, 1)

    def measure_learner(preset: Preset, device: str) -> LearnerRates:
        measured.append(preset.learner)
        return rates

    def measure_gates(preset: Preset, device: str) -> GateRates:
        measured.append("gates")
        return GateRates(15, 10, 1.0)

    monkeypatch.setattr(speed_measurement, "measure_learner", measure_learner)
    monkeypatch.setattr(speed_measurement, "measure_gates", measure_gates)
    events: list[dict] = []
    found = measure(preset("phosc-ctc"), "cpu", None, json_into(events), lambda: False, lambda rates: None)
    assert measured == ["gates", "phosc-ctc"] and set(found.learners) == {"phosc-ctc"}
    assert [(event["done"], event["total"]) for event in events] == [(0, 2), (1, 2), (2, 2)]
    measure(preset("compact-15"), "cpu", found, json_into(events), lambda: False, lambda rates: None)
    assert measured == ["gates", "phosc-ctc", "compact"]
