"""The rule E_m and the theorems, compared with results by hand, enumeration and the exact errors."""

from __future__ import annotations

from itertools import product
from math import exp, log

import numpy as np
import pytest
from bounds_helpers import random_allocation_given
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.evaluation.bounds.rule import poisson_binomial, rule_errors, seen_probabilities
from core.evaluation.bounds.theorems import (
    arbitrary_allocation,
    chernoff,
    exchangeable,
    exchangeable_as_printed,
    hoeffding,
    midpoint_threshold,
    random_allocation,
    random_allocation_best_eta,
    random_allocation_by_word,
    vote_gaps,
)

Floats = NDArray[np.float64]
TINY = 1e-9


@st.composite
def ensembles(draw: st.DrawFn) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Draw alpha, beta [L] with alpha + beta < 1 and an allocation [L, W] that includes every word."""
    members, words = draw(st.integers(1, 12)), draw(st.integers(1, 8))
    unit = st.floats(0, 1).map(lambda x: round(x, 3))
    beta = np.array([draw(unit) for _ in range(members)]) * 0.99
    alpha = np.array([draw(unit) for _ in range(members)]) * 0.99 * (1 - beta)
    allocation = np.array([[draw(st.booleans()) for _ in range(words)] for _ in range(members)])
    allocation[draw(st.integers(0, members - 1))] = True
    return alpha, beta, allocation


def test_vote_gaps_and_theorem_1_by_hand() -> None:
    alpha, beta = np.array([0.1, 0.2, 0.1]), np.array([0.2, 0.1, 0.3])
    allocation = np.array([[True, False], [True, True], [False, True]])
    assert vote_gaps(alpha, beta, allocation) == pytest.approx([0.7 + 0.7, 0.7 + 0.6])
    # mu = 0.6, Delta = 1.3, delta = 1.3 / 2.5 = 0.52, mu (1 + delta) = 0.912
    bounds = arbitrary_allocation(alpha, beta, allocation)
    assert bounds.m == 1
    assert bounds.unseen_given_seen == pytest.approx(exp(-(0.52**2) * 1.9 / 2))
    assert bounds.seen_given_unseen == pytest.approx(exp(-(0.52**2) * 0.6 / 2.52))
    assert bounds.larger == bounds.seen_given_unseen


def test_theorem_2_by_hand() -> None:
    rates = np.full(40, 0.1), np.full(40, 0.2)
    # mu = 8, sum gamma = 28, Delta_0 = 0.5 * 0.9 * 28 = 12.6, delta = 12.6 / 28.6
    delta, missed = 12.6 / 28.6, 30 * exp(-2 * 0.25 * 0.81 * 40)
    bounds = random_allocation(*rates, 0.9, 30, 0.5)
    assert bounds.m == 12  # 8 * 1.4406 = 11.52
    assert bounds.unseen_given_seen == pytest.approx(missed + exp(-(delta**2) * 20.6 / 2))
    assert bounds.seen_given_unseen == pytest.approx(missed + exp(-(delta**2) * 8 / (2 + delta)))
    assert random_allocation_best_eta(*rates, 0.9, 30).larger < bounds.larger
    assert random_allocation(*rates, 0.9, 10**9, 0.01).larger == 1


def test_theorem_2_given_allocations_by_hand() -> None:
    mu, least = np.array([2.0, 4.0]), np.array([1.0, 5.0])
    mean = (exp(-((2 / 6) ** 2) * 4 / 2) + exp(-((2 / 10) ** 2) * 6 / 2)) / 2
    tail = (exp(-((2 / 6) ** 2) * 2 / (2 + 2 / 6)) + exp(-((2 / 10) ** 2) * 4 / 2.2)) / 2
    assert random_allocation_given(mu, least, 2.0) == (1.0, 1.0)  # 0.5 plus these means is above 1
    assert random_allocation_given(mu, least + 2, 2.0) == pytest.approx((mean, tail))
    assert random_allocation_given(mu, least, 2.0, printed=False)[1] == pytest.approx(tail)


def test_poisson_binomial_equals_enumeration() -> None:
    probabilities = np.random.default_rng(0).random((3, 5))
    for row, distribution in zip(probabilities, poisson_binomial(probabilities), strict=True):
        expected = np.zeros(6)
        for votes in product((0, 1), repeat=5):
            expected[sum(votes)] += np.prod([c if v else 1 - c for v, c in zip(votes, row, strict=True)])
        assert distribution == pytest.approx(expected, abs=1e-12)


def test_consensus_is_e_l_and_rejects_seen_words() -> None:
    """Appendix B.1: 1 - prod beta for unseen words; for seen ones the product over L(w) and the other members."""
    alpha, beta = np.array([0.1, 0.2, 0.05]), np.array([0.3, 0.2, 0.4])
    allocation = np.array([[True], [False], [True]])
    errors = rule_errors(seen_probabilities(alpha, beta, allocation), beta)
    assert errors.seen_given_unseen[3] == pytest.approx(0.3 * 0.2 * 0.4)
    assert errors.unseen_given_seen[3] == pytest.approx(1 - 0.9 * 0.2 * 0.95)
    two = rule_errors(seen_probabilities(alpha, beta, np.hstack([allocation, ~allocation])), beta)
    one, other = 1 - 0.9 * 0.2 * 0.95, 1 - 0.3 * 0.8 * 0.4
    assert two.unseen_given_worst[3] == pytest.approx(other)
    assert two.unseen_given_seen[3] == pytest.approx((one + other) / 2)
    assert errors.unseen_given_seen[0] == 0 and errors.seen_given_unseen[0] == 1
    assert errors.unseen_given_seen[4] == 1 and errors.seen_given_unseen[4] == 0
    best = errors.best_m()
    assert max(errors.unseen_given_seen[best], errors.seen_given_unseen[best]) < errors.unseen_given_seen[3] / 2


@given(ensembles())
@settings(max_examples=150, deadline=None)
def test_theorem_1_and_hoeffding_bound_the_exact_errors(case: tuple[Floats, Floats, NDArray[np.bool_]]) -> None:
    alpha, beta, allocation = case
    errors = rule_errors(seen_probabilities(alpha, beta, allocation), beta)
    mu, least = float(beta.sum()), float(vote_gaps(alpha, beta, allocation).min())
    theorem = arbitrary_allocation(alpha, beta, allocation)
    tight = hoeffding(len(alpha), mu, mu + least)
    for bounds in (theorem, tight):
        assert 1 <= bounds.m <= len(alpha)
        assert errors.unseen_given_worst[bounds.m] <= bounds.unseen_given_seen + TINY
        assert errors.seen_given_unseen[bounds.m] <= bounds.seen_given_unseen + TINY
    assert tight.larger <= theorem.larger + TINY
    assert (errors.unseen_given_seen <= errors.unseen_given_worst + TINY).all()
    assert (np.diff(errors.unseen_given_seen) >= -TINY).all()
    assert (np.diff(errors.seen_given_unseen) <= TINY).all()


@given(ensembles(), st.floats(0.05, 1), st.integers(1, 10_000))
@settings(max_examples=100, deadline=None)
def test_theorem_2_bounds_the_exact_errors_and_is_never_better_than_by_word(
    case: tuple[Floats, Floats, NDArray[np.bool_]], p: float, words: int
) -> None:
    alpha, beta, _ = case
    probabilities = p * (1 - alpha) + (1 - p) * beta
    errors = rule_errors(probabilities[None], beta)
    printed = random_allocation_best_eta(alpha, beta, p, words)
    by_word = random_allocation_by_word(alpha, beta, p)
    for bounds in (printed, by_word):
        assert errors.unseen_given_seen[bounds.m] <= bounds.unseen_given_seen + TINY
        assert errors.seen_given_unseen[bounds.m] <= bounds.seen_given_unseen + TINY
    assert by_word.larger <= printed.larger + TINY


@given(st.integers(2, 12), st.floats(0, 0.45), st.floats(0, 0.45), st.floats(0.1, 1), st.floats(0, 1), st.floats(0, 1))
@settings(max_examples=100, deadline=None)
def test_exchangeable_bound_holds_for_members_that_sometimes_copy_one_vote(
    members: int, alpha: float, beta: float, p: float, rho_s: float, rho_u: float
) -> None:
    """With probability rho all members give one common vote, otherwise each its own: the correlation is rho."""
    bounds = exchangeable(members, alpha, beta, p, rho_s, rho_u)
    q = beta + p * (1 - alpha - beta)
    own = rule_errors(np.full((1, members), q), np.full(members, beta))
    unseen_given_seen = rho_s * (1 - q) + (1 - rho_s) * own.unseen_given_seen[bounds.m]
    seen_given_unseen = rho_u * beta + (1 - rho_u) * own.seen_given_unseen[bounds.m]
    assert unseen_given_seen <= bounds.unseen_given_seen + TINY
    assert seen_given_unseen <= bounds.seen_given_unseen + TINY


def test_rounding_does_not_raise_a_whole_number_of_votes() -> None:
    # mu = 3 and Delta = 6 give m = 2 * 3 * 9 / 12 = 4.5, Delta = 3: 2 * 3 * 6 / 9 = 4 exactly
    assert chernoff(float(np.full(30, 0.1).sum()), float(np.full(30, 0.1).sum()) + 3).m == 4
    assert midpoint_threshold(10, 0.1, 0.3, 1.0) == 6  # 10 (0.3 + 0.3)


def test_rule_needs_one_vote_without_errors_of_the_second_kind() -> None:
    """The paper's m would be 0, and E_0 calls every word seen; the bound for unseen words is 1."""
    alpha, beta, allocation = np.full(5, 0.2), np.zeros(5), np.ones((5, 3), np.bool_)
    bounds, errors = arbitrary_allocation(alpha, beta, allocation), rule_errors(np.full((1, 5), 0.8), beta)
    assert bounds.m == 1 and bounds.seen_given_unseen == 1
    assert errors.unseen_given_seen[1] == pytest.approx(0.2**5) and errors.seen_given_unseen[1] == 0
    tight = hoeffding(5, 0.0, 4.0)
    assert tight.m == 1 and tight.seen_given_unseen == 0 and tight.unseen_given_seen == pytest.approx(0.2**5)
    assert hoeffding(5, 0.0, 5.0).larger == 0


def test_printed_exchangeable_bound_equals_its_formula() -> None:
    harmonic = 1 + 1 / 2 + 1 / 3 + 1 / 4
    bounds = exchangeable_as_printed(4, 0.1, 0.2, 0.9)
    assert log(bounds.unseen_given_seen) == pytest.approx(-0.81 * 4 * 0.49 * (4 - harmonic) / 6)
    assert bounds.unseen_given_seen == bounds.seen_given_unseen and bounds.m == 3  # 4 (0.2 + 0.315)


def test_invalid_rates_raise_value_error() -> None:
    for mu_u, mu_s in ((1.0, 1.0), (2.0, 1.0), (-0.1, 1.0)):
        with pytest.raises(ValueError, match="seen word"):
            chernoff(mu_u, mu_s)
        with pytest.raises(ValueError, match="does not hold"):
            hoeffding(5, mu_u, mu_s)
    with pytest.raises(ValueError, match="does not hold"):
        hoeffding(5, 1.0, 5.5)
    with pytest.raises(ValueError, match="two members"):
        exchangeable_as_printed(1, 0.1, 0.1, 0.9)
    with pytest.raises(ValueError, match="chance"):
        exchangeable(5, 0.5, 0.5, 0.9, 0.0, 0.0)
