"""Confidence: logistic regression, probabilities of members and of votes, invalid values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

from core.errors import ModelFileError
from core.model.confidence import FEATURES, Confidence, VoteCalibration, confidence_features, fit_logistic, sigmoid

SEEDS = st.integers(0, 2**16)


def regression_data(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    inputs = rng.normal(size=(60, 3))
    answers = (inputs @ [1.5, -1.0, 0.0] + rng.normal(size=60) > 0).astype(np.float64)
    return inputs, answers, rng.integers(1, 4, 60).astype(np.float64)


class TestLogisticRegression:
    @settings(max_examples=25, deadline=None)
    @given(SEEDS, st.floats(0.1, 10))
    def test_weights_equal_those_of_scikit_learn(self, seed: int, ridge: float) -> None:
        inputs, answers, counts = regression_data(seed)
        theirs = LogisticRegression(C=1 / ridge, fit_intercept=False, tol=1e-10, max_iter=1000)
        theirs.fit(inputs, answers, sample_weight=counts)
        ours = fit_logistic(inputs, answers, counts, np.full(3, ridge))
        np.testing.assert_allclose(ours, theirs.coef_[0], atol=1e-4)

    @settings(max_examples=25, deadline=None)
    @given(SEEDS)
    def test_a_row_of_weight_two_equals_two_rows(self, seed: int) -> None:
        inputs, answers, counts = regression_data(seed)
        times = counts.astype(int)
        one = fit_logistic(inputs, answers, counts, np.ones(3))
        many = fit_logistic(inputs.repeat(times, 0), answers.repeat(times), np.ones(times.sum()), np.ones(3))
        np.testing.assert_allclose(one, many, atol=1e-8)

    @settings(max_examples=25, deadline=None)
    @given(SEEDS)
    def test_the_gradient_is_zero_with_an_offset_too(self, seed: int) -> None:
        inputs, answers, counts = regression_data(seed)
        offset, ridge = np.linspace(-2, 2, 60), np.array([0.5, 1.0, 4.0])
        weights = fit_logistic(inputs, answers, counts, ridge, offset)
        error = sigmoid(offset + inputs @ weights) - answers
        np.testing.assert_allclose(inputs.T @ (counts * error) + ridge * weights, 0, atol=1e-6)

    def test_sigmoid_is_finite_for_all_logits(self) -> None:
        np.testing.assert_allclose(sigmoid(np.array([-1e9, 0.0, 1e9])), [0, 0.5, 1], atol=1e-20)


def answers(n: int = 4000, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features of answers, whether they are among the seen words, and whether they are correct."""
    rng = np.random.default_rng(seed)
    features = rng.normal(size=(n, FEATURES))
    seen = rng.random(n) < 0.5
    logit = np.where(seen, 2 + 2 * features[:, 1], -0.5 + features[:, 1] - features[:, 0])
    return features, seen, rng.random(n) < 1 / (1 + np.exp(-logit))


class TestConfidence:
    def test_probabilities_match_frequencies_of_seen_and_of_unseen(self) -> None:
        fitted = Confidence.fit(*answers())
        features, seen, correct = answers(seed=1)
        probability = fitted.probability(features, seen)
        for side in (True, False):
            rows = seen == side
            for low in np.arange(0, 1, 0.2):
                inside = rows & (probability >= low) & (probability < low + 0.2)
                if inside.sum() > 60:
                    assert abs(probability[inside].mean() - correct[inside].mean()) < 0.08

    def test_only_correct_answers_give_no_certainty_and_no_answers_give_a_half(self) -> None:
        features = np.zeros((10, FEATURES))
        fitted = Confidence.fit(features, np.ones(10, bool), np.ones(10, bool))
        assert 0.85 < fitted.probability(features[:1], np.array([True]))[0] < 0.99
        assert fitted.probability(features[:1], np.array([False]))[0] == pytest.approx(0.5)

    def test_missing_rivals_count_as_far_away(self) -> None:
        first, none = np.array([0.2], np.float32), np.array([np.inf], np.float32)
        features = confidence_features(first, none, none, np.array([0.5]))
        assert np.isfinite(features).all() and features[0, 1] > 5

    def test_arrays_restore_the_confidence_and_invalid_ones_raise(self) -> None:
        fitted = Confidence.fit(*answers(200))
        again = Confidence.from_arrays(fitted.to_arrays())
        features, seen, _ = answers(50, seed=3)
        assert np.array_equal(again.probability(features, seen), fitted.probability(features, seen))
        arrays = fitted.to_arrays()
        for name, invalid in {"scale": np.zeros((2, FEATURES)), "weights": np.full((2, FEATURES + 1), np.nan)}.items():
            with pytest.raises(ModelFileError):
                Confidence.from_arrays(arrays | {name: invalid})


def votes(n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Mean confidences that are too low: of those at logit x, the share sigmoid(1.5 x + 0.8) is correct."""
    rng = np.random.default_rng(seed)
    logit = rng.normal(0.5, 2, n)
    correct = rng.random(n) < 1 / (1 + np.exp(-(1.5 * logit + 0.8)))
    return 1 / (1 + np.exp(-logit)), correct


class TestVoteCalibration:
    def test_underconfident_means_are_corrected(self) -> None:
        mean, correct = votes(20_000)
        fitted = VoteCalibration.fit(mean, correct, np.ones(len(mean)), 7)
        assert fitted.slope == pytest.approx(1.5, abs=0.08) and fitted.constant == pytest.approx(0.8, abs=0.08)
        assert fitted.images == 7
        mean, correct = votes(20_000, seed=1)
        probability = fitted.probability(mean)
        for low in np.arange(0, 1, 0.1):
            inside = (probability >= low) & (probability < low + 0.1)
            assert abs(probability[inside].mean() - correct[inside].mean()) < 0.04
        assert abs(mean.mean() - correct.mean()) > 0.03, "the means themselves are wrong"

    def test_rows_count_by_their_weight(self) -> None:
        mean, correct = votes(2000)
        half = np.full(len(mean), 0.5)
        once = VoteCalibration.fit(mean, correct, np.ones(len(mean)), 0)
        twice = VoteCalibration.fit(np.tile(mean, 2), np.tile(correct, 2), np.tile(half, 2), 0)
        assert (once.slope, once.constant) == pytest.approx((twice.slope, twice.constant), abs=1e-3)

    def test_few_images_change_little_and_none_nothing(self) -> None:
        few = VoteCalibration.fit(np.array([0.9, 0.8, 0.9]), np.array([False, True, True]), np.ones(3), 3)
        assert abs(few.slope - 1) < 0.5 and abs(few.constant) < 0.5
        none = VoteCalibration.fit(np.zeros(0), np.zeros(0, bool), np.zeros(0), 0)
        mean = np.array([0.0, 0.3, 1.0])
        assert none == VoteCalibration() and np.array_equal(none.probability(mean), mean)

    @settings(max_examples=40, deadline=None)
    @given(
        st.lists(st.tuples(st.floats(0, 1), st.booleans(), st.floats(0, 1)), max_size=40),
        st.lists(st.floats(0, 1), min_size=2, max_size=9),
    )
    def test_it_returns_probabilities_and_preserves_the_order(
        self, rows: list[tuple[float, bool, float]], means: list[float]
    ) -> None:
        mean, correct, weight = (np.array(column) for column in zip(*rows, strict=True)) if rows else (np.zeros(0),) * 3
        fitted = VoteCalibration.fit(mean.astype(float), correct.astype(bool), weight.astype(float), len(rows))
        probability = fitted.probability(np.sort(np.array(means)))
        assert ((probability >= 0) & (probability <= 1)).all() and (np.diff(probability) >= 0).all()
        assert VoteCalibration.from_json(fitted.to_json()) == fitted

    def test_older_models_have_the_default(self) -> None:
        assert VoteCalibration.from_json(None) == VoteCalibration()

    @pytest.mark.parametrize(
        "invalid",
        [
            [],
            "x",
            {},
            {"slope": 1.0, "constant": 0.0},
            {"slope": "a", "constant": 0.0, "images": 1},
            {"slope": 0.0, "constant": 0.0, "images": 1},
            {"slope": float("nan"), "constant": 0.0, "images": 1},
            {"slope": 1.0, "constant": float("inf"), "images": 1},
            {"slope": 1.0, "constant": 0.0, "images": -1},
            {"slope": 10**400, "constant": 0.0, "images": 1},
        ],
        ids=str,
    )
    def test_invalid_values_raise_model_file_error(self, invalid: Any) -> None:
        with pytest.raises(ModelFileError, match="vote calibration"):
            VoteCalibration.from_json(invalid)
