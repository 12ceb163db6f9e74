"""Connectionist temporal classification (CTC): spelling costs of whole word lists, and decoding without a lexicon.

A. Graves, S. Fernández, F. Gomez, J. Schmidhuber: "Connectionist Temporal Classification: Labelling Unsegmented
Sequence Data with Recurrent Neural Networks", ICML 2006. A word's likelihood is the sum over all ways to place its
characters into the columns, in order, with blanks (class 0) between them and repeats of a character merged.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

_MAX_CELLS = 1_500_000
"""States computed at once, 6 MB an array: several times faster than more, which would not stay in the cache."""

_GROUPS = 5
"""Groups by length in which words are processed, so that short words are not padded to the longest. More groups would
save little padding, and each costs a pass over the columns; hence also no group of fewer than 50 words."""

_RESCALE_EVERY = 4
"""Columns after which states are rescaled to a maximum of 1. With log probabilities of at least -12 they fall by at
most exp(-48), about 1e-21, in between, well within float32 (1e-38); every column would be slower."""

_TINY = 1e-30
"""Likelihoods are at least this, so that logarithms stay finite."""


def ctc_costs(log_probs: Tensor, words: Sequence[Sequence[int]]) -> Tensor:
    """Return the negative log likelihoods float32 [N, V] of V words given log probabilities [N, T, C].

    Class 0 is the blank; ``words`` are class numbers from 1, at least one each. A word that T columns cannot spell
    costs 69 or more (-log 1e-30). The costs equal those of torch's ``ctc_loss``, which takes one pair at a time.
    """
    count = len(log_probs)
    out = torch.empty(count, len(words))
    lengths = torch.tensor([len(word) for word in words])
    probs = log_probs.exp()
    for group in torch.argsort(lengths, stable=True).tensor_split(min(_GROUPS, max(1, len(words) // 50))):
        if not len(group):
            continue
        members = [words[i] for i in group.tolist()]
        longest = max(len(word) for word in members)
        labels = torch.zeros(len(members), longest, dtype=torch.long)
        for row, word in enumerate(members):
            labels[row, : len(word)] = torch.tensor(list(word))
        block = max(1, _MAX_CELLS // (len(members) * longest))
        for start in range(0, count, block):
            rows = probs[start : start + block]
            out[start : start + len(rows), group] = _forward(rows, labels, lengths[group])
    return out


def _forward(probs: Tensor, labels: Tensor, lengths: Tensor) -> Tensor:
    """Return the costs [n, v] by the forward recursion over probabilities [n, T, C] of words [v, l], padded with 0.

    ``label_states`` [n, v, l] is the likelihood that the last column holds character i, ``blank_states``
    [n, v, l + 1] that it holds the blank before character i, or after the word. ``scale`` [n, v] adds up the
    logarithms of what they were divided by.
    """
    n, columns, _ = probs.shape
    v, longest = labels.shape
    differs = torch.zeros(v, longest)
    differs[:, 1:] = (labels[:, 1:] != labels[:, :-1]).float()
    label_states = torch.zeros(n, v, longest)
    blank_states = torch.zeros(n, v, longest + 1)
    blank_states[:, :, 0] = probs[:, 0, 0, None]
    label_states[:, :, 0] = probs[:, 0, labels[:, 0]]
    scale = torch.zeros(n, v)
    for t in range(1, columns):
        column = probs[:, t]
        # a character follows itself, the blank before it, or directly the character before it if that is another
        step = label_states + blank_states[:, :, :longest]
        step[:, :, 1:] += label_states[:, :, :-1] * differs[:, 1:]
        blank_states[:, :, 1:] += label_states
        blank_states *= column[:, 0, None, None]
        label_states = step * column[:, labels]
        if t % _RESCALE_EVERY == _RESCALE_EVERY - 1:
            top = torch.maximum(label_states.amax(2), blank_states.amax(2)).clamp_min(_TINY)
            label_states /= top[:, :, None]
            blank_states /= top[:, :, None]
            scale += top.log()
    last = lengths.expand(n, v)[:, :, None]
    end = label_states.gather(2, last - 1) + blank_states.gather(2, last)
    return -(end[:, :, 0].clamp_min(_TINY).log() + scale)


def costs_in_columns(log_probs: NDArray[np.float32], words: Sequence[Sequence[int]]) -> NDArray[np.float64]:
    """Return the costs [V] of :func:`ctc_costs` for one image [T, C] and some words, hundreds of times faster."""
    from core.model.lexicon_search.cost_kernel import word_costs  # imports numba

    letters = np.array([code for word in words for code in word], np.int32)
    return word_costs(np.exp(log_probs), letters, np.cumsum([len(word) for word in words], dtype=np.int64))


def greedy_decode(log_probs: Tensor) -> list[list[int]]:
    """Return the most probable class of each column [N, T, C], without repeats and blanks."""
    decoded = []
    for row in log_probs.argmax(dim=2).tolist():
        word, previous = [], 0
        for code in row:
            if code not in (0, previous):
                word.append(code)
            previous = code
        decoded.append(word)
    return decoded
