"""The prior: how often a word is to be expected, from the transcriptions and from the language.

The expected share of a word is its posterior mean under a gamma prior with shape :data:`SHAPE` around its share in the
language, given how often it occurs among the images that the member was trained on. A word that the transcriptions lack
although it is common in the language is thus expected less often than by the language alone.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from core.lexicon.lexicon import Lexicon

SHAPE = 1.0
"""Shape of the gamma prior: how closely a collection's words follow the language."""


def word_costs(
    seen: Iterable[str], seen_counts: NDArray[np.int64] | None, lexicon: Lexicon
) -> NDArray[np.float32] | None:
    """Return -log P(word), float32 [N], 0 for the likeliest word of the lexicon; None where all are equally likely.

    ``seen_counts`` are the numbers of images of a member's ``seen`` words, None where they are not known.
    """
    counts = np.zeros(len(lexicon))
    if seen_counts is not None:
        positions = np.array([lexicon.find(word) for word in seen], np.int64)
        counts[positions[positions >= 0]] = seen_counts[positions >= 0]
    elif not lexicon.counts.any():
        return None
    cost = -np.log(expected_shares(lexicon.frequencies, counts))
    return np.asarray(cost - cost.min(initial=np.inf), np.float32)


def expected_shares(frequencies: NDArray[np.float64], counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the expected share [N] of each word, from its share in the language and its count in transcriptions."""
    # (shape + count) / (shape / share + all), without a division by a share that is almost 0
    return np.asarray((SHAPE + counts) * frequencies / (SHAPE + counts.sum() * frequencies))
