"""The audit by sampling: exact intervals hold their level, and the sample is as large as it must be."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest, hypergeom

from core.evaluation.audit import LEVEL, running_share, sample_size, share_interval


def test_interval_agrees_with_the_tails_of_the_hypergeometric_distribution() -> None:
    population, checked, right = 500, 80, 71
    low, high = share_interval(right, checked, population)
    least, most = round(low * population), round(high * population)
    assert hypergeom.sf(right - 1, population, least, checked) > 0.025
    assert hypergeom.sf(right - 1, population, least - 1, checked) <= 0.025
    assert hypergeom.cdf(right, population, most, checked) > 0.025
    assert hypergeom.cdf(right, population, most + 1, checked) <= 0.025


def test_interval_of_a_huge_collection_is_that_of_clopper_and_pearson() -> None:
    exact = binomtest(190, 200).proportion_ci(0.95, "exact")
    low, high = share_interval(190, 200, 10_000_000)
    assert (low, high) == pytest.approx((exact.low, exact.high), abs=1e-4)


@pytest.mark.parametrize("right, checked, population", [(0, 40, 40), (40, 40, 40), (25, 40, 40), (1, 1, 1)])
def test_interval_has_no_width_where_all_were_checked(right: int, checked: int, population: int) -> None:
    assert share_interval(right, checked, population) == (right / population, right / population)


def test_interval_contains_the_share_and_shrinks_with_the_sample() -> None:
    assert share_interval(0, 0, 100) == (0.0, 1.0)
    widths = []
    for checked in (10, 50, 200, 900):
        low, high = share_interval(checked * 9 // 10, checked, 1000)
        assert low <= 0.9 <= high
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert share_interval(0, 30, 1000)[0] == 0 and share_interval(30, 30, 1000)[1] == 1


@pytest.mark.parametrize("arguments", [(2, 1, 5), (-1, 3, 5), (1, 6, 5), (0, 0, 0)])
def test_impossible_counts_are_refused(arguments: tuple) -> None:
    with pytest.raises(ValueError):
        share_interval(*arguments)


def test_intervals_of_a_thousand_collections_hold_their_level() -> None:
    """The truth may be missed as often as the level allows; three standard deviations are chance."""
    rng = np.random.default_rng(25)
    covered, collections = 0, 1000
    for _ in range(collections):
        population = int(rng.integers(50, 20_000))
        marked = int(rng.binomial(population, rng.uniform(0.5, 1.0)))
        checked = int(rng.integers(10, min(population, 400) + 1))
        right = int(rng.hypergeometric(marked, population - marked, checked))
        low, high = share_interval(right, checked, population)
        covered += low <= marked / population <= high
    least = LEVEL - 3 * (LEVEL * (1 - LEVEL) / collections) ** 0.5
    assert covered / collections >= least


def test_sample_is_large_enough_and_not_much_larger() -> None:
    for population, half_width, share in ((10_000, 0.03, 0.95), (10_000, 0.05, 0.5), (300, 0.02, 0.9)):
        size = sample_size(population, half_width, share)
        low, high = share_interval(round(share * size), size, population)
        assert (high - low) / 2 <= half_width
        fewer = int(size * 0.9)
        low, high = share_interval(round(share * fewer), fewer, population)
        assert (high - low) / 2 > half_width


def test_sample_grows_with_what_is_asked_and_never_beyond_the_collection() -> None:
    assert sample_size(10_000, 0.03, 0.95) < sample_size(10_000, 0.03) < sample_size(10_000, 0.02)
    assert sample_size(100, 0.001) == 100 and sample_size(1, 0.5) == 1
    with pytest.raises(ValueError):
        sample_size(0, 0.1)
    with pytest.raises(ValueError):
        sample_size(10, 0.0)


def test_planned_samples_give_intervals_of_the_planned_width() -> None:
    rng = np.random.default_rng(3)
    population, share, half_width = 5000, 0.93, 0.03
    size, marked = sample_size(population, half_width, share), round(5000 * share)
    widths = []
    for _ in range(200):
        right = int(rng.hypergeometric(marked, population - marked, size))
        low, high = share_interval(right, size, population)
        widths.append((high - low) / 2)
    assert np.mean(widths) == pytest.approx(half_width, rel=0.1)


def test_running_share_is_that_of_the_last_words() -> None:
    after, share = running_share([True, False, True, True], window=2)
    assert after.tolist() == [2, 3, 4] and share.tolist() == [0.5, 0.5, 1.0]
    assert len(running_share([True], window=2)[0]) == 0
    with pytest.raises(ValueError):
        running_share([], window=0)
