"""How many members are enough: the least number by each yardstick, and none where no number is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.evaluation.bounds.ensemble_size import (
    EnsembleSize,
    Kind,
    enough_members,
    expected,
    promised,
    promised_printed,
)
from core.evaluation.bounds.theorems import exchangeable


def test_enough_is_the_least_number_that_is() -> None:
    kind = Kind(0.1, 0.2, 0.9, 500)
    enough = enough_members(kind, 0.05, (0.0, 0.0))
    assert enough.expected is not None and enough.promised is not None and enough.printed is not None
    assert enough.expected < enough.promised < enough.printed
    for name, error in (("expected", expected), ("promised", promised), ("printed", promised_printed)):
        n = getattr(enough, name)
        assert error(kind, n) <= 0.05
        assert all(error(kind, fewer) > 0.05 for fewer in range(1, n))
    assert enough.dependent is not None
    at, below = (exchangeable(n, 0.1, 0.2, 0.9, 0, 0).worse for n in (enough.dependent, enough.dependent - 1))
    assert at <= 0.05 < below


def test_theorem_2_as_printed_asks_for_more_of_better_members() -> None:
    """Its second bound is exp(-delta^2 mu / (2 + delta)): few errors of the second kind make mu small."""
    worse, better = (enough_members(Kind(rate, 2 * rate, 0.9, 500), 0.05) for rate in (0.1, 0.02))
    assert worse.printed is not None and better.printed is not None and better.printed > 2 * worse.printed
    assert worse.promised is not None and better.promised is not None and better.promised < worse.promised


def test_what_is_expected_of_an_ensemble_happens() -> None:
    rng = np.random.default_rng(2)
    kind = Kind(0.1, 0.2, 0.9, 500)
    n = enough_members(kind, 0.02).expected
    assert n is not None
    knows = rng.random((100_000, n)) < 0.9
    seen = (rng.random(knows.shape) < np.where(knows, 0.9, 0.2)).sum(axis=1)
    unseen = (rng.random(knows.shape) < 0.2).sum(axis=1)
    errors = [max((seen < m).mean(), (unseen >= m).mean()) for m in range(1, n + 1)]
    assert min(errors) == pytest.approx(expected(kind, n), abs=2e-3)


def test_no_number_is_enough_for_guessing_members_or_errors_in_common() -> None:
    assert enough_members(Kind(0.5, 0.5, 0.9, 10), 0.1, (0, 0)) == EnsembleSize(None, None, None, None)
    assert enough_members(Kind(0.1, 0.1, 0.0, 10), 0.1) == EnsembleSize(None, None, None, None)
    assert enough_members(Kind(0.1, 0.2, 0.9, 10), 0.1, (0.0, 0.5)).dependent is None
    with pytest.raises(ValueError, match="wanted"):
        enough_members(Kind(0.1, 0.2, 0.9, 10), 0.0)


@given(st.floats(0, 0.45), st.floats(0, 0.45), st.floats(0.3, 1))
@settings(max_examples=15, deadline=None)
def test_what_is_promised_is_never_better_than_what_is(alpha: float, beta: float, p: float) -> None:
    kind = Kind(alpha, beta, p, 100)
    for n in (1, 2, 9, 40):
        assert expected(kind, n) <= promised(kind, n) + 1e-9
        assert promised(kind, n) <= promised_printed(kind, n) + 1e-9
