"""Speed measurements: real steps of real learners; stopping keeps the measurements so far."""

from __future__ import annotations

import pytest
from event_helpers import json_into

from core.errors import Stopped
from core.jobs.training import speed_measurement
from core.jobs.training.estimate import GateRates, LearnerRates, Rates
from core.jobs.training.speed_measurement import measure, measure_gates, measure_learner, measure_line
from core.system.computer import peak_memory
from core.training.presets import Preset, preset


def test_measured_rates_are_positive() -> None:
    learner = measure_learner(preset("quick"), "cpu")
    assert learner.train_image > learner.embed_image > 0 and learner.train_step >= 0 < learner.cell
    assert learner.parameters > 1e6 and learner.activation_bytes > 1e5
    gates = measure_gates(preset("quick"), "cpu")
    assert gates.step > 0 and gates.depth == preset("quick").gate_depth
    assert measure_line("cpu") > 0


def test_stopping_keeps_the_rates_and_continuing_skips_them() -> None:
    saved: list[Rates] = []
    events: list[dict] = []
    with pytest.raises(Stopped):
        measure(preset("quick"), "cpu", None, json_into(events), lambda: bool(saved), saved.append)
    assert len(saved) == 1 and saved[0].line is not None and events[0]["total"] == 3
    with pytest.raises(Stopped):
        measure(preset("quick"), "cpu", saved[0], json_into(events), lambda: True, saved.append)
    assert events[-1]["total"] == 2
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

    def measure_line(device: str) -> float:
        measured.append("line")
        return 1.0

    monkeypatch.setattr(speed_measurement, "measure_line", measure_line)
    monkeypatch.setattr(speed_measurement, "measure_learner", measure_learner)
    monkeypatch.setattr(speed_measurement, "measure_gates", measure_gates)
    events: list[dict] = []
    found = measure(preset("phosc-ctc"), "cpu", None, json_into(events), lambda: False, lambda rates: None)
    assert measured == ["line", "gates", "phosc-ctc"] and set(found.learners) == {"phosc-ctc"}
    assert [(event["done"], event["total"]) for event in events] == [(0, 3), (1, 3), (2, 3), (3, 3)]
    measure(preset("compact-15"), "cpu", found, json_into(events), lambda: False, lambda rates: None)
    assert measured == ["line", "gates", "phosc-ctc", "compact"]
