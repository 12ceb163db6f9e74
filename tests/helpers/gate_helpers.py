"""Points that a gate can separate, and small gate ensembles trained on them."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.gates.ensemble import GateEnsemble
from core.gates.fitting import GateSettings
from core.gates.training import draw_subsets


def make_points(rows: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Seen points in a ball, unseen points on a shell around it: no plane separates them."""
    rng = np.random.default_rng(seed)
    labels = (rng.random(rows) < 0.5).astype(np.uint8)
    direction = rng.standard_normal((rows, 3))
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    radius = np.where(labels == 1, rng.uniform(0, 1, rows), rng.uniform(1.3, 2, rows))
    return (100 + 7 * direction * radius[:, None]).astype(np.float32), labels


def train(n: int, rows: int, settings: GateSettings, seed: int = 0) -> GateEnsemble:
    """Train ``n`` networks, each on its own 80 % of ``rows`` points."""
    points, labels = make_points(rows)
    return GateEnsemble.fit(points, labels, draw_subsets(n, rows, seed), settings, seed=seed)


def train_small(n: int = 3, epochs: int = 2, seed: int = 1, **options: Any) -> GateEnsemble:
    """Train ``n`` networks of 2 x 8 nodes on 120 points; ``options`` go to :meth:`GateEnsemble.fit`."""
    points, labels = make_points(120)
    used = options.pop("used", None)
    used = draw_subsets(n, 120, seed) if used is None else used
    settings = GateSettings(width=8, depth=2, epochs=epochs, batch=50)
    return GateEnsemble.fit(points, options.pop("labels", labels), used, settings, seed=seed, **options)
