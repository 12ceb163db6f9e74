"""Principal components: from signatures [N, d] to the D coordinates that gates and word classifiers see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays, check_keys, checked_array
from core.errors import InputError
from core.language import tr_noop

PART = tr_noop("principal components")
BLOCK = 65_536
"""Rows whose covariance is added up at a time, so that half a million signatures need no second copy."""
_MIN_VARIANCE = 1e-10
"""Variances below this share of the largest are rounding errors."""


@dataclass(frozen=True, slots=True)
class Pca:
    """A projection to principal components, or none.

    Few words span fewer directions than are asked for. Along the others only rounding errors vary, so the axes would
    be arbitrary: their columns are 0.
    """

    mean: NDArray[np.float32]
    """[d]"""
    axes: NDArray[np.float32] | None
    """[d, D], orthonormal columns or columns of zeros, largest variance first. None for the full signature, which
    passes through unchanged: Algorithm 4 (data of the gates) draws synthetic points coordinate by coordinate, so
    rotating would change the method."""
    shares: NDArray[np.float64]
    """[D] share of the total variance along each axis, 0..1, descending; empty for the full signature."""

    @classmethod
    def fit(cls, points: NDArray[Any], dims: int | None) -> Pca:
        """Return the ``dims`` directions of largest variance of ``points`` [N, d]; None keeps the full signature.

        A member's points are the signatures that M1^(k) predicts for the images of X and X', the input of its gates,
        and not the words' own e(w), of which :mod:`core.evaluation.spectrum` gives the spectrum. Directions along which
        the points do not vary have a column of zeros and a share of 0.

        Raises InputError when ``dims`` is not in 1..d, or with ``dims`` when there are no two different points;
        ValueError when ``points`` is not [N, d].
        """
        if points.ndim != 2:
            raise ValueError(f"points must be [N, d], not {points.shape}")
        width = points.shape[1]
        if dims is None:
            return cls(np.zeros(width, np.float32), None, np.zeros(0))
        if not 1 <= dims <= width:
            raise InputError.of(
                "The number of dimensions must be 1 to {width} (or 'full'), not {dims}.", width=width, dims=dims
            )
        mean, values, vectors = _spectrum(points)
        values = np.where(values > _MIN_VARIANCE * values[0], values, 0.0)
        axes = vectors[:, :dims] * (values[:dims] > 0)
        # the sign of an axis is arbitrary; a positive largest entry makes the result repeatable
        largest = np.abs(axes).argmax(axis=0)
        axes = axes * np.where(axes[largest, np.arange(dims)] < 0, -1.0, 1.0)
        return cls(mean.astype(np.float32), axes.astype(np.float32), values[:dims] / values.sum())

    @property
    def width(self) -> int:
        """d, the length of the input."""
        return len(self.mean)

    @property
    def dims(self) -> int:
        """D, the length of the output."""
        return self.width if self.axes is None else self.axes.shape[1]

    def transform(self, points: NDArray[Any]) -> NDArray[np.float32]:
        """Return float32 [N, D] of ``points`` [N, d]."""
        if points.ndim != 2 or points.shape[1] != self.width:
            raise ValueError(f"points must be [N, {self.width}], not {points.shape}")
        as_float = np.asarray(points, np.float32)
        if self.axes is None:
            return as_float
        return np.asarray((as_float - self.mean) @ self.axes, np.float32)

    def to_arrays(self) -> Arrays:
        """Return ``mean`` and, unless the full signature is kept, ``axes`` and ``shares``."""
        arrays: Arrays = {"mean": self.mean}
        if self.axes is not None:
            arrays |= {"axes": self.axes, "shares": self.shares}
        return arrays

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Pca:
        """Rebuild from :meth:`to_arrays`. Raises ModelFileError when names, shapes, types or numbers do not fit."""
        mean = checked_array(arrays, "mean", (None,), "f", PART).astype(np.float32)
        if set(arrays) == {"mean"}:
            return cls(mean, None, np.zeros(0))
        check_keys(arrays, {"mean", "axes", "shares"}, PART)
        shares = checked_array(arrays, "shares", (None,), "f", PART, low=0, high=1 + 1e-9).astype(np.float64)
        axes = checked_array(arrays, "axes", (len(mean), len(shares)), "f", PART).astype(np.float32)
        return cls(mean, axes, shares)


def _spectrum(points: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return mean [d], eigenvalues [d] (descending, never negative) and eigenvectors [d, d] of the covariance."""
    mean = points.mean(axis=0, dtype=np.float64) if len(points) else np.zeros(points.shape[1])
    total = np.zeros((points.shape[1],) * 2)
    for start in range(0, len(points), BLOCK):
        centred = points[start : start + BLOCK] - mean
        total += centred.T @ centred
    if not total.any():
        raise InputError.of("Principal components need at least two words with different signatures.")
    values, vectors = np.linalg.eigh(total / len(points))
    return mean, np.maximum(values[::-1], 0), vectors[:, ::-1]
