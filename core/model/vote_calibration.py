"""From the members' confidence in the vote's word to the probability that the vote is right.

Members that agree are right more often than each of them by itself, so that the mean of their probabilities is too
modest; by how much is measured where several members had not learnt from the same image.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import ModelFileError
from core.model.logistic import fit_logistic, sigmoid

_EDGE = 1e-3
"""Means nearer to 0 or 1 are taken as this far from it."""
_PRIOR = 4.0
"""How hard slope and constant are held at 1 and 0, in units of their squares: little is learnt from few images."""
_LEAST_SLOPE = 0.1


@dataclass(frozen=True, slots=True)
class VoteCalibration:
    """``logit(P(right)) = slope * logit(mean) + constant``; as it is by default the mean is left alone."""

    slope: float = 1.0
    constant: float = 0.0
    images: int = 0
    """How many images several members had not learnt from: what slope and constant rest on."""

    @classmethod
    def fit(
        cls, mean: NDArray[np.float64], right: NDArray[np.bool_], weight: NDArray[np.float64], images: int
    ) -> VoteCalibration:
        """From votes [n] of some of the members: the mean confidence, whether the vote was right, what it counts."""
        if not len(mean):
            return cls()
        logit = _logit(mean)
        inputs = np.column_stack([logit, np.ones(len(logit))])
        # what is added to the slope 1 and the constant 0
        more = fit_logistic(inputs, right.astype(np.float64), weight, np.full(2, _PRIOR), logit)
        return cls(max(_LEAST_SLOPE, round(1 + float(more[0]), 4)), round(float(more[1]), 4), images)

    def probability(self, mean: NDArray[np.float64]) -> NDArray[np.float64]:
        """[N] from the mean confidences [N] of a vote; in the same order as they."""
        if (self.slope, self.constant) == (1.0, 0.0):
            return mean
        return sigmoid(self.slope * _logit(mean) + self.constant)

    def to_json(self) -> dict[str, Any]:
        return {"slope": self.slope, "constant": self.constant, "images": self.images}

    @classmethod
    def from_json(cls, data: Any) -> VoteCalibration:
        """Back from :meth:`to_json`; None, of a model from before, leaves means alone. Raises ModelFileError."""
        if data is None:
            return cls()
        try:
            made = cls(float(data["slope"]), float(data["constant"]), int(data["images"]))
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ModelFileError(f"how far the members' agreement counts is damaged ({error})") from error
        if not (_LEAST_SLOPE <= made.slope <= 1e3 and abs(made.constant) <= 1e3 and made.images >= 0):
            raise ModelFileError("how far the members' agreement counts is out of range")
        return made


def _logit(mean: NDArray[np.float64]) -> NDArray[np.float64]:
    inside = np.clip(mean, _EDGE, 1 - _EDGE)
    return np.asarray(np.log(inside / (1 - inside)))
