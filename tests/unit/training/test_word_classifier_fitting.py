"""Thresholds and confidence are fitted on answers of classifiers that were not trained on these images."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ensemble_helpers import CLASSES, latin, word_images

from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Member
from core.training.ensemble_training import train_ensemble
from core.training.job import TrainingJob
from core.training.presets import preset
from core.training.samples import Samples

IMAGES = 240


def member_of_noise(folder: Path, classifier: str) -> Member:
    """Train one member on images whose words are drawn at random: no answer can be right but by luck or by heart."""
    rng = np.random.default_rng(1)
    words = [CLASSES[label] for label in rng.integers(0, len(CLASSES), IMAGES)]
    samples = Samples.of(word_images(rng.integers(0, 16, IMAGES), seed=2), words)
    small = preset("quick").changed(
        members=1, steps=2, gates=5, gate_epochs=1, t=0.3, classifier=classifier, ool_percent=0, cap=100
    )
    job = TrainingJob(samples, Lexicon(CLASSES, latin()), latin(), small, 0, "cpu")
    (member,) = train_ensemble(job, folder, lambda event: None, lambda: False).members
    return member


@pytest.mark.parametrize("classifier", ["rf", "lda"])
def test_no_classifier_is_calibrated_on_rows_it_was_trained_on(tmp_path: Path, classifier: str) -> None:
    member = member_of_noise(tmp_path, classifier)
    of_seen = member.calibration.right_if_seen[member.calibration.is_seen]
    # one of the five seen words is the true one
    assert len(of_seen) > 100 and of_seen.mean() < 0.4
    assert member.word_classifier is not None and member.word_classifier.kind == classifier
    assert member.outcomes is not None
    chosen_seen = member.calibration.votes[member.calibration.is_seen] >= member.thres
    confidence = member.outcomes.confidence[: len(of_seen)]
    assert not chosen_seen.any() or confidence[chosen_seen].mean() < 0.5
