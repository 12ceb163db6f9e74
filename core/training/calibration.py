"""The choice of a member's threshold ``thres`` on X and X' alone: from how many votes on a word counts as seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from core.model.ensemble import Calibration

OBJECTIVES = ("h", "A_b")

_BEYOND = 1e-6
"""Distance of the outermost thresholds from the outermost margins: any positive number separates them."""
_ROUNDING = 1e-12
"""Values of the objective that differ by less are equal up to rounding."""


@dataclass(frozen=True, slots=True)
class ThresholdCurve:
    """A_s and A_u of one member at every candidate threshold; ``best`` is the chosen row."""

    thresholds: NDArray[np.float64]
    """Ascending; an image counts as seen when its score is at least the threshold."""
    A_s: NDArray[np.float64]
    A_u: NDArray[np.float64]
    best: int

    @property
    def threshold(self) -> float:
        return float(self.thresholds[self.best])


def choose_thresholds(calibration: Calibration, gates: int, objective: str) -> tuple[int, float]:
    """Return the ``thres`` (0..n_k + 1) and the stacking offset that maximise ``objective`` (h or A_b) on X and X'."""
    columns = (calibration.is_seen, calibration.right_if_seen, calibration.right_if_unseen)
    votes, margin = calibration.votes, calibration.margin
    by_votes = threshold_curve(votes, *columns, candidates=np.arange(gates + 2), objective=objective)
    by_margin = threshold_curve(margin, *columns, candidates=margin_candidates(margin), objective=objective)
    return int(by_votes.threshold), by_margin.threshold


def threshold_curve(
    scores: NDArray[Any],
    is_seen: NDArray[np.bool_],
    right_if_seen: NDArray[np.bool_],
    right_if_unseen: NDArray[np.bool_],
    candidates: NDArray[Any],
    objective: str = "h",
) -> ThresholdCurve:
    """Return the accuracies over calibration rows [n] at each of ``candidates``, and the best for ``h`` or ``A_b``.

    A row of a seen word is correct when the gates vote "seen" and the seen candidate is right; a row of an unseen word
    when they vote "unseen" and the unseen candidate is right. Of the longest run of equally good thresholds the middle
    one is chosen, since the ends of the run depend on single images.

    Raises:
        ValueError: there are no rows of seen or of unseen words.
    """
    if objective not in OBJECTIVES:
        raise ValueError(f"the objective is one of {', '.join(OBJECTIVES)}, not '{objective}'")
    if not is_seen.any() or is_seen.all():
        raise ValueError("choosing a threshold needs rows of both seen and unseen words")
    candidates = np.unique(np.asarray(candidates, np.float64))
    good_seen = np.sort(scores[is_seen & right_if_seen].astype(np.float64))
    good_unseen = np.sort(scores[~is_seen & right_if_unseen].astype(np.float64))
    a_s = (len(good_seen) - np.searchsorted(good_seen, candidates, "left")) / is_seen.sum()
    a_u = np.searchsorted(good_unseen, candidates, "left") / (~is_seen).sum()
    return ThresholdCurve(candidates, a_s, a_u, _middle_of_best(objective_value(a_s, a_u, objective)))


def most_right_threshold(
    scores: NDArray[Any], calibration: Calibration, weights: NDArray[np.float64], candidates: NDArray[Any]
) -> float:
    """Return that of the ascending ``candidates`` at which the rows that are right have the largest total of weights.

    Of equally good ones it is the middle one, as in :func:`threshold_curve`.
    """
    totals = []
    for right in (calibration.is_seen & calibration.right_if_seen, ~calibration.is_seen & calibration.right_if_unseen):
        order = np.flatnonzero(right)[np.argsort(scores[right], kind="stable")]
        below = np.append(0.0, np.cumsum(weights[order]))
        totals.append(below[np.searchsorted(scores[order], candidates, "left")])
    return float(candidates[_middle_of_best(totals[1] - totals[0])])


def _middle_of_best(value: NDArray[np.float64]) -> int:
    """Return the middle of the longest run of best values, since the ends of the run depend on single images."""
    top = np.flatnonzero(value >= value.max() - _ROUNDING)
    pieces = np.split(top, np.flatnonzero(np.diff(top) > 1) + 1)
    longest = max(pieces, key=len)
    return int(longest[len(longest) // 2])


def objective_value(a_s: NDArray[np.float64], a_u: NDArray[np.float64], objective: str) -> NDArray[np.float64]:
    """Return h = 2 A_s A_u / (A_s + A_u) (0 where both are 0), or A_b = min(A_s, A_u)."""
    if objective == "A_b":
        return np.minimum(a_s, a_u)
    total = a_s + a_u
    return np.divide(2 * a_s * a_u, total, out=np.zeros_like(total), where=total > 0)


def margin_candidates(margin: NDArray[Any]) -> NDArray[np.float64]:
    """Return every distinct threshold on the margin: midpoints between neighbours, and one beyond each end."""
    values = np.unique(margin.astype(np.float64))
    middles = (values[1:] + values[:-1]) / 2
    return np.concatenate([[values[0] - _BEYOND], middles, [values[-1] + _BEYOND]])
