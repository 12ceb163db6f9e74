"""Choosing the setting and threshold of a competing gate by cross-fitting on X and X'."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from competing_gates_helpers import calibration_set
from numpy.typing import NDArray

from research.benchmark.competing_gates.inputs import CalibrationSet, GateInputs
from research.benchmark.competing_gates.model_selection import FittedScore, cross_fit, fold_numbers, select_gate


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
