"""The scores of the competing gates, compared with results by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from competing_gates_helpers import calibration_set, gate_inputs
from numpy.typing import NDArray

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
from research.benchmark.competing_gates.inputs import CalibrationSet, GateInputs
from research.benchmark.competing_gates.model_selection import FittedScore, cross_fit, fold_numbers, select_gate

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


def rows(n_seen: int, words: list[int]) -> CalibrationSet:
    """Return X of ``n_seen`` rows and X' of the given unseen words; a row's point is its number."""
    count = n_seen + len(words)
    return calibration_set(
        [[float(row)] for row in range(count)], [True] * n_seen + [False] * len(words), [0] * n_seen + words
    )


def first_number(_: CalibrationSet) -> FittedScore:
    def score(inputs: GateInputs) -> NDArray[np.float64]:
        return inputs.points[:, 0].astype(np.float64)

    return FittedScore(score, 1)


def minus_first_number(rows: CalibrationSet) -> FittedScore:
    score = first_number(rows)
    return FittedScore(lambda inputs: -score(inputs), 1)


def test_folds_have_both_kinds_and_whole_held_out_words() -> None:
    calibration = rows(23, [10, 10, 10, 11, 12, 12, 13, 14, 15])
    fold = fold_numbers(calibration, seed=3)
    assert set(fold.tolist()) == set(range(5))
    for number in range(5):
        assert calibration.is_seen[fold == number].any() and (~calibration.is_seen[fold == number]).any()
    for word in range(10, 16):
        assert len(set(fold[calibration.truth == word].tolist())) == 1
    assert (fold_numbers(calibration, seed=3) == fold).all() and (fold_numbers(calibration, seed=4) != fold).any()


def test_folds_are_no_more_than_held_out_words_or_rows_of_x() -> None:
    assert fold_numbers(rows(9, [10, 11]), 0).max() == 1
    assert fold_numbers(rows(3, list(range(10, 20))), 0).max() == 2
    assert fold_numbers(rows(9, [10, 10]), 0).max() == 0


def test_cross_fit_scores_no_row_by_a_fit_on_it_or_its_word() -> None:
    calibration = rows(12, [10, 10, 11, 11, 12, 13])

    def was_fitted_on(part: CalibrationSet) -> FittedScore:
        points = set(part.inputs.points[:, 0].tolist())
        words = set(part.truth[~part.is_seen].tolist())
        word_of = dict(zip(calibration.inputs.points[:, 0].tolist(), calibration.truth.tolist(), strict=True))
        assert 0 < part.is_seen.sum() < len(part.is_seen)

        def score(inputs: GateInputs) -> NDArray[np.float64]:
            rows = inputs.points[:, 0].tolist()
            return np.array([float(p in points or word_of[p] in words) for p in rows])

        return FittedScore(score, 0)

    assert not cross_fit(calibration, was_fitted_on, 0).any()
    # with a single held-out word no row can be left out
    calibration = rows(4, [10, 10])
    assert cross_fit(calibration, was_fitted_on, 0).all()


def test_select_gate_takes_the_better_setting_and_a_threshold_in_the_gap() -> None:
    # X lies at 0..9, X' at 10..13, and all words are right: minus the number separates them at -9.5
    calibration = rows(10, [10, 10, 10, 10])
    gate = select_gate(calibration, {"up": first_number, "down": minus_first_number}, "h", 0)
    assert gate.setting == "down" and gate.threshold == pytest.approx(-9.5)
    assert gate.score.parameters == 1 and gate.seconds > 0
    assert (gate.score(calibration.inputs) >= gate.threshold).tolist() == calibration.is_seen.tolist()


def test_for_accuracy_the_share_of_words_to_come_counts() -> None:
    # X lies at 0..9, X' at 3.5 .. 10: h takes half of X for new, accuracy none
    points = [[float(point)] for point in (*range(10), 3.5, 4.5, 5.5, 10)]
    calibration = calibration_set(points, [True] * 10 + [False] * 4, [0] * 10 + [10] * 4)
    settings = {"down": minus_first_number}
    h, accuracy = (select_gate(calibration, settings, objective, 0).threshold for objective in ("h", "accuracy"))
    assert -5 < h < -4 and -10 < accuracy < -9
    mostly_new = replace(calibration, weights=np.array([0.01] * 10 + [0.225] * 4))
    assert -4 < select_gate(mostly_new, settings, "accuracy", 0).threshold < -3


def test_select_gate_takes_the_first_of_equal_settings() -> None:
    calibration = rows(10, [10, 10, 10, 10])
    same = {"one": minus_first_number, "two": minus_first_number}
    assert select_gate(calibration, same, "A_b", 0).setting == "one"


def test_select_gate_without_settings_raises_value_error() -> None:
    with pytest.raises(ValueError, match="at least one setting"):
        select_gate(rows(3, [10]), {}, "h", 0)
