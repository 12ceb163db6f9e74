"""The rule E_m and its exact errors for members that vote independently (Section 5 and Appendix B.1).

E_m answers "seen" where at least m of the L members vote "seen". The consensus rule E_all is E_L.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def seen_probabilities(alpha: Floats, beta: Floats, allocation: NDArray[np.bool_]) -> Floats:
    """Return P(psi_k = "seen") [W, L] for W words, from alpha and beta [L] and ``allocation`` [L, W] (w in W_s^(k))."""
    return np.where(allocation.T, 1 - alpha, beta)


def poisson_binomial(probabilities: Floats) -> Floats:
    """Return P(X = x), x = 0..L, [W, L + 1], where X counts independent votes with ``probabilities`` [W, L]."""
    words, members = probabilities.shape
    distribution = np.zeros((words, members + 1))
    distribution[:, 0] = 1
    for k in range(members):
        p = probabilities[:, k, None]
        distribution[:, 1:] = distribution[:, 1:] * (1 - p) + distribution[:, :-1] * p
        distribution[:, 0] *= 1 - probabilities[:, k]
    return distribution


@dataclass(frozen=True, slots=True)
class RuleErrors:
    """The errors of E_m for m = 0..L + 1, as arrays [L + 2] with index m."""

    unseen_given_seen: Floats
    """P(E_m = "unseen" | w in W_s), the mean over the words."""
    unseen_given_worst: Floats
    """The same for the word of W_s with the largest error, which Theorem 1 bounds."""
    seen_given_unseen: Floats
    """P(E_m = "seen" | w in W_u)."""

    def best_m(self) -> int:
        """Return the m in 1..L with the least larger error (the counterpart of A_b); of equals, the least sum."""
        return 1 + minimax_index(self.unseen_given_seen[1:-1], self.seen_given_unseen[1:-1])


def rule_errors(p_seen: Floats, p_unseen: Floats) -> RuleErrors:
    """Return the errors of every E_m from P(psi_k = "seen") for the words of W_s [W >= 1, L] and for one of W_u [L]."""
    below = _below(poisson_binomial(p_seen))
    at_least = 1 - _below(poisson_binomial(p_unseen[None]))[0]
    return RuleErrors(below.mean(axis=0), below.max(axis=0), np.maximum(at_least, 0.0))


def minimax_index(first: Floats, second: Floats) -> int:
    """Return the index where the larger of two errors [N] is least; of equals, the one with the least sum."""
    return int(np.lexsort((first + second, np.maximum(first, second)))[0])


def _below(distribution: Floats) -> Floats:
    """Return P(X < m) for m = 0..L + 1, [W, L + 2]."""
    sums = np.minimum(np.cumsum(distribution, axis=1), 1.0)
    sums[:, -1] = 1
    return np.concatenate([np.zeros((len(distribution), 1)), sums], axis=1)
