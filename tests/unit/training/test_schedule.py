"""Stages of a training: their ends, their rates, and whether another one pays."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.training.schedule import (
    HARD_LOSS,
    LEAST_GAIN,
    MOST_OF_ONE,
    learning_rate,
    needs_another_stage,
    stage_ends,
    typical_loss,
    validation_interval,
)


@given(st.integers(1, 500), st.integers(0, 5000))
def test_stages_double_and_end_at_the_most(first: int, most: int) -> None:
    ends = stage_ends(first, most)
    assert ends[0] == first and ends == sorted(set(ends))
    assert len(ends) == 1 if most < 2 * first else first < ends[-1] <= most < 2 * ends[-1]
    lengths = [b - a for a, b in pairwise([0, *ends])]
    assert all(later >= earlier for earlier, later in pairwise(lengths))


def test_stages_of_the_default_preset() -> None:
    assert stage_ends(500, 2500) == [500, 1000, 2500]
    assert stage_ends(500, 0) == [500]


def test_the_rate_rises_once_falls_once_and_ends_near_zero() -> None:
    rates = [learning_rate(step / 100, 2.0) for step in range(101)]
    assert rates[0] == pytest.approx(2.0 / 25) and max(rates) == pytest.approx(2.0, rel=1e-3)
    top = rates.index(max(rates))
    assert rates[: top + 1] == sorted(rates[: top + 1]) and rates[top:] == sorted(rates[top:], reverse=True)
    assert rates[-1] < 1e-3


def test_another_stage_pays_for_hard_hands_and_while_it_helps() -> None:
    assert not needs_another_stage([HARD_LOSS * 0.99]) and needs_another_stage([HARD_LOSS * 1.01])
    assert needs_another_stage([2.0, 2.0 * (1 - LEAST_GAIN) - 0.01]) and not needs_another_stage(
        [2.0, 2.0 * (1 - LEAST_GAIN) + 0.01]
    )


def test_images_that_nobody_can_read_do_not_make_a_hand_hard() -> None:
    easy = np.full(99, 0.5)
    assert typical_loss(easy) == pytest.approx(0.5)
    spoilt = np.append(easy, 40.0)
    assert spoilt.mean() > 0.8 and typical_loss(spoilt) == pytest.approx(0.5, abs=0.03)
    assert not needs_another_stage([typical_loss(np.append(easy, np.full(10, 40.0)))])
    assert needs_another_stage([typical_loss(np.full(100, 1.2))]) and typical_loss(np.full(3, 40.0)) == MOST_OF_ONE


@given(st.integers(1, 3000))
def test_a_validation_curve_has_at_most_ten_points(epochs: int) -> None:
    every = validation_interval(epochs)
    assert len({*range(every, epochs + 1, every), epochs}) <= 10, "the last epoch has a point too"
    assert every == 1 or epochs / (every - 1) > 10, "no fewer points than that"
