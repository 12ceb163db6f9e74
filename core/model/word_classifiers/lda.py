"""`lda`: nearest word under the one covariance that all residuals share, in closed form.

Algorithm 3 gives class c the samples e(c) + v with v from one pool D for all classes. The best possible
classifier of such samples, were they normal, is this one; forests and regressions can only come near it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays, check_keys, checked_array
from core.errors import InputError
from core.model.lexicon_search.nearest_signatures import nearest
from core.model.word_classifiers.interface import Report, ShouldStop, check_points

PART = "word classifier 'lda'"


def _none() -> NDArray[np.float32]:
    return np.zeros((0, 0), np.float32)


@dataclass
class LdaClassifier:
    """Class means e(c) plus the mean residual; Mahalanobis distance under the shrunk covariance of D."""

    kind: ClassVar[str] = "lda"
    whiten: NDArray[np.float32] = field(default_factory=_none)
    """[D, D]: F @ whiten has residuals of unit covariance."""
    centres: NDArray[np.float32] = field(default_factory=_none)
    """[C, D], class means after whitening."""
    shrinkage: float = 0.0
    """Weight 0..1 of the sphere in the covariance, as estimated from the residuals."""

    @property
    def shape(self) -> tuple[int, int]:
        return self.centres.shape[0], self.centres.shape[1]

    def fit(
        self,
        features: NDArray[Any],
        labels: NDArray[np.integer[Any]],
        centres: NDArray[Any],
        *,
        seed: int = 0,
        device: str = "cpu",
        progress: Report | None = None,
        should_stop: ShouldStop | None = None,
    ) -> Self:
        """Closed form: one covariance [D, D] of the residuals F - e(w); seed and device do not matter."""
        if not len(features):
            raise InputError(
                "No image of a seen word was held back (X is empty), so 'lda' has nothing to learn from. "
                "Lower the training share t, or choose the classifier 'nearest'."
            )
        means = np.asarray(centres, np.float64)
        residuals = np.asarray(features, np.float64) - means[labels]
        offset = residuals.mean(axis=0)
        covariance, self.shrinkage = shrunk_covariance(residuals - offset)
        values, vectors = np.linalg.eigh(covariance)
        scales = np.sqrt(np.maximum(values, values.max() * 1e-9))
        whiten = vectors / np.where(scales > 0, scales, 1.0)
        self.whiten = whiten.astype(np.float32)
        self.centres = ((means + offset) @ whiten).astype(np.float32)
        return self

    def predict(self, features: NDArray[Any], device: str = "cpu") -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Class [N] of least Mahalanobis distance, and minus that distance [N]."""
        check_points(features, self.shape[1])
        found = nearest(np.asarray(features, np.float32) @ self.whiten, self.centres, "euclid")
        return found.index, -found.distance

    def to_arrays(self) -> Arrays:
        """``whiten`` [D, D], ``centres`` [C, D] (whitened), ``shrinkage``."""
        return {"whiten": self.whiten, "centres": self.centres, "shrinkage": np.array(self.shrinkage)}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        check_keys(arrays, {"whiten", "centres", "shrinkage"}, PART)
        centres = checked_array(arrays, "centres", (None, None), "f", PART).astype(np.float32)
        side = centres.shape[1]
        whiten = checked_array(arrays, "whiten", (side, side), "f", PART).astype(np.float32)
        return cls(whiten, centres, float(checked_array(arrays, "shrinkage", (), "f", PART, low=0, high=1)))


def shrunk_covariance(centred: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """Covariance [D, D] of ``centred`` [N, D], drawn towards a sphere of equal trace; and how far, 0..1.

    The weight is Ledoit and Wolf's: the one of least expected squared error, so that a few hundred residuals
    suffice for 769 dimensions.
    """
    rows, dims = centred.shape
    sample = centred.T @ centred / rows
    sphere = np.trace(sample) / dims
    spread = float((sample**2).sum() - dims * sphere**2)
    if spread <= 0:
        return sample, 0.0
    noise = float(((centred**2).sum(axis=1) ** 2).sum() / rows - (sample**2).sum()) / rows
    weight = min(1.0, max(0.0, noise / spread))
    return (1 - weight) * sample + weight * sphere * np.eye(dims), weight
