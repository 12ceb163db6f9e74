"""Scores of competing gates: nearest neighbours, Mahalanobis distances, a Gaussian mixture and boosted trees.

The first three are fitted on X alone; X' only decides on their settings and thresholds.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from research.benchmark.competing_gates.inputs import CalibrationSet, GateInputs
from research.benchmark.competing_gates.model_selection import FittedScore, ScoreFitter

_RIDGE = 1e-3
"""Share of the mean variance that is added to every axis, so that no covariance is singular."""

_ROWS_PER_COMPONENT, _ROWS_PER_SHARED_COMPONENT = 20, 2
"""Rows of X that each component of a mixture needs; fewer where all share a covariance."""

_FAR = 1e3
"""Stands for the distance of a runner-up that does not exist."""


def nearest_neighbours(k: int) -> ScoreFitter:
    """Fit minus the distance to the k-th nearest point of X, in principal components.

    Sun, Ming, Zhu and Li, "Out-of-Distribution Detection with Deep Nearest Neighbors", ICML 2022.
    """

    def fit(calibration: CalibrationSet) -> FittedScore:
        from sklearn.neighbors import NearestNeighbors

        points = calibration.inputs.points[calibration.is_seen]
        index = NearestNeighbors(n_neighbors=min(k, len(points))).fit(points)

        def score(inputs: GateInputs) -> NDArray[np.float64]:
            distances, _ = index.kneighbors(inputs.points)
            return -np.asarray(distances[:, -1], np.float64)

        return FittedScore(score, points.size)

    return fit


def relative_mahalanobis(calibration: CalibrationSet) -> FittedScore:
    """Fit the squared Mahalanobis distance to X as one Gaussian minus that to the nearest word of W_s^(k).

    Ren, Fort, Liu, Roy, Padhy and Lakshminarayanan, "A Simple Fix to Mahalanobis Distance for Improving Near-OOD
    Detection", ICML Workshop on Uncertainty and Robustness in Deep Learning, 2021 (arXiv:2106.09022). Most words have
    too few images in X for a mean of their own, so the centre of a word is e(w) plus the mean error F - e(w) over X.
    All words share the covariance of that error.
    """
    points = calibration.inputs.points[calibration.is_seen].astype(np.float64)
    own = np.searchsorted(calibration.seen_words, calibration.truth[calibration.is_seen])
    errors = points - calibration.centres[own]
    within, background = _whitening(errors), _whitening(points)
    centres = (calibration.centres + errors.mean(axis=0)) @ within
    mean = points.mean(axis=0)

    def score(inputs: GateInputs) -> NDArray[np.float64]:
        rows = inputs.points.astype(np.float64)
        return (((rows - mean) @ background) ** 2).sum(axis=1) - _nearest_squared(rows @ within, centres)

    return FittedScore(score, within.size + background.size + centres.size + mean.size)


def gaussian_mixture(components: int, shared: bool, seed: int) -> ScoreFitter:
    """Fit the log density of a Gaussian mixture on X: the paper's own simple example (Section 5).

    Every component has a full covariance; with ``shared`` all have the same one, which many components need.
    """

    def fit(calibration: CalibrationSet) -> FittedScore:
        from sklearn.mixture import GaussianMixture

        points = calibration.inputs.points[calibration.is_seen].astype(np.float64)
        most = len(points) // (_ROWS_PER_SHARED_COMPONENT if shared else _ROWS_PER_COMPONENT)
        model = GaussianMixture(
            max(1, min(components, most)),
            covariance_type="tied" if shared else "full",
            random_state=seed,
            reg_covar=_RIDGE * points.var(axis=0).mean() + 1e-12,
        )
        # scikit-learn refuses a single row; the same row twice has the same density
        model.fit(points if len(points) > 1 else np.repeat(points, 2, axis=0))
        return FittedScore(
            lambda inputs: np.asarray(model.score_samples(inputs.points.astype(np.float64))),
            model.weights_.size + model.means_.size + model.covariances_.size,
        )

    return fit


def boosted_trees(leaves: int, rounds: int, seed: int) -> ScoreFitter:
    """Fit the log odds of "seen" by ``rounds`` trees with at most ``leaves`` leaves, X against X' in equal weight.

    One model on all features instead of a vote of many networks. Gradient boosting: Friedman, "Greedy Function
    Approximation: A Gradient Boosting Machine", Annals of Statistics 29(5), 2001.
    """

    def fit(calibration: CalibrationSet) -> FittedScore:
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
        model.fit(boosting_features(calibration.inputs), calibration.is_seen)
        # a tree of n leaves has n values and n - 1 splits; some trees have fewer
        return FittedScore(
            lambda inputs: np.asarray(model.decision_function(boosting_features(inputs)), np.float64),
            model.n_iter_ * (2 * leaves - 1),
        )

    return fit


def boosting_features(inputs: GateInputs) -> NDArray[np.float64]:
    """Return [N, D + 6]: principal components, nearest seen and unseen distance, margin, both leads, norm."""
    seen = np.minimum(np.sort(inputs.evidence.seen_distances, axis=1)[:, :2], _FAR)
    unseen = np.minimum(inputs.evidence.unseen_distances[:, :2], _FAR)
    return np.column_stack(
        [
            inputs.points,
            seen[:, 0],
            unseen[:, 0],
            unseen[:, 0] - seen[:, 0],
            seen[:, 1] - seen[:, 0],
            unseen[:, 1] - unseen[:, 0],
            inputs.norms,
        ]
    ).astype(np.float64)


def _whitening(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return W [D, D] with W W' the inverse of the regularised covariance of ``rows`` [n, D]."""
    centred = rows - rows.mean(axis=0)
    covariance = centred.T @ centred / len(rows)
    width = len(covariance)
    covariance += (_RIDGE * np.trace(covariance) / width + 1e-12) * np.eye(width)
    return np.asarray(np.linalg.inv(np.linalg.cholesky(covariance)).T)


def _nearest_squared(rows: NDArray[np.float64], centres: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return [N] the squared distance to the nearest of ``centres`` [S, D]."""
    from sklearn.metrics import pairwise_distances_argmin_min

    _, distances = pairwise_distances_argmin_min(rows, centres)
    return np.asarray(distances, np.float64) ** 2
