"""The rule E_m and its exact errors where the members vote independently (Section 5 and Appendix B.1).

E_m says "seen" when at least m of the L members say so. The consensus rule E_all is E_L.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def chances_of_seen(alpha: Floats, beta: Floats, knows: NDArray[np.bool_]) -> Floats:
    """P(psi_k says "seen") [W, L] for each of W words, by alpha and beta [L] and ``knows`` [L, W] (k in L(w))."""
    return np.where(knows.T, 1 - alpha, beta)


def poisson_binomial(chances: Floats) -> Floats:
    """P(X = x), x = 0..L, [W, L + 1]: X counts independent votes with the ``chances`` [W, L] (Poisson binomial)."""
    words, members = chances.shape
    law = np.zeros((words, members + 1))
    law[:, 0] = 1
    for k in range(members):
        chance = chances[:, k, None]
        law[:, 1:] = law[:, 1:] * (1 - chance) + law[:, :-1] * chance
        law[:, 0] *= 1 - chances[:, k]
    return law


@dataclass(frozen=True, slots=True)
class RuleErrors:
    """The errors of every E_m, m = 0..L + 1, as arrays [L + 2] that are indexed by m."""

    unseen_given_seen: Floats
    """P(E_m = "unseen" | w in W_s), the mean over the words."""
    unseen_given_worst: Floats
    """The same for the word of W_s for which it is greatest: what Theorem 1 speaks of."""
    seen_given_unseen: Floats
    """P(E_m = "seen" | w in W_u)."""

    def best(self) -> int:
        """The m in 1..L whose greater error is least (the counterpart of A_b); of equals, the lesser sum."""
        seen, unseen = self.unseen_given_seen[1:-1], self.seen_given_unseen[1:-1]
        return 1 + int(np.lexsort((seen + unseen, np.maximum(seen, unseen)))[0])


def rule_errors(seen_chances: Floats, unseen_chances: Floats) -> RuleErrors:
    """Errors of every E_m from P("seen") of the words of W_s [W, L] and of a word of W_u [L]; W at least 1."""
    below = _below(poisson_binomial(seen_chances))
    at_least = 1 - _below(poisson_binomial(unseen_chances[None]))[0]
    return RuleErrors(below.mean(axis=0), below.max(axis=0), np.maximum(at_least, 0.0))


def _below(law: Floats) -> Floats:
    """P(X < m) for m = 0..L + 1, [W, L + 2]."""
    sums = np.minimum(np.cumsum(law, axis=1), 1.0)
    sums[:, -1] = 1
    return np.concatenate([np.zeros((len(law), 1)), sums], axis=1)
