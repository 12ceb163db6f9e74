"""Spelling costs of all words of a lexicon, without leaving any out: what the search is compared with."""

from __future__ import annotations

import numba
import numpy as np

from core.lexicon.lexicon import Lexicon
from core.model.spelling_learner import character_codes


def sorted_words(lexicon: Lexicon) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The words in alphabetical order: positions, characters [N, longest], lengths, and characters in common with the
    word before."""
    position = np.array(sorted(range(len(lexicon)), key=lexicon.words.__getitem__))
    words = [lexicon.words[word] for word in position]
    lengths = np.array([len(word) for word in words])
    codes = np.zeros((len(words), lengths.max()), np.int32)
    codes[np.arange(codes.shape[1]) < lengths[:, None]] = np.concatenate(character_codes(words, lexicon.alphabet))
    common = np.zeros(len(words), np.int64)
    common[1:] = np.argmax(codes[1:] != codes[:-1], axis=1)
    return position, codes, lengths, common


@numba.njit
def all_costs(
    log_probs: np.ndarray, position: np.ndarray, codes: np.ndarray, lengths: np.ndarray, common: np.ndarray
) -> np.ndarray:
    """Negative log likelihoods [N] of all words, given log probabilities [T, C], by the forward recursion.

    State i holds, after each column, the likelihood that the first i characters were spelled, with the last of them or
    with a blank in this column. Those of characters in common with the word before are not computed again.
    """
    length = len(log_probs)
    probs = np.exp(log_probs.astype(np.float64))
    character = np.zeros((codes.shape[1] + 1, length + 1))
    blank = np.zeros((codes.shape[1] + 1, length + 1))
    blank[0, 0] = 1
    for t in range(length):
        blank[0, t + 1] = blank[0, t] * probs[t, 0]
    costs = np.empty(len(position), np.float32)
    for word in range(len(position)):
        for i in range(common[word] + 1, lengths[word] + 1):
            code = codes[word, i - 1]
            direct = i > 1 and codes[word, i - 2] != code
            for t in range(length):
                before = blank[i - 1, t] + (character[i - 1, t] if direct else 0.0)
                character[i, t + 1] = (before + character[i, t]) * probs[t, code]
                blank[i, t + 1] = (blank[i, t] + character[i, t]) * probs[t, 0]
        end = lengths[word]
        costs[position[word]] = -np.log(max(character[end, length] + blank[end, length], 1e-300))
    return costs
