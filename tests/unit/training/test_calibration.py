"""Choosing a threshold from X and X' against trying every one."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.training.calibration import margin_candidates, objective_value, threshold_curve

row = st.tuples(st.integers(0, 6), st.booleans(), st.booleans(), st.booleans())
table = st.lists(row, min_size=2, max_size=40).filter(lambda rows: len({r[1] for r in rows}) == 2)


def columns(rows: list[tuple[int, bool, bool, bool]]) -> tuple[np.ndarray, ...]:
    return tuple(np.array(column) for column in zip(*rows, strict=True))


@given(table, st.sampled_from(["h", "A_b"]))
def test_curve_equals_counting_rows(rows: list[tuple[int, bool, bool, bool]], objective: str) -> None:
    scores, seen, if_seen, if_unseen = columns(rows)
    curve = threshold_curve(scores, seen, if_seen, if_unseen, np.arange(8), objective)
    values = []
    for place, thres in enumerate(curve.thresholds):
        right = [(s if score >= thres else u) for score, _, s, u in rows]
        # a seen word is right only when sought among the seen, an unseen one only among the unseen
        a_s = sum(r and score >= thres for r, (score, g, _, _) in zip(right, rows, strict=True) if g) / seen.sum()
        a_u = sum(r and score < thres for r, (score, g, _, _) in zip(right, rows, strict=True) if not g) / (~seen).sum()
        assert curve.A_s[place] == pytest.approx(a_s) and curve.A_u[place] == pytest.approx(a_u)
        both = 2 * a_s * a_u / (a_s + a_u) if a_s + a_u else 0.0
        values.append(both if objective == "h" else min(a_s, a_u))
    assert values[curve.best] == pytest.approx(max(values))
    assert (np.diff(curve.A_s) <= 0).all() and (np.diff(curve.A_u) >= 0).all()


def test_a_case_worked_by_hand() -> None:
    scores = np.array([5, 4, 1, 3, 0, 2])
    seen = np.array([True, True, True, False, False, False])
    right_if_seen = np.array([True, True, True, False, False, False])
    right_if_unseen = np.array([False, False, False, True, True, False])
    curve = threshold_curve(scores, seen, right_if_seen, right_if_unseen, np.arange(7))
    assert curve.A_s.tolist() == pytest.approx([1, 1, 2 / 3, 2 / 3, 2 / 3, 1 / 3, 0])
    assert curve.A_u.tolist() == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3, 2 / 3, 2 / 3, 2 / 3])
    assert curve.threshold == 4
    by_least = threshold_curve(scores, seen, right_if_seen, right_if_unseen, np.arange(7), "A_b")
    assert by_least.threshold == 4


def test_the_middle_of_a_plateau_is_chosen() -> None:
    everything = np.ones(4, np.bool_)
    curve = threshold_curve(
        np.array([0, 2, 18, 20]), np.array([False, False, True, True]), everything, everything, np.arange(22)
    )
    assert (curve.A_s[3:19] == 1).all() and (curve.A_u[3:19] == 1).all()
    assert curve.threshold in (10, 11)


def test_the_middle_of_the_longer_of_two_plateaus_is_chosen() -> None:
    # h is 2/3 for thresholds 1..2 and 4..9; at 3 a seen word is lost and no unseen word is right yet
    scores = np.array([2, 9, 9, 0, 0, 0, 3, 9, 9])
    seen, right = np.arange(9) < 3, np.ones(9, np.bool_)
    curve = threshold_curve(scores, seen, right, right, np.arange(11))
    h = objective_value(curve.A_s, curve.A_u, "h")
    assert h[[1, 2, 4, 9]].tolist() == pytest.approx([2 / 3] * 4) and h[[0, 3, 10]].max() < 0.6
    assert curve.threshold == 7


def test_a_threshold_that_is_better_by_a_single_image_is_chosen() -> None:
    scores = np.array([9] * 200 + [0] * 199 + [5])
    right = np.ones(400, np.bool_)
    assert threshold_curve(scores, np.arange(400) < 200, right, right, np.arange(11)).threshold == 8


def test_a_threshold_is_chosen_even_if_nothing_is_right() -> None:
    wrong = np.zeros(4, np.bool_)
    curve = threshold_curve(np.arange(4), np.array([True, True, False, False]), wrong, wrong, np.arange(5))
    assert curve.threshold == 2 and not curve.A_s.any()
    assert objective_value(np.zeros(2), np.zeros(2), "h").tolist() == [0, 0]


def test_the_function_takes_calibration_rows_only() -> None:
    """The function has no place through which a test word could come in."""
    assert set(inspect.signature(threshold_curve).parameters) == {
        "scores",
        "is_seen",
        "right_if_seen",
        "right_if_unseen",
        "candidates",
        "objective",
    }


@pytest.mark.parametrize("seen", [[True, True], [False, False]])
def test_rows_of_seen_and_unseen_words_are_required(seen: list[bool]) -> None:
    with pytest.raises(ValueError, match="both seen and unseen"):
        yes = np.ones(2, np.bool_)
        threshold_curve(np.arange(2), np.array(seen), yes, yes, np.arange(3))


def test_an_unknown_objective_is_refused() -> None:
    yes = np.ones(2, np.bool_)
    with pytest.raises(ValueError, match="one of h, A_b"):
        threshold_curve(np.arange(2), np.array([True, False]), yes, yes, np.arange(3), "best")


@given(st.lists(st.floats(-1e5, 1e5, width=32), min_size=1, max_size=30))
def test_margin_candidates_separate_all_values(values: list[float]) -> None:
    margin = np.array(values, np.float32)
    cut = margin_candidates(margin)
    sides = {tuple(margin.astype(np.float64) >= c) for c in cut}
    assert len(sides) == len(cut) == len(set(values)) + 1


def test_margin_candidates_lie_in_the_middle_between_neighbours() -> None:
    assert margin_candidates(np.array([1.0, 0.0, 1.0, 4.0])).tolist() == pytest.approx([0, 0.5, 2.5, 4], abs=1e-5)
