"""Each theorem played out under its assumptions, and what happens when they do not hold."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from core.evaluation.bounds.rule import chances_of_seen, rule_errors
from core.evaluation.bounds.theorems import (
    arbitrary_allocation,
    exchangeable,
    exchangeable_as_printed,
    midpoint_threshold,
    random_allocation,
    random_allocation_best_eta,
    random_allocation_by_word,
    random_allocation_given,
    sharpest,
)

Floats = NDArray[np.float64]
DRAWS = 100_000


def votes(rng: np.random.Generator, chances: Floats, draws: int = DRAWS) -> NDArray[np.int64]:
    """X [draws] for independent votes with ``chances`` [L] or [draws, L]."""
    return (rng.random((draws, chances.shape[-1])) < chances).sum(axis=1)


def spread(share: float, draws: int = DRAWS) -> float:
    """Four standard errors of a simulated share, and a little for shares near 0."""
    return 4 * (share * (1 - share) / draws) ** 0.5 + 5 / draws


def kind_of_members(rng: np.random.Generator, members: int = 21) -> tuple[Floats, Floats]:
    return rng.uniform(0.05, 0.2, members), rng.uniform(0.1, 0.3, members)


def test_theorem_1_holds_and_is_loose() -> None:
    rng = np.random.default_rng(1)
    alpha, beta = kind_of_members(rng)
    knows = rng.random((21, 40)) < 0.9
    knows[:8, 0] = False  # a word that far fewer members know
    promise = arbitrary_allocation(alpha, beta, knows)
    exact = rule_errors(chances_of_seen(alpha, beta, knows), beta)
    unseen = float((votes(rng, beta) >= promise.m).mean())
    assert unseen <= promise.seen_given_unseen
    assert unseen == pytest.approx(exact.seen_given_unseen[promise.m], abs=spread(unseen))
    worst = [float((votes(rng, row) < promise.m).mean()) for row in chances_of_seen(alpha, beta, knows)]
    assert max(worst) <= promise.unseen_given_seen
    assert max(worst) == pytest.approx(exact.unseen_given_worst[promise.m], abs=spread(max(worst)))
    assert float(np.mean(worst)) == pytest.approx(exact.unseen_given_seen[promise.m], abs=2e-3)
    assert worst[0] == max(worst)
    # loose by some four times on one side and more on the other, but not empty
    assert 4 * unseen < promise.seen_given_unseen < 0.7
    assert 20 * max(worst) < promise.unseen_given_seen < 0.7
    mu = float(beta.sum())
    least = float(((1 - alpha - beta) @ knows).min())
    assert sharpest(21, mu, mu + least).worse < promise.worse / 2


def test_theorem_2_holds_and_is_far_looser_than_word_by_word() -> None:
    rng = np.random.default_rng(2)
    alpha, beta = kind_of_members(rng, 60)
    p, words = 0.9, 500
    printed = random_allocation_best_eta(alpha, beta, p, words)
    by_word = random_allocation_by_word(alpha, beta, p)
    knows = rng.random((20_000, 60)) < p  # a fresh allocation for every draw
    x_seen = votes(rng, np.where(knows, 1 - alpha, beta), 20_000)
    x_unseen = votes(rng, beta, 20_000)
    for promise in (printed, by_word):
        assert float((x_seen < promise.m).mean()) <= promise.unseen_given_seen < 0.3
        assert float((x_unseen >= promise.m).mean()) <= promise.seen_given_unseen < 0.4
    assert by_word.worse < 0.7 * printed.worse and by_word.unseen_given_seen < printed.unseen_given_seen / 50
    # the union bound: the printed one grows with the vocabulary, the error of E_m does not
    assert random_allocation_best_eta(alpha, beta, p, 500_000).worse > 1.1 * printed.worse


def test_the_union_term_of_theorem_2_holds_for_the_least_gain() -> None:
    """P(Delta <= Delta_0) <= |W_s| exp(..): the least gain over the words of a vocabulary."""
    rng = np.random.default_rng(3)
    alpha, beta = kind_of_members(rng, 30)
    gamma, p, words, eta = 1 - alpha - beta, 0.8, 50, 0.3
    least = ((rng.random((4000, words, 30)) < p) @ gamma).min(axis=1)
    share = float((least <= (1 - eta) * p * gamma.sum()).mean())
    missed = words * np.exp(-2 * (eta * p * gamma.sum()) ** 2 / (gamma**2).sum())
    assert 0.02 < share <= missed
    printed = random_allocation(alpha, beta, p, words, eta)
    assert printed.seen_given_unseen == 1 or printed.seen_given_unseen > missed


def test_theorem_2_holds_where_rates_depend_on_the_allocation() -> None:
    """The more words a member knows, the oftener it calls a new one seen; its second term is not needed."""
    rng = np.random.default_rng(4)
    runs, members, words, gain = 4000, 30, 12, 8.0
    knows = rng.random((runs, members, words)) < 0.7
    share = knows.mean(axis=2)
    beta, alpha = 0.1 + 0.3 * share, 0.25 - 0.2 * share
    gamma = 1 - alpha - beta
    least = np.einsum("rk,rkw->rw", gamma, knows).min(axis=1)
    mu = beta.sum(axis=1)
    m = np.ceil(mu * (1 + gain / (2 * mu + gain)))
    word = rng.integers(0, words, runs)
    knows_it = np.take_along_axis(knows, word[:, None, None], axis=2)[:, :, 0]
    unseen_given_seen = float((votes(rng, np.where(knows_it, 1 - alpha, beta), runs) < m).mean())
    seen_given_unseen = float((votes(rng, beta, runs) >= m).mean())
    seen_bound, unseen_bound = random_allocation_given(mu, least, gain)
    assert unseen_given_seen <= seen_bound < 1 and seen_given_unseen <= unseen_bound
    smaller = random_allocation_given(mu, least, gain, printed=False)[1]
    assert seen_given_unseen <= smaller < unseen_bound


def test_the_printed_exchangeable_bound_holds_for_independent_votes() -> None:
    rng = np.random.default_rng(5)
    members, alpha, beta, p = 21, 0.15, 0.2, 0.9
    printed = exchangeable_as_printed(members, alpha, beta, p)
    knows = rng.random((DRAWS, members)) < p
    unseen_given_seen = float((votes(rng, np.where(knows, 1 - alpha, beta)) < printed.m).mean())
    seen_given_unseen = float((votes(rng, np.full(members, beta)) >= printed.m).mean())
    assert 0 < 3 * max(unseen_given_seen, seen_given_unseen) < printed.worse < 0.2


@pytest.mark.parametrize("members", [10, 40, 160])
def test_the_printed_exchangeable_bound_fails_for_members_that_err_together(members: int) -> None:
    """Rates drawn once an image and shared by all members: exchangeable, with the means the theorem asks for."""
    rng = np.random.default_rng(members)
    alpha, beta, p = 0.1, 0.2, 0.9
    m = midpoint_threshold(members, alpha, beta, p)
    hard = rng.random(DRAWS) < 0.25
    beta_of_image = np.where(hard, 0.8, 0.0)  # mean 0.2
    x = votes(rng, np.broadcast_to(beta_of_image[:, None], (DRAWS, members)))
    error = float((x >= m).mean())
    # correlation of two votes: variance of the rate over beta (1 - beta)
    rho = float(np.var([0.8, 0, 0, 0])) / (beta * (1 - beta))
    assert error > 0.2  # a hard image is called seen, however many members there are
    sound = exchangeable(members, alpha, beta, p, 0.0, rho)
    assert error <= sound.seen_given_unseen < 1
    if members >= 40:
        assert error > 50 * exchangeable_as_printed(members, alpha, beta, p).seen_given_unseen


def test_theorem_1_fails_where_rates_are_means_over_easy_and_hard_images() -> None:
    """The same images refute Theorem 1 if beta_k is read as a mean; with their own rates it holds for each."""
    rng = np.random.default_rng(6)
    members = 100
    alpha, beta = np.full(members, 0.1), np.full(members, 0.2)
    knows = np.ones((members, 1), np.bool_)
    promise = arbitrary_allocation(alpha, beta, knows)
    hard = (rng.random(DRAWS) < 0.25)[:, None]
    error = float((votes(rng, np.where(hard, 0.8, 0.0) * np.ones(members)) >= promise.m).mean())
    assert error > 0.2 > 4 * promise.seen_given_unseen
    for own in (0.8, 0.0):
        one = arbitrary_allocation(alpha, np.full(members, own), knows)
        assert float((votes(rng, np.full(members, own), 10_000) >= one.m).mean()) <= one.seen_given_unseen


def test_theorem_1_needs_the_beta_of_seen_words_on_its_first_side() -> None:
    """Members that know a word's likes may call it seen less often than a new one: then m is too high for it."""
    rng = np.random.default_rng(7)
    members = 200
    alpha, beta = np.full(members, 0.1), np.full(members, 0.5)
    knows = np.arange(members)[:, None] < 60
    promise = arbitrary_allocation(alpha, beta, knows)
    lower = np.where(knows[:, 0], 0.9, 0.3)  # beta is 0.3 for words of W_s that a member does not know
    assert float((votes(rng, lower, 10_000) < promise.m).mean()) > 0.9 > promise.unseen_given_seen
    with pytest.raises(ValueError, match="do not fit"):
        sharpest(members, float(beta.sum()), float(lower.sum()))  # by its own means there is no rule to have


def test_e_m_against_consensus() -> None:
    rng = np.random.default_rng(8)
    alpha, beta = kind_of_members(rng, 15)
    knows = rng.random((15, 30)) < 0.9
    errors = rule_errors(chances_of_seen(alpha, beta, knows), beta)
    x = votes(rng, chances_of_seen(alpha, beta, knows)[rng.integers(0, 30, DRAWS)])
    x_unseen = votes(rng, beta)
    consensus, best = float((x < 15).mean()), errors.best()
    assert consensus > 0.85 and float((x_unseen >= 15).mean()) < 1e-4
    assert float((x < best).mean()) < 0.02 and float((x_unseen >= best).mean()) < 0.02
    assert consensus == pytest.approx(errors.unseen_given_seen[15], abs=spread(consensus))
