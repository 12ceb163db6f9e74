"""Confidence is a probability that fits the words it was measured on, and survives the odd cases."""

from __future__ import annotations

import numpy as np
import pytest

from core.errors import ModelFileError
from core.model.confidence import FEATURES, Confidence, features_of


def made(n: int = 4000, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    features = rng.normal(size=(n, FEATURES))
    seen = rng.random(n) < 0.5
    logit = np.where(seen, 2 + 2 * features[:, 1], -0.5 + features[:, 1] - features[:, 0])
    return features, seen, rng.random(n) < 1 / (1 + np.exp(-logit))


def test_probabilities_match_frequencies_for_seen_and_unseen_apart() -> None:
    fitted = Confidence.fit(*made())
    features, seen, right = made(seed=1)
    chance = fitted.probability(features, seen)
    for side in (True, False):
        rows = seen == side
        for low in np.arange(0, 1, 0.2):
            inside = rows & (chance >= low) & (chance < low + 0.2)
            if inside.sum() > 60:
                assert abs(chance[inside].mean() - right[inside].mean()) < 0.08


def test_all_right_gives_no_certainty_and_none_at_all_gives_a_half() -> None:
    features = np.zeros((10, FEATURES))
    fitted = Confidence.fit(features, np.ones(10, bool), np.ones(10, bool))
    assert 0.85 < fitted.probability(features[:1], np.array([True]))[0] < 0.99
    assert fitted.probability(features[:1], np.array([False]))[0] == pytest.approx(0.5)


def test_missing_rivals_count_as_far_away() -> None:
    first, none = np.array([0.2], np.float32), np.array([np.inf], np.float32)
    features = features_of(first, none, none, np.array([0.5]))
    assert np.isfinite(features).all() and features[0, 1] > 5


def test_arrays_come_back_and_odd_ones_are_refused() -> None:
    fitted = Confidence.fit(*made(200))
    again = Confidence.from_arrays(fitted.to_arrays())
    features, seen, _ = made(50, seed=3)
    assert np.array_equal(again.probability(features, seen), fitted.probability(features, seen))
    arrays = fitted.to_arrays()
    for name, odd in {"scale": np.zeros((2, FEATURES)), "weights": np.full((2, FEATURES + 1), np.nan)}.items():
        with pytest.raises(ModelFileError):
            Confidence.from_arrays(arrays | {name: odd})
