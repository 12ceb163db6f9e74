"""Theorems of the paper that only tests compute."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def random_allocation_given(
    mu: Floats, least_delta: Floats, delta_0: float, *, printed: bool = True
) -> tuple[float, float]:
    """Theorem 2, first part: return bounds on both errors where the rates may depend on the allocation.

    ``mu`` and ``least_delta`` (the theorem's Delta) are draws [S] over allocations, ``delta_0`` is Delta_0 > 0; each
    allocation uses its own m. The second bound needs no P(Delta < Delta_0), since a word of W_u gets no votes by the
    allocation; ``printed`` adds it as the paper does.
    """
    delta = delta_0 / (2 * mu + delta_0)
    missed = float((least_delta < delta_0).mean())
    seen = missed + float(np.exp(-(delta**2) * (mu + delta_0) / 2).mean())
    unseen = missed * printed + float(np.exp(-(delta**2) * mu / (2 + delta)).mean())
    return min(1.0, seen), min(1.0, unseen)
