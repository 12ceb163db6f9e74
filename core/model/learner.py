"""The interface behind which any learner can be an embedder M1: images to embeddings, embeddings to distances."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet
    from core.lexicon.lexicon import Lexicon

Arrays = dict[str, NDArray[np.generic]]
Distances = Callable[[NDArray[np.float32]], NDArray[np.float32]]
"""Embeddings [N, E] to distances [N, C], one column a lexicon word; smaller is nearer."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a learner's training stands after an epoch. Losses are means over the images of the epoch."""

    epoch: int
    epochs: int
    loss: float
    val_accuracy: float | None = None
    """Share of the held-back images X whose nearest seen word is right (of those looked at)."""
    images_per_second: float = 0.0


class Learner(Protocol):
    """An embedder M1^(k). ``embed`` gives what is kept of an image; nothing else ever looks at the image again.

    A learner whose own score is better than the distance of signatures overrides ``distances``; gates, word
    classifiers, votes and every view go through these methods only.
    """

    kind: str
    """The preset's name for the learner: one of :data:`core.model.learners.LEARNERS`."""

    def embed(self, images: NDArray[np.uint8], device: str = "cpu") -> NDArray[np.float32]:
        """uint8 [N, 50, 250] to float32 [N, E]."""
        ...

    def signature_part(self, embeddings: NDArray[np.float32]) -> NDArray[np.float32]:
        """The predicted word signatures F [N, d] inside embeddings; what PCA and the gates see."""
        ...

    def tune(
        self,
        embeddings: NDArray[np.float32],
        words: list[str],
        alphabet: Alphabet,
        truth: NDArray[np.int64],
        is_seen: NDArray[np.bool_],
    ) -> None:
        """Choose what the learner's distance leaves open, on embeddings [n, E] of X and X' with known words."""
        ...

    def distances(self, words: list[str], alphabet: Alphabet) -> Distances:
        """A function from embeddings [N, E] to distances [N, len(words)] for this list of words."""
        ...

    def nearest(
        self, embeddings: NDArray[np.float32], lexicon: Lexicon, barred: NDArray[np.int64], count: int
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Positions in a long lexicon [N, count] of the words nearest to embeddings [N, E], and their distances.

        Best first, ties in the lexicon's order, and no word whose position is among the sorted ``barred``;
        -1 at distance infinity where there are too few. Not every distance is measured: how often the nearest
        word is missed is in docs/benchmarks.md.
        """
        ...

    def to_arrays(self) -> Arrays:
        """Every weight by name: numbers only, so that a model file holds no code."""
        ...
