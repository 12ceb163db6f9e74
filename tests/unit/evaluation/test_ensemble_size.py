"""Errors by the number of members: bounds, exact and measured errors, and how many members suffice."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.evaluation.bounds import ensemble_size
from core.evaluation.bounds.ensemble_size import (
    MAX_MEMBERS,
    EnsembleSize,
    MeanRates,
    exact_error,
    exchangeable_error_limit,
    hoeffding_error,
    mean_rates,
    measured_errors,
    required_size,
    size_errors,
    theorem_2_error,
)
from core.evaluation.bounds.estimate import MemberRates
from core.evaluation.bounds.theorems import exchangeable

MEAN = MeanRates(0.1, 0.2, 0.9, 300)


def rates(alpha: float | None, beta: float | None) -> MemberRates:
    return MemberRates(alpha, beta, (0, 1), (0, 1), 10, 10)


def draw_votes(members: int, images: int, common: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return the votes of members with alpha .1 and beta .2, and which images are of words they were trained on.

    All members were trained on the words of half of the images; with ``common`` they all err on the same images.
    """
    rng = np.random.default_rng(4)
    seen_by = np.broadcast_to(np.arange(images) % 2 == 0, (members, images))
    draws = rng.random(images)[None].repeat(members, 0) if common else rng.random((members, images))
    return np.where(seen_by, draws >= 0.1, draws < 0.2), seen_by


def test_required_size_is_the_least_sufficient_number() -> None:
    mean = MeanRates(0.1, 0.2, 0.9, 500)
    required = required_size(mean, 0.05, (0.0, 0.0))
    assert required.exact is not None and required.hoeffding is not None and required.theorem_2 is not None
    assert required.exact < required.hoeffding < required.theorem_2
    for name, error in (("exact", exact_error), ("hoeffding", hoeffding_error), ("theorem_2", theorem_2_error)):
        n = getattr(required, name)
        assert error(mean, n) <= 0.05
        assert all(error(mean, fewer) > 0.05 for fewer in range(1, n))
    assert required.exchangeable is not None
    at, below = (
        exchangeable(n, 0.1, 0.2, 0.9, 0, 0).larger for n in (required.exchangeable, required.exchangeable - 1)
    )
    assert at <= 0.05 < below


def test_theorem_2_as_printed_needs_more_members_the_better_they_are() -> None:
    """Its second bound is exp(-delta^2 mu / (2 + delta)): few errors of the second kind make mu small."""
    worse, better = (required_size(MeanRates(rate, 2 * rate, 0.9, 500), 0.05) for rate in (0.1, 0.02))
    assert worse.theorem_2 is not None and better.theorem_2 is not None and better.theorem_2 > 2 * worse.theorem_2
    assert worse.hoeffding is not None and better.hoeffding is not None and better.hoeffding < worse.hoeffding


def test_exact_error_equals_simulated_error() -> None:
    rng = np.random.default_rng(2)
    mean = MeanRates(0.1, 0.2, 0.9, 500)
    n = required_size(mean, 0.02).exact
    assert n is not None
    trained = rng.random((100_000, n)) < 0.9
    seen = (rng.random(trained.shape) < np.where(trained, 0.9, 0.2)).sum(axis=1)
    unseen = (rng.random(trained.shape) < 0.2).sum(axis=1)
    errors = [max((seen < m).mean(), (unseen >= m).mean()) for m in range(1, n + 1)]
    assert min(errors) == pytest.approx(exact_error(mean, n), abs=2e-3)


def test_no_size_suffices_for_guessing_or_correlated_members() -> None:
    assert required_size(MeanRates(0.5, 0.5, 0.9, 10), 0.1, (0, 0)) == EnsembleSize(None, None, None, None)
    assert required_size(MeanRates(0.1, 0.1, 0.0, 10), 0.1) == EnsembleSize(None, None, None, None)
    assert required_size(MeanRates(0.1, 0.2, 0.9, 10), 0.1, (0.0, 0.5)).exchangeable is None
    with pytest.raises(ValueError, match="target error"):
        required_size(MeanRates(0.1, 0.2, 0.9, 10), 0.0)


@given(st.floats(0, 0.45), st.floats(0, 0.45), st.floats(0.3, 1))
@settings(max_examples=15, deadline=None)
def test_bounds_are_never_below_the_exact_error(alpha: float, beta: float, p: float) -> None:
    mean = MeanRates(alpha, beta, p, 100)
    for n in (1, 2, 9, 40):
        assert exact_error(mean, n) <= hoeffding_error(mean, n) + 1e-9
        assert hoeffding_error(mean, n) <= theorem_2_error(mean, n) + 1e-9


def test_bounds_at_one_size_are_ordered() -> None:
    for size in (1, 2, 5, 20, 100):
        one = size_errors(MEAN, size, (0.0, 0.0))
        assert one.size == size and 0 <= one.exact <= one.hoeffding <= one.theorem_2 <= 1
        assert one.exchangeable is not None and one.exchangeable >= one.exact - 1e-12
    assert size_errors(MEAN, 5, None).exchangeable is None


def test_required_size_is_where_the_curve_meets_the_target() -> None:
    required = required_size(MEAN, 0.05, (0.02, 0.02))
    for name in ("hoeffding", "exact", "exchangeable"):
        least = getattr(required, name)
        assert getattr(size_errors(MEAN, least, (0.02, 0.02)), name) <= 0.05
        assert getattr(size_errors(MEAN, least - 1, (0.02, 0.02)), name) > 0.05


def test_exchangeable_error_has_a_limit_above_zero() -> None:
    rho = (0.3, 0.1)
    limit = exchangeable_error_limit(MEAN, rho)
    q, g = 0.2 + 0.9 * 0.7, 0.9 * 0.7 / 2
    assert limit == pytest.approx(q * (1 - q) * 0.3 / (q * (1 - q) * 0.3 + g * g), rel=1e-6)
    curve = [size_errors(MEAN, size, rho).exchangeable for size in (1, 10, 100, MAX_MEMBERS)]
    assert curve == sorted(curve, reverse=True) and curve[-1] > limit
    assert required_size(MEAN, limit, rho).exchangeable is None
    assert exchangeable_error_limit(MEAN, (0.0, 0.0)) < 1e-6


def test_mean_rates() -> None:
    mean = mean_rates([rates(0.1, 0.3), rates(0.3, 0.1)], [8, 9], 10, 9)
    assert mean is not None and (mean.alpha, mean.beta, mean.p, mean.words) == pytest.approx((0.2, 0.2, 0.85, 9))
    assert mean_rates([rates(0.1, 0.3), rates(None, 0.1)], [8, 9], 10, 9) is None
    assert mean_rates([rates(0.1, None)], [8], 10, 9) is None and mean_rates([], [], 10, 0) is None


def test_independent_members_measure_the_exact_error() -> None:
    votes, seen_by = draw_votes(5, 60_000, common=False)
    found = measured_errors([rates(0.1, 0.2)] * 5, np.ones((5, 9), np.bool_), votes, seen_by)
    exact = [size_errors(MeanRates(0.1, 0.2, 1.0, 9), size, None).exact for size in range(1, 6)]
    assert found == pytest.approx(exact, abs=0.01)


def test_more_members_do_not_help_if_they_err_together() -> None:
    votes, seen_by = draw_votes(5, 20_000, common=True)
    found = measured_errors([rates(0.1, 0.2)] * 5, np.ones((5, 9), np.bool_), votes, seen_by)
    assert found == pytest.approx([0.2] * 5, abs=0.02)


def test_subset_errs_on_words_that_none_of_it_was_trained_on() -> None:
    """Two perfect members each hold out half of the words; one alone calls that half unseen."""
    allocation = np.array([[True, False], [False, True]])
    votes = np.array([[True, False, False], [False, True, False]])
    seen_by = np.array([[True, False, False], [False, True, False]])
    assert measured_errors([rates(0, 0)] * 2, allocation, votes, seen_by).tolist() == [0.5, 0.0]


def test_measured_errors_are_nan_without_both_kinds_of_words() -> None:
    votes, seen_by = draw_votes(3, 40, common=False)
    for rows in (seen_by[0], ~seen_by[0], np.zeros(40, np.bool_)):
        found = measured_errors([rates(0.1, 0.2)] * 3, np.ones((3, 9), np.bool_), votes[:, rows], seen_by[:, rows])
        assert found.shape == (3,) and np.isnan(found).all()


def test_large_numbers_of_subsets_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(ensemble_size._subsets(5, 2)) == 10
    monkeypatch.setattr(ensemble_size, "_MAX_SUBSETS", 6)
    subsets = ensemble_size._subsets(8, 4)
    assert len(subsets) == 6 and all(subset == sorted(set(subset)) and len(subset) == 4 for subset in subsets)
    assert subsets == ensemble_size._subsets(8, 4)
