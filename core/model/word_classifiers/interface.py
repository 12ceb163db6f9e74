"""What every word classifier of Algorithm 4 can do; the seen words are numbered 0..C-1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays
from core.errors import Stopped

ShouldStop = Callable[[], bool]
Report = Callable[[int, int], None]
"""Told of (steps done, steps in all)."""


class WordClassifier(Protocol):
    """Which of the seen words W_s^(k) a projected signature F [D] is an image of."""

    kind: ClassVar[str]
    """Its name in presets, on the command line and in model files."""

    @property
    def shape(self) -> tuple[int, int]:
        """(C, D): how many words it tells apart, by how many coordinates."""
        ...

    def fit(
        self,
        features: NDArray[Any],
        labels: NDArray[np.integer[Any]],
        centres: NDArray[Any],
        *,
        seed: int = 0,
        device: str = "cpu",
        progress: Report | None = None,
        should_stop: ShouldStop | None = None,
    ) -> Self:
        """Learn from X: ``features`` [N, D], ``labels`` [N] in 0..C-1, ``centres`` [C, D] = projected e(c).

        The same seed gives the same classifier on the same kind of device. Returns itself. Raises InputError
        when X is empty and needed, Stopped when ``should_stop`` says so.
        """
        ...

    def predict(self, features: NDArray[Any], device: str = "cpu") -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Class numbers [N] of ``features`` [N, D], and scores [N]: larger is surer.

        Scores compare words of one classifier only: minus a distance for ``nearest`` and ``lda``, a
        probability for ``lr`` and ``rf``.
        """
        ...

    def to_arrays(self) -> Arrays:
        """All it has learnt, as plain arrays."""
        ...

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """Rebuild from :meth:`to_arrays`. Raises ModelFileError when shapes, types or numbers do not fit."""
        ...


def check_points(features: NDArray[Any], dims: int) -> None:
    """Raises ValueError unless ``features`` is [N, dims]."""
    if features.ndim != 2 or features.shape[1] != dims:
        raise ValueError(f"features must be [N, {dims}], not {features.shape}")


def stop_if_asked(should_stop: ShouldStop | None) -> None:
    """Raises Stopped when the person wants to stop."""
    if should_stop is not None and should_stop():
        raise Stopped("Stopped while the word classifier was in training; it is trained anew on resuming.")
