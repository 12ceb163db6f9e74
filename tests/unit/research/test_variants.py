"""Variants of one training: parsing, sharing of gates, and their reports."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from competing_gates_helpers import synthetic_benchmark
from ensemble_helpers import ensemble as small_ensemble

import core.training.member as member_module
import research.benchmark.variants as variants
from core.errors import InputError
from core.evaluation.decision_rules import DecisionRule
from core.events import ignore_events
from core.gates.ensemble import GateEnsemble
from core.model.learner import Learner
from core.model.spelling_learner import SpellingLearner
from core.training.embedder import TrainedEmbedder
from core.training.job import MemberTask
from core.training.member import finish_member
from core.training.presets import preset
from research.benchmark.training_time import TrainingMinutes
from research.benchmark.variants import parse_variants, run_variants

QUICK = "quick:gates=6:gate_epochs=2"


@pytest.fixture(autouse=True)
def keep_synthetic_learners(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the learners of the synthetic benchmark as they are: they have no weights to be rebuilt from."""

    def unchanged(learner: Learner, *_: Any) -> Learner:
        return learner

    monkeypatch.setattr("research.benchmark.variants._convert_learner", unchanged)


@cache
def benchmark() -> Any:
    return synthetic_benchmark(1)


def run(text: str, minutes: TrainingMinutes | None = None) -> dict[str, Any]:
    one_run, ensemble = benchmark()
    known = minutes or TrainingMinutes()
    return run_variants(one_run, ensemble, known, parse_variants(text), ignore_events, lambda: False)


def test_overrides_apply_after_the_preset() -> None:
    plain, changed, cut = parse_variants("compact-15, compact-15:dims=0:classifier=lda,compact-15:held_out=false,")
    assert plain.name == "compact-15" and plain.preset.dims == 15 and plain.learn_held_out
    assert changed.name == "compact-15:dims=0:classifier=lda"
    assert (changed.preset.dims, changed.preset.classifier, changed.preset.name) == (0, "lda", "compact-15")
    assert not cut.learn_held_out and cut.preset == plain.preset
    assert parse_variants("") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonesuch", "no preset 'nonesuch'"),
        ("compact-15:dim=3", "'dim=3' is not NAME=VALUE"),
        ("compact-15:dims=many", "dims is a whole number"),
        ("compact-15:held_out=perhaps", "is not NAME=VALUE"),
        ("compact:held_out=false", "no example of an unseen word"),
        ("compact-15:synthetic=false:held_out=false", "no example of an unseen word"),
    ],
)
def test_invalid_variant_raises_input_error(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_variants(text)


def test_gates_are_the_same_if_only_word_classifier_or_embedder_training_differ() -> None:
    base, lda, longer, wide, cut = parse_variants(
        "compact-15,compact-15:classifier=lda:cap=5,compact-15:steps=9:members=2,compact-15:dims=30,"
        "compact-15:held_out=false"
    )
    assert base.has_same_gates(lda) and base.has_same_gates(longer)
    assert not base.has_same_gates(wide) and not base.has_same_gates(cut)


def test_gates_are_trained_once_for_all_word_classifiers(monkeypatch: pytest.MonkeyPatch) -> None:
    trained: list[int] = []
    real = member_module._train_gates

    def counted(task: MemberTask, *rest: Any) -> Any:
        trained.append(task.job.preset.dims)
        return real(task, *rest)

    monkeypatch.setattr(member_module, "_train_gates", counted)
    reports = run(f"{QUICK},{QUICK}:classifier=lda,{QUICK}:dims=4")
    assert trained == [15, 4]
    first, second = (reports[name]["gate"]["members"][0] for name in (QUICK, f"{QUICK}:classifier=lda"))
    assert first["auroc"] == second["auroc"]
    assert list(reports) == [QUICK, f"{QUICK}:classifier=lda", f"{QUICK}:dims=4"]


def test_reused_gates_give_the_same_member_as_training_them() -> None:
    one_run, ensemble = benchmark()
    own_run = one_run.with_preset(parse_variants(QUICK)[0].preset)
    task = MemberTask(0, own_run.job())
    embedder = TrainedEmbedder(ensemble.members[0].learner, own_run.split(0), {})
    trained = finish_member(task, embedder, ignore_events, lambda: False)
    reused = finish_member(task, embedder, ignore_events, lambda: False, trained)
    assert reused.gate is trained.gate and reused.thres == trained.thres
    assert (reused.calibration.votes == trained.calibration.votes).all()


def test_without_held_out_words_gates_learn_from_x_and_synthetic_points(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []
    real = GateEnsemble.fit

    def record(points: Any, labels: Any, used: Any, *more: Any, **options: Any) -> Any:
        calls.append((points, np.asarray(labels), used))
        return real(points, labels, used, *more, **options)

    monkeypatch.setattr(GateEnsemble, "fit", record)
    run(f"{QUICK},{QUICK}:held_out=false")
    split = benchmark()[0].split(0)
    n, n_held_out = len(split.reserved), len(split.held_out)
    (full, full_labels, _), (cut, cut_labels, used) = calls
    assert len(full) == 2 * (n + n_held_out) and len(cut) == n + (n + n_held_out)
    assert full_labels.sum() == cut_labels.sum() == n and used.shape == (6, len(cut))
    held_out = {row.tobytes() for row in full[n : n + n_held_out]}
    assert held_out and not held_out & {row.tobytes() for row in cut}


def test_costs_of_the_rules() -> None:
    rows = run(QUICK, TrainingMinutes(10.0, 2.0))[QUICK]["baselines"]
    one, vote = rows[DecisionRule.ONE_MEMBER], rows[DecisionRule.UNGATED_VOTE]
    stacking, gated, oracle = (
        rows[rule] for rule in (DecisionRule.STACKING, DecisionRule.GATED, DecisionRule.ORACLE_GATE)
    )
    assert vote["train_minutes"] == stacking["train_minutes"] == one["train_minutes"] == 10.0
    assert 10.0 < gated["train_minutes"] < 11.0  # the time of its own gates, not of those of the first training
    assert gated["ms_per_word"] > vote["ms_per_word"] == stacking["ms_per_word"] > 0
    assert stacking["parameters"] == vote["parameters"] + 1
    assert not {"train_minutes", "parameters", "ms_per_word", "ausuc", "auroc"} & set(oracle)
    assert {"ausuc", "auroc"} <= set(gated) & set(stacking)
    assert not {"ausuc", "auroc"} & (set(vote) | set(one))


def test_unknown_training_time_stays_unknown() -> None:
    report = run(QUICK)[QUICK]
    assert report["train_minutes"] is None
    assert report["baselines"][DecisionRule.UNGATED_VOTE]["train_minutes"] is None
    assert report["gate_minutes"] > 0  # the time of these gates was measured


def test_another_split_of_the_words_raises_input_error() -> None:
    with pytest.raises(InputError, match="splits the words differently"):
        run("quick:s=0.3")


def test_weights_of_compact_are_used_with_phosc_ctc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    ensemble = small_ensemble(1)
    learner = ensemble.members[0].learner
    spelling = variants._convert_learner(learner, preset("phosc-ctc"), ensemble)
    assert isinstance(spelling, SpellingLearner) and spelling.weight == 1.0
    back = variants._convert_learner(spelling, preset("compact"), ensemble)
    before, after = learner.to_arrays(), back.to_arrays()
    assert set(before) == set(after) and all((before[name] == after[name]).all() for name in before)
    with pytest.raises(InputError, match="needs another network"):
        variants._convert_learner(learner, preset("paper-15"), ensemble)
