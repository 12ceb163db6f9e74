"""`lda`: linear discriminant analysis, the nearest word under one covariance shared by all residuals.

Algorithm 5 (padded samples) gives class c the samples e(c) + v with v from one pool D for all classes. For normal
residuals this is the best possible classifier of such samples; forests and regressions can only approach it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays, check_keys, checked_array
from core.errors import InputError
from core.language import tr_noop
from core.model.lexicon_search.nearest_signatures import nearest
from core.model.word_classifiers.interface import SeenWords, check_points

PART = tr_noop("word classifier 'lda'")

_MIN_VARIANCE = 1e-9
"""Directions of less than this share of the largest variance are not stretched further when whitening."""


def _empty() -> NDArray[np.float32]:
    return np.zeros((0, 0), np.float32)


@dataclass
class LdaClassifier:
    """Class means e(c) plus the mean residual; Mahalanobis distance under the shrunk covariance of D."""

    kind: ClassVar[str] = "lda"
    whiten: NDArray[np.float32] = field(default_factory=_empty)
    """[D, D]: F @ whiten has residuals of unit covariance."""
    centres: NDArray[np.float32] = field(default_factory=_empty)
    """[C, D] class means after whitening."""
    shrinkage: float = 0.0
    """Weight 0..1 of the spherical covariance, as estimated from the residuals."""

    @property
    def shape(self) -> tuple[int, int]:
        return self.centres.shape[0], self.centres.shape[1]

    def fit(self, words: SeenWords) -> Self:
        """Estimate the covariance [D, D] of the residuals F - e(w), shrunk towards a sphere of equal trace.

        The weight of the sphere minimises the expected squared error, so that a few hundred residuals suffice for 769
        dimensions: O. Ledoit, M. Wolf: "A Well-Conditioned Estimator for Large-Dimensional Covariance Matrices",
        Journal of Multivariate Analysis 88(2), 2004, pp. 365-411.
        """
        from sklearn.covariance import ledoit_wolf

        if not len(words.features):
            raise InputError.of(
                "The word classifier 'lda' has no training data: no image of a seen word was reserved (X is "
                "empty). Lower the training share t, or choose the classifier 'nearest'."
            )
        means = np.asarray(words.centres, np.float64)
        residuals = np.asarray(words.features, np.float64) - means[words.labels]
        offset = residuals.mean(axis=0)
        if len(residuals) > 1:
            covariance, self.shrinkage = ledoit_wolf(residuals - offset, assume_centered=True)
        else:
            covariance = np.zeros((means.shape[1],) * 2)
        values, vectors = np.linalg.eigh(covariance)
        scales = np.sqrt(np.maximum(values, values.max() * _MIN_VARIANCE))
        whiten = vectors / np.where(scales > 0, scales, 1.0)
        self.whiten = whiten.astype(np.float32)
        self.centres = ((means + offset) @ whiten).astype(np.float32)
        return self

    def predict(self, features: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return the class [N] of least Mahalanobis distance and its negative distance [N]."""
        check_points(features, self.shape[1])
        found = nearest(np.asarray(features, np.float32) @ self.whiten, self.centres, "euclid")
        return found.index, -found.distance

    def to_arrays(self) -> Arrays:
        """Return ``whiten`` [D, D], ``centres`` [C, D] (whitened) and ``shrinkage``."""
        return {"whiten": self.whiten, "centres": self.centres, "shrinkage": np.array(self.shrinkage)}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        check_keys(arrays, {"whiten", "centres", "shrinkage"}, PART)
        centres = checked_array(arrays, "centres", (None, None), "f", PART).astype(np.float32)
        side = centres.shape[1]
        whiten = checked_array(arrays, "whiten", (side, side), "f", PART).astype(np.float32)
        return cls(whiten, centres, float(checked_array(arrays, "shrinkage", (), "f", PART, low=0, high=1)))
