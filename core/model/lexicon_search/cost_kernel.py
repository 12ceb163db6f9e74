"""The cost of given words in a few columns of letter probabilities (CTC), compiled: some microseconds a word."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.model.lexicon_search.compiled import compiled, compiled_entry

_RESCALE_EVERY = 4
"""Columns after which likelihoods are divided by the greatest, as :mod:`core.model.ctc` does."""
_TINY = 1e-30


@compiled_entry
def word_costs(probs: NDArray[np.float32], letters: NDArray[np.int32], ends: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the negative log likelihood [V] of V words in the columns ``probs`` [T, C], whose class 0 is the blank.

    ``letters`` are the classes of all words, one after the other, and ``ends`` [V] where each word ends among them;
    no word is empty. As :func:`core.model.ctc.ctc_costs`, in double precision.
    """
    costs = np.empty(len(ends))
    start = 0
    for word in range(len(ends)):
        costs[word] = _cost(probs, letters[start : ends[word]])
        start = ends[word]
    return costs


@compiled
def _cost(probs: NDArray[np.float32], word: NDArray[np.int32]) -> float:
    """Return the cost of one word by the forward recursion."""
    length = len(word)
    # likelihoods that the last column holds character i, or the blank before it (after the word for the last)
    label, blank = np.zeros(length), np.zeros(length + 1)
    label[0], blank[0] = probs[0, word[0]], probs[0, 0]
    scale = 0.0
    for t in range(1, len(probs)):
        none = probs[t, 0]
        blank[length] = (blank[length] + label[length - 1]) * none
        for i in range(length - 1, -1, -1):
            before = blank[i]
            arriving = label[i] + before
            if i > 0:
                if word[i] != word[i - 1]:
                    arriving += label[i - 1]
                before += label[i - 1]
            label[i] = arriving * probs[t, word[i]]
            blank[i] = before * none
        if t % _RESCALE_EVERY == _RESCALE_EVERY - 1:
            top = _TINY
            for i in range(length):
                top = max(top, label[i], blank[i])
            top = max(top, blank[length])
            for i in range(length):
                label[i] /= top
                blank[i] /= top
            blank[length] /= top
            scale += np.log(top)
    return -(np.log(max(label[length - 1] + blank[length], _TINY)) + scale)
