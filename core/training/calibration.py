"""Choosing a member's threshold on X and X' alone: the vote count (or margin) at which "seen" begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

OBJECTIVES = ("h", "A_b")


@dataclass(frozen=True, slots=True)
class ThresholdCurve:
    """A_s and A_u of one member at every threshold worth trying; ``best`` is the row to use."""

    thresholds: NDArray[np.float64]
    """Ascending; a row is "seen" when its score is at least the threshold."""
    A_s: NDArray[np.float64]
    A_u: NDArray[np.float64]
    best: int

    @property
    def threshold(self) -> float:
        return float(self.thresholds[self.best])


def threshold_curve(
    scores: NDArray[Any],
    is_seen: NDArray[np.bool_],
    right_if_seen: NDArray[np.bool_],
    right_if_unseen: NDArray[np.bool_],
    candidates: NDArray[Any],
    objective: str = "h",
) -> ThresholdCurve:
    """Accuracy over calibration rows [n] at each of ``candidates``, and the best for ``h`` or ``A_b``.

    A row of a seen word counts when the gate says seen and the seen pick is right; a row of an unseen word
    when the gate says unseen and the unseen pick is right. Among equally good thresholds the middle one is
    taken: the plateau's edge owes more to chance. Raises ValueError when either group is empty.
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
    value = objective_value(a_s, a_u, objective)
    top = np.flatnonzero(value >= value.max() - 1e-12)
    # the plateau may come in pieces: keep the longest, then its middle
    pieces = np.split(top, np.flatnonzero(np.diff(top) > 1) + 1)
    longest = max(pieces, key=len)
    return ThresholdCurve(candidates, a_s, a_u, int(longest[len(longest) // 2]))


def objective_value(a_s: NDArray[np.float64], a_u: NDArray[np.float64], objective: str) -> NDArray[np.float64]:
    """h = 2 A_s A_u / (A_s + A_u), 0 where both are 0, or A_b = min(A_s, A_u)."""
    if objective == "A_b":
        return np.minimum(a_s, a_u)
    total = a_s + a_u
    return np.divide(2 * a_s * a_u, total, out=np.zeros_like(total), where=total > 0)


def margin_candidates(margin: NDArray[Any]) -> NDArray[np.float64]:
    """Every threshold on the margin that tells rows apart: midpoints between neighbours and both ends."""
    values = np.unique(margin.astype(np.float64))
    middles = (values[1:] + values[:-1]) / 2
    return np.concatenate([[values[0] - 1e-6], middles, [values[-1] + 1e-6]])
