"""One gradient-boosted gate on all numbers there are: is a vote of many networks worth more than one model?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.benchmark.competing_gates.evidence import CalibrationSet, Evidence
from core.benchmark.competing_gates.model_selection import Fit, Fitted

_FAR = 1e3
"""Stands for the distance to a runner-up that there is not."""


def boosted(leaves: int, rounds: int, seed: int) -> Fit:
    """Log odds of "seen" by ``rounds`` trees of at most ``leaves`` leaves, X against X'; both count the same."""

    def fit(known: CalibrationSet) -> Fitted:
        from sklearn.ensemble import HistGradientBoostingClassifier

        model = HistGradientBoostingClassifier(
            max_iter=rounds,
            max_leaf_nodes=leaves,
            learning_rate=0.05,
            l2_regularization=1.0,
            class_weight="balanced",
            early_stopping=False,
            random_state=seed,
        )
        model.fit(features(known.evidence), known.is_seen)
        # a tree of n leaves keeps n values and n - 1 places to split at; some trees have fewer
        return Fitted(
            lambda evidence: np.asarray(model.decision_function(features(evidence)), np.float64),
            model.n_iter_ * (2 * leaves - 1),
        )

    return fit


def features(evidence: Evidence) -> NDArray[np.float64]:
    """[N, D + 6]: principal components, nearest seen and unseen distance, margin, both leads, norm."""
    seen = np.minimum(np.sort(evidence.readings.seen_distances, axis=1)[:, :2], _FAR)
    unseen = np.minimum(evidence.readings.unseen_distances[:, :2], _FAR)
    return np.column_stack(
        [
            evidence.points,
            seen[:, 0],
            unseen[:, 0],
            unseen[:, 0] - seen[:, 0],
            seen[:, 1] - seen[:, 0],
            unseen[:, 1] - unseen[:, 0],
            evidence.norms,
        ]
    ).astype(np.float64)
