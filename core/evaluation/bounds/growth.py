"""How the errors of E_m go with the number of members: promised, expected and, for parts of an ensemble, measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from core.evaluation.bounds.ensemble_size import Kind, expected, promised, promised_dependent, promised_printed
from core.evaluation.bounds.estimate import MemberRates
from core.evaluation.bounds.rule import chances_of_seen, rule_errors
from core.evaluation.bounds.theorems import exchangeable

_PARTS = 40
"""Parts of an ensemble that are measured for each size; of more, so many drawn at random."""
_SEED = 1
_ENDLESS = 10**9


@dataclass(frozen=True, slots=True)
class SizeErrors:
    """The greater of E_m's two errors for an ensemble of ``size`` members, by every yardstick: a point of a chart."""

    size: int
    printed: float
    """Theorem 2 promises it."""
    promised: float
    """The sharpest bound promises it, if members vote independently."""
    expected: float
    """It is so exactly, if they do."""
    dependent: float | None
    """It is promised in spite of errors in common; None where rho is not known."""


def size_errors(kind: Kind, size: int, rho: tuple[float, float] | None) -> SizeErrors:
    """All yardsticks at one size; rho for W_s and W_u. ValueError unless the members are better than chance."""
    return SizeErrors(
        size,
        promised_printed(kind, size),
        promised(kind, size),
        expected(kind, size),
        None if rho is None else promised_dependent(kind, size, *rho),
    )


def floor_in_common(kind: Kind, rho: tuple[float, float]) -> float:
    """What the bound for errors in common comes to for endlessly many members: no number of them gets below it."""
    return exchangeable(_ENDLESS, kind.alpha, kind.beta, kind.p, *rho).worse


def mean_kind(rates: Sequence[MemberRates], known: Sequence[int], classes: int, words: int) -> Kind | None:
    """The members' mean rates and chance p to know a word; None where a member's rates are unknown.

    ``known`` [L] counts the words each was trained on, of ``classes`` in all; ``words`` is |W_s|, those that
    one of them at least was trained on.
    """
    alpha = [one.alpha for one in rates if one.alpha is not None]
    beta = [one.beta for one in rates if one.beta is not None]
    if not rates or len(alpha) < len(rates) or len(beta) < len(rates):
        return None
    return Kind(float(np.mean(alpha)), float(np.mean(beta)), float(np.mean(known)) / classes, words)


def measured_growth(
    rates: Sequence[MemberRates], knows: NDArray[np.bool_], says_seen: NDArray[np.bool_], knows_image: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """[L] the greater measured error of the best E_m of 1..L of the members; NaN where it cannot be told.

    For each size the mean over the parts of that size. Each part uses the m that is best by the exact law for
    independent votes, so that no image has a say in it. W_s stays that of all L members, as in Theorem 2: a
    part errs on words that it happens not to know. ``knows`` [L, W] is for the words of W_s; ``says_seen`` and
    ``knows_image`` [L, N] for the images.
    """
    seen = np.asarray(knows_image.any(axis=0), np.bool_)
    if not seen.any() or seen.all():
        return np.full(len(rates), np.nan)
    alpha, beta = (np.array([getattr(one, name) for one in rates], np.float64) for name in ("alpha", "beta"))
    found = []
    for size in range(1, len(rates) + 1):
        errors = [
            _errors(alpha[part], beta[part], knows[part], says_seen[part], seen) for part in _parts(len(rates), size)
        ]
        found.append(np.mean(errors, axis=0).max())
    return np.array(found)


def _parts(members: int, size: int) -> list[list[int]]:
    if comb(members, size) <= _PARTS:
        return [list(part) for part in combinations(range(members), size)]
    rng = np.random.default_rng(_SEED)
    return [sorted(rng.choice(members, size, replace=False).tolist()) for _ in range(_PARTS)]


def _errors(
    alpha: NDArray[np.float64],
    beta: NDArray[np.float64],
    knows: NDArray[np.bool_],
    says_seen: NDArray[np.bool_],
    seen: NDArray[np.bool_],
) -> tuple[float, float]:
    """Both measured errors of one part's best rule."""
    m = rule_errors(chances_of_seen(alpha, beta, knows), beta).best()
    called = says_seen.sum(axis=0) >= m
    return float((~called[seen]).mean()), float(called[~seen].mean())
