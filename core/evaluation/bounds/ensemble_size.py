"""How many members like these would be enough for both errors of E_m to be at most a wanted one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from core.evaluation.bounds.theorems import exchangeable, random_allocation_best_eta, sharpest

MOST = 1000
"""Ensembles are looked at up to this size; what needs more counts as out of reach."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Members of one kind: mean rates, the chance p that one knows a word of W_s, and |W_s|."""

    alpha: float
    beta: float
    p: float
    words: int

    @property
    def better_than_chance(self) -> bool:
        """Whether gamma > 0 and words are known at all, without which no number of members is enough."""
        return self.p * (1 - self.alpha - self.beta) > 0


def promised_printed(kind: Kind, members: int) -> float:
    """The greater error that Theorem 2 as printed promises at most, at its best eta."""
    rates = np.full(members, kind.alpha), np.full(members, kind.beta)
    return random_allocation_best_eta(*rates, kind.p, kind.words).worse


def promised(kind: Kind, members: int) -> float:
    """The greater error that the sharpest bound for independent members promises at most."""
    gamma = 1 - kind.alpha - kind.beta
    return sharpest(members, members * kind.beta, members * (kind.beta + kind.p * gamma)).worse


def expected(kind: Kind, members: int) -> float:
    """The greater error of the best E_m itself, exactly, for independent members and random allocation."""
    from scipy.special import bdtr, bdtrc

    below = np.arange(members)  # m - 1 for m = 1..L
    q = kind.beta + kind.p * (1 - kind.alpha - kind.beta)
    return float(np.maximum(bdtr(below, members, q), bdtrc(below, members, kind.beta)).min())


def promised_dependent(kind: Kind, members: int, rho_seen: float, rho_unseen: float) -> float:
    """The greater error promised for exchangeable members whose votes are correlated."""
    return exchangeable(members, kind.alpha, kind.beta, kind.p, rho_seen, rho_unseen).worse


@dataclass(frozen=True, slots=True)
class EnsembleSize:
    """The least number of members, 1..MOST, by four yardsticks; None where it is out of reach or unknown."""

    printed: int | None
    """Theorem 2 promises it."""
    promised: int | None
    """The sharpest bound promises it."""
    expected: int | None
    """It is so, if the members vote independently."""
    dependent: int | None
    """It is promised in spite of errors in common; None also where rho is not known."""


def enough_members(kind: Kind, wanted: float, rho: tuple[float, float] | None = None) -> EnsembleSize:
    """How many members are enough for both errors to be at most ``wanted``; rho for W_s and for W_u.

    ValueError unless 0 < wanted < 1.
    """
    if not 0 < wanted < 1:
        raise ValueError(f"the wanted error lies between 0 and 1, not at {wanted}")
    if not kind.better_than_chance:
        return EnsembleSize(None, None, None, None)
    dependent = None
    if rho is not None:
        dependent = _least_falling(partial(promised_dependent, kind, rho_seen=rho[0], rho_unseen=rho[1]), wanted)
    return EnsembleSize(
        _least_falling(partial(promised_printed, kind), wanted),
        _least(partial(promised, kind), wanted),
        _least(partial(expected, kind), wanted),
        dependent,
    )


def _least(error: Callable[[int], float], wanted: float) -> int | None:
    """The least number of members; one by one, for whole votes make these errors go up and down a little."""
    return next((n for n in range(1, MOST + 1) if error(n) <= wanted), None)


def _least_falling(error: Callable[[int], float], wanted: float) -> int | None:
    """The same for an error that never rises with the members, by halving."""
    if error(MOST) > wanted:
        return None
    low, high = 0, MOST
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if error(middle) <= wanted else (middle, high)
    return high
