"""Recalibration: the same as training with the other lexicon from the beginning, but without training an embedder."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ensemble_helpers import CLASSES, latin, word_images
from executor_helpers import small_net
from job_helpers import json_into

from core.errors import InputError, Stopped
from core.events import ShouldStop, ignore_events
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.store.calibration_card import is_calibrated_for
from core.store.model_file import load_ensemble, member_digest, save_ensemble
from core.training.checkpoints import RunFolder
from core.training.ensemble_training import train_ensemble
from core.training.job import TrainingJob
from core.training.presets import Preset, preset
from core.training.recalibration import recalibrate
from core.training.samples import Samples

__all__ = ["small_net"]
pytestmark = pytest.mark.usefixtures("small_net")

SHORT = Lexicon(sorted([*CLASSES, "zebra", "yes"]), latin())
LONG = Lexicon(sorted([*CLASSES, "zebra", "yes", "under", "water", "stone", "house", "garden"]), latin())


def small(**changes: object) -> Preset:
    values = {"members": 2, "steps": 3, "gates": 5, "gate_epochs": 1, "synthetic": False, "gate_distances": True}
    return preset("quick").changed(**(values | {"min_gate_images": 1} | changes))


def samples() -> Samples:
    labels = np.arange(48) % len(CLASSES)
    return Samples.of(word_images(labels), [CLASSES[label] for label in labels])


def trained(folder: Path, lexicon: Lexicon, **changes: object) -> Ensemble:
    job = TrainingJob(samples(), lexicon, latin(), small(**changes), 3, "cpu")
    return train_ensemble(job, folder, ignore_events, lambda: False)


@pytest.fixture(scope="module")
def ensemble(tmp_path_factory: pytest.TempPathFactory, small_net: object) -> Ensemble:
    """A model trained with the short lexicon; a recalibration makes another one of it."""
    return trained(tmp_path_factory.mktemp("short"), SHORT)


def recalibrated(ensemble: Ensemble, lexicon: Lexicon, data: Samples | None = None) -> Ensemble:
    stored = Preset.from_json(ensemble.card["preset"])
    return recalibrate(ensemble, data or samples(), lexicon, stored, "cpu", ignore_events, lambda: False)


def digests(ensemble: Ensemble) -> list[str]:
    return [member_digest(member) for member in ensemble.members]


@pytest.mark.parametrize("learner", ["phosc", "phosc-ctc"])
def test_it_equals_training_with_the_other_lexicon(ensemble: Ensemble, tmp_path: Path, learner: str) -> None:
    changes = {"learner": preset("phosc-ctc").learner} if learner == "phosc-ctc" else {}
    short = trained(tmp_path / "short", SHORT, **changes) if changes else ensemble
    long = trained(tmp_path / "long", LONG, **changes)
    assert digests(short) != digests(long)
    assert digests(recalibrated(short, SHORT)) == digests(short)
    other = recalibrated(short, LONG)
    assert digests(other) == digests(long)
    assert other.vote_calibration == long.vote_calibration
    save_ensemble(tmp_path / "m.h5", short)
    stored = recalibrated(load_ensemble(tmp_path / "m.h5"), LONG)  # a file keeps its weights with less precision
    for one, other in zip(stored.members, long.members, strict=True):
        same = one.calibration.right_if_seen == other.calibration.right_if_seen
        assert same.mean() > 0.9 and one.calibration.is_seen.tolist() == other.calibration.is_seen.tolist()


def test_a_model_tells_which_lexicon_it_is_calibrated_for(ensemble: Ensemble) -> None:
    assert is_calibrated_for(ensemble, SHORT) and not is_calibrated_for(ensemble, LONG)
    assert is_calibrated_for(ensemble, Lexicon(reversed(SHORT.words), latin())), "the order does not matter"
    other = recalibrated(ensemble, LONG)
    assert is_calibrated_for(other, LONG) and not is_calibrated_for(other, SHORT)
    # models of earlier versions hold the number of words only
    earlier = replace(ensemble, card={name: part for name, part in ensemble.card.items() if name != "calibration"})
    assert is_calibrated_for(earlier, SHORT) and not is_calibrated_for(earlier, LONG)


def test_the_weight_of_a_prior_is_learnt_and_stored(ensemble: Ensemble, tmp_path: Path) -> None:
    assert all(member.prior_weight == 0 for member in ensemble.members)
    # words that are hardly ever read are rare, those of the images common: the prior cannot harm
    counted = Lexicon(LONG.words, latin(), dict.fromkeys(CLASSES, 1_000_000))
    other = recalibrated(ensemble, counted)
    plain = recalibrated(ensemble, LONG)
    for one, two in zip(other.members, plain.members, strict=True):
        with_prior, without = one.calibration, two.calibration
        assert with_prior.right_if_unseen.sum() + with_prior.right_if_seen.sum() >= (
            without.right_if_unseen.sum() + without.right_if_seen.sum()
        )
    weighted = replace(other, members=tuple(replace(member, prior_weight=0.25) for member in other.members))
    save_ensemble(tmp_path / "m.h5", weighted)
    assert [member.prior_weight for member in load_ensemble(tmp_path / "m.h5").members] == [0.25, 0.25]


def test_images_that_came_after_the_training_are_not_used(ensemble: Ensemble) -> None:
    labels = np.arange(48) % len(CLASSES)
    more = np.concatenate([word_images(labels), 255 - word_images(labels[:6])])
    data = Samples.of(more, [CLASSES[label] for label in [*labels, *labels[:6]]])
    assert digests(recalibrated(ensemble, LONG, data)) == digests(recalibrated(ensemble, LONG))


def test_it_is_refused_when_the_images_are_gone(ensemble: Ensemble) -> None:
    few = samples()
    few = Samples.of(few.images[:12], few.words[:12])
    with pytest.raises(InputError, match="Train a new model"):
        recalibrated(ensemble, LONG, few)


def test_it_can_be_stopped(ensemble: Ensemble) -> None:
    with pytest.raises(Stopped, match="stays as it was"):
        recalibrate(ensemble, samples(), LONG, small(), "cpu", ignore_events, lambda: True)


def test_a_stopped_one_continues_after_its_finished_members(ensemble: Ensemble, tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "unfinished")

    def run(lexicon: Lexicon, should_stop: ShouldStop = lambda: False) -> tuple[Ensemble | None, list[int]]:
        """Recalibrate; return the result, None if it was stopped, and the members that were calibrated now."""
        events: list[dict[str, Any]] = []
        result = None
        with contextlib.suppress(Stopped):
            result = recalibrate(ensemble, samples(), lexicon, small(), "cpu", json_into(events), should_stop, folder)
        return result, [event["member"] for event in events if event.get("state") == "started"]

    recalibrate_all = recalibrated(ensemble, LONG)
    assert run(LONG, lambda: folder.member_file(0).exists()) == (None, [0])
    result, started = run(LONG)
    assert result is not None and started == [1] and digests(result) == digests(recalibrate_all)
    assert result.vote_calibration == recalibrate_all.vote_calibration
    # with another lexicon, what is kept does not count
    assert run(SHORT)[1] == [0, 1]


def test_its_progress_is_that_of_all_members(ensemble: Ensemble) -> None:
    events: list[dict[str, Any]] = []
    recalibrate(ensemble, samples(), LONG, small(gate_epochs=3), "cpu", json_into(events), lambda: False)
    steps = [(event["done"], event["total"]) for event in events if event["event"] == "progress"]
    assert steps and [done for done, _ in steps] == sorted(done for done, _ in steps)
    assert len({total for _, total in steps}) == 1 and steps[-1][0] == steps[-1][1]
