"""Probabilities that predictions are right: of a member, and of the vote, fitted by logistic regression on X and X'.

Logistic calibration of scores is Platt scaling: J. Platt, "Probabilistic Outputs for Support Vector Machines and
Comparisons to Regularized Likelihood Methods", Advances in Large Margin Classifiers, 1999.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays, check_keys, checked_array
from core.errors import ModelFileError

FEATURES = 4
"""Distance, lead over the runner-up, lead over the other side, and the clearness of the gates' vote."""

_MAX_LOGIT = 60.0
"""exp(-60) is below the resolution of a double beside 1: larger logits change nothing and could overflow."""
_MAX_LEAD = 60.0
"""Larger leads over another word are equally certain; the bound keeps words without a rival finite."""
_NO_WORD_DISTANCE = 1e3
"""Distance used where the lexicon holds no second word of a kind."""
_RIDGE = np.array([1.0] * FEATURES + [1e-3])
"""L2 penalty on standardised weights; the constant is almost free, so that the mean probability fits."""
_MEAN_MARGIN = 1e-3
"""Mean confidences are clipped to 0.001..0.999 before their logit is taken."""
_VOTE_PRIOR = 4.0
"""L2 penalty that holds the vote's slope at 1 and its constant at 0 while few images speak against it."""
_MIN_SLOPE = 0.1


def sigmoid(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 1 / (1 + exp(-logit))."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -_MAX_LOGIT, _MAX_LOGIT))))


def fit_logistic(
    inputs: NDArray[np.float64],
    answers: NDArray[np.float64],
    counts: NDArray[np.float64],
    ridge: NDArray[np.float64],
    offset: NDArray[np.float64] | float = 0.0,
) -> NDArray[np.float64]:
    """Fit ``sigmoid(offset + inputs @ weights)`` to ``answers`` (0 or 1, [n]) by Newton's method; return weights [D].

    Row i of ``inputs`` [n, D] has the weight ``counts[i]``; weight d is penalised by ``ridge[d] / 2`` times its square.
    """
    weights = np.zeros(inputs.shape[1])
    for _ in range(50):  # converges in fewer than ten steps; the bound guards against numerical trouble
        probability = sigmoid(offset + inputs @ weights)
        slope = inputs.T @ (counts * (probability - answers)) + ridge * weights
        curvature = (inputs * (counts * probability * (1 - probability))[:, None]).T @ inputs + np.diag(ridge)
        step = np.linalg.solve(curvature, slope)
        weights -= step
        if np.abs(step).max() < 1e-8:
            break
    return weights


class AnswerKind(IntEnum):
    """The words among which an answer of a member was found."""

    UNSEEN = 0
    SEEN = 1
    UNLISTED = 2


@dataclass(frozen=True, slots=True)
class Confidence:
    """A member's probability of being right: a logistic curve for each :class:`AnswerKind`.

    Only a member that spells words that are in no list has one for these.
    """

    mean: NDArray[np.float64]
    """[kinds, FEATURES]"""
    scale: NDArray[np.float64]
    """[kinds, FEATURES]"""
    weights: NDArray[np.float64]
    """[kinds, FEATURES + 1]; the last column is the constant."""

    @classmethod
    def fit(
        cls,
        features: NDArray[np.float64],
        kind: NDArray[np.integer[Any] | np.bool_],
        correct: NDArray[np.bool_],
        weight: NDArray[np.float64] | None = None,
        kinds: int = 2,
    ) -> Confidence:
        """Fit to features [n, FEATURES] of words of X and X' and whether the member's answer was correct [n].

        ``weight`` [n] defaults to 1. Two artificial rows, one correct and one wrong, keep a curve finite where all
        answers were correct, and give 1/2 where there are no rows.
        """
        mean, scale = np.zeros((kinds, FEATURES)), np.ones((kinds, FEATURES))
        weights = np.zeros((kinds, FEATURES + 1))
        counts = np.ones(len(features)) if weight is None else weight
        for number in range(kinds):
            rows = kind == number
            points, answers = features[rows], correct[rows].astype(np.float64)
            if len(points):
                mean[number] = points.mean(axis=0)
                scale[number] = np.maximum(points.std(axis=0), 1e-6)
            inputs = np.column_stack([(points - mean[number]) / scale[number], np.ones(len(points))])
            inputs = np.vstack([inputs, np.eye(FEATURES + 1)[[-1, -1]]])
            weights[number] = fit_logistic(
                inputs, np.append(answers, [0.0, 1.0]), np.append(counts[rows], [1.0, 1.0]), _RIDGE
            )
        return cls(mean, scale, weights)

    def probability(
        self, features: NDArray[np.float64], kind: NDArray[np.integer[Any] | np.bool_]
    ) -> NDArray[np.float64]:
        """Return [n] probabilities that the answers are correct, given the ``kind`` [n] of each."""
        kind = kind.astype(int)
        points = (features - self.mean[kind]) / self.scale[kind]
        return sigmoid((points * self.weights[kind, :-1]).sum(axis=1) + self.weights[kind, -1])

    def to_arrays(self) -> Arrays:
        """Return the arrays as they are stored in a model file."""
        return {"mean": self.mean, "scale": self.scale, "weights": self.weights}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Confidence:
        """Rebuild from :meth:`to_arrays`. Raises ModelFileError for arrays that do not fit."""
        part = "confidence"
        check_keys(arrays, {"mean", "scale", "weights"}, part)
        kinds = 3 if np.shape(arrays["weights"])[:1] == (3,) else 2
        return cls(
            checked_array(arrays, "mean", (kinds, FEATURES), "f", part),
            checked_array(arrays, "scale", (kinds, FEATURES), "f", part, low=1e-9),
            checked_array(arrays, "weights", (kinds, FEATURES + 1), "f", part),
        )


def confidence_features(
    first: NDArray[np.float32], second: NDArray[np.float32], other: NDArray[np.float32], clearness: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return [n, FEATURES] from the distances of the answer, its runner-up and the best word of the other side.

    ``clearness`` is how far the share of gates lies on the answer's side of the threshold, -1 to 1. Leads enter as
    signed square roots, which spread small differences and compress large ones.
    """
    first = np.minimum(first, _NO_WORD_DISTANCE).astype(np.float64)
    leads = [
        np.clip(np.where(np.isfinite(rival), rival, _NO_WORD_DISTANCE) - first, -_MAX_LEAD, _MAX_LEAD)
        for rival in (second, other)
    ]
    return np.column_stack([first, *(np.sign(lead) * np.sqrt(np.abs(lead)) for lead in leads), clearness])


@dataclass(frozen=True, slots=True)
class VoteCalibration:
    """Turns the members' mean confidence in the vote's word into the probability that the vote is right.

    Members that agree are right more often than each of them alone, so the mean is too low; by how much is measured
    on images that several members were not trained on. ``logit(p) = slope * logit(mean) + constant``; the default
    leaves the mean as it is.
    """

    slope: float = 1.0
    constant: float = 0.0
    images: int = 0
    """Images that slope and constant were fitted on."""

    @classmethod
    def fit(
        cls, mean: NDArray[np.float64], correct: NDArray[np.bool_], weight: NDArray[np.float64], images: int
    ) -> VoteCalibration:
        """Fit to the mean confidences [n] of votes, whether they were correct [n], and the weight of each row [n]."""
        if not len(mean):
            return cls()
        logit = _logit(mean)
        inputs = np.column_stack([logit, np.ones(len(logit))])
        # the offset makes the weights deviations from slope 1 and constant 0, which the penalty holds at 0
        deviation = fit_logistic(inputs, correct.astype(np.float64), weight, np.full(2, _VOTE_PRIOR), logit)
        return cls(max(_MIN_SLOPE, round(1 + float(deviation[0]), 4)), round(float(deviation[1]), 4), images)

    def probability(self, mean: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return probabilities [N] for mean confidences [N]; the order is preserved."""
        if (self.slope, self.constant) == (1.0, 0.0):
            return mean
        return sigmoid(self.slope * _logit(mean) + self.constant)

    def to_json(self) -> dict[str, Any]:
        """Return the values as they are stored in a model's card."""
        return {"slope": self.slope, "constant": self.constant, "images": self.images}

    @classmethod
    def from_json(cls, data: Any) -> VoteCalibration:
        """Rebuild from :meth:`to_json`; None (an older model) gives the default. Raises ModelFileError."""
        if data is None:
            return cls()
        try:
            fitted = cls(float(data["slope"]), float(data["constant"]), int(data["images"]))
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ModelFileError.of("invalid vote calibration ({error})", error=error) from error
        if not (_MIN_SLOPE <= fitted.slope <= 1e3 and abs(fitted.constant) <= 1e3 and fitted.images >= 0):
            raise ModelFileError.of("vote calibration out of range")
        return fitted


def _logit(mean: NDArray[np.float64]) -> NDArray[np.float64]:
    inside = np.clip(mean, _MEAN_MARGIN, 1 - _MEAN_MARGIN)
    return np.asarray(np.log(inside / (1 - inside)))


_STORED_COLUMNS = {
    "image": ("image", np.uint64),
    "word": ("word", np.int32),
    "confidence": ("chance", np.float32),
    "distance": ("distance", np.float32),
    "correct": ("right", np.bool_),
    "out_of_lexicon": ("lacking", np.bool_),
}
"""Fields of :class:`CalibrationOutcomes`: their names in a model file, and their types."""


_STORED_CANDIDATES = ("candidate", "reach")


@dataclass(frozen=True, slots=True)
class CalibrationOutcomes:
    """A member's answers on X and X', on which confidences are fitted.

    If out-of-lexicon words are taken into account, each image has a second row with its word removed from the lexicon.
    """

    image: NDArray[np.uint64]
    """[n] digests of the images, by which the members' rows are matched."""
    word: NDArray[np.int32]
    """[n] answers as positions in the lexicon of the training."""
    confidence: NDArray[np.float32]
    """[n] the member's probability that the answer is correct."""
    distance: NDArray[np.float32]
    correct: NDArray[np.bool_]
    out_of_lexicon: NDArray[np.bool_]
    """[n] True for rows whose word was removed from the lexicon, so that no answer could be correct."""
    candidates: NDArray[np.int32] | None = None
    """[m, K] nearest words of the m images with their word in the lexicon, as positions in the lexicon of the training,
    -1 for none; None in older models. Context is fitted on them."""
    candidate_distances: NDArray[np.float32] | None = None
    """[m, K]"""

    def to_arrays(self) -> Arrays:
        """Return the columns as they are stored in a model file."""
        arrays = {stored: getattr(self, name) for name, (stored, _) in _STORED_COLUMNS.items()}
        if self.candidates is not None and self.candidate_distances is not None:
            arrays |= dict(zip(_STORED_CANDIDATES, (self.candidates, self.candidate_distances), strict=True))
        return arrays

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> CalibrationOutcomes:
        """Rebuild from :meth:`to_arrays`. Raises ModelFileError for columns that do not fit."""
        part = "trials"
        has_candidates = any(name in arrays for name in _STORED_CANDIDATES)
        names = {stored for stored, _ in _STORED_COLUMNS.values()}
        check_keys(arrays, names | set(_STORED_CANDIDATES) if has_candidates else names, part)
        length = np.asarray(arrays["image"]).size
        columns: dict[str, NDArray[Any]] = {
            name: checked_array(arrays, stored, (length,), np.dtype(kind).kind, part).astype(kind, copy=False)
            for name, (stored, kind) in _STORED_COLUMNS.items()
        }
        if length and not (columns["confidence"].min() >= 0 and columns["confidence"].max() <= 1):
            raise ModelFileError.of("The model's trials hold a probability outside 0..1.")
        if has_candidates:
            words, distances = _STORED_CANDIDATES
            images = int((~columns["out_of_lexicon"]).sum())
            candidates = checked_array(arrays, words, (images, None), "i", part, low=-1)
            reach = checked_array(arrays, distances, candidates.shape, "f", part)
            columns["candidates"] = candidates.astype(np.int32, copy=False)
            columns["candidate_distances"] = reach.astype(np.float32, copy=False)
        return cls(**columns)
