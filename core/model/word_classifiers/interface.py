"""The interface of the word classifiers of Algorithm 6 (among seen words); the seen words are numbered 0..C-1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays
from core.errors import Stopped
from core.events import ShouldStop


@dataclass(frozen=True, slots=True)
class SeenWords:
    """X and the seen words, from which a word classifier learns, and how."""

    features: NDArray[Any]
    """[N, D]"""
    labels: NDArray[np.integer[Any]]
    """[N] in 0..C-1"""
    centres: NDArray[Any]
    """[C, D] = projected e(c)"""
    seed: int = 0
    device: str = "cpu"
    should_stop: ShouldStop = lambda: False

    def raise_if_stopped(self) -> None:
        """Raise Stopped when ``should_stop`` returns True."""
        if self.should_stop():
            raise Stopped.of(
                "Stopped while the word classifier was trained. When the training continues, it starts again."
            )


class WordClassifier(Protocol):
    """A classifier of projected signatures F [D] by the seen words W_s^(k)."""

    kind: ClassVar[str]
    """Its name in presets, on the command line and in model files."""

    @property
    def shape(self) -> tuple[int, int]:
        """(C, D): the numbers of words and of coordinates."""
        ...

    def fit(self, words: SeenWords) -> Self:
        """Train on X, and return itself. Equal seeds give equal classifiers on equal devices.

        Raises InputError when X is needed but empty, Stopped as :meth:`SeenWords.raise_if_stopped`.
        """
        ...

    def predict(self, features: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return class numbers [N] for ``features`` [N, D] and scores [N]; higher is more certain.

        Scores of different classifiers cannot be compared: ``nearest`` and ``lda`` return a negative distance,
        ``lr`` and ``rf`` a probability.
        """
        ...

    def to_arrays(self) -> Arrays:
        """Return everything learnt as arrays."""
        ...

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """Rebuild from :meth:`to_arrays`. Raises ModelFileError when shapes, types or numbers do not fit."""
        ...


def check_points(features: NDArray[Any], dims: int) -> None:
    """Raise ValueError unless ``features`` is [N, dims]."""
    if features.ndim != 2 or features.shape[1] != dims:
        raise ValueError(f"features must be [N, {dims}], not {features.shape}")
