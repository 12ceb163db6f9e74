"""The ROC curve of a gate's votes: how well they separate seen from unseen words at every threshold."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True)
class GateRates:
    """The rates of a gate at one threshold."""

    tpr: float
    """Share of seen words that are called seen."""
    tnr: float
    """Share of unseen words that are called unseen."""


@dataclass(frozen=True, eq=False)
class Roc:
    """A ROC curve of K >= 2 points; the positive answer is "seen", given where score >= threshold.

    ``thresholds`` [K] fall strictly: from just above the highest score (nothing is seen: 0, 0) through every score that
    occurs, down to the lowest (all is seen: 1, 1).
    """

    thresholds: NDArray[Any]
    tpr: NDArray[np.float64]
    fpr: NDArray[np.float64]
    auroc: float

    def at(self, threshold: float) -> GateRates:
        """Return the rates at any threshold, also between or beyond those listed."""
        # the last listed threshold that is not below the given one calls the same words seen
        row = max(int(np.searchsorted(-self.thresholds, -threshold, side="right")) - 1, 0)
        return GateRates(float(self.tpr[row]), float(1 - self.fpr[row]))


def roc(scores: ArrayLike, is_seen: ArrayLike) -> Roc | None:
    """Return the paper's weighted ROC (Section 4) of vote counts ``scores`` [N] over words ``is_seen`` or not (bool).

    Seen and unseen words get equal total weight. Both rates are shares within their own group, so any weighting of the
    groups gives this curve; ties are joined by straight lines, so AUROC counts a tie as half. None where either group
    is empty. Raises ValueError for rows of different lengths and for scores that are not finite.
    """
    values, seen = _checked(scores, is_seen)
    if not seen.any() or seen.all():
        return None
    levels, level_of = np.unique(values, return_inverse=True)
    in_seen = np.bincount(level_of[seen], minlength=len(levels))[::-1]
    in_unseen = np.bincount(level_of[~seen], minlength=len(levels))[::-1]
    hits = np.concatenate(([0], np.cumsum(in_seen)))
    false_hits = np.concatenate(([0], np.cumsum(in_unseen)))
    highest = levels[-1]
    above = highest + 1 if levels.dtype.kind == "i" else np.nextafter(highest, np.inf)
    # integers to the end: the area is exact and does not depend on the order of the words
    doubled_area = int(np.sum(in_unseen * (hits[1:] + hits[:-1])))
    n_seen, n_unseen = int(hits[-1]), int(false_hits[-1])
    return Roc(
        thresholds=np.concatenate(([above], levels[::-1])),
        tpr=hits / n_seen,
        fpr=false_hits / n_unseen,
        auroc=doubled_area / (2 * n_seen * n_unseen),
    )


def _checked(scores: ArrayLike, is_seen: ArrayLike) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    values, seen = np.asarray(scores), np.asarray(is_seen, np.bool_)
    if values.ndim != 1 or values.shape != seen.shape:
        raise ValueError("scores and groups must be rows of the same length")
    if values.dtype.kind in "ui":
        values = values.astype(np.int64)  # one above the highest score must not overflow
    elif values.dtype.kind != "f" or not np.isfinite(values).all():
        raise ValueError("scores must be finite numbers")
    return values, seen
