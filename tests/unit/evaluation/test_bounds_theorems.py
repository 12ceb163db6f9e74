"""The rule E_m and the theorems against sums worked by hand, enumeration, and the exact law of the votes."""

from __future__ import annotations

from itertools import product
from math import exp, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.evaluation.bounds.rule import chances_of_seen, poisson_binomial, rule_errors
from core.evaluation.bounds.theorems import (
    arbitrary_allocation,
    chernoff,
    exchangeable,
    exchangeable_as_printed,
    midpoint_threshold,
    random_allocation,
    random_allocation_best_eta,
    random_allocation_by_word,
    random_allocation_given,
    sharpest,
    vote_gaps,
)

Floats = NDArray[np.float64]
TINY = 1e-9


@st.composite
def ensembles(draw: st.DrawFn) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """alpha, beta [L] with alpha + beta < 1 and an allocation [L, W] that leaves no word out."""
    members, words = draw(st.integers(1, 12)), draw(st.integers(1, 8))
    unit = st.floats(0, 1).map(lambda x: round(x, 3))
    beta = np.array([draw(unit) for _ in range(members)]) * 0.99
    alpha = np.array([draw(unit) for _ in range(members)]) * 0.99 * (1 - beta)
    knows = np.array([[draw(st.booleans()) for _ in range(words)] for _ in range(members)])
    knows[draw(st.integers(0, members - 1))] = True
    return alpha, beta, knows


def test_gains_and_theorem_1_worked_by_hand() -> None:
    alpha, beta = np.array([0.1, 0.2, 0.1]), np.array([0.2, 0.1, 0.3])
    knows = np.array([[True, False], [True, True], [False, True]])
    assert vote_gaps(alpha, beta, knows) == pytest.approx([0.7 + 0.7, 0.7 + 0.6])
    # mu = 0.6, Delta = 1.3, delta = 1.3 / 2.5 = 0.52, mu (1 + delta) = 0.912
    promise = arbitrary_allocation(alpha, beta, knows)
    assert promise.m == 1
    assert promise.unseen_given_seen == pytest.approx(exp(-(0.52**2) * 1.9 / 2))
    assert promise.seen_given_unseen == pytest.approx(exp(-(0.52**2) * 0.6 / 2.52))
    assert promise.worse == promise.seen_given_unseen


def test_theorem_2_worked_by_hand() -> None:
    rates = np.full(40, 0.1), np.full(40, 0.2)
    # mu = 8, sum gamma = 28, Delta_0 = 0.5 * 0.9 * 28 = 12.6, delta = 12.6 / 28.6
    delta, missed = 12.6 / 28.6, 30 * exp(-2 * 0.25 * 0.81 * 40)
    promise = random_allocation(*rates, 0.9, 30, 0.5)
    assert promise.m == 12  # 8 * 1.4406 = 11.52
    assert promise.unseen_given_seen == pytest.approx(missed + exp(-(delta**2) * 20.6 / 2))
    assert promise.seen_given_unseen == pytest.approx(missed + exp(-(delta**2) * 8 / (2 + delta)))
    assert random_allocation_best_eta(*rates, 0.9, 30).worse < promise.worse
    assert random_allocation(*rates, 0.9, 10**9, 0.01).worse == 1


def test_theorem_2_given_the_allocations_worked_by_hand() -> None:
    mu, least = np.array([2.0, 4.0]), np.array([1.0, 5.0])
    mean = (exp(-((2 / 6) ** 2) * 4 / 2) + exp(-((2 / 10) ** 2) * 6 / 2)) / 2
    tail = (exp(-((2 / 6) ** 2) * 2 / (2 + 2 / 6)) + exp(-((2 / 10) ** 2) * 4 / 2.2)) / 2
    assert random_allocation_given(mu, least, 2.0) == (1.0, 1.0)  # a half and these means are above 1
    assert random_allocation_given(mu, least + 2, 2.0) == pytest.approx((mean, tail))
    assert random_allocation_given(mu, least, 2.0, printed=False)[1] == pytest.approx(tail)


def test_the_vote_law_is_that_of_enumeration() -> None:
    chances = np.random.default_rng(0).random((3, 5))
    for row, law in zip(chances, poisson_binomial(chances), strict=True):
        told = np.zeros(6)
        for votes in product((0, 1), repeat=5):
            told[sum(votes)] += np.prod([c if v else 1 - c for v, c in zip(votes, row, strict=True)])
        assert law == pytest.approx(told, abs=1e-12)


def test_consensus_is_the_last_rule_and_rejects_seen_words() -> None:
    """Appendix B.1: 1 - prod beta for unseen words, the product over L(w) and the others for seen ones."""
    alpha, beta = np.array([0.1, 0.2, 0.05]), np.array([0.3, 0.2, 0.4])
    knows = np.array([[True], [False], [True]])
    errors = rule_errors(chances_of_seen(alpha, beta, knows), beta)
    assert errors.seen_given_unseen[3] == pytest.approx(0.3 * 0.2 * 0.4)
    assert errors.unseen_given_seen[3] == pytest.approx(1 - 0.9 * 0.2 * 0.95)
    two = rule_errors(chances_of_seen(alpha, beta, np.hstack([knows, ~knows])), beta)
    one, other = 1 - 0.9 * 0.2 * 0.95, 1 - 0.3 * 0.8 * 0.4
    assert two.unseen_given_worst[3] == pytest.approx(other)
    assert two.unseen_given_seen[3] == pytest.approx((one + other) / 2)
    assert errors.unseen_given_seen[0] == 0 and errors.seen_given_unseen[0] == 1
    assert errors.unseen_given_seen[4] == 1 and errors.seen_given_unseen[4] == 0
    best = errors.best()
    assert max(errors.unseen_given_seen[best], errors.seen_given_unseen[best]) < errors.unseen_given_seen[3] / 2


@given(ensembles())
@settings(max_examples=150, deadline=None)
def test_theorem_1_and_the_sharpest_bound_hold_for_the_exact_law(
    case: tuple[Floats, Floats, NDArray[np.bool_]],
) -> None:
    alpha, beta, knows = case
    errors = rule_errors(chances_of_seen(alpha, beta, knows), beta)
    mu, least = float(beta.sum()), float(vote_gaps(alpha, beta, knows).min())
    theorem = arbitrary_allocation(alpha, beta, knows)
    sharp = sharpest(len(alpha), mu, mu + least)
    for promise in (theorem, sharp):
        assert 1 <= promise.m <= len(alpha)
        assert errors.unseen_given_worst[promise.m] <= promise.unseen_given_seen + TINY
        assert errors.seen_given_unseen[promise.m] <= promise.seen_given_unseen + TINY
    assert sharp.worse <= theorem.worse + TINY
    assert (errors.unseen_given_seen <= errors.unseen_given_worst + TINY).all()
    assert (np.diff(errors.unseen_given_seen) >= -TINY).all()
    assert (np.diff(errors.seen_given_unseen) <= TINY).all()


@given(ensembles(), st.floats(0.05, 1), st.integers(1, 10_000))
@settings(max_examples=100, deadline=None)
def test_theorem_2_holds_for_the_exact_law_and_is_never_better_than_word_by_word(
    case: tuple[Floats, Floats, NDArray[np.bool_]], p: float, words: int
) -> None:
    alpha, beta, _ = case
    chances = p * (1 - alpha) + (1 - p) * beta
    errors = rule_errors(chances[None], beta)
    printed = random_allocation_best_eta(alpha, beta, p, words)
    by_word = random_allocation_by_word(alpha, beta, p)
    for promise in (printed, by_word):
        assert errors.unseen_given_seen[promise.m] <= promise.unseen_given_seen + TINY
        assert errors.seen_given_unseen[promise.m] <= promise.seen_given_unseen + TINY
    assert by_word.worse <= printed.worse + TINY


@given(st.integers(2, 12), st.floats(0, 0.45), st.floats(0, 0.45), st.floats(0.1, 1), st.floats(0, 1), st.floats(0, 1))
@settings(max_examples=100, deadline=None)
def test_the_exchangeable_bound_holds_for_members_that_sometimes_all_copy_one(
    members: int, alpha: float, beta: float, p: float, rho_s: float, rho_u: float
) -> None:
    """With chance rho all members give one common vote, else each its own: exactly correlated by rho."""
    promise = exchangeable(members, alpha, beta, p, rho_s, rho_u)
    q = beta + p * (1 - alpha - beta)
    own = rule_errors(np.full((1, members), q), np.full(members, beta))
    unseen_given_seen = rho_s * (1 - q) + (1 - rho_s) * own.unseen_given_seen[promise.m]
    seen_given_unseen = rho_u * beta + (1 - rho_u) * own.seen_given_unseen[promise.m]
    assert unseen_given_seen <= promise.unseen_given_seen + TINY
    assert seen_given_unseen <= promise.seen_given_unseen + TINY


def test_a_whole_number_of_votes_is_not_lifted_by_rounding() -> None:
    # mu = 3 and Delta = 6 give m = 2 * 3 * 9 / 12 = 4.5, Delta = 3: 2 * 3 * 6 / 9 = 4 exactly
    assert chernoff(float(np.full(30, 0.1).sum()), float(np.full(30, 0.1).sum()) + 3).m == 4
    assert midpoint_threshold(10, 0.1, 0.3, 1.0) == 6  # 10 (0.3 + 0.3)


def test_without_errors_of_the_second_kind_the_rule_asks_for_one_vote() -> None:
    """The paper's m is 0 there, and E_0 calls every word seen; its bound on unseen words then is 1."""
    alpha, beta, knows = np.full(5, 0.2), np.zeros(5), np.ones((5, 3), np.bool_)
    promise, errors = arbitrary_allocation(alpha, beta, knows), rule_errors(np.full((1, 5), 0.8), beta)
    assert promise.m == 1 and promise.seen_given_unseen == 1
    assert errors.unseen_given_seen[1] == pytest.approx(0.2**5) and errors.seen_given_unseen[1] == 0
    sharp = sharpest(5, 0.0, 4.0)
    assert sharp.m == 1 and sharp.seen_given_unseen == 0 and sharp.unseen_given_seen == pytest.approx(0.2**5)
    assert sharpest(5, 0.0, 5.0).worse == 0  # all right


def test_the_printed_exchangeable_bound_is_its_formula() -> None:
    harmonic = 1 + 1 / 2 + 1 / 3 + 1 / 4
    promise = exchangeable_as_printed(4, 0.1, 0.2, 0.9)
    assert log(promise.unseen_given_seen) == pytest.approx(-0.81 * 4 * 0.49 * (4 - harmonic) / 6)
    assert promise.unseen_given_seen == promise.seen_given_unseen and promise.m == 3  # 4 (0.2 + 0.315)


def test_what_makes_no_sense_is_refused() -> None:
    for mu_u, mu_s in ((1.0, 1.0), (2.0, 1.0), (-0.1, 1.0)):
        with pytest.raises(ValueError, match="seen word"):
            chernoff(mu_u, mu_s)
        with pytest.raises(ValueError, match="do not fit"):
            sharpest(5, mu_u, mu_s)
    with pytest.raises(ValueError, match="do not fit"):
        sharpest(5, 1.0, 5.5)
    with pytest.raises(ValueError, match="two members"):
        exchangeable_as_printed(1, 0.1, 0.1, 0.9)
    with pytest.raises(ValueError, match="chance"):
        exchangeable(5, 0.5, 0.5, 0.9, 0.0, 0.0)
