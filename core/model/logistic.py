"""Logistic regression on a handful of numbers, with rows that count differently and a ridge, by Newton's method."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_CAP = 60.0
"""Logits beyond this say 0 or 1 in double precision anyway."""


def sigmoid(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """1 / (1 + exp(-logit)), each between 0 and 1."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -_CAP, _CAP))))


def fit_logistic(
    inputs: NDArray[np.float64],
    answers: NDArray[np.float64],
    counts: NDArray[np.float64],
    ridge: NDArray[np.float64],
    offset: NDArray[np.float64] | float = 0.0,
) -> NDArray[np.float64]:
    """Weights [D] such that ``chances(offset + inputs @ weights)`` fits ``answers`` (0 or 1, [n]) best.

    ``inputs`` are [n, D], row i counts ``counts[i]``, and weight d costs ``ridge[d] / 2`` times its square.
    """
    weights = np.zeros(inputs.shape[1])
    for _ in range(50):
        chance = sigmoid(offset + inputs @ weights)
        slope = inputs.T @ (counts * (chance - answers)) + ridge * weights
        curvature = (inputs * (counts * chance * (1 - chance))[:, None]).T @ inputs + np.diag(ridge)
        step = np.linalg.solve(curvature, slope)
        weights -= step
        if np.abs(step).max() < 1e-8:
            break
    return weights
