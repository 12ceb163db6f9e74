"""Algorithm 2: the points that the gates learn from, with synthetic ones far from every seen word."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError

BLOCK = 4096
"""Synthetic points drawn at a time, to bound the double-precision work arrays."""


def gate_training_data(
    Z: NDArray[Any],
    Z_unseen: NDArray[Any],
    *,
    low: float,
    high: float,
    extreme_share: float = 0.95,
    count: int | None = None,
    rng: np.random.Generator,
) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    """Points float32 [n + n' + count, D] and labels uint8 (1 seen, 0 unseen) for training M2^(k,i).

    In this order: ``Z`` [n, D], features of X, label 1; ``Z_unseen`` [n', D], features of X' (may be empty),
    label 0; ``count`` synthetic points, label 0. ``low`` and ``high`` are the paper's L and R as shares
    (0 < low < high < 1). The paper's first line asks for N = |X u X'| synthetic points while its loop runs
    over X' alone; the default follows the first line, ``count=len(Z_unseen)`` the loop, 0 leaves them out.
    Raises InputError when ``Z`` is empty or a parameter is out of its range.
    """
    if Z.ndim != 2 or Z_unseen.ndim != 2 or Z.shape[1] != Z_unseen.shape[1]:
        raise ValueError(f"Z {Z.shape} and Z_unseen {Z_unseen.shape} must be [n, D] with one D")
    if not len(Z):
        raise InputError(
            "No image of a seen word was held back (X is empty), so the gates have nothing to learn from. "
            "Lower the training share t, or import more images of each word."
        )
    number = len(Z) + len(Z_unseen) if count is None else count
    if number < 0:
        raise InputError(f"The number of synthetic points must be 0 or more, not {number}.")
    unseen = synthetic_unseen(Z, number, low=low, high=high, extreme_share=extreme_share, rng=rng)
    points = np.concatenate([np.asarray(Z, np.float32), np.asarray(Z_unseen, np.float32), unseen])
    labels = np.zeros(len(points), np.uint8)
    labels[: len(Z)] = 1
    return points, labels


def synthetic_unseen(
    Z: NDArray[Any], count: int, *, low: float, high: float, extreme_share: float, rng: np.random.Generator
) -> NDArray[np.float32]:
    """``count`` points [count, D] most of whose coordinates lie in the tails of N(mu_j, sigma_j) of ``Z``.

    Each point has ``extreme_share`` of its coordinates, chosen at random, below the ``low`` or above the
    ``high`` quantile (the normal given that it is in a tail) and the others between. Where the share is no
    whole number of coordinates it is rounded up or down at random, so that the mean over points is exact.
    """
    from scipy.special import ndtri

    if not 0 < low < high < 1:
        raise InputError(f"The quantiles L and R must fulfil 0 < L < R < 1; they are {low} and {high}.")
    if not 0 <= extreme_share <= 1:
        raise InputError(f"The share of extreme coordinates must lie in 0..1, not {extreme_share}.")
    mu = Z.mean(axis=0, dtype=np.float64)
    sigma = Z.std(axis=0, dtype=np.float64)
    dims = Z.shape[1]
    points = np.empty((count, dims), np.float32)
    for start in range(0, count, BLOCK):
        rows = min(BLOCK, count - start)
        extreme = _extreme_places(rows, dims, extreme_share, rng)
        # 1 - [0, 1) lies in (0, 1]: a probability of 0 would lie at minus infinity.
        mass = (1.0 - rng.random((rows, dims))) * np.where(extreme, low + (1 - high), high - low)
        upper = extreme & (mass > low)
        # The upper tail is the lower one mirrored: its probabilities stay small, hence exact.
        tail = np.where(upper, mass - low, mass)
        deviate = ndtri(np.where(extreme, tail, low + mass))
        points[start : start + rows] = mu + sigma * np.where(upper, -deviate, deviate)
    return points


def _extreme_places(rows: int, dims: int, share: float, rng: np.random.Generator) -> NDArray[np.bool_]:
    """For each row, which of its coordinates are extreme: ``share`` of them, in random places."""
    whole, part = divmod(share * dims, 1.0)
    number = whole + (rng.random((rows, 1)) < part)
    order = rng.random((rows, dims)).argsort(axis=1).argsort(axis=1)
    return order < number
