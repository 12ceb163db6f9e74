"""From what a member saw of a word to the probability that its answer is right, for seen and unseen apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays, check_keys, checked_array
from core.model.logistic import fit_logistic, sigmoid

FEATURES = 4
"""Distance, lead over the runner-up, lead over the other kind, and how clearly the gates spoke."""

_FURTHEST = 60.0
"""Leads beyond this count as this much."""
_RIDGE = np.array([1.0] * FEATURES + [1e-3])
"""The constant is all but free."""
PART = "confidence"


@dataclass(frozen=True, slots=True)
class Confidence:
    """Two logistic curves, row 0 for answers among the unseen words and row 1 for those among the seen ones."""

    mean: NDArray[np.float64]
    """[2, FEATURES]"""
    scale: NDArray[np.float64]
    weights: NDArray[np.float64]
    """[2, FEATURES + 1]; the last is the constant."""

    @classmethod
    def fit(
        cls,
        features: NDArray[np.float64],
        called_seen: NDArray[np.bool_],
        right: NDArray[np.bool_],
        weight: NDArray[np.float64] | None = None,
    ) -> Confidence:
        """From features [n, FEATURES] of words of X and X' and whether the member's answer was right [n].

        ``weight`` [n] says what each row counts; 1 when it is left out.

        Two made-up rows, one right and one wrong, keep a curve finite where all answers were right, and stand
        alone where there were none at all.
        """
        mean, scale = np.zeros((2, FEATURES)), np.ones((2, FEATURES))
        weights = np.zeros((2, FEATURES + 1))
        counts = np.ones(len(features)) if weight is None else weight
        for side in (0, 1):
            rows = called_seen == bool(side)
            points, answers = features[rows], right[rows].astype(np.float64)
            if len(points):
                mean[side] = points.mean(axis=0)
                scale[side] = np.maximum(points.std(axis=0), 1e-6)
            inputs = np.column_stack([(points - mean[side]) / scale[side], np.ones(len(points))])
            inputs = np.vstack([inputs, np.eye(FEATURES + 1)[[-1, -1]]])
            weights[side] = fit_logistic(
                inputs, np.append(answers, [0.0, 1.0]), np.append(counts[rows], [1.0, 1.0]), _RIDGE
            )
        return cls(mean, scale, weights)

    def probability(self, features: NDArray[np.float64], called_seen: NDArray[np.bool_]) -> NDArray[np.float64]:
        """[n] between 0 and 1."""
        side = called_seen.astype(int)
        points = (features - self.mean[side]) / self.scale[side]
        return sigmoid((points * self.weights[side, :-1]).sum(axis=1) + self.weights[side, -1])

    def to_arrays(self) -> Arrays:
        return {"mean": self.mean, "scale": self.scale, "weights": self.weights}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Confidence:
        """Back from :meth:`to_arrays`; raises ModelFileError for what does not fit."""
        check_keys(arrays, {"mean", "scale", "weights"}, PART)
        return cls(
            checked_array(arrays, "mean", (2, FEATURES), "f", PART),
            checked_array(arrays, "scale", (2, FEATURES), "f", PART, low=1e-9),
            checked_array(arrays, "weights", (2, FEATURES + 1), "f", PART),
        )


def features_of(
    first: NDArray[np.float32], second: NDArray[np.float32], other: NDArray[np.float32], clearness: NDArray[np.float64]
) -> NDArray[np.float64]:
    """[n, FEATURES] from distances of the answer, its runner-up and the best of the other kind, and the gates.

    ``clearness`` is how far the share of gates lies on the answer's side of the threshold, -1 to 1. Leads are
    taken as signed square roots: what matters is whether they are nil, small or large.
    """
    first = np.minimum(first, 1e3).astype(np.float64)
    leads = [
        np.clip(np.where(np.isfinite(rival), rival, 1e3) - first, -_FURTHEST, _FURTHEST) for rival in (second, other)
    ]
    return np.column_stack([first, *(np.sign(lead) * np.sqrt(np.abs(lead)) for lead in leads), clearness])
