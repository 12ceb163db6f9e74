"""Upper bounds on the errors of E_m: Theorems 1 and 2 of the paper, exchangeable votes, and sharper versions.

alpha_k is P("unseen" | w in W_s^(k)) and beta_k P("seen" | w not in W_s^(k)) of member k, gamma_k = 1 - alpha_k -
beta_k, mu the sum of all beta_k, and ``allocation`` [L, W] holds whether w in W_s^(k). Theorems 1 and 2 need votes that
are independent *for the image at hand*: rates that are means over easy and hard images are not enough. Our
version differs from the printed one in places: docs/decisions/0008-bounds.md gives the reasons.
"""

from dataclasses import dataclass
from math import ceil, exp

import numpy as np
from numpy.typing import NDArray

from core.evaluation.bounds.rule import Floats, minimax_index

_ROUNDING = 1e-9
"""Rounding error allowed in a sum of rates: 0.1 * 30 must give 3 votes, not 4."""
_ETAS = np.linspace(0.01, 0.99, 99)
"""Values of eta among which Theorem 2 is optimised."""


@dataclass(frozen=True, slots=True)
class ErrorBounds:
    """A rule E_m and upper bounds on its two errors, both from 0 to 1 (1: no information)."""

    m: int
    unseen_given_seen: float
    """On P(E_m = "unseen" | w in W_s)."""
    seen_given_unseen: float
    """On P(E_m = "seen" | w in W_u)."""

    @property
    def larger(self) -> float:
        """The larger of the two."""
        return max(self.unseen_given_seen, self.seen_given_unseen)


def vote_gaps(alpha: Floats, beta: Floats, allocation: NDArray[np.bool_]) -> Floats:
    """Return Delta(w) [W]: the sum of gamma_k over the members in L(w), those that were trained on the word."""
    return np.asarray((1 - alpha - beta) @ allocation, np.float64)


def chernoff(mu_u: float, mu_s: float) -> ErrorBounds:
    """Return Theorem 1's m and bounds from the expected "seen" votes for an unseen and for a seen word.

    The bounds are the multiplicative form of Chernoff's (Chernoff, "A Measure of Asymptotic Efficiency for Tests of a
    Hypothesis Based on the Sum of Observations", Annals of Mathematical Statistics 23(4), 1952). With mu_s =
    mu + Delta, the paper's delta = Delta / (2 mu + Delta) is (mu_s - mu_u) / (mu_s + mu_u). The theorem needs only that
    ``mu_u`` is not too low and ``mu_s`` not too high, so beta may differ between W_u and the words of W_s outside
    W_s^(k). m is at least 1: for mu = 0 the paper's m is 0, which calls everything seen; both bounds hold for m = 1 as
    well. Raises ValueError unless 0 <= mu_u < mu_s.
    """
    if not 0 <= mu_u < mu_s:
        raise ValueError(f"a seen word must get more votes than an unseen one, not {mu_s:g} against {mu_u:g}")
    delta = (mu_s - mu_u) / (mu_s + mu_u)
    m = max(1, ceil(mu_u * (1 + delta) - _ROUNDING))
    return ErrorBounds(m, exp(-(delta**2) * mu_s / 2), exp(-(delta**2) * mu_u / (2 + delta)))


def arbitrary_allocation(alpha: Floats, beta: Floats, allocation: NDArray[np.bool_]) -> ErrorBounds:
    """Theorem 1, for any ``allocation`` [L, W] of W_s; its first bound holds for every single word.

    Raises ValueError unless Delta = min Delta(w) > 0.
    """
    mu = float(beta.sum())
    return chernoff(mu, mu + float(vote_gaps(alpha, beta, allocation).min()))


def random_allocation(alpha: Floats, beta: Floats, p: float, words: int, eta: float) -> ErrorBounds:
    """Theorem 2, second part, as printed: a member is trained on each of ``words`` = |W_s| words with probability p.

    0 < eta < 1 sets Delta_0 = (1 - eta) p sum gamma_k. The rates must not depend on the allocation.
    """
    gamma = 1 - alpha - beta
    mu = float(beta.sum())
    bounds = chernoff(mu, mu + (1 - eta) * p * float(gamma.sum()))
    # Hoeffding's inequality for Delta(w) <= Delta_0, and a union bound over the words
    failure = words * exp(-2 * (eta * p * gamma.sum()) ** 2 / float((gamma**2).sum()))
    return ErrorBounds(
        bounds.m, min(1.0, failure + bounds.unseen_given_seen), min(1.0, failure + bounds.seen_given_unseen)
    )


def random_allocation_best_eta(alpha: Floats, beta: Floats, p: float, words: int) -> ErrorBounds:
    """Theorem 2 at the eta of 0.01, 0.02 .. 0.99 with the least larger bound; the theorem allows any eta."""
    return min((random_allocation(alpha, beta, p, words, float(eta)) for eta in _ETAS), key=lambda x: x.larger)


def random_allocation_by_word(alpha: Floats, beta: Floats, p: float) -> ErrorBounds:
    """Theorem 2 without |W_s| and eta: a far better bound under the same assumptions.

    Over the allocation as well as the votes, member k votes "seen" on a word of W_s with probability
    p (1 - alpha_k) + (1 - p) beta_k, independently of the others; so Theorem 1 applies with Delta = p sum gamma_k.
    """
    mu = float(beta.sum())
    return chernoff(mu, mu + p * float((1 - alpha - beta).sum()))


def hoeffding(members: int, mu_u: float, mu_s: float) -> ErrorBounds:
    """Return the best E_m by Hoeffding's bound exp(-L KL(share of votes, mean share)) for L = ``members`` votes.

    Hoeffding, "Probability Inequalities for Sums of Bounded Random Variables", Journal of the American Statistical
    Association 58(301), 1963, Theorem 1. It holds where Theorem 1 of the paper does, its larger bound is never worse,
    and it stays useful for good members, while Theorem 1's second bound goes to 1 as mu goes to 0. Raises ValueError
    unless 0 <= mu_u < mu_s <= L.
    """
    from scipy.special import rel_entr

    if not 0 <= mu_u < mu_s <= members + _ROUNDING:
        raise ValueError(f"0 <= mu_u < mu_s <= {members} does not hold for {mu_u:g} and {mu_s:g}")
    m = np.arange(1, members + 1)
    u, s = mu_u / members, min(1.0, mu_s / members)
    least_seen, most_unseen = m / members, (m - 1) / members  # shares of votes at which E_m changes its answer

    def tail(share: Floats, mean: float) -> Floats:
        return np.exp(-members * (rel_entr(share, mean) + rel_entr(1 - share, 1 - mean)))

    seen_given_unseen = np.where(least_seen > u, tail(least_seen, u), 1.0)
    unseen_given_seen = np.where(most_unseen < s, tail(most_unseen, s), 1.0)
    best = minimax_index(unseen_given_seen, seen_given_unseen)
    return ErrorBounds(int(m[best]), float(unseen_given_seen[best]), float(seen_given_unseen[best]))


def midpoint_threshold(members: int, alpha: float, beta: float, p: float) -> int:
    """Return the m of the exchangeable theorem, L (beta + p gamma / 2), rounded up to whole votes."""
    return max(1, ceil(members * (beta + p * (1 - alpha - beta) / 2) - _ROUNDING))


def exchangeable_as_printed(members: int, alpha: float, beta: float, p: float) -> ErrorBounds:
    """Return the paper's theorem on exchangeable votes as printed, for comparison: it is wrong (:func:`exchangeable`).

    It holds for independent votes, and not for all exchangeable ones. Raises ValueError unless L >= 2 and gamma > 0.
    """
    gamma = 1 - alpha - beta
    if members < 2 or gamma <= 0:
        raise ValueError("two members at least, better than chance, are needed")
    harmonic = float(np.sum(1 / np.arange(1, members + 1)))
    bound = exp(-(p**2) * members * gamma**2 * (members - harmonic) / (2 * (members - 1)))
    return ErrorBounds(midpoint_threshold(members, alpha, beta, p), bound, bound)


def exchangeable(members: int, alpha: float, beta: float, p: float, rho_seen: float, rho_unseen: float) -> ErrorBounds:
    """Return bounds that hold for exchangeable votes: Cantelli's V / (V + g^2) with g = p gamma / 2.

    V = q (1 - q) (rho + (1 - rho) / L) is the variance of the share of votes, q its mean and rho the correlation of two
    members' votes on words of W_s (``rho_seen``) or W_u (``rho_unseen``), from 0 to 1. As L grows the bound does not go
    to 0 unless rho is 0. Raises ValueError unless gamma > 0.

    The paper's proof cites Theorem 4 of Barber, "Hoeffding and Bernstein Inequalities for Weighted Sums of Exchangeable
    Random Variables", Electronic Communications in Probability, 2024 (arXiv:2404.06457). That inequality is about
    deviations from the votes' own mean, the theorem needs those from their expectation: if all members err together,
    the votes are exchangeable and E_m errs as often as one member, whatever L. Cantelli's inequality (Cantelli, "Sui
    confini della probabilità", Atti del Congresso Internazionale dei Matematici, Bologna, 1928) needs the variance
    only.
    """
    gamma = 1 - alpha - beta
    if gamma <= 0:
        raise ValueError("the members must be better than chance")
    g = p * gamma / 2

    def bound(q: float, rho: float) -> float:
        variance = q * (1 - q) * (rho + (1 - rho) / members)
        return variance / (variance + g * g)

    m = midpoint_threshold(members, alpha, beta, p)
    return ErrorBounds(m, bound(beta + p * gamma, rho_seen), bound(beta, rho_unseen))
