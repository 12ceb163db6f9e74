"""Intervals of rho and of the number of members: right for known parameters, and honest with few words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.evaluation.bounds.ensemble_size import MAX_MEMBERS, MeanRates, required_size
from core.evaluation.bounds.estimate import member_rates, vote_correlation
from core.evaluation.bounds.intervals import interval, rate_draws, rho_draws, size_interval, sufficient_sizes
from core.model.ensemble import Calibration

RHO = 0.3


def draw_votes(rng: np.random.Generator, images: int, members: int = 5) -> tuple[np.ndarray, np.ndarray]:
    """Return votes of which a share RHO is common to all members, and that half of the words were trained on."""
    seen_by = np.broadcast_to(np.arange(images) % 2 == 0, (members, images))
    common = rng.random(images) < RHO
    draws = np.where(common, rng.random(images), rng.random((members, images)))
    return np.where(seen_by, draws >= 0.2, draws < 0.3), seen_by


def test_intervals_hold_the_true_correlation_about_as_often_as_they_say() -> None:
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(60):
        votes, seen_by = draw_votes(rng, 200)
        drawn = rho_draws(votes, seen_by, range(200), draws=150)
        assert drawn is not None
        low, high = interval(drawn[:, 1])
        held += low <= RHO <= high
    assert 50 <= held <= 60


def test_few_words_give_wide_intervals_and_no_certain_number() -> None:
    rng = np.random.default_rng(2)
    mean = MeanRates(0.03, 0.05, 0.9, 300)
    widths = []
    for images in (50, 800):
        votes, seen_by = draw_votes(rng, images)
        drawn = rho_draws(votes, seen_by, range(images))
        assert drawn is not None
        low, high = interval(drawn[:, 1])
        widths.append(high - low)
        rates = np.tile([[mean.alpha, mean.beta]], (len(drawn), 1))
        ends = size_interval(rates, mean, drawn, 0.2)
        assert ends[0] is not None
        if images == 50:
            assert ends[1] is None or ends[1] > ends[0]
    assert widths[0] > 2 * widths[1]


def test_images_of_one_word_are_drawn_together() -> None:
    rng = np.random.default_rng(3)
    votes, seen_by = draw_votes(rng, 60)
    repeated, again = np.repeat(votes, 20, axis=1), np.repeat(seen_by, 20, axis=1)
    by_word = rho_draws(repeated, again, np.repeat(np.arange(60), 20).tolist())
    by_image = rho_draws(repeated, again, range(1200))
    assert by_word is not None and by_image is not None
    assert np.ptp(interval(by_word[:, 0])) > 2 * np.ptp(interval(by_image[:, 0]))


def test_votes_that_are_all_equal_tell_nothing() -> None:
    seen_by = np.broadcast_to(np.arange(40) % 2 == 0, (3, 40))
    drawn = rho_draws(np.ones((3, 40), np.bool_), seen_by, range(40))
    assert drawn is not None
    low, high = interval(drawn[:, 0])
    assert low < 0.1 and high > 0.9
    assert rho_draws(np.ones((1, 40), np.bool_), seen_by[:1], range(40)) is None
    assert vote_correlation(np.ones((1, 40), np.bool_), seen_by[:1]) is None


@given(
    st.floats(0, 0.45), st.floats(0, 0.45), st.floats(0.1, 1), st.floats(0, 1), st.floats(0, 1), st.floats(0.01, 0.5)
)
@settings(max_examples=150, deadline=None)
def test_sizes_are_those_of_the_bound(
    alpha: float, beta: float, p: float, rho_s: float, rho_u: float, target: float
) -> None:
    (size,) = sufficient_sizes(np.array([[alpha, beta]]), p, np.array([[rho_s, rho_u]]), target)
    expected = required_size(MeanRates(alpha, beta, p, 100), target, (rho_s, rho_u)).exchangeable
    assert (MAX_MEMBERS + 1 if np.isinf(size) else size) == pytest.approx(expected or MAX_MEMBERS + 1, abs=1)


def test_rates_vary_as_those_of_one_member() -> None:
    is_seen = np.arange(300) < 200
    rows = np.zeros(300)
    votes = np.where(is_seen, np.arange(300) >= 20, np.arange(300) < 230).astype(np.float32)
    calibration = Calibration(votes, is_seen, rows.astype(np.float32), is_seen, is_seen)
    drawn = rate_draws([member_rates(calibration, 1)] * 7, draws=4000)
    assert drawn.mean(axis=0) == pytest.approx([0.1, 0.3], abs=0.01)
    assert drawn.std(axis=0) == pytest.approx([(0.09 / 200) ** 0.5, (0.21 / 100) ** 0.5], rel=0.08)
