"""The spectrum of a lexicon: how few principal directions carry the variance of its signatures e(w)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

PAPER_DIMS = (15, 30)
"""Numbers of principal components that the paper's gates use."""


@dataclass(frozen=True, eq=False)
class Spectrum:
    """The cumulative shares [K] of the eigenvalues of the covariance of signatures, the largest first, in their sum.

    K is the number of dimensions that vary, or the number of words where that is smaller.
    """

    shares: NDArray[np.float64]

    def shares_at(self, dims: Iterable[int] = PAPER_DIMS) -> tuple[float, ...]:
        """Return the share of the variance, 0 to 1, in the first d directions for each d of ``dims``."""
        last = len(self.shares)
        return tuple(0.0 if d <= 0 else float(self.shares[min(d, last) - 1]) for d in dims)


def spectrum(signatures: NDArray[Any]) -> Spectrum:
    """Return the spectrum of ``signatures`` [N words, dim], computed in float64 with divisor N.

    Raises ValueError unless there are two different signatures; otherwise nothing varies.
    """
    rows = np.asarray(signatures)
    if rows.ndim != 2 or len(rows) < 2:
        raise ValueError("a spectrum needs at least two signatures")
    varying = (rows != rows[0]).any(axis=0)
    if not varying.any():
        raise ValueError("a spectrum needs two different signatures")
    centred = rows[:, varying].astype(np.float64)
    centred -= centred.mean(axis=0)
    # both products have the same eigenvalues but for zeros; the smaller one is cheaper
    gram = centred.T @ centred if centred.shape[1] <= len(centred) else centred @ centred.T
    eigenvalues = np.maximum(np.linalg.eigvalsh(gram)[::-1] / len(centred), 0.0)
    cumulative = np.cumsum(eigenvalues)
    return Spectrum(cumulative / cumulative[-1])
