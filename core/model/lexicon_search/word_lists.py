"""The nearest words of each image among a model's seen words and among the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet
    from core.lexicon.lexicon import Lexicon

NO_WORD = -1
"""Fills up lists for which there are too few words; their distance is infinite."""

EXHAUSTIVE_LIMIT = 20_000
"""Lexicons up to this length are measured whole by learners that compare signatures; in longer ones unseen words are
searched for."""

_MAX_CELLS = 20_000_000
"""Distances held at once (80 MB of float32); images are measured in blocks of this many."""


SEEN_SIDE, UNSEEN_SIDE = 0, 1
"""The sides of a lexicon."""


@dataclass(frozen=True, slots=True)
class WordSearch:
    """The words among which to look for the ``count`` nearest ones on each side."""

    lexicon: Lexicon
    is_seen: NDArray[np.bool_]
    """[len(lexicon)], divides the lexicon."""
    count: int
    cost: NDArray[np.float32] | None = None
    """[len(lexicon)], finite and at least 0, added to the distances."""


@dataclass(frozen=True, slots=True)
class NearestWords:
    """The K nearest words of N images on both sides; best first, ties in the lexicon's order."""

    words: NDArray[np.int32]
    """[N, side, K] positions in the lexicon."""
    distances: NDArray[np.float32]
    """[N, side, K] each with the cost of the word, if words have costs."""

    @classmethod
    def empty(cls, images: int, count: int) -> NearestWords:
        """Return lists without words."""
        return cls(np.full((images, 2, count), NO_WORD, np.int32), np.full((images, 2, count), np.inf, np.float32))

    def measure_side(
        self,
        side: int,
        distances: Callable[[list[str], Alphabet], Callable[[NDArray[np.float32]], NDArray[np.float32]]],
        embeddings: NDArray[np.float32],
        search: WordSearch,
    ) -> None:
        """Fill in one side by measuring all of its words by a learner's ``distances``, in bounded memory."""
        positions = np.flatnonzero(search.is_seen if side == SEEN_SIDE else ~search.is_seen)
        measure = distances([search.lexicon.words[word] for word in positions.tolist()], search.lexicon.alphabet)
        block = max(1, _MAX_CELLS // max(1, len(positions)))
        for start in range(0, len(self.words) if len(positions) else 0, block):
            rows = slice(start, min(start + block, len(self.words)))
            table = measure(embeddings[rows])
            if search.cost is not None:
                table = table + search.cost[positions]
            list_nearest(table, positions, self.words[rows, side], self.distances[rows, side])


def list_nearest(
    table: NDArray[np.float32], positions: NDArray[np.int64], words: NDArray[np.int32], distances: NDArray[np.float32]
) -> None:
    """Write the nearest of the words at the sorted ``positions`` [C], given their distances ``table`` [n, C].

    ``words`` and ``distances`` [n, K] are filled from the left. Ties go to the word that stands first in the lexicon.
    """
    keep = min(words.shape[1], len(positions))
    if keep == 0:
        return
    if keep == len(positions):
        near = np.broadcast_to(np.arange(keep), (len(table), keep))
    else:
        near = np.argpartition(table, keep - 1, axis=1)[:, :keep]
        # argpartition keeps any of several words at the same distance; those rows are sorted whole
        worst = np.take_along_axis(table, near, axis=1).max(axis=1, keepdims=True)
        for row in np.flatnonzero((table <= worst).sum(axis=1) > keep):
            near[row] = np.argsort(table[row], kind="stable")[:keep]
    near = np.sort(near, axis=1)
    values = np.take_along_axis(table, near, axis=1)
    order = np.argsort(values, axis=1, kind="stable")
    words[:, :keep] = positions[np.take_along_axis(near, order, axis=1)]
    distances[:, :keep] = np.take_along_axis(values, order, axis=1)
