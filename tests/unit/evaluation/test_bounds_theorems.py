"""The rule E_m and the theorems: compared with results by hand, enumeration, the exact errors, and simulations.

The simulations meet the assumptions of each theorem, or do not.
"""

from __future__ import annotations

from itertools import product
from math import exp, log

import numpy as np
import pytest
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
DRAWS = 100_000


def random_allocation_given(
    mu: Floats, least_delta: Floats, delta_0: float, *, printed: bool = True
) -> tuple[float, float]:
    """Theorem 2, first part: return bounds on both errors where the rates may depend on the allocation.

    ``mu`` and ``least_delta`` (the theorem's Delta) are draws [S] over allocations, ``delta_0`` is Delta_0 > 0; each
    allocation uses its own m. The second bound needs no P(Delta < Delta_0), since a word of W_u gets no votes by the
    allocation; ``printed`` adds it as the paper does.
    """
    delta = delta_0 / (2 * mu + delta_0)
    missed = float((least_delta < delta_0).mean())
    seen = missed + float(np.exp(-(delta**2) * (mu + delta_0) / 2).mean())
    unseen = missed * printed + float(np.exp(-(delta**2) * mu / (2 + delta)).mean())
    return min(1.0, seen), min(1.0, unseen)


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


def draw_votes(rng: np.random.Generator, probabilities: Floats, draws: int = DRAWS) -> NDArray[np.int64]:
    """Return X [draws] for independent votes with ``probabilities`` [L] or [draws, L]."""
    return (rng.random((draws, probabilities.shape[-1])) < probabilities).sum(axis=1)


def tolerance(share: float, draws: int = DRAWS) -> float:
    """Return four standard errors of a simulated share, and a little for shares near 0."""
    return 4 * (share * (1 - share) / draws) ** 0.5 + 5 / draws


def draw_rates(rng: np.random.Generator, members: int = 21) -> tuple[Floats, Floats]:
    return rng.uniform(0.05, 0.2, members), rng.uniform(0.1, 0.3, members)


def test_theorem_1_holds_and_is_loose() -> None:
    rng = np.random.default_rng(1)
    alpha, beta = draw_rates(rng)
    allocation = rng.random((21, 40)) < 0.9
    allocation[:8, 0] = False  # a word that far fewer members were trained on
    bounds = arbitrary_allocation(alpha, beta, allocation)
    exact = rule_errors(seen_probabilities(alpha, beta, allocation), beta)
    unseen = float((draw_votes(rng, beta) >= bounds.m).mean())
    assert unseen <= bounds.seen_given_unseen
    assert unseen == pytest.approx(exact.seen_given_unseen[bounds.m], abs=tolerance(unseen))
    worst = [float((draw_votes(rng, row) < bounds.m).mean()) for row in seen_probabilities(alpha, beta, allocation)]
    assert max(worst) <= bounds.unseen_given_seen
    assert max(worst) == pytest.approx(exact.unseen_given_worst[bounds.m], abs=tolerance(max(worst)))
    assert float(np.mean(worst)) == pytest.approx(exact.unseen_given_seen[bounds.m], abs=2e-3)
    assert worst[0] == max(worst)
    # too large by a factor of about 4 on one side and more on the other, but below 1
    assert 4 * unseen < bounds.seen_given_unseen < 0.7
    assert 20 * max(worst) < bounds.unseen_given_seen < 0.7
    mu = float(beta.sum())
    least = float(((1 - alpha - beta) @ allocation).min())
    assert hoeffding(21, mu, mu + least).larger < bounds.larger / 2


def test_theorem_2_holds_and_is_far_looser_than_by_word() -> None:
    rng = np.random.default_rng(2)
    alpha, beta = draw_rates(rng, 60)
    p, words = 0.9, 500
    printed = random_allocation_best_eta(alpha, beta, p, words)
    by_word = random_allocation_by_word(alpha, beta, p)
    allocation = rng.random((20_000, 60)) < p  # a new allocation for every draw
    x_seen = draw_votes(rng, np.where(allocation, 1 - alpha, beta), 20_000)
    x_unseen = draw_votes(rng, beta, 20_000)
    for bounds in (printed, by_word):
        assert float((x_seen < bounds.m).mean()) <= bounds.unseen_given_seen < 0.3
        assert float((x_unseen >= bounds.m).mean()) <= bounds.seen_given_unseen < 0.4
    assert by_word.larger < 0.7 * printed.larger and by_word.unseen_given_seen < printed.unseen_given_seen / 50
    # by its union bound the printed theorem grows with the vocabulary; the error of E_m does not
    assert random_allocation_best_eta(alpha, beta, p, 500_000).larger > 1.1 * printed.larger


def test_union_term_of_theorem_2_holds_for_least_vote_gap() -> None:
    """P(Delta <= Delta_0) <= |W_s| exp(..): the least vote gap over the words of a vocabulary."""
    rng = np.random.default_rng(3)
    alpha, beta = draw_rates(rng, 30)
    gamma, p, words, eta = 1 - alpha - beta, 0.8, 50, 0.3
    least = ((rng.random((4000, words, 30)) < p) @ gamma).min(axis=1)
    share = float((least <= (1 - eta) * p * gamma.sum()).mean())
    missed = words * np.exp(-2 * (eta * p * gamma.sum()) ** 2 / (gamma**2).sum())
    assert 0.02 < share <= missed
    printed = random_allocation(alpha, beta, p, words, eta)
    assert printed.seen_given_unseen == 1 or printed.seen_given_unseen > missed


def test_theorem_2_holds_if_rates_depend_on_the_allocation() -> None:
    """The more words a member was trained on, the more often it calls an unseen one seen."""
    rng = np.random.default_rng(4)
    runs, members, words, delta_0 = 4000, 30, 12, 8.0
    allocation = rng.random((runs, members, words)) < 0.7
    share = allocation.mean(axis=2)
    beta, alpha = 0.1 + 0.3 * share, 0.25 - 0.2 * share
    gamma = 1 - alpha - beta
    least = np.einsum("rk,rkw->rw", gamma, allocation).min(axis=1)
    mu = beta.sum(axis=1)
    m = np.ceil(mu * (1 + delta_0 / (2 * mu + delta_0)))
    word = rng.integers(0, words, runs)
    trained = np.take_along_axis(allocation, word[:, None, None], axis=2)[:, :, 0]
    unseen_given_seen = float((draw_votes(rng, np.where(trained, 1 - alpha, beta), runs) < m).mean())
    seen_given_unseen = float((draw_votes(rng, beta, runs) >= m).mean())
    seen_bound, unseen_bound = random_allocation_given(mu, least, delta_0)
    assert unseen_given_seen <= seen_bound < 1 and seen_given_unseen <= unseen_bound
    sharper = random_allocation_given(mu, least, delta_0, printed=False)[1]
    assert seen_given_unseen <= sharper < unseen_bound


def test_printed_exchangeable_bound_holds_for_independent_votes() -> None:
    rng = np.random.default_rng(5)
    members, alpha, beta, p = 21, 0.15, 0.2, 0.9
    printed = exchangeable_as_printed(members, alpha, beta, p)
    allocation = rng.random((DRAWS, members)) < p
    unseen_given_seen = float((draw_votes(rng, np.where(allocation, 1 - alpha, beta)) < printed.m).mean())
    seen_given_unseen = float((draw_votes(rng, np.full(members, beta)) >= printed.m).mean())
    assert 0 < 3 * max(unseen_given_seen, seen_given_unseen) < printed.larger < 0.2


@pytest.mark.parametrize("members", [10, 40, 160])
def test_printed_exchangeable_bound_fails_for_members_that_err_together(members: int) -> None:
    """Rates are drawn once for each image and shared by all members: exchangeable, with the theorem's means."""
    rng = np.random.default_rng(members)
    alpha, beta, p = 0.1, 0.2, 0.9
    m = midpoint_threshold(members, alpha, beta, p)
    hard = rng.random(DRAWS) < 0.25
    beta_of_image = np.where(hard, 0.8, 0.0)  # mean 0.2
    x = draw_votes(rng, np.broadcast_to(beta_of_image[:, None], (DRAWS, members)))
    error = float((x >= m).mean())
    # correlation of two votes: variance of the rate over beta (1 - beta)
    rho = float(np.var([0.8, 0, 0, 0])) / (beta * (1 - beta))
    assert error > 0.2  # a hard image is called seen, however many members there are
    bounds = exchangeable(members, alpha, beta, p, 0.0, rho)
    assert error <= bounds.seen_given_unseen < 1
    if members >= 40:
        assert error > 50 * exchangeable_as_printed(members, alpha, beta, p).seen_given_unseen


def test_theorem_1_fails_if_rates_are_means_over_easy_and_hard_images() -> None:
    """With beta_k as a mean over images Theorem 1 does not hold; with each image's own rate it does."""
    rng = np.random.default_rng(6)
    members = 100
    alpha, beta = np.full(members, 0.1), np.full(members, 0.2)
    allocation = np.ones((members, 1), np.bool_)
    bounds = arbitrary_allocation(alpha, beta, allocation)
    hard = (rng.random(DRAWS) < 0.25)[:, None]
    error = float((draw_votes(rng, np.where(hard, 0.8, 0.0) * np.ones(members)) >= bounds.m).mean())
    assert error > 0.2 > 4 * bounds.seen_given_unseen
    for own in (0.8, 0.0):
        one = arbitrary_allocation(alpha, np.full(members, own), allocation)
        assert float((draw_votes(rng, np.full(members, own), 10_000) >= one.m).mean()) <= one.seen_given_unseen


def test_theorem_1_needs_the_beta_of_seen_words_on_its_first_side() -> None:
    """If members call seen words that they held out seen less often than unseen ones, m is too high for them."""
    rng = np.random.default_rng(7)
    members = 200
    alpha, beta = np.full(members, 0.1), np.full(members, 0.5)
    allocation = np.arange(members)[:, None] < 60
    bounds = arbitrary_allocation(alpha, beta, allocation)
    lower = np.where(allocation[:, 0], 0.9, 0.3)  # beta is 0.3 for words of W_s that a member was not trained on
    assert float((draw_votes(rng, lower, 10_000) < bounds.m).mean()) > 0.9 > bounds.unseen_given_seen
    with pytest.raises(ValueError, match="does not hold"):
        hoeffding(members, float(beta.sum()), float(lower.sum()))  # with these mean votes no rule exists


def test_e_m_is_better_than_consensus() -> None:
    rng = np.random.default_rng(8)
    alpha, beta = draw_rates(rng, 15)
    allocation = rng.random((15, 30)) < 0.9
    errors = rule_errors(seen_probabilities(alpha, beta, allocation), beta)
    x = draw_votes(rng, seen_probabilities(alpha, beta, allocation)[rng.integers(0, 30, DRAWS)])
    x_unseen = draw_votes(rng, beta)
    consensus, best = float((x < 15).mean()), errors.best_m()
    assert consensus > 0.85 and float((x_unseen >= 15).mean()) < 1e-4
    assert float((x < best).mean()) < 0.02 and float((x_unseen >= best).mean()) < 0.02
    assert consensus == pytest.approx(errors.unseen_given_seen[15], abs=tolerance(consensus))
