"""Paired tests: do two rows of answers to the same images differ by more than chance?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from research.benchmark.clustered import ClusterCounts, h_of, part_sizes

MOST_EXACT = 20
"""With up to this number of differing clusters, all sign flips are tried."""
_FLIPS = 20_000
_SEED = 20_261_125


@dataclass(frozen=True, slots=True)
class McNemar:
    """McNemar's exact test over images."""

    only_first: int
    """Images that only the first row has right."""
    only_second: int
    p: float


@dataclass(frozen=True, slots=True)
class ClusteredTest:
    """A permutation test of equal h over clusters."""

    difference: float
    """h of the first row minus h of the second."""
    p: float
    least_p: float
    """The least p that so few clusters can give."""


def mcnemar(first: NDArray[np.bool_], second: NDArray[np.bool_]) -> McNemar:
    """Return McNemar's exact two-sided test of answers [N] to the same images.

    McNemar, "Note on the Sampling Error of the Difference Between Correlated Proportions or Percentages", Psychometrika
    12(2), 1947. Images count as independent.
    """
    if first.dtype != np.bool_ or second.dtype != np.bool_ or first.shape != second.shape:
        raise ValueError("both rows must be booleans about the same images")
    only_first, only_second = int((first & ~second).sum()), int((second & ~first).sum())
    n = only_first + only_second
    ways = tail = 1
    for k in range(min(only_first, only_second)):
        ways = ways * (n - k) // (k + 1)
        tail += ways
    return McNemar(only_first, only_second, min(1.0, 2 * tail / 2**n))


def permutation_test(first: ClusterCounts, second: ClusterCounts) -> ClusteredTest | None:
    """Return the test that exchanges the two rows' answers to all images of a cluster; None where h is undefined.

    If neither row is better, each cluster's difference is as likely with either sign. All flips are tried for at most
    20 clusters that differ, else 20,000 seeded ones (Phipson and Smyth, "Permutation P-values Should Never Be Zero",
    Statistical Applications in Genetics and Molecular Biology 9(1), 2010). Two-sided.
    """
    if not np.array_equal(first.images, second.images):
        raise ValueError("both rows of answers must be about the same images")
    images = first.images.sum(axis=0).astype(np.float64)
    if not images.all():
        return None
    half = (first.right - second.right) / 2
    middle = (first.right + second.right).sum(axis=0) / 2

    def difference(offset: NDArray[np.float64]) -> NDArray[np.float64]:
        return h_of(middle + offset, images) - h_of(middle - offset, images)

    differing = half[(np.abs(half) > 1e-12).any(axis=1)]
    observed = float(difference(half.sum(axis=0)))
    clusters = len(differing)
    # rounding errors must not separate equal differences
    least_extreme = abs(observed) - 1e-12
    if clusters <= MOST_EXACT:
        # the first 12 clusters' flips are enumerated once, those of the others one by one
        first_sums, other_sums = (_signs(part) @ part for part in (differing[:12], differing[12:]))
        extreme = sum(
            int((np.abs(difference(first_sums + other_sum)) >= least_extreme).sum()) for other_sum in other_sums
        )
        return ClusteredTest(observed, extreme / 2**clusters, min(1.0, 2 / 2**clusters))
    rng = np.random.default_rng(_SEED)
    extreme_flips = 0
    for n in part_sizes(_FLIPS, clusters):
        flips = 1 - 2 * rng.integers(0, 2, (n, clusters))
        extreme_flips += int((np.abs(difference(flips @ differing)) >= least_extreme).sum())
    return ClusteredTest(observed, (1 + extreme_flips) / (_FLIPS + 1), 1 / (_FLIPS + 1))


def _signs(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return all ways to give signs to some rows: [2 ** rows, rows] of 1 and -1."""
    return np.asarray(1 - 2 * (np.arange(2 ** len(rows))[:, None] >> np.arange(len(rows)) & 1), np.float64)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number, in the same order.

    Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of Statistics 6(2), 1979: the
    chance of any false finding stays below the level at which these are judged.
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    steps = (min(1.0, p_values[i] * (len(p_values) - rank)) for rank, i in enumerate(order))
    corrected = dict(zip(order, accumulate(steps, max), strict=True))
    return [corrected[i] for i in range(len(p_values))]
