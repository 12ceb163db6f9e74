"""An audit by sampling: how many of a finite number of suggestions are right, from a random sample of them.

A sample is drawn without replacement, so the number of right ones in it is hypergeometric. The intervals are exact:
both tails of that distribution are inverted, as Clopper and Pearson ("The Use of Confidence or Fiducial Limits
Illustrated in the Case of the Binomial", Biometrika 26(4), 1934) did for the binomial distribution, so they cover the
truth at least as often as their level, whatever the share. A sample of all gives an interval without width.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import ceil

import numpy as np
from numpy.typing import NDArray

from core.evaluation.metrics import Interval

LEVEL = 0.95


def share_interval(right: int, checked: int, population: int) -> Interval:
    """Return the exact interval of the share of right ones among ``population``, of which ``checked`` were drawn.

    Nothing checked gives (0, 1). Raises ValueError unless 0 <= right <= checked <= population and 0 < population.
    """
    if not 0 <= right <= checked <= population or population < 1:
        raise ValueError(f"{right} right of {checked} checked of {population} is impossible")
    if checked == 0:
        return 0.0, 1.0
    tail = (1 - LEVEL) / 2
    least = _least(right, checked, population, tail)
    # the wrong ones are drawn in the same way
    most = population - _least(checked - right, checked, population, tail)
    return least / population, most / population


def sample_size(population: int, half_width: float, share: float = 0.5) -> int:
    """Return how many of ``population`` must be checked for an interval of at most plus or minus ``half_width``.

    ``share`` is the share of right ones that is expected; 0.5, the default, needs the most. Raises ValueError for a
    population below 1, or a half width or share outside 0..1.
    """
    from statistics import NormalDist  # imported here to keep the start short: it loads decimal and fractions

    if population < 1 or not 0 < half_width <= 1 or not 0 <= share <= 1:
        raise ValueError("the population must be at least 1, the half width above 0, and the share from 0 to 1")

    def is_enough(size: int) -> bool:
        low, high = share_interval(round(share * size), size, population)
        return (high - low) / 2 <= half_width

    # the normal approximation at a share of one half needs the most; the exact interval is a little wider
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    bound = ceil(1.1 * (z / (2 * half_width)) ** 2 + 2 / half_width) + 10
    low, high = 1, min(population, bound)
    if not is_enough(high):
        high = population
    low += bisect_left(range(low, high), True, key=is_enough)
    # rounding makes the width fall in small jumps: find where it stays below
    while low < population and not all(is_enough(size) for size in range(low, min(low + 8, population) + 1)):
        low += 1
    return low


def running_share(outcomes: Sequence[bool], window: int = 100) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return after how many words, and the share of True among the last ``window`` outcomes, from the first on.

    Both are empty before ``window`` outcomes. Raises ValueError for a window below 1.
    """
    if window < 1:
        raise ValueError("the window must hold at least one word")
    values = np.asarray(outcomes, np.float64)
    if len(values) < window:
        return np.zeros(0, np.int64), np.zeros(0)
    sums = np.concatenate([[0.0], np.cumsum(values)])
    return np.arange(window, len(values) + 1), (sums[window:] - sums[:-window]) / window


def _least(right: int, checked: int, population: int, tail: float) -> int:
    """Return the least number of right ones of which ``right`` or more are drawn with a probability above ``tail``."""
    possible = range(right, population - (checked - right))
    return right + bisect_right(possible, tail, key=lambda marked: _upper_tail(right, checked, marked, population))


def _upper_tail(right: int, checked: int, marked: int, population: int) -> float:
    """Return P(X >= right) if ``checked`` are drawn from ``population``, of which ``marked`` are right."""
    from scipy.special import gammaln

    counts = np.arange(max(right, checked - (population - marked)), min(checked, marked) + 1, dtype=np.float64)

    def log_choose(n: float, k: NDArray[np.float64] | float) -> NDArray[np.float64]:
        return np.asarray(gammaln(n + 1) - gammaln(np.add(k, 1)) - gammaln(n - np.asarray(k) + 1))

    logs = log_choose(marked, counts) + log_choose(population - marked, checked - counts)
    return float(np.exp(logs - log_choose(population, checked)).sum())
