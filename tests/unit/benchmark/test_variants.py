"""Variants of one training: how they are asked for, which gates they share, and what they are measured with."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from competing_gates_helpers import PRESET, SEED, made_up
from core.training.member_task import MemberTask, member_seeds
from ensemble_helpers import DIMS, GATES, latin
from ensemble_helpers import ensemble as small_ensemble
from ensemble_helpers import member as small_member

import core.benchmark.variants as variants
import core.training.member as member_module
from core.benchmark.costs import gate_parameters, reader_parameters
from core.benchmark.training_time import TrainingMinutes
from core.benchmark.variants import parse_variants, run_variants
from core.errors import InputError
from core.evaluation.decision_rules import GATED, ONE, ORACLE, STACKING, VOTE
from core.gates.ensemble import GateEnsemble
from core.model.learner import Learner
from core.model.spelling_learner import SpellingLearner
from core.training.member import finish_member
from core.training.presets import preset
from core.training.splits import member_split

QUICK = "quick:gates=6:gate_epochs=2"


def nothing(event: Any) -> None:
    pass


@pytest.fixture(autouse=True)
def made_up_learners_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """The made-up learners have no weights to be rebuilt from."""

    def as_it_is(learner: Learner, *_: Any) -> Learner:
        return learner

    monkeypatch.setattr("core.benchmark.variants._as_kind", as_it_is)


@cache
def example() -> Any:
    return made_up(1)


def run(text: str, minutes: TrainingMinutes | None = None) -> dict[str, Any]:
    ensemble, data, words = example()
    return run_variants(
        ensemble,
        PRESET,
        minutes or TrainingMinutes(),
        data,
        words,
        parse_variants(text),
        SEED,
        "cpu",
        nothing,
        lambda: False,
    )


def test_parameters_are_set_after_the_preset() -> None:
    plain, several, cut = parse_variants("compact-15, compact-15:dims=0:classifier=lda,compact-15:held_out=false,")
    assert plain.name == "compact-15" and plain.preset.dims == 15 and plain.learn_held_out
    assert several.name == "compact-15:dims=0:classifier=lda"
    assert (several.preset.dims, several.preset.classifier, several.preset.name) == (0, "lda", "compact-15")
    assert not cut.learn_held_out and cut.preset == plain.preset
    assert parse_variants("") == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nonesuch", "no preset 'nonesuch'"),
        ("compact-15:dim=3", "'dim=3' sets nothing"),
        ("compact-15:dims=many", "dims is a whole number"),
        ("compact-15:held_out=perhaps", "sets nothing"),
        ("compact:held_out=false", "no example of an unseen word"),
        ("compact-15:synthetic=false:held_out=false", "no example of an unseen word"),
    ],
)
def test_what_cannot_be_is_refused_before_any_work(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        parse_variants(text)


def test_gates_are_the_same_where_only_words_or_training_of_the_readers_differ() -> None:
    base, lda, longer, wide, cut = parse_variants(
        "compact-15,compact-15:classifier=lda:cap=5,compact-15:steps=9:members=2,compact-15:dims=30,"
        "compact-15:held_out=false"
    )
    assert base.same_gates(lda) and base.same_gates(longer)
    assert not base.same_gates(wide) and not base.same_gates(cut)


def test_gates_trained_once_serve_every_word_classifier(monkeypatch: pytest.MonkeyPatch) -> None:
    trained: list[int] = []
    real = member_module._train_gate

    def counted(task: MemberTask, *rest: Any) -> Any:
        trained.append(task.preset.dims)
        return real(task, *rest)

    monkeypatch.setattr(member_module, "_train_gate", counted)
    reports = run(f"{QUICK},{QUICK}:classifier=lda,{QUICK}:dims=4")
    assert trained == [15, 4]
    first, second = (reports[name]["gate"]["members"][0] for name in (QUICK, f"{QUICK}:classifier=lda"))
    assert first["auroc"] == second["auroc"]
    assert list(reports) == [QUICK, f"{QUICK}:classifier=lda", f"{QUICK}:dims=4"]


def test_lent_gates_give_the_member_that_training_them_gives() -> None:
    ensemble, data, words = example()
    settings = parse_variants(QUICK)[0].preset
    split = member_split(data.train.labels(), settings.s, settings.t, member_seeds(SEED, 0)["split"])
    task = MemberTask(0, data.train, words, ensemble.alphabet, settings, SEED, "cpu", key="")
    learner = ensemble.members[0].learner
    trained = finish_member(task, learner, {}, split, nothing, lambda: False)
    lent = finish_member(task, learner, {}, split, nothing, lambda: False, trained)
    assert lent.gate is trained.gate and lent.thres == trained.thres
    assert (lent.calibration.votes == trained.calibration.votes).all()


def test_without_held_out_words_the_gates_learn_from_x_and_made_up_points_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, data, _ = example()
    learnt: list[Any] = []
    real = GateEnsemble.fit

    def record(points: Any, labels: Any, used: Any, *more: Any, **options: Any) -> Any:
        learnt.append((points, np.asarray(labels), used))
        return real(points, labels, used, *more, **options)

    monkeypatch.setattr(GateEnsemble, "fit", record)
    run(f"{QUICK},{QUICK}:held_out=false")
    split = member_split(data.train.labels(), PRESET.s, PRESET.t, member_seeds(SEED, 0)["split"])
    n, n_held_out = len(split.kept), len(split.held_out)
    (full, full_labels, _), (cut, cut_labels, used) = learnt
    assert len(full) == 2 * (n + n_held_out) and len(cut) == n + (n + n_held_out)
    assert full_labels.sum() == cut_labels.sum() == n and used.shape == (6, len(cut))
    known = {row.tobytes() for row in full[n : n + n_held_out]}
    assert known and not known & {row.tobytes() for row in cut}


def test_costs_of_the_rows() -> None:
    rows = run(QUICK, TrainingMinutes(10.0, 2.0))[QUICK]["baselines"]
    assert rows[VOTE]["train_minutes"] == rows[STACKING]["train_minutes"] == rows[ONE]["train_minutes"] == 10.0
    assert 10.0 < rows[GATED]["train_minutes"] < 11.0  # its own gates, not those of the first training
    assert rows[GATED]["ms_per_word"] > rows[VOTE]["ms_per_word"] == rows[STACKING]["ms_per_word"] > 0
    assert rows[STACKING]["parameters"] == rows[VOTE]["parameters"] + 1
    assert not {"train_minutes", "parameters", "ms_per_word", "ausuc", "auroc"} & set(rows[ORACLE])
    assert {"ausuc", "auroc"} <= set(rows[GATED]) & set(rows[STACKING])
    assert not {"ausuc", "auroc"} & (set(rows[VOTE]) | set(rows[ONE]))


def test_minutes_nobody_counted_stay_unknown() -> None:
    report = run(QUICK)[QUICK]
    assert report["train_minutes"] is None and report["baselines"][VOTE]["train_minutes"] is None
    assert report["gate_minutes"] > 0  # these were trained under the clock


def test_parameters_are_what_was_trained() -> None:
    member = small_member([0, 1])
    net = member.learner.net  # type: ignore[attr-defined]
    assert reader_parameters(member.learner) == sum(weight.numel() for weight in net.parameters())
    one_gate = (DIMS * 4 + 4) + (4 * 4 + 4) + (4 + 1)
    width = latin().dim
    assert gate_parameters(member) == 1 + (width + width * DIMS) + 2 * DIMS + GATES * one_gate


def test_another_split_of_the_words_is_refused() -> None:
    with pytest.raises(InputError, match="splits the words otherwise"):
        run("quick:s=0.3")


def test_the_weights_of_compact_stand_behind_phosc_ctc_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    ensemble = small_ensemble(1)
    learner = ensemble.members[0].learner
    spelling = variants._as_kind(learner, preset("phosc-ctc"), ensemble)
    assert isinstance(spelling, SpellingLearner) and spelling.weight == 1.0
    back = variants._as_kind(spelling, preset("compact"), ensemble)
    before, after = learner.to_arrays(), back.to_arrays()
    assert set(before) == set(after) and all((before[name] == after[name]).all() for name in before)
    with pytest.raises(InputError, match="needs another network"):
        variants._as_kind(learner, preset("paper-15"), ensemble)
