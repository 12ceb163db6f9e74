"""The area under the seen-unseen curve of calibrated stacking (AUSUC)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


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
