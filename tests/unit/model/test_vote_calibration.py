"""The probability that a vote is right, from how sure the members are that agree on it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import ModelFileError
from core.model.vote_calibration import VoteCalibration


def votes(n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Means that are too modest: of those at logit x, as many are right as 1.5 x + 0.8 says."""
    rng = np.random.default_rng(seed)
    logit = rng.normal(0.5, 2, n)
    right = rng.random(n) < 1 / (1 + np.exp(-(1.5 * logit + 0.8)))
    return 1 / (1 + np.exp(-logit)), right


def test_the_modesty_of_the_mean_is_measured_and_made_good() -> None:
    mean, right = votes(20_000)
    fitted = VoteCalibration.fit(mean, right, np.ones(len(mean)), 7)
    assert fitted.slope == pytest.approx(1.5, abs=0.08) and fitted.constant == pytest.approx(0.8, abs=0.08)
    assert fitted.images == 7
    mean, right = votes(20_000, seed=1)
    chance = fitted.probability(mean)
    for low in np.arange(0, 1, 0.1):
        inside = (chance >= low) & (chance < low + 0.1)
        assert abs(chance[inside].mean() - right[inside].mean()) < 0.04
    assert abs(mean.mean() - right.mean()) > 0.03, "there was something to make good"


def test_rows_count_by_their_weight() -> None:
    mean, right = votes(2000)
    half = np.full(len(mean), 0.5)
    once = VoteCalibration.fit(mean, right, np.ones(len(mean)), 0)
    twice = VoteCalibration.fit(np.tile(mean, 2), np.tile(right, 2), np.tile(half, 2), 0)
    assert (once.slope, once.constant) == pytest.approx((twice.slope, twice.constant), abs=1e-3)


def test_a_few_images_change_little_and_none_nothing() -> None:
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
def test_it_is_a_probability_and_never_turns_the_order_round(
    rows: list[tuple[float, bool, float]], means: list[float]
) -> None:
    mean, right, weight = (np.array(column) for column in zip(*rows, strict=True)) if rows else (np.zeros(0),) * 3
    fitted = VoteCalibration.fit(mean.astype(float), right.astype(bool), weight.astype(float), len(rows))
    chance = fitted.probability(np.sort(np.array(means)))
    assert ((chance >= 0) & (chance <= 1)).all() and (np.diff(chance) >= 0).all()
    assert VoteCalibration.from_json(fitted.to_json()) == fitted


def test_models_from_before_have_none() -> None:
    assert VoteCalibration.from_json(None) == VoteCalibration()


@pytest.mark.parametrize(
    "odd",
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
def test_what_does_not_fit_is_refused(odd: Any) -> None:
    with pytest.raises(ModelFileError, match="agreement counts"):
        VoteCalibration.from_json(odd)
