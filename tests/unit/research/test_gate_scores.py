"""The scores of the competing gates, compared with results by hand."""

from __future__ import annotations

import numpy as np
import pytest
from competing_gates_helpers import calibration_set, gate_inputs

from core.evaluation.roc import roc
from core.recognition.evidence import TOP_K
from research.benchmark.competing_gates.cosmo import cosmo, fit_temperature, log_odds, probabilities
from research.benchmark.competing_gates.gate_scores import (
    boosted_trees,
    boosting_features,
    gaussian_mixture,
    nearest_neighbours,
    relative_mahalanobis,
)
from research.benchmark.competing_gates.inputs import GateInputs

NONE: list[list[float]] = []


def at(*coordinates: float) -> GateInputs:
    return gate_inputs([[x] for x in coordinates], NONE, NONE)


def test_nearest_neighbours_are_points_of_x() -> None:
    # the row at 2 belongs to X'
    rows = calibration_set([[0.0], [1.0], [5.0], [2.0]], [True, True, True, False], [0, 0, 0, 10])
    assert nearest_neighbours(1)(rows)(at(2.0, 5.0)).tolist() == [-1.0, 0.0]
    assert nearest_neighbours(2)(rows)(at(2.0)).tolist() == [-2.0]
    assert nearest_neighbours(9)(rows)(at(2.0)).tolist() == [-3.0]  # X has only 3 rows
    assert nearest_neighbours(1)(rows).parameters == 3  # X, one number a row


def test_relative_mahalanobis_by_hand() -> None:
    # errors -1, 1, -1, 1 about the centres 0 and 10: variance 1; X as a whole: mean 5, variance 26
    rows = calibration_set(
        [[-1.0], [1.0], [9.0], [11.0], [500.0]], [True] * 4 + [False], [0, 0, 1, 1, 10], [[0.0], [10.0]]
    )
    scores = relative_mahalanobis(rows)(at(0.0, 5.0, 12.0))
    expected = [25 / 26 - 0, 0 - 25 / 1, 49 / 26 - 4 / 1]
    assert scores.tolist() == pytest.approx(expected, rel=2e-3)
    assert relative_mahalanobis(rows).parameters == 2 + 2 + 1  # two variances, two words, the middle


def test_relative_mahalanobis_shifts_the_words_by_the_mean_error() -> None:
    # every image lies 3 to the right of its word, and so does the centre of a word without images in X
    rows = calibration_set([[2.0], [4.0], [12.0], [14.0]], [True] * 4, [0, 0, 1, 1], [[0.0], [10.0], [30.0]])
    scores = relative_mahalanobis(rows)(at(3.0, 33.0, 30.0))
    assert scores[0] == pytest.approx(25 / 26, rel=2e-3)
    assert scores[1] == pytest.approx(625 / 26, rel=2e-3)
    assert scores[1] - scores[2] == pytest.approx((625 - 484) / 26 + 9, rel=2e-3)


@pytest.mark.parametrize("shared", [False, True])
def test_mixture_of_one_component_is_a_normal_density(shared: bool) -> None:
    rows = calibration_set([[-1.0], [1.0], [9.0]], [True, True, False], [0, 0, 10])
    scores = gaussian_mixture(1, shared, 0)(rows)(at(0.0, 3.0))
    expected = [-0.5 * np.log(2 * np.pi) - x**2 / 2 for x in (0.0, 3.0)]
    assert scores.tolist() == pytest.approx(expected, rel=3e-3)
    assert gaussian_mixture(1, shared, 0)(rows).parameters == 3  # weight, mean, variance


def test_mixture_of_a_single_row_ranks_by_distance() -> None:
    rows = calibration_set([[2.0, 1.0], [9.0, 9.0]], [True, False], [0, 10])
    near, far = gaussian_mixture(16, False, 0)(rows)(gate_inputs([[2.0, 1.0], [2.1, 1.0]], NONE, NONE))
    assert near > far


def test_boosting_features_by_hand() -> None:
    rows = gate_inputs([[7.0, 8.0]], [[0.3, 0.1, 0.6]], [[0.5]])
    # the word classifier's choice may be first without being the nearest
    assert boosting_features(rows).tolist() == [pytest.approx([7, 8, 0.1, 0.5, 0.4, 0.2, 1e3 - 0.5, 1.0], rel=1e-5)]


def test_boosted_trees_learn_an_interaction() -> None:
    rng = np.random.default_rng(0)
    points = rng.uniform(-1, 1, (400, 2))
    is_seen = points[:, 0] * points[:, 1] > 0  # two opposite quadrants
    far = [[1.0]] * 400
    rows = calibration_set(points.tolist(), is_seen.tolist(), [0] * 400, seen=far, unseen=far)
    score = boosted_trees(15, 150, 0)(rows)
    assert score.parameters == 150 * 29
    fresh = rng.uniform(-1, 1, (300, 2))
    curve = roc(score(gate_inputs(fresh, far[:300], far[:300])), fresh[:, 0] * fresh[:, 1] > 0)
    assert curve is not None and curve.auroc > 0.97


def test_log_odds_by_hand() -> None:
    # seen: .8 (.8 x .5 + .2 / 4) = .36; unseen: .2 (.2 x .9 + .8 / 10) = .052
    odds = log_odds(np.array([0.8]), np.array([0.5]), np.array([0.9]), 4, 10)
    assert odds.tolist() == pytest.approx([np.log(0.36 / 0.052)])


def test_certain_gate_does_not_smooth_its_expert() -> None:
    odds = log_odds(np.array([1.0, 0.0]), np.array([0.4, 0.4]), np.array([0.9, 0.9]), 4, 10)
    assert odds[0] > 20 and odds[1] < -20


def test_probabilities_are_a_soft_maximum_without_missing_words() -> None:
    temperature = 3.0
    distances = np.array([[1.0, 1.0 + temperature * np.log(2), np.inf]], np.float32)
    assert probabilities(distances, temperature)[0].tolist() == pytest.approx([2 / 3, 1 / 3, 0])


def test_temperature_makes_confidence_equal_accuracy() -> None:
    # always the same lead; 6 right and 3 wrong, one of them artificial, are odds of 2: lead / log 2
    lead = 5.0
    distances = np.tile(np.array([0.0, lead], np.float32), (8, 1))
    words = np.tile(np.array([0, 1], np.int32), (8, 1))
    temperature = fit_temperature(distances, words, np.array([0, 0, 0, 1] * 2))
    assert temperature == pytest.approx(lead / np.log(2), rel=0.13)  # candidates are 26 % apart


def test_temperature_without_mistakes_is_above_zero() -> None:
    distances = np.tile(np.array([0.0, 2.0], np.float32), (50, 1))
    words = np.tile(np.array([0, 1], np.int32), (50, 1))
    assert fit_temperature(distances, words, np.zeros(50, np.int64)) == pytest.approx(2 / np.log(50), rel=0.13)
    # rows whose word is not listed do not count
    unknown = np.where(np.arange(50) < 10, 0, 9)
    assert fit_temperature(distances, words, unknown) == pytest.approx(2 / np.log(10), rel=0.13)


@pytest.mark.parametrize("factor", [1.0, 3.0])
def test_cosmo_follows_the_more_certain_expert(factor: float) -> None:
    rng = np.random.default_rng(0)
    is_seen = np.arange(200) % 2 == 0

    def rows(count: int) -> tuple[list[list[float]], list[list[float]]]:
        large, small = rng.uniform(2, 4, count), rng.uniform(0, 1, count)
        flags = np.arange(count) % 2 == 0
        seen = [[1.0, 1.0 + (a if flag else b)] for a, b, flag in zip(large, small, flags, strict=True)]
        unseen = [[1.0, 1.0 + (b if flag else a)] for a, b, flag in zip(large, small, flags, strict=True)]
        return seen, unseen

    seen, unseen = rows(200)
    wrong = np.arange(200) % 7 == 0  # without mistakes an expert would be certain of everything
    truth = np.where(is_seen, 0, 10) + wrong
    calibration = calibration_set([[0.0]] * 200, is_seen.tolist(), truth.tolist(), seen=seen, unseen=unseen)
    fresh = gate_inputs([[0.0]] * 50, *rows(50))
    assert cosmo(factor)(calibration).parameters == 2 * TOP_K + 1 + 2
    curve = roc(cosmo(factor)(calibration)(fresh), np.arange(50) % 2 == 0)
    assert curve is not None and curve.auroc == 1.0
