"""The errors of E_m by the number of members, bounded, exact and measured, and how many members suffice."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from core.evaluation.bounds.estimate import MemberRates, Rho, alpha_and_beta
from core.evaluation.bounds.rule import rule_errors, seen_probabilities
from core.evaluation.bounds.theorems import exchangeable, hoeffding, random_allocation_best_eta

MAX_MEMBERS = 1000
"""Larger ensembles count as out of reach."""

_MAX_SUBSETS = 40
"""Subsets of an ensemble that are measured for each size; where there are more, this many are drawn."""
_SEED = 1
_MANY = 10**9
"""Stands for infinitely many members."""


@dataclass(frozen=True, slots=True)
class MeanRates:
    """The members' mean error rates, the probability p that a member was trained on a word of W_s, and |W_s|."""

    alpha: float
    beta: float
    p: float
    words: int

    @property
    def is_better_than_chance(self) -> bool:
        """Return whether the members are better than chance; otherwise no number of them suffices."""
        return self.p * (1 - self.alpha - self.beta) > 0


def mean_rates(rates: Sequence[MemberRates], trained_on: Sequence[int], classes: int, words: int) -> MeanRates | None:
    """Return the mean rates of L members; None where a member's rates are unknown.

    ``trained_on`` [L] are the numbers of words each was trained on, out of ``classes``; ``words`` is |W_s|, the number
    of words that at least one member was trained on.
    """
    alpha, beta = alpha_and_beta(rates)
    if not rates or np.isnan(alpha).any() or np.isnan(beta).any():
        return None
    return MeanRates(float(alpha.mean()), float(beta.mean()), float(np.mean(trained_on)) / classes, words)


def theorem_2_error(rates: MeanRates, members: int) -> float:
    """Return Theorem 2's bound, as printed and at its best eta, on the larger error."""
    alpha, beta = np.full(members, rates.alpha), np.full(members, rates.beta)
    return random_allocation_best_eta(alpha, beta, rates.p, rates.words).larger


def hoeffding_error(rates: MeanRates, members: int) -> float:
    """Return Hoeffding's bound on the larger error of the best E_m of independent members."""
    gamma = 1 - rates.alpha - rates.beta
    return hoeffding(members, members * rates.beta, members * (rates.beta + rates.p * gamma)).larger


def exact_error(rates: MeanRates, members: int) -> float:
    """Return the exact larger error of the best E_m of independent members under random allocation."""
    from scipy.special import bdtr, bdtrc

    below = np.arange(members)  # m - 1 for m = 1..L
    q = rates.beta + rates.p * (1 - rates.alpha - rates.beta)
    return float(np.maximum(bdtr(below, members, q), bdtrc(below, members, rates.beta)).min())


def exchangeable_error(rates: MeanRates, members: int, rho: Rho) -> float:
    """Return Cantelli's bound on the larger error of exchangeable members whose votes are correlated by ``rho``."""
    return exchangeable(members, rates.alpha, rates.beta, rates.p, *rho).larger


def exchangeable_error_limit(rates: MeanRates, rho: Rho) -> float:
    """Return the limit of :func:`exchangeable_error` for infinitely many members; no number of them gets below it."""
    return exchangeable_error(rates, _MANY, rho)


@dataclass(frozen=True, slots=True)
class SizeErrors:
    """The larger of E_m's two errors for an ensemble of ``size`` members, by each bound: a point of a chart."""

    size: int
    theorem_2: float
    """Bound of Theorem 2 as printed."""
    hoeffding: float
    """Hoeffding's bound for independent votes."""
    exact: float
    """The error itself, for independent votes."""
    exchangeable: float | None
    """Cantelli's bound for correlated votes; None where rho is unknown."""


@dataclass(frozen=True, slots=True)
class EnsembleSize:
    """The least number of members, 1..MAX_MEMBERS, with which each value of :class:`SizeErrors` is small enough.

    None where there is no such number, or rho is unknown.
    """

    theorem_2: int | None
    hoeffding: int | None
    exact: int | None
    exchangeable: int | None


def size_errors(rates: MeanRates, size: int, rho: Rho | None) -> SizeErrors:
    """Return the bounds for one size. Raises ValueError unless the members are better than chance."""
    return SizeErrors(
        size,
        theorem_2_error(rates, size),
        hoeffding_error(rates, size),
        exact_error(rates, size),
        None if rho is None else exchangeable_error(rates, size, rho),
    )


def required_size(rates: MeanRates, target: float, rho: Rho | None = None) -> EnsembleSize:
    """Return how many members suffice for both errors to be at most ``target``.

    Raises ValueError unless 0 < target < 1.
    """
    if not 0 < target < 1:
        raise ValueError(f"the target error must lie between 0 and 1, not be {target}")
    if not rates.is_better_than_chance:
        return EnsembleSize(None, None, None, None)
    correlated = None if rho is None else _bisect(partial(exchangeable_error, rates, rho=rho), target)
    return EnsembleSize(
        _bisect(partial(theorem_2_error, rates), target),
        _scan(partial(hoeffding_error, rates), target),
        _scan(partial(exact_error, rates), target),
        correlated,
    )


def _scan(error: Callable[[int], float], target: float) -> int | None:
    """Return the least sufficient number, trying all: these errors are not monotone, since votes are whole numbers."""
    return next((n for n in range(1, MAX_MEMBERS + 1) if error(n) <= target), None)


def _bisect(error: Callable[[int], float], target: float) -> int | None:
    """Return the least sufficient number for an error that never rises with the number of members."""
    if error(MAX_MEMBERS) > target:
        return None
    return 1 + bisect_left(range(1, MAX_MEMBERS), True, key=lambda n: error(n) <= target)


def measured_errors(
    rates: Sequence[MemberRates],
    allocation: NDArray[np.bool_],
    votes_seen: NDArray[np.bool_],
    seen_by: NDArray[np.bool_],
) -> NDArray[np.float64]:
    """Return [L] the larger measured error of the best E_m of 1..L of the members; NaN without both kinds of words.

    Each value is a mean over subsets of that size. A subset uses the m that is best by the exact errors for independent
    votes, so the images do not influence it. W_s stays that of all L members, as in Theorem 2: a subset errs on words
    that none of it was trained on. ``allocation`` [L, W] is of the words of W_s; ``votes_seen`` and ``seen_by`` [L, N]
    are of the images.
    """
    is_seen = np.asarray(seen_by.any(axis=0), np.bool_)
    if not is_seen.any() or is_seen.all():
        return np.full(len(rates), np.nan)
    alpha, beta = alpha_and_beta(rates)

    def errors(part: list[int]) -> tuple[float, float]:
        m = rule_errors(seen_probabilities(alpha[part], beta[part], allocation[part]), beta[part]).best_m()
        called_seen = votes_seen[part].sum(axis=0) >= m
        return float((~called_seen[is_seen]).mean()), float(called_seen[~is_seen].mean())

    sizes = range(1, len(rates) + 1)
    return np.array([np.mean([errors(part) for part in _subsets(len(rates), size)], axis=0).max() for size in sizes])


def _subsets(members: int, size: int) -> list[list[int]]:
    if comb(members, size) <= _MAX_SUBSETS:
        return [list(part) for part in combinations(range(members), size)]
    rng = np.random.default_rng(_SEED)
    return [sorted(rng.choice(members, size, replace=False).tolist()) for _ in range(_MAX_SUBSETS)]
