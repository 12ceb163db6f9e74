"""How well a gate's vote counts tell seen words from unseen ones, at every threshold."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True)
class GateRates:
    """What one threshold gives."""

    tpr: float
    """Share of seen words that are called seen."""
    tnr: float
    """Share of unseen words that are called unseen."""

    def to_json(self) -> dict[str, Any]:
        """The two rates by name."""
        return asdict(self)


@dataclass(frozen=True, eq=False)
class Roc:
    """The ROC curve, "seen" being the positive answer, given where score >= threshold.

    ``thresholds`` fall strictly, from just above the highest score (nothing is seen: 0, 0) through every
    score that occurs, down to the lowest (all is seen: 1, 1). Arrays of one length K, at least 2.
    """

    thresholds: NDArray[Any]
    tpr: NDArray[np.float64]
    fpr: NDArray[np.float64]
    auroc: float

    def at(self, threshold: float) -> GateRates:
        """The rates at any threshold, also one between or beyond those listed."""
        # The last listed threshold that is not below the wanted one calls the same words seen.
        place = max(int(np.searchsorted(-self.thresholds, -threshold, side="right")) - 1, 0)
        return GateRates(float(self.tpr[place]), float(1 - self.fpr[place]))

    def to_json(self) -> dict[str, Any]:
        """Lists of numbers under the names of the arrays, and ``auroc``."""
        return {
            "thresholds": self.thresholds.tolist(),
            "tpr": self.tpr.tolist(),
            "fpr": self.fpr.tolist(),
            "auroc": self.auroc,
        }


def roc(scores: ArrayLike, is_seen: ArrayLike) -> Roc | None:
    """The paper's weighted ROC of vote counts ``scores`` [N] over words that are seen or not (bool [N]).

    Seen and unseen words get equal total weight. Both rates are shares within their own group, so this is the
    curve that any weighting of the groups gives; ties make straight lines, so AUROC counts a tie as half.
    None where either group is empty.
    """
    values, seen = _checked(scores, is_seen)
    if not seen.any() or seen.all():
        return None
    levels, place = np.unique(values, return_inverse=True)
    in_seen = np.bincount(place[seen], minlength=len(levels))[::-1]
    in_unseen = np.bincount(place[~seen], minlength=len(levels))[::-1]
    hits = np.concatenate(([0], np.cumsum(in_seen)))
    false_hits = np.concatenate(([0], np.cumsum(in_unseen)))
    highest = levels[-1]
    above = highest + 1 if levels.dtype.kind == "i" else np.nextafter(highest, np.inf)
    # Whole numbers to the end, so that the area is exact and does not depend on the order of the words.
    doubled = int(np.sum(in_unseen * (hits[1:] + hits[:-1])))
    n_seen, n_unseen = int(hits[-1]), int(false_hits[-1])
    return Roc(
        thresholds=np.concatenate(([above], levels[::-1])),
        tpr=hits / n_seen,
        fpr=false_hits / n_unseen,
        auroc=doubled / (2 * n_seen * n_unseen),
    )


def _checked(scores: ArrayLike, is_seen: ArrayLike) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    values, seen = np.asarray(scores), np.asarray(is_seen, np.bool_)
    if values.ndim != 1 or values.shape != seen.shape:
        raise ValueError("scores and groups must be rows of the same length")
    if values.dtype.kind in "ui":
        values = values.astype(np.int64)  # one above the highest score must not wrap round
    elif values.dtype.kind != "f" or not np.isfinite(values).all():
        raise ValueError("scores must be finite numbers")
    return values, seen
