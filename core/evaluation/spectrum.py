"""How few directions carry the signatures of a lexicon: the eigenvalues of their covariance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Spectrum:
    """Eigenvalues of the covariance of signatures, falling, and their cumulative share of the sum; both [K].

    K is the number of dimensions that vary, or the number of words where that is smaller.
    """

    eigenvalues: NDArray[np.float64]
    shares: NDArray[np.float64]

    def shares_at(self, dims: Iterable[int] = (15, 30)) -> tuple[float, ...]:
        """The share of all variance within the first d directions, from 0 to 1, for each d of ``dims``."""
        last = len(self.shares)
        return tuple(0.0 if d <= 0 else float(self.shares[min(d, last) - 1]) for d in dims)

    def to_json(self) -> dict[str, Any]:
        """Lists of numbers under the names of the arrays."""
        return {"eigenvalues": self.eigenvalues.tolist(), "shares": self.shares.tolist()}


def spectrum(signatures: NDArray[Any]) -> Spectrum:
    """The spectrum of ``signatures`` [N words, dim], computed in float64 with divisor N.

    ValueError where there are not two different signatures, for then nothing varies.
    """
    rows = np.asarray(signatures)
    if rows.ndim != 2 or len(rows) < 2:
        raise ValueError("a spectrum needs two signatures at least")
    varying = (rows != rows[0]).any(axis=0)
    if not varying.any():
        raise ValueError("a spectrum needs two different signatures")
    centred = rows[:, varying].astype(np.float64)
    centred -= centred.mean(axis=0)
    # The smaller of the two products has the same eigenvalues but for zeros.
    gram = centred.T @ centred if centred.shape[1] <= len(centred) else centred @ centred.T
    eigenvalues = np.maximum(np.linalg.eigvalsh(gram)[::-1] / len(centred), 0.0)
    running = np.cumsum(eigenvalues)
    return Spectrum(eigenvalues, running / running[-1])
