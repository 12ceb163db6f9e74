"""Choosing a rival's setting and threshold: on X and X' alone, on rows that the gate was not fitted to."""

from __future__ import annotations

import numpy as np
import pytest
from competing_gates_helpers import known
from numpy.typing import NDArray

from core.benchmark.competing_gates.evidence import CalibrationSet, Evidence
from core.benchmark.competing_gates.model_selection import Fitted, choose, cross_fitted, folds


def rows(n_seen: int, words: list[int]) -> CalibrationSet:
    """X of ``n_seen`` rows and X' of the given unseen words; a row's point is its number."""
    count = n_seen + len(words)
    return known([[float(row)] for row in range(count)], [True] * n_seen + [False] * len(words), [0] * n_seen + words)


def first_number(_: CalibrationSet) -> Fitted:
    def score(evidence: Evidence) -> NDArray[np.float64]:
        return evidence.points[:, 0].astype(np.float64)

    return Fitted(score, 1)


def minus_first_number(rows: CalibrationSet) -> Fitted:
    score = first_number(rows)
    return Fitted(lambda evidence: -score(evidence), 1)


def test_parts_hold_both_kinds_and_split_no_held_out_word() -> None:
    learnt = rows(23, [10, 10, 10, 11, 12, 12, 13, 14, 15])
    fold = folds(learnt, seed=3)
    assert set(fold.tolist()) == set(range(5))
    for number in range(5):
        assert learnt.is_seen[fold == number].any() and (~learnt.is_seen[fold == number]).any()
    for word in range(10, 16):
        assert len(set(fold[learnt.truth == word].tolist())) == 1
    assert (folds(learnt, seed=3) == fold).all() and (folds(learnt, seed=4) != fold).any()


def test_there_are_no_more_parts_than_held_out_words_or_rows_of_x() -> None:
    assert folds(rows(9, [10, 11]), 0).max() == 1
    assert folds(rows(3, list(range(10, 20))), 0).max() == 2
    assert folds(rows(9, [10, 10]), 0).max() == 0


def test_no_row_is_scored_by_a_gate_that_saw_it_or_its_word() -> None:
    learnt = rows(12, [10, 10, 11, 11, 12, 13])

    def seen_before(part: CalibrationSet) -> Fitted:
        points = set(part.evidence.points[:, 0].tolist())
        words = set(part.truth[~part.is_seen].tolist())
        word_of = dict(zip(learnt.evidence.points[:, 0].tolist(), learnt.truth.tolist(), strict=True))
        assert 0 < part.is_seen.sum() < len(part.is_seen)

        def score(evidence: Evidence) -> NDArray[np.float64]:
            asked = evidence.points[:, 0].tolist()
            return np.array([float(p in points or word_of[p] in words) for p in asked])

        return Fitted(score, 0)

    assert not cross_fitted(learnt, seen_before, 0).any()
    # with a single held-out word nothing can be set aside
    learnt = rows(4, [10, 10])
    assert cross_fitted(learnt, seen_before, 0).all()


def test_the_better_setting_and_a_threshold_in_the_gap_are_chosen() -> None:
    # X lies at 0..9, X' at 10..13, and all picks are right: "-number" parts them at -9.5, "number" cannot
    learnt = rows(10, [10, 10, 10, 10])
    gate = choose(learnt, {"up": first_number, "down": minus_first_number}, "h", 0)
    assert gate.setting == "down" and gate.threshold == pytest.approx(-9.5)
    assert gate.score.numbers == 1 and gate.seconds > 0
    assert (gate.score(learnt.evidence) >= gate.threshold).tolist() == learnt.is_seen.tolist()


def test_the_first_of_equally_good_settings_is_kept() -> None:
    learnt = rows(10, [10, 10, 10, 10])
    same = {"one": minus_first_number, "two": minus_first_number}
    assert choose(learnt, same, "A_b", 0).setting == "one"


def test_no_setting_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="at least one setting"):
        choose(rows(3, [10]), {}, "h", 0)
