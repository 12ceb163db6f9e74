"""An embedder is trained stage by stage, as long as the loss on X and X' falls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ensemble_helpers import CLASSES, TinyNet, latin, word_images
from hypothesis import given
from hypothesis import strategies as st
from job_helpers import json_into

from core.errors import Stopped
from core.events import ignore_events
from core.lexicon.lexicon import Lexicon
from core.model import signature_learner
from core.store.model_file import member_digest
from core.training import embedder
from core.training.checkpoints import RunFolder
from core.training.embedder import TrainedEmbedder, split_and_train
from core.training.embedder_training import EmbedderTraining
from core.training.ensemble_training import train_ensemble
from core.training.job import MemberTask, TrainingJob
from core.training.presets import preset
from core.training.samples import Samples
from core.training.schedule import (
    HARD_LOSS,
    LEAST_GAIN,
    MOST_OF_ONE,
    learning_rate,
    needs_another_stage,
    stage_ends,
    typical_loss,
    validation_interval,
)


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(signature_learner.NETS, "compact", TinyNet)
    yield


@pytest.fixture
def task() -> MemberTask:
    labels = np.arange(36) % len(CLASSES)
    samples = Samples.of(word_images(labels), [CLASSES[label] for label in labels])
    small = preset("quick").changed(members=1, batch=8, steps=4, max_steps=24)
    return MemberTask(0, TrainingJob(samples, Lexicon(sorted(CLASSES), latin()), latin(), small, 0, "cpu"), "key")


def train(task: MemberTask, folder: Path, events: list[dict[str, Any]], stop_after: int = 10**9) -> TrainedEmbedder:
    def should_stop() -> bool:
        return sum(event["event"] == "progress" for event in events) >= stop_after

    return split_and_train(task, RunFolder(folder), json_into(events), should_stop)


def losses_of(monkeypatch: pytest.MonkeyPatch, losses: Sequence[float]) -> None:
    left = iter(losses)
    monkeypatch.setattr(EmbedderTraining, "validation_losses", lambda self, images, labels: np.array([next(left)]))


def same(first: TrainedEmbedder, second: TrainedEmbedder) -> bool:
    one, other = first.learner.to_arrays(), second.learner.to_arrays()
    return all(np.array_equal(one[name], other[name]) for name in one)


def test_an_easy_hand_takes_one_stage(task: MemberTask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    losses_of(monkeypatch, [0.01])
    events: list[dict[str, Any]] = []
    found = train(task, tmp_path / "a", events)
    first = [event for event in events if event["event"] == "progress"]
    assert {event["total"] for event in first} == {len(first)} and found.curves["stage_loss"] == [0.01]
    one_stage = replace(task.job, preset=task.job.preset.changed(max_steps=0))
    assert same(found, train(MemberTask(0, one_stage, "key"), tmp_path / "b", []))


def test_stages_go_on_while_the_loss_falls_and_no_longer(
    task: MemberTask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    losses_of(monkeypatch, [2.9, 2.0, 1.99])
    events: list[dict[str, Any]] = []
    found = train(task, tmp_path, events)
    totals = [event["total"] for event in events if event["event"] == "progress"]
    assert len(set(totals)) == 3 and totals == sorted(totals) and len(totals) == totals[-1]
    assert found.curves["stage_loss"] == [2.9, 2.0, 1.99] and len(found.curves["loss"]) == totals[-1]
    assert sum("still improves" in str(event.get("text")) for event in events) == 2


def test_a_stage_that_harms_is_undone(task: MemberTask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    losses_of(monkeypatch, [2.0, 2.1])
    worse = train(task, tmp_path / "a", [])
    losses_of(monkeypatch, [0.1])
    assert same(worse, train(task, tmp_path / "b", []))


def test_a_run_stopped_in_a_later_stage_resumes_exactly(
    task: MemberTask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedder, "needs_another_stage", lambda losses: len(losses) < 2)
    whole = train(task, tmp_path / "a", [])
    epochs = len(whole.curves["epoch"])
    events: list[dict[str, Any]] = []
    with pytest.raises(Stopped, match="checkpoint"):
        train(task, tmp_path / "b", events, stop_after=epochs - 1)
    resumed = train(task, tmp_path / "b", [])
    assert same(whole, resumed) and resumed.curves["stage_loss"] == whole.curves["stage_loss"]


def test_a_stop_in_a_later_stage_keeps_the_member_of_the_stage_before(
    task: MemberTask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_stage = replace(task.job, preset=task.job.preset.changed(max_steps=0))
    before = train(MemberTask(0, one_stage, "key"), tmp_path / "a", [])
    epochs = len(before.curves["epoch"])
    monkeypatch.setattr(embedder, "needs_another_stage", lambda losses: len(losses) < 2)
    events: list[dict[str, Any]] = []

    def should_stop() -> bool:
        return sum(event.get("part") == "embedder" for event in events) > epochs

    ensemble = train_ensemble(task.job, tmp_path / "b", json_into(events), should_stop)
    assert len(ensemble.members) == 1
    kept, wanted = ensemble.members[0].learner.to_arrays(), before.learner.to_arrays()
    assert all(np.array_equal(kept[name], wanted[name]) for name in wanted)

    whole = train_ensemble(task.job, tmp_path / "c", ignore_events, lambda: False)
    resumed = train_ensemble(task.job, tmp_path / "b", ignore_events, lambda: False)
    assert member_digest(resumed.members[0]) == member_digest(whole.members[0])


def test_a_stop_in_the_first_stage_keeps_no_member(task: MemberTask, tmp_path: Path) -> None:
    with pytest.raises(Stopped, match="checkpoint"):
        train_ensemble(task.job, tmp_path, ignore_events, lambda: True)


@given(st.integers(1, 500), st.integers(0, 5000))
def test_stages_double_and_end_at_the_most(first: int, most: int) -> None:
    ends = stage_ends(first, most)
    assert ends[0] == first and ends == sorted(set(ends))
    assert len(ends) == 1 if most < 2 * first else first < ends[-1] <= most < 2 * ends[-1]
    lengths = [b - a for a, b in pairwise([0, *ends])]
    assert all(later >= earlier for earlier, later in pairwise(lengths))


def test_stages_of_the_default_preset() -> None:
    assert stage_ends(500, 2500) == [500, 1000, 2500]
    assert stage_ends(500, 0) == [500]


def test_the_rate_rises_once_falls_once_and_ends_near_zero() -> None:
    rates = [learning_rate(step / 100, 2.0) for step in range(101)]
    assert rates[0] == pytest.approx(2.0 / 25) and max(rates) == pytest.approx(2.0, rel=1e-3)
    top = rates.index(max(rates))
    assert rates[: top + 1] == sorted(rates[: top + 1]) and rates[top:] == sorted(rates[top:], reverse=True)
    assert rates[-1] < 1e-3


def test_another_stage_pays_for_hard_hands_and_while_it_helps() -> None:
    assert not needs_another_stage([HARD_LOSS * 0.99]) and needs_another_stage([HARD_LOSS * 1.01])
    assert needs_another_stage([2.0, 2.0 * (1 - LEAST_GAIN) - 0.01]) and not needs_another_stage(
        [2.0, 2.0 * (1 - LEAST_GAIN) + 0.01]
    )


def test_images_that_nobody_can_read_do_not_make_a_hand_hard() -> None:
    easy = np.full(99, 0.5)
    assert typical_loss(easy) == pytest.approx(0.5)
    spoilt = np.append(easy, 40.0)
    assert spoilt.mean() > 0.8 and typical_loss(spoilt) == pytest.approx(0.5, abs=0.03)
    assert not needs_another_stage([typical_loss(np.append(easy, np.full(10, 40.0)))])
    assert needs_another_stage([typical_loss(np.full(100, 1.2))]) and typical_loss(np.full(3, 40.0)) == MOST_OF_ONE


@given(st.integers(1, 3000))
def test_a_validation_curve_has_at_most_ten_points(epochs: int) -> None:
    every = validation_interval(epochs)
    assert len({*range(every, epochs + 1, every), epochs}) <= 10, "the last epoch has a point too"
    assert every == 1 or epochs / (every - 1) > 10, "no fewer points than that"
