"""The rule by which a member holds that the word of an image is in no list, and answers with what the letters spell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays, check_keys, checked_array
from core.model.confidence import fit_logistic, sigmoid

FEATURES = 10
"""Numbers that the rule sees of an image (:func:`core.recognition.unlisted.unlisted_evidence`)."""

MAX_LOST = 0.005
"""Largest share of correct answers from the list that the rule may give up on X and X'."""

_RIDGE = np.append(np.full(FEATURES, 1.0), 1e-6)
"""L2 penalty on the standardised weights; the constant is free."""


@dataclass(frozen=True, slots=True)
class UnlistedRule:
    """A logistic curve: the probability that the spelling is right rather than the best word of the list."""

    character_weight: float
    """Weight of the character model while spelling."""
    bar: float
    """The word counts as unlisted from this probability on, 0.5 or more."""
    mean: NDArray[np.float64]
    """[FEATURES]"""
    scale: NDArray[np.float64]
    """[FEATURES]"""
    weights: NDArray[np.float64]
    """[FEATURES + 1]; the last one is the constant."""

    @classmethod
    def fit(
        cls,
        character_weight: float,
        listed: NDArray[np.float64],
        unlisted: NDArray[np.float64],
        ool_rate: float,
        found: tuple[float, float],
    ) -> UnlistedRule:
        """Fit to the features of images whose best word of the list is right, and of those whose spelling is.

        ``listed`` [n, FEATURES] are images with their word in the list, ``unlisted`` [m, FEATURES] images with their
        word taken out of it. ``ool_rate`` is the expected share of words in no list, ``found`` the share of the images
        of each kind that the rows stand for. The bar is the lowest one that gives up at most :data:`MAX_LOST` of
        the rows of ``listed``.
        """
        rows = np.vstack([listed, unlisted])
        mean, scale = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-6)
        inputs = np.column_stack([(rows - mean) / scale, np.ones(len(rows))])
        answers = np.arange(len(rows)) >= len(listed)
        shares = [(1 - ool_rate) * found[0] / max(1, len(listed)), ool_rate * found[1] / max(1, len(unlisted))]
        weight = np.where(answers, shares[1], shares[0])
        weights = fit_logistic(inputs, answers.astype(np.float64), weight * len(rows) / weight.sum(), _RIDGE)
        rule = cls(character_weight, 0.5, mean, scale, weights)
        lost = np.sort(rule.probability(listed))[::-1]
        allowed = int(MAX_LOST * len(lost))
        bar = float(np.nextafter(lost[allowed], 1.0)) if len(lost) > allowed else 0.5
        return cls(character_weight, min(max(0.5, bar), 1.0), mean, scale, weights)

    def probability(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return [n] probabilities that the word is in no list, given features [n, FEATURES]."""
        return sigmoid((features - self.mean) / self.scale @ self.weights[:-1] + self.weights[-1])

    def to_arrays(self) -> Arrays:
        """Return the numbers as they are stored in a model file."""
        numbers = np.array([self.character_weight, self.bar])
        return {"numbers": numbers, "mean": self.mean, "scale": self.scale, "weights": self.weights}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> UnlistedRule:
        """Rebuild from :meth:`to_arrays`. Raises ModelFileError for arrays that do not fit."""
        part = "unlisted"
        check_keys(arrays, {"numbers", "mean", "scale", "weights"}, part)
        weight, bar = checked_array(arrays, "numbers", (2,), "f", part, low=0.0, high=100.0).tolist()
        return cls(
            weight,
            bar,
            checked_array(arrays, "mean", (FEATURES,), "f", part),
            checked_array(arrays, "scale", (FEATURES,), "f", part, low=1e-9),
            checked_array(arrays, "weights", (FEATURES + 1,), "f", part),
        )
