"""The estimated time and memory of a training: scaled from measured rates, none without a measurement."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from job_helpers import json_into
from project_helpers import crop_source

from core.errors import Stopped
from core.gates.network import weight_count
from core.jobs.rates import GateRates, LearnerRates, Rates
from core.jobs.training import speed_measurement
from core.jobs.training.estimate import RATES_FILE, estimate, load_rates, save_rates
from core.jobs.training.speed_measurement import measure, measure_gates, measure_learner, measure_line
from core.jobs.training.training_readiness import Fault, TrainingReadiness, split_sizes, training_readiness
from core.project.content.lexicon import OolEstimate, add_words
from core.project.import_sources import import_contents
from core.project.project import Project
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


QUICK = preset("quick").changed(classifier="nearest")
RATES = Rates(
    "cpu",
    200_000_000,
    {QUICK.learner: LearnerRates(0.004, 0.01, 0.001, 1e-6, 2_000_000, 2_000_000)},
    {32: GateRates(15, 10, 2e-4)},
)
WORDS = TrainingReadiness((4,) * 20, 100, "latin")


def test_time_grows_with_members_and_steps() -> None:
    one = estimate(QUICK, RATES, WORDS)
    assert one is not None
    more = estimate(QUICK.changed(members=2 * QUICK.members), RATES, WORDS)
    longer = estimate(QUICK.changed(steps=10 * QUICK.steps), RATES, WORDS)
    assert more is not None and longer is not None
    assert more.seconds == pytest.approx(2 * one.seconds)
    assert longer.learn > 8 * one.learn and longer.gates == one.gates


def test_the_line_reader_takes_its_time_where_there_are_lines() -> None:
    words = TrainingReadiness((8,) * 100, 100, "latin")
    without, found = estimate(QUICK, RATES, words), estimate(QUICK, replace(RATES, line=0.05), words)
    assert without is not None and found is not None and without.lines == 0
    assert found.lines == pytest.approx(0.05 * 600)
    assert found.seconds == without.seconds + found.lines and found.most_seconds > found.seconds
    few = estimate(QUICK, replace(RATES, line=0.05), WORDS)
    assert few is not None and few.lines == 0


def test_embedder_time_counts_whole_epochs() -> None:
    sizes = split_sizes(WORDS.counts, QUICK.s, QUICK.t)
    per_epoch = -(-sizes.train // QUICK.batch)
    epochs = round(QUICK.steps / per_epoch)
    found = estimate(QUICK, RATES, WORDS)
    assert found is not None
    assert found.learn >= epochs * per_epoch * (QUICK.batch * 0.004 + 0.01)


def test_without_rates_or_words_there_is_no_estimate() -> None:
    assert estimate(preset("paper-15"), RATES, WORDS) is None
    assert estimate(QUICK, replace(RATES, gates={}), WORDS) is None
    assert estimate(QUICK, RATES, TrainingReadiness((4, 4), 2, "latin")) is None
    forest = estimate(QUICK.changed(classifier="rf"), RATES, WORDS)
    assert forest is not None and forest.without == "rf"


def test_gate_time_grows_with_the_weights() -> None:
    assert weight_count(15, 32, 10) == 16 * 32 + 9 * 33 * 32 + 33
    narrow, wide = estimate(QUICK, RATES, WORDS), estimate(QUICK.changed(gate_width=128), RATES, WORDS)
    assert narrow is not None and wide is not None and wide.gates > 2 * narrow.gates


def test_memory_of_a_graphics_card_is_counted_separately() -> None:
    found = estimate(QUICK, replace(RATES, device="cuda"), WORDS)
    here = estimate(QUICK, RATES, WORDS)
    assert found is not None and here is not None
    assert found.device_bytes > 16 * 2_000_000 and here.device_bytes == 0
    assert here.memory_bytes > found.memory_bytes


def test_rates_are_stored_by_device_and_a_damaged_cache_is_ignored(tmp_path: Path) -> None:
    assert load_rates(tmp_path, "cpu") is None
    save_rates(tmp_path, RATES)
    save_rates(tmp_path, replace(RATES, device="cuda"))
    assert load_rates(tmp_path, "cpu") == RATES
    assert load_rates(tmp_path, "cuda") == replace(RATES, device="cuda")
    path = tmp_path / RATES_FILE
    kept = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({key: {"device": 1} for key in kept}), encoding="utf-8")
    assert load_rates(tmp_path, "cpu") is None
    path.write_text("{", encoding="utf-8")
    assert load_rates(tmp_path, "cpu") is None


def test_readiness_counts_words_and_lists_unencodable_ones(tmp_path: Path) -> None:
    with Project.create(tmp_path / "p") as project:
        import_contents(project, crop_source(tmp_path / "a", ["the", "the", "king", "łódź漢", None]))
        import_contents(project, crop_source(tmp_path / "b", ["river"], shade=90), role="test")
        add_words(project, ["garden"])
        found = training_readiness(project, "latin")
    assert (found.images, found.words, found.once, found.left_out) == (3, 2, 1, 1)
    assert found.lexicon == 3
    assert found.ool == OolEstimate(4, 2, 1, 1)  # "the" is met again, "king" and "łódź漢" are not
    assert [word for word, _ in found.unencodable] == ["łódź漢"]
    assert "漢" in found.unencodable[0][1]


@pytest.mark.parametrize(
    ("counts", "faults"),
    [
        ((3,) * 6, [Fault.TOO_FEW_IMAGES]),
        ((10,) * 4, [Fault.TOO_FEW_WORDS]),
        ((1,) * 30, [Fault.ALL_ONCE]),
        ((2,) * 30, []),
    ],
)
def test_faults_are_found_in_order(counts: tuple[int, ...], faults: list[Fault]) -> None:
    assert TrainingReadiness(counts, 10, "latin").faults(False) == faults
    unencodable = TrainingReadiness(counts, 10, "latin", (("漢", "漢"),))
    assert unencodable.faults(False) == [*faults, Fault.UNENCODABLE]
    assert unencodable.faults(True) == faults


def test_a_hard_hand_takes_up_to_all_stages() -> None:
    one = estimate(QUICK.changed(steps=500), RATES, WORDS)
    staged = estimate(QUICK.changed(steps=500, max_steps=2500), RATES, WORDS)
    assert one is not None and staged is not None
    assert one.most_seconds == one.seconds == staged.seconds
    assert staged.learn_most == pytest.approx(5 * staged.learn, rel=0.05)
    assert staged.most_seconds == staged.members * (staged.learn_most + staged.gates)
