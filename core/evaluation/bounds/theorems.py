"""Theorems 1, 2 and the exchangeable one, as they stand and as they can be had (docs/decisions/0008-bounds.md).

Every function gives a :class:`ErrorBounds`. alpha_k is P("unseen" | w in W_s^(k)) and beta_k P("seen" | w not in
W_s^(k)) of member k, gamma_k = 1 - alpha_k - beta_k, and mu the sum of all beta_k. Theorems 1 and 2 need votes
that are independent *for the image at hand*: rates that are means over easy and hard images do not do.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, exp

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_ROUNDING = 1e-9
"""How much of a sum of rates may be rounding: 0.1 * 30 is to be 3 votes, not 4."""
_ETAS = np.linspace(0.01, 0.99, 99)


@dataclass(frozen=True, slots=True)
class ErrorBounds:
    """A rule E_m and upper bounds on its two errors, both from 0 to 1 (1 promises nothing)."""

    m: int
    unseen_given_seen: float
    """On P(E_m = "unseen" | w in W_s)."""
    seen_given_unseen: float
    """On P(E_m = "seen" | w in W_u)."""

    @property
    def worse(self) -> float:
        """The greater of the two."""
        return max(self.unseen_given_seen, self.seen_given_unseen)


def vote_gaps(alpha: Floats, beta: Floats, knows: NDArray[np.bool_]) -> Floats:
    """Delta(w) [W]: the sum of gamma_k over the members that know the word, ``knows`` [L, W]."""
    return np.asarray((1 - alpha - beta) @ knows, np.float64)


def chernoff(mu_u: float, mu_s: float) -> ErrorBounds:
    """Theorem 1's m and bounds from the expected votes for an unseen word, ``mu_u``, and for a seen one, ``mu_s``.

    With mu_s = mu + Delta, delta = Delta / (2 mu + Delta) is (mu_s - mu_u) / (mu_s + mu_u). The theorem needs only
    that mu_u is not too low and mu_s not too high, so beta may differ between W_u and W_s without W_s^(k). m is
    1 at least: without errors of the second kind (mu = 0) the paper's m is 0, which calls everything seen; at
    m = 1 both bounds still hold. ValueError unless 0 <= mu_u < mu_s.
    """
    if not 0 <= mu_u < mu_s:
        raise ValueError(f"a seen word must get more votes than an unseen one, not {mu_s:g} against {mu_u:g}")
    delta = (mu_s - mu_u) / (mu_s + mu_u)
    m = max(1, ceil(mu_u * (1 + delta) - _ROUNDING))
    return ErrorBounds(m, exp(-(delta**2) * mu_s / 2), exp(-(delta**2) * mu_u / (2 + delta)))


def arbitrary_allocation(alpha: Floats, beta: Floats, knows: NDArray[np.bool_]) -> ErrorBounds:
    """Theorem 1, for any allocation ``knows`` [L, W] of W_s; its first bound holds for every single word.

    ValueError where Delta = min Delta(w) is not above 0.
    """
    mu = float(beta.sum())
    return chernoff(mu, mu + float(vote_gaps(alpha, beta, knows).min()))


def random_allocation(alpha: Floats, beta: Floats, p: float, words: int, eta: float) -> ErrorBounds:
    """Theorem 2, second part, as printed: each of ``words`` = |W_s| words is known to a member with chance ``p``.

    0 < eta < 1 sets Delta_0 = (1 - eta) p sum gamma_k. The rates must not depend on the allocation.
    """
    gamma = 1 - alpha - beta
    promise = chernoff(float(beta.sum()), float(beta.sum() + (1 - eta) * p * gamma.sum()))
    missed = words * exp(-2 * (eta * p * gamma.sum()) ** 2 / float((gamma**2).sum()))
    return ErrorBounds(
        promise.m, min(1.0, missed + promise.unseen_given_seen), min(1.0, missed + promise.seen_given_unseen)
    )


def random_allocation_best_eta(alpha: Floats, beta: Floats, p: float, words: int) -> ErrorBounds:
    """Theorem 2 at the eta of 0.01, 0.02 .. 0.99 that promises most; any eta is allowed, so this one is too."""
    return min((random_allocation(alpha, beta, p, words, float(eta)) for eta in _ETAS), key=lambda x: x.worse)


def random_allocation_given(
    mu: Floats, least_gain: Floats, gain: float, *, printed: bool = True
) -> tuple[float, float]:
    """Theorem 2, first part: bounds on both errors, where the rates may depend on the allocation.

    ``mu`` and ``least_gain`` (the theorem's Delta) are draws [S] over allocations, ``gain`` is Delta_0 > 0; each
    allocation uses its own m. The second bound needs no P(Delta < Delta_0), for a word of W_u gets no votes
    by allocation; ``printed`` adds it as the paper does.
    """
    delta = gain / (2 * mu + gain)
    missed = float((least_gain < gain).mean())
    seen = missed + float(np.exp(-(delta**2) * (mu + gain) / 2).mean())
    unseen = missed * printed + float(np.exp(-(delta**2) * mu / (2 + delta)).mean())
    return min(1.0, seen), min(1.0, unseen)


def random_allocation_by_word(alpha: Floats, beta: Floats, p: float) -> ErrorBounds:
    """Theorem 2 without |W_s| and eta: the same assumptions, a far better bound.

    Over the allocation as well as the votes, member k says "seen" of a word of W_s with chance
    p (1 - alpha_k) + (1 - p) beta_k, independently of the others; so Theorem 1 applies with Delta = p sum gamma_k.
    """
    mu = float(beta.sum())
    return chernoff(mu, mu + p * float((1 - alpha - beta).sum()))


def sharpest(members: int, mu_u: float, mu_s: float) -> ErrorBounds:
    """The best E_m by Hoeffding's bound exp(-L KL(share of votes, mean share)) for L = ``members`` votes.

    It holds where Theorem 1 does, is never worse in its greater bound, and does not fade for good members: as
    mu goes to 0, Theorem 1's second bound goes to 1. ValueError unless 0 <= mu_u < mu_s <= L.
    """
    from scipy.special import rel_entr

    if not 0 <= mu_u < mu_s <= members + _ROUNDING:
        raise ValueError(f"expected votes {mu_u:g} and {mu_s:g} of {members} do not fit")
    m = np.arange(1, members + 1)
    u, s = mu_u / members, min(1.0, mu_s / members)
    least, most = m / members, (m - 1) / members  # called seen, called unseen

    def tail(share: Floats, mean: float) -> Floats:
        return np.exp(-members * (rel_entr(share, mean) + rel_entr(1 - share, 1 - mean)))

    unseen = np.where(least > u, tail(least, u), 1.0)
    seen = np.where(most < s, tail(most, s), 1.0)
    best = int(np.lexsort((seen + unseen, np.maximum(seen, unseen)))[0])
    return ErrorBounds(int(m[best]), float(seen[best]), float(unseen[best]))


def midpoint_threshold(members: int, alpha: float, beta: float, p: float) -> int:
    """The m of the exchangeable theorem, L (beta + p gamma / 2), as the whole number of votes it amounts to."""
    return max(1, ceil(members * (beta + p * (1 - alpha - beta) / 2) - _ROUNDING))


def exchangeable_as_printed(members: int, alpha: float, beta: float, p: float) -> ErrorBounds:
    """The exchangeable theorem as printed. It holds for independent votes, NOT for all exchangeable ones.

    Its proof takes an inequality about deviations from the votes' own mean for one about their expectation. If
    all members err together the votes are exchangeable and E_m errs as often as one member, whatever L; see
    :func:`exchangeable`. ValueError unless L >= 2 and gamma > 0.
    """
    gamma = 1 - alpha - beta
    if members < 2 or gamma <= 0:
        raise ValueError("two members at least, better than chance, are needed")
    harmonic = float(np.sum(1 / np.arange(1, members + 1)))
    bound = exp(-(p**2) * members * gamma**2 * (members - harmonic) / (2 * (members - 1)))
    return ErrorBounds(midpoint_threshold(members, alpha, beta, p), bound, bound)


def exchangeable(members: int, alpha: float, beta: float, p: float, rho_seen: float, rho_unseen: float) -> ErrorBounds:
    """What does hold for exchangeable votes: Cantelli's bound V / (V + g^2) with g = p gamma / 2.

    V = q (1 - q) (rho + (1 - rho) / L) is the variance of the share of votes, q its mean and rho the correlation
    of two members' votes on words of W_s (``rho_seen``) or W_u (``rho_unseen``), from 0 to 1. As L grows it does
    not go to 0 unless rho is 0. ValueError unless gamma > 0.
    """
    gamma = 1 - alpha - beta
    if gamma <= 0:
        raise ValueError("members better than chance are needed")
    g = p * gamma / 2

    def bound(q: float, rho: float) -> float:
        variance = q * (1 - q) * (rho + (1 - rho) / members)
        return variance / (variance + g * g)

    m = midpoint_threshold(members, alpha, beta, p)
    return ErrorBounds(m, bound(beta + p * gamma, rho_seen), bound(beta, rho_unseen))
