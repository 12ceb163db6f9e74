"""Gates that ask how near a point lies to those of X: neighbours, Mahalanobis distances, a Gaussian mixture.

None of them learns from X'; their settings and thresholds are chosen there.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.benchmark.competing_gates.evidence import CalibrationSet, Evidence
from core.benchmark.competing_gates.model_selection import Fit, Fitted

_RIDGE = 1e-3
"""Share of the mean variance that is added to every axis, so that no covariance is singular."""

_ROWS_A_PART, _ROWS_SHARED = 20, 2
"""A mixture has no more parts than leave each so many rows of X; fewer do where all share a covariance."""


def neighbours(k: int) -> Fit:
    """Minus the distance to the k-th nearest point of X among the principal components."""

    def fit(known: CalibrationSet) -> Fitted:
        from sklearn.neighbors import NearestNeighbors

        points = known.evidence.points[known.is_seen]
        index = NearestNeighbors(n_neighbors=min(k, len(points))).fit(points)

        def score(evidence: Evidence) -> NDArray[np.float64]:
            distances, _ = index.kneighbors(evidence.points)
            return -np.asarray(distances[:, -1], np.float64)

        return Fitted(score, points.size)

    return fit


def relative_mahalanobis(known: CalibrationSet) -> Fitted:
    """Mahalanobis distance to all of X taken as one Gaussian, less that to the nearest word of W_s^(k).

    A word's centre is e(w) plus the mean error F - e(w) over X, for most words have too few images in X for a
    mean of their own; all words share the covariance of that error. Squared distances.
    """
    points = known.evidence.points[known.is_seen].astype(np.float64)
    own = np.searchsorted(known.seen_words, known.truth[known.is_seen])
    errors = points - known.centres[own]
    near, far = _whitening(errors), _whitening(points)
    centres = (known.centres + errors.mean(axis=0)) @ near
    middle = points.mean(axis=0)

    def score(evidence: Evidence) -> NDArray[np.float64]:
        rows = evidence.points.astype(np.float64)
        background = (((rows - middle) @ far) ** 2).sum(axis=1)
        return background - _least_squared(rows @ near, centres)

    return Fitted(score, near.size + far.size + centres.size + middle.size)


def mixture(parts: int, shared: bool, seed: int) -> Fit:
    """Log density of a Gaussian mixture of ``parts`` fitted to X: the paper's own simple example.

    Every part has a full covariance of its own, or with ``shared`` all parts have one, which many parts need.
    """

    def fit(known: CalibrationSet) -> Fitted:
        from sklearn.mixture import GaussianMixture

        points = known.evidence.points[known.is_seen].astype(np.float64)
        model = GaussianMixture(
            max(1, min(parts, len(points) // (_ROWS_SHARED if shared else _ROWS_A_PART))),
            covariance_type="tied" if shared else "full",
            random_state=seed,
            reg_covar=_RIDGE * points.var(axis=0).mean() + 1e-12,
        )
        # one row alone would be refused; twice over it has the same density
        model.fit(points if len(points) > 1 else np.repeat(points, 2, axis=0))
        return Fitted(
            lambda evidence: np.asarray(model.score_samples(evidence.points.astype(np.float64))),
            model.weights_.size + model.means_.size + model.covariances_.size,
        )

    return fit


def _whitening(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """W [D, D] with W W' the inverse covariance of ``rows`` [n, D], made a little rounder."""
    centred = rows - rows.mean(axis=0)
    covariance = centred.T @ centred / len(rows)
    width = len(covariance)
    covariance += (_RIDGE * np.trace(covariance) / width + 1e-12) * np.eye(width)
    return np.asarray(np.linalg.inv(np.linalg.cholesky(covariance)).T)


def _least_squared(rows: NDArray[np.float64], centres: NDArray[np.float64]) -> NDArray[np.float64]:
    """[N] the squared distance to the nearest of ``centres`` [S, D]."""
    from sklearn.metrics import pairwise_distances_argmin_min

    _, distances = pairwise_distances_argmin_min(rows, centres)
    return np.asarray(distances, np.float64) ** 2
