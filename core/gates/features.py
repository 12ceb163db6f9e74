"""What the gates look at: principal components of the signature and, where wanted, distances to words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

DISTANCES = 4
"""Numbers beside the principal components: nearest seen, nearest unseen, their difference, and the norm."""

MARGIN = -2
"""Where the difference stands: above zero the nearest word of all is a seen one."""

_FAR = 1e3
"""Stands for the distance to a word of a kind that the lexicon holds none of."""


def with_distances(
    points: NDArray[np.float32],
    nearest_seen: NDArray[np.float32],
    nearest_unseen: NDArray[np.float32],
    signatures: NDArray[np.float32],
) -> NDArray[np.float32]:
    """[n, D + 4]: ``points`` [n, D] beside what a trained word leaves behind in the distances.

    ``nearest_seen`` and ``nearest_unseen`` [n] are distances to the nearest word of W_s^(k) and of the rest of
    the lexicon, ``signatures`` [n, E] the embedder's own numbers, of which the norm is taken. The paper's gates
    see ``points`` alone.
    """
    seen = np.where(np.isfinite(nearest_seen), nearest_seen, _FAR)
    unseen = np.where(np.isfinite(nearest_unseen), nearest_unseen, _FAR)
    norm = np.linalg.norm(signatures, axis=1)
    return np.column_stack([points, seen, unseen, unseen - seen, norm]).astype(np.float32)
