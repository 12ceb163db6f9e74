"""Simulations of each theorem, with its assumptions met and not met."""

from __future__ import annotations

import numpy as np
import pytest
from bounds_helpers import random_allocation_given
from numpy.typing import NDArray

from core.evaluation.bounds.rule import rule_errors, seen_probabilities
from core.evaluation.bounds.theorems import (
    arbitrary_allocation,
    exchangeable,
    exchangeable_as_printed,
    hoeffding,
    midpoint_threshold,
    random_allocation,
    random_allocation_best_eta,
    random_allocation_by_word,
)

Floats = NDArray[np.float64]
DRAWS = 100_000


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
