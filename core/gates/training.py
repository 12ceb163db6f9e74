"""Training of the gates M2^(k,-) of one member: Algorithm 4's data, one random 80 % for each gate, out-of-bag votes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.events import ShouldStop
from core.gates.ensemble import GateEnsemble
from core.gates.fitting import EpochCallback, GateSettings
from core.gates.synthetic import FullVectors, generate_gate_data

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
