"""Fit a competing gate on X and X', and choose its setting and threshold by cross-fitting."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.model.ensemble import Calibration
from core.training.calibration import margin_candidates, most_right_threshold, objective_value, threshold_curve
from core.training.presets import ACCURACY
from research.benchmark.competing_gates.inputs import CalibrationSet, GateInputs

Score = Callable[[GateInputs], NDArray[np.float64]]
"""Returns [N] scores of N images; the greater, the more likely seen."""


@dataclass(frozen=True, slots=True)
class FittedScore:
    """A fitted score and the number of its parameters, at most."""

    score: Score
    parameters: int

    def __call__(self, inputs: GateInputs) -> NDArray[np.float64]:
        return self.score(inputs)


ScoreFitter = Callable[[CalibrationSet], FittedScore]

FOLDS = 5


@dataclass(frozen=True, slots=True)
class CompetingGate:
    """A competing gate: "seen" where ``score`` is at least ``threshold``."""

    setting: str
    """The setting that was best on X and X'."""
    score: FittedScore
    threshold: float
    seconds: float = 0.0
    """Time of choosing and fitting."""

    @property
    def parameters(self) -> int:
        """Those of the score, and the threshold."""
        return self.score.parameters + 1


def select_gate(
    calibration: CalibrationSet, settings: Mapping[str, ScoreFitter], objective: str, seed: int
) -> CompetingGate:
    """Return the gate with the best ``objective`` (a preset's) over X and X', fitted on all their rows.

    Setting and threshold are chosen on cross-fitted scores; of equally good settings the first. Raises ValueError
    without settings.
    """
    started = time.perf_counter()
    best_value, best = -1.0, None
    for setting, fit in settings.items():
        scores = cross_fit(calibration, fit, seed)
        groups = (calibration.is_seen, calibration.right_if_seen, calibration.right_if_unseen)
        candidates = margin_candidates(scores)
        if objective == ACCURACY:
            columns = Calibration(narrow := scores.astype(np.float32), groups[0], narrow, *groups[1:])
            threshold = most_right_threshold(scores, columns, calibration.weights, candidates)
            value = float(calibration.weights @ np.where(scores >= threshold, *groups[1:]))
        else:
            curve = threshold_curve(scores, *groups, candidates, objective)
            threshold = curve.threshold
            value = float(objective_value(curve.A_s, curve.A_u, objective)[curve.best])
        if value > best_value:
            best_value, best = value, (setting, fit, threshold)
    if best is None:
        raise ValueError("a competing gate needs at least one setting")
    setting, fit, threshold = best
    score = fit(calibration)
    return CompetingGate(setting, score, threshold, time.perf_counter() - started)


def cross_fit(calibration: CalibrationSet, fit: ScoreFitter, seed: int) -> NDArray[np.float64]:
    """Return scores [n] of X and X', each from a fit without its row and, for X', without its word.

    If X' has only one word, or X one row, no row can be left out: all are then scored by the fit on all rows.
    """
    fold = fold_numbers(calibration, seed)
    if fold.max() == 0:
        return fit(calibration)(calibration.inputs)
    scores = np.empty(len(fold))
    for number in range(fold.max() + 1):
        rest, part = np.flatnonzero(fold != number), np.flatnonzero(fold == number)
        scores[part] = fit(calibration.take(rest))(calibration.inputs.take(part))
    return scores


def fold_numbers(calibration: CalibrationSet, seed: int) -> NDArray[np.int64]:
    """Return the fold [n] of every row: at most five folds, each with rows of X and whole words of X'."""
    rng = np.random.default_rng(seed)
    words, word_of = np.unique(calibration.truth[~calibration.is_seen], return_inverse=True)
    n_seen = int(calibration.is_seen.sum())
    count = min(FOLDS, len(words), n_seen)
    fold = np.empty(len(calibration.truth), np.int64)
    fold[calibration.is_seen] = rng.permutation(n_seen) % count
    fold[~calibration.is_seen] = (rng.permutation(len(words)) % count)[word_of]
    return fold
