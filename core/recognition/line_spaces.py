"""The spaces that a reader sees along a line: where one word ends and the next begins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.geometry import Polygon
from core.imaging.segment.page import line_region

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet
    from core.model.spelling_learner import SpellingLearner

SCALES = (1.15, 1.6)
"""Enlargements at which a line is spelled; the mean of both counts."""

_MOST = 8.0
"""Log-odds are clipped to this: beyond it a network is sure, and how sure it is means little."""


class LineSpaces:
    """A reader with a space in its alphabet, as a :data:`core.imaging.segment.word_ends.Spaces`."""

    def __init__(self, learner: SpellingLearner, alphabet: Alphabet) -> None:
        """Raise ValueError if the alphabet has no space."""
        self._learner = learner
        self._space = alphabet.characters.index(" ")

    def __call__(
        self, gray: NDArray[np.uint8], outline: Polygon, edges: Sequence[tuple[float, float]]
    ) -> NDArray[np.float64]:
        """Return the log-odds [n - 1] of a space between each of n runs of ink of a line and the next.

        ``gray`` is the page, uint8 [H, W]; ``outline`` and the left and right ``edges`` [n] are in its pixels. Networks
        trained by CTC give a character one or two positions, so the surest position of a gap counts.
        """
        from core.model.line_spelling import spell_line

        region = line_region(gray, (0, 0, gray.shape[1], gray.shape[0]), outline)
        if region is None:
            return np.full(max(0, len(edges) - 1), -_MOST)
        gaps = np.array([sorted((left[1], right[0])) for left, right in pairwise(edges)])
        gaps = gaps.reshape(-1, 2) - region.x
        total = np.zeros(len(gaps))
        for scale in SCALES:
            spelling = spell_line(self._learner, region.gray, scale)
            log_probs = spelling.log_probs[:, self._space].astype(np.float64)
            first = np.clip(np.floor(gaps[:, 0] / spelling.step - 1), 0, len(log_probs) - 1).astype(np.int64)
            last = np.clip(np.ceil(gaps[:, 1] / spelling.step + 1), first + 1, len(log_probs)).astype(np.int64)
            best = np.array([log_probs[a:b].max() for a, b in zip(first, last, strict=True)])
            total += np.clip(best - np.log(np.maximum(-np.expm1(best), 1e-6)), -_MOST, _MOST)
        return np.asarray(total / len(SCALES), np.float64)
