"""Fitting a rival on X and X' and choosing its setting and threshold there, on rows that it was not fitted to."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.benchmark.competing_gates.evidence import CalibrationSet, Evidence
from core.training.calibration import margin_candidates, objective_value, threshold_curve

Score = Callable[[Evidence], NDArray[np.float64]]
"""Evidence on N images to [N] numbers: the greater, the more likely seen."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A rival's score, ready to use."""

    score: Score
    numbers: int
    """How many numbers it keeps of what it was fitted to, at most."""

    def __call__(self, evidence: Evidence) -> NDArray[np.float64]:
        """[N] the score of N images."""
        return self.score(evidence)


Fit = Callable[[CalibrationSet], Fitted]

FOLDS = 5


@dataclass(frozen=True, slots=True)
class Gate:
    """A rival's gate, ready to decide: seen where ``score`` is at least ``threshold``."""

    setting: str
    """Which of the rival's settings was best on X and X'."""
    score: Fitted
    threshold: float
    seconds: float = 0.0
    """Spent on choosing and fitting it."""


def choose(known: CalibrationSet, settings: Mapping[str, Fit], objective: str, seed: int) -> Gate:
    """The setting and threshold with the best ``objective`` (h or A_b) over X and X', fitted to all their rows.

    Both are chosen on cross-fitted scores; among equally good settings the first is taken.
    """
    started = time.perf_counter()
    best, chosen = -1.0, None
    for setting, fit in settings.items():
        scores = cross_fitted(known, fit, seed)
        curve = threshold_curve(
            scores, known.is_seen, known.right_if_seen, known.right_if_unseen, margin_candidates(scores), objective
        )
        value = float(objective_value(curve.A_s, curve.A_u, objective)[curve.best])
        if value > best:
            best, chosen = value, (setting, fit, curve.threshold)
    if chosen is None:
        raise ValueError("a rival needs at least one setting")
    setting, fit, threshold = chosen
    fitted = fit(known)
    return Gate(setting, fitted, threshold, time.perf_counter() - started)


def cross_fitted(known: CalibrationSet, fit: Fit, seed: int) -> NDArray[np.float64]:
    """[n] scores of the rows of X and X', each by a gate that saw neither it nor, for X', its word.

    Where X' has one word alone, or X one row, nothing can be set aside: every row is then scored by the gate
    fitted to all.
    """
    fold = folds(known, seed)
    if fold.max() == 0:
        return fit(known)(known.evidence)
    scores = np.empty(len(fold))
    for number in range(fold.max() + 1):
        rest, part = np.flatnonzero(fold != number), np.flatnonzero(fold == number)
        scores[part] = fit(known.take(rest))(known.evidence.take(part))
    return scores


def folds(known: CalibrationSet, seed: int) -> NDArray[np.int64]:
    """[n] numbers of at most five parts, all with both kinds: X is dealt out by rows, X' by words."""
    rng = np.random.default_rng(seed)
    words, word_of = np.unique(known.truth[~known.is_seen], return_inverse=True)
    n_seen = int(known.is_seen.sum())
    count = min(FOLDS, len(words), n_seen)
    fold = np.empty(len(known.truth), np.int64)
    fold[known.is_seen] = rng.permutation(n_seen) % count
    fold[~known.is_seen] = (rng.permutation(len(words)) % count)[word_of]
    return fold
