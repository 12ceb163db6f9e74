"""Training of the gates M2^(k,-) of one member: Algorithm 4's data, one random 80 % for each gate, out-of-bag votes.

Algorithm 4 is "Synthetically generating unseen data for M2".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.events import ShouldStop
from core.gates.ensemble import GateEnsemble
from core.gates.fitting import EpochCallback, GateSettings

FullVectors = tuple[NDArray[Any], Callable[[NDArray[Any]], NDArray[np.float32]]]
"""The whole feature vectors [n, d] of X, and the projection that gives the points [n, D] of such vectors."""

EXTREME_SHARE = 0.95
"""Share of a synthetic point's coordinates that lie in the tails; the paper's value."""

BLOCK = 4096
"""Points drawn at a time, which bounds the double-precision work arrays. Another value draws other points."""


def generate_gate_data(
    Z: NDArray[Any],
    Z_unseen: NDArray[Any],
    count: int,
    *,
    low: float,
    high: float,
    rng: np.random.Generator,
    full: FullVectors | None = None,
) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    """Return points float32 [n + n' + count, D] and labels uint8 (1 seen, 0 unseen) on which to train M2^(k,i).

    In this order: ``Z`` [n, D], features of X, label 1; ``Z_unseen`` [n', D], features of X' (may be empty),
    label 0; ``count`` synthetic points, label 0. ``low`` and ``high`` are the paper's L and R as shares
    (0 < low < high < 1). The paper's first line asks for ``count`` = N = |X u X'|, its loop for |X'|. With ``full``,
    the synthetic points are drawn on the whole vectors of X and projected.
    Raises InputError when ``Z`` is empty or a parameter is out of range.
    """
    if Z.ndim != 2 or Z_unseen.ndim != 2 or Z.shape[1] != Z_unseen.shape[1]:
        raise ValueError(f"Z {Z.shape} and Z_unseen {Z_unseen.shape} must be [n, D] with one D")
    if not len(Z):
        raise InputError.of(
            "There is no data to train the gates: no image of a seen word was reserved (X is empty). "
            "Lower the training share t, or import more images of each word."
        )
    if count < 0:
        raise InputError.of("The number of synthetic points must be 0 or more, not {count}.", count=count)
    synthetic = synthetic_unseen(Z if full is None else full[0], count, low=low, high=high, rng=rng)
    if full is not None:
        synthetic = full[1](synthetic)
    points = np.concatenate([np.asarray(Z, np.float32), np.asarray(Z_unseen, np.float32), synthetic])
    labels = np.zeros(len(points), np.uint8)
    labels[: len(Z)] = 1
    return points, labels


def synthetic_unseen(
    Z: NDArray[Any],
    count: int,
    *,
    low: float,
    high: float,
    rng: np.random.Generator,
    extreme_share: float = EXTREME_SHARE,
) -> NDArray[np.float32]:
    """Return ``count`` points [count, D], most of whose coordinates lie in the tails of N(mu_j, sigma_j) of ``Z``.

    In each point a random ``extreme_share`` of the coordinates is drawn from below the ``low`` or above the ``high``
    quantile (a truncated normal), the others from between. If the share is not a whole number of coordinates it is
    rounded up or down at random, so that the mean over the points is exact.
    """
    from scipy.special import ndtri

    if not 0 < low < high < 1:
        raise InputError.of(
            "The quantiles L and R must satisfy 0 < L < R < 1; they are {low} and {high}.", low=low, high=high
        )
    if not 0 <= extreme_share <= 1:
        raise InputError.of(
            "The share of extreme coordinates must lie in 0..1, not {extreme_share}.", extreme_share=extreme_share
        )
    mu = Z.mean(axis=0, dtype=np.float64)
    sigma = Z.std(axis=0, dtype=np.float64)
    dims = Z.shape[1]
    points = np.empty((count, dims), np.float32)
    for start in range(0, count, BLOCK):
        rows = min(BLOCK, count - start)
        extreme = _draw_extreme(rows, dims, extreme_share, rng)
        # 1 - [0, 1) lies in (0, 1]; a probability of 0 would give minus infinity
        mass = (1.0 - rng.random((rows, dims))) * np.where(extreme, low + (1 - high), high - low)
        upper = extreme & (mass > low)
        # the upper tail is drawn as the mirrored lower one: small probabilities are exact, those near 1 are not
        tail = np.where(upper, mass - low, mass)
        deviate = ndtri(np.where(extreme, tail, low + mass))
        points[start : start + rows] = mu + sigma * np.where(upper, -deviate, deviate)
    return points


def _draw_extreme(rows: int, dims: int, share: float, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Return bool [rows, dims]: a random ``share`` of the coordinates of each row."""
    whole, fraction = divmod(share * dims, 1.0)
    number = whole + (rng.random((rows, 1)) < fraction)
    ranks = rng.random((rows, dims)).argsort(axis=1).argsort(axis=1)
    return ranks < number


SUBSET_SHARE = 0.8
"""Share of the points that each gate learns from; the paper's value."""


@dataclass(frozen=True, slots=True)
class GateRecipe:
    """Parameters for training the gates of a member."""

    n: int
    """n_k, the number of gates."""
    settings: GateSettings
    low: float
    """The paper's L as a share, 0 < L < R < 1."""
    high: float
    """The paper's R."""
    synthetic: bool
    """True to add the synthetic points of Algorithm 4 (data of the gates), as many as the real ones (N = |X u X'|)."""
    learn_held_out: bool = True
    """True if the gates learn from X'. The paper's do."""


def train_gates(
    points: NDArray[np.float32],
    is_seen: NDArray[np.bool_],
    labels: NDArray[np.int64],
    recipe: GateRecipe,
    *,
    seed: int,
    device: str,
    progress: EpochCallback | None = None,
    should_stop: ShouldStop | None = None,
    full: FullVectors | None = None,
) -> tuple[GateEnsemble, NDArray[np.float32]]:
    """Train the gates and return them with their out-of-bag votes [n], scaled to 0..n_k.

    ``points`` [n, D] are the inputs of the gates: first the images of X, which ``is_seen`` [n] marks, then those of
    X'; ``labels`` [n] are their words. The synthetic points are drawn like those of X, or with ``full`` on the whole
    vectors of X. A gate's 80 % are drawn image by image from X but word by word from X', because a test word that is
    new to M1 is new to the gates too. Raises InputError for unusable data or parameters, Stopped when ``should_stop``
    returns True.
    """
    held_out = points[~is_seen] if recipe.learn_held_out else points[:0]
    synthetic = len(points) if recipe.synthetic else 0
    rng = np.random.default_rng(seed)
    all_points, all_labels = generate_gate_data(
        points[is_seen], held_out, synthetic, low=recipe.low, high=recipe.high, rng=rng, full=full
    )
    groups = np.full(len(all_points), -1, np.int64)
    if recipe.learn_held_out:
        groups[: len(points)][~is_seen] = labels[~is_seen]
    used = draw_subsets(recipe.n, len(all_points), seed, groups)
    gates = GateEnsemble.fit(
        all_points,
        all_labels,
        used,
        recipe.settings,
        seed=seed,
        device=device,
        progress=progress,
        should_stop=should_stop,
    )
    real = len(all_points) - synthetic
    used_real = np.zeros((recipe.n, len(points)), np.bool_)
    used_real[:, :real] = used[:, :real]  # X' comes last and is used by no gate unless they learn from it
    return gates, gates.out_of_bag_votes(points, used_real, device)


def draw_subsets(n: int, rows: int, seed: int, groups: NDArray[np.integer[Any]] | None = None) -> NDArray[np.bool_]:
    """Draw a random 80 % of the rows for each of ``n`` networks, without replacement; return bool [n, rows].

    Rows with the same number of 0 or more in ``groups`` int [rows] are drawn together, such as the images of one
    held-out word; rows with negative numbers are drawn one by one. The draw of network i depends on (seed, i) only.
    """
    if groups is None:
        unit = np.arange(rows)
    else:
        single = groups < 0
        unit = np.where(single, groups.max(initial=-1) + np.cumsum(single), groups)
        unit = np.unique(unit, return_inverse=True)[1]
    units = int(unit.max(initial=-1)) + 1
    size = round(SUBSET_SHARE * units)
    used = np.zeros((n, rows), bool)
    for i in range(n):
        drawn = np.zeros(units, bool)
        drawn[np.random.default_rng((seed, 2, i)).permutation(units)[:size]] = True
        used[i] = drawn[unit]
    return used
