"""Inputs of the gates: principal components of the signature and, if wanted, distances to words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

DISTANCE_FEATURES = 4
"""Columns added to the principal components: nearest seen, nearest unseen, their difference, and the norm."""

MARGIN_COLUMN = -2
"""Column of the difference: it is above 0 where the nearest word of all is a seen one."""

_NO_WORD_DISTANCE = 1e3
"""Distance used where the lexicon has no word of a side: larger than any real one."""


def add_distances(
    points: NDArray[np.float32],
    nearest_seen: NDArray[np.float32],
    nearest_unseen: NDArray[np.float32],
    signatures: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Return [n, D + 4]: ``points`` [n, D] with seen and unseen distance, margin and norm as further columns.

    ``nearest_seen`` and ``nearest_unseen`` [n] are distances to the nearest word of W_s^(k) and of the rest of the
    lexicon; the norm is that of ``signatures`` [n, d]. The paper's gates see ``points`` only.
    """
    seen = np.where(np.isfinite(nearest_seen), nearest_seen, _NO_WORD_DISTANCE)
    unseen = np.where(np.isfinite(nearest_unseen), nearest_unseen, _NO_WORD_DISTANCE)
    norm = np.linalg.norm(signatures, axis=1)
    return np.column_stack([points, seen, unseen, unseen - seen, norm]).astype(np.float32)
