"""The seen-unseen curve of calibrated stacking and the area under it (AUSUC)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, eq=False)
class SeenUnseenCurve:
    """A_s and A_u at every offset that makes a difference; arrays of one length K, at least 2.

    A word is answered from the seen classes where its margin d_unseen - d_seen is at least the offset, else
    from the unseen ones. ``offsets`` rise strictly: at the first every answer is seen, at the last none is.
    """

    offsets: NDArray[np.float64]
    seen_acc: NDArray[np.float64]
    unseen_acc: NDArray[np.float64]

    @property
    def area(self) -> float:
        """AUSUC, from 0 to 1."""
        return ausuc(self.seen_acc, self.unseen_acc)

    def to_json(self) -> dict[str, Any]:
        """Lists of numbers under the names of the arrays, and ``ausuc``."""
        return {
            "offsets": self.offsets.tolist(),
            "seen_acc": self.seen_acc.tolist(),
            "unseen_acc": self.unseen_acc.tolist(),
            "ausuc": self.area,
        }


def ausuc(seen_acc: ArrayLike, unseen_acc: ArrayLike) -> float:
    """Area under A_s drawn over A_u through the given points of one sweep, straight lines between them.

    The points may come in either order of the sweep; nothing is added before the first or after the last,
    so only a sweep from "all seen" to "none seen" gives the whole area.
    """
    seen, unseen = np.asarray(seen_acc, np.float64), np.asarray(unseen_acc, np.float64)
    if seen.shape != unseen.shape or seen.ndim != 1 or not seen.size:
        raise ValueError("the two accuracies must be rows of the same length, of one point at least")
    order = np.lexsort((-seen, unseen))
    seen, unseen = seen[order], unseen[order]
    return float(np.sum(np.diff(unseen) * (seen[1:] + seen[:-1]) / 2))


def seen_unseen_curve(
    d_seen: ArrayLike,
    right_if_seen: ArrayLike,
    d_unseen: ArrayLike,
    right_if_unseen: ArrayLike,
    is_seen: ArrayLike,
) -> SeenUnseenCurve | None:
    """The exact curve over every offset, by one sort; None where the words are all seen or all unseen.

    For each of N words: distance to the nearest seen class, whether that class is right, the same for the
    nearest unseen class, and whether the word's class is a seen one. ValueError unless distances are finite.
    """
    margin = np.asarray(d_unseen, np.float64) - np.asarray(d_seen, np.float64)
    if_seen, if_unseen, group = (
        np.asarray(values, np.bool_) for values in (right_if_seen, right_if_unseen, is_seen)
    )
    if margin.ndim != 1 or not margin.shape == if_seen.shape == if_unseen.shape == group.shape:
        raise ValueError("distances, answers and groups must be rows of the same length")
    if not np.isfinite(margin).all():
        raise ValueError("a distance is not a finite number")
    if not group.any() or group.all():
        return None
    offsets, place = np.unique(margin, return_inverse=True)
    top = np.nextafter(offsets[-1], np.inf)
    seen = _swept(if_seen[group], if_unseen[group], place[group], len(offsets))
    unseen = _swept(if_seen[~group], if_unseen[~group], place[~group], len(offsets))
    return SeenUnseenCurve(np.append(offsets, top), seen, unseen)


def _swept(
    if_seen: NDArray[np.bool_], if_unseen: NDArray[np.bool_], place: NDArray[np.intp], count: int
) -> NDArray[np.float64]:
    """Accuracy [count + 1] of one group: at point k the words with place >= k are answered as seen."""
    gained = np.bincount(place[if_unseen], minlength=count)
    lost = np.bincount(place[if_seen], minlength=count)
    right = if_seen.sum() + np.concatenate(([0], np.cumsum(gained - lost)))
    return right / len(if_seen)
