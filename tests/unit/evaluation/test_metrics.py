"""Accuracies on seen and unseen words and their intervals."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.metrics import accuracy, balanced_accuracy, gzsl_scores, harmonic_mean, wilson


def scores(seen: tuple[int, int], unseen: tuple[int, int]):  # type: ignore[no-untyped-def]
    """Scores for (right, all) of each group."""
    correct = [i < seen[0] for i in range(seen[1])] + [i < unseen[0] for i in range(unseen[1])]
    return gzsl_scores(correct, [True] * seen[1] + [False] * unseen[1])


def test_accuracy() -> None:
    assert accuracy([True, False, True, True]) == 0.75
    assert accuracy([]) is None
    with pytest.raises(ValueError, match="truth values"):
        accuracy([1, 0])


def test_means_of_two_accuracies() -> None:
    assert harmonic_mean(0.93, 0.77) == pytest.approx(0.8424706)
    assert harmonic_mean(0.0, 0.0) == 0.0
    assert harmonic_mean(None, 0.5) is None and balanced_accuracy(0.5, None) is None
    assert balanced_accuracy(0.9, 0.8) == 0.8


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"), [(501, 538, 0.906, 0.950), (1001, 1108, 0.884, 0.919), (15, 148, 0.0624, 0.1605)]
)
def test_wilson_against_published_figures(successes: int, n: int, low: float, high: float) -> None:
    got = wilson(successes, n)
    assert got == (pytest.approx(low, abs=1e-3), pytest.approx(high, abs=1e-3))


def test_wilson_at_the_ends() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10) == (0.0, pytest.approx(0.27753, abs=1e-4))
    assert wilson(10, 10) == (pytest.approx(0.72247, abs=1e-4), 1.0)
    low, high = wilson(5, 10, level=0.5)
    assert wilson(5, 10)[0] < low < 0.5 < high < wilson(5, 10)[1]
    for bad in [(3, 2, 0.95), (-1, 2, 0.95), (1, 2, 1.0), (1, 2, 0.0)]:
        with pytest.raises(ValueError, match=r"cannot be|confidence level"):
            wilson(*bad)


@given(st.integers(0, 400), st.integers(0, 400))
def test_wilson_holds_the_share_and_is_symmetric(a: int, b: int) -> None:
    low, high = wilson(a, a + b)
    assert 0 <= low <= high <= 1
    if a + b:
        assert low <= a / (a + b) <= high
    mirrored = wilson(b, a + b)
    assert low == pytest.approx(1 - mirrored[1], abs=1e-12)


def test_scores_of_both_groups() -> None:
    got = scores((930, 1000), (385, 500))
    assert (got.n_seen, got.n_unseen) == (1000, 500)
    assert (got.A_s, got.A_u, got.A_b) == (0.93, 0.77, 0.77)
    assert got.h == pytest.approx(2 * 0.93 * 0.77 / 1.7)
    assert got.A_s_interval == wilson(930, 1000) and got.A_u_interval == wilson(385, 500)
    assert got.h_interval is not None and got.A_b_interval is not None
    assert got.h_interval[0] < got.h < got.h_interval[1]
    # A_u is far the smaller, so the interval of the minimum is its own.
    assert got.A_b_interval == got.A_u_interval
    assert scores((930, 1000), (385, 500)) == got


def test_order_of_the_words_does_not_matter() -> None:
    rng = np.random.default_rng(0)
    correct, seen = rng.random(80) < 0.7, rng.random(80) < 0.5
    mixed = rng.permutation(80)
    assert gzsl_scores(correct, seen) == gzsl_scores(correct[mixed], seen[mixed])


def test_a_faultless_small_group_is_not_certain() -> None:
    got = scores((5, 5), (5, 5))
    assert got.h == got.A_b == 1.0
    assert got.h_interval is not None and got.h_interval[0] < 0.9 and got.h_interval[1] == 1.0
    assert got.A_b_interval is not None and got.A_b_interval[0] < 0.8
    nothing = scores((0, 5), (0, 5))
    assert nothing.h == 0.0 and nothing.h_interval is not None and nothing.h_interval[0] == 0.0


def test_empty_groups_leave_none_and_no_nan() -> None:
    only_seen = scores((3, 4), (0, 0))
    assert only_seen.A_s == 0.75 and only_seen.A_s_interval is not None
    undefined = (only_seen.A_u, only_seen.h, only_seen.A_b, only_seen.A_u_interval, only_seen.h_interval)
    assert undefined == (None,) * 5
    empty = scores((0, 0), (0, 0))
    assert (empty.A_s, empty.A_u, empty.A_s_interval) == (None, None, None)
    json.dumps(empty.to_json(), allow_nan=False)


def test_to_json_is_json() -> None:
    data = json.loads(json.dumps(scores((3, 4), (1, 4)).to_json(), allow_nan=False))
    assert data["A_s"] == 0.75 and data["level"] == 0.95 and len(data["h_interval"]) == 2


def test_groups_must_fit_the_answers() -> None:
    with pytest.raises(ValueError, match="do not go with"):
        gzsl_scores([True], [True, False])


@pytest.mark.parametrize(("p_seen", "p_unseen"), [(0.9, 0.75), (0.8, 0.8)])
def test_intervals_of_h_and_A_b_hold_the_truth_about_as_often_as_they_say(p_seen: float, p_unseen: float) -> None:
    rng = np.random.default_rng(3)
    h, low = 2 * p_seen * p_unseen / (p_seen + p_unseen), min(p_seen, p_unseen)
    trials, held_h, held_low = 200, 0, 0
    for _ in range(trials):
        got = scores((int(rng.binomial(300, p_seen)), 300), (int(rng.binomial(80, p_unseen)), 80))
        assert got.h_interval is not None and got.A_b_interval is not None
        held_h += got.h_interval[0] <= h <= got.h_interval[1]
        held_low += got.A_b_interval[0] <= low <= got.A_b_interval[1]
    assert held_h / trials >= 0.90 and held_low / trials >= 0.90
