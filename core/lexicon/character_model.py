"""A character model: how likely a string is as a word of the language, also one that is in no list.

An n-gram model over characters, interpolated with its lower orders by Witten and Bell's estimate: I. H. Witten,
T. C. Bell: "The Zero-Frequency Problem: Estimating the Probabilities of Novel Events in Adaptive Text Compression",
IEEE Transactions on Information Theory 37(4), 1991. It is made from a word list in about a second, each distinct word
counting once: it describes how words are spelled, not which ones are common.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ORDER = 5
"""A character is predicted from the four before it."""

MAX_WORDS = 60_000
"""From a longer list an even sample is taken: more words make the model slower to build, and hardly better."""


@dataclass(frozen=True, slots=True)
class CharacterModel:
    """Contexts as nodes: the last characters of a string, at most four, that occur in the words of the list."""

    log_probs: NDArray[np.float32]
    """[n, characters] natural logarithm of the probability of each next character; column 0 is the end of the word."""
    next_node: NDArray[np.int32]
    """[n, characters] the context after a character was added; column 0 is not used."""
    start: int
    """The node of the beginning of a word."""

    @classmethod
    def build(cls, words: Sequence[str], characters: Sequence[str]) -> CharacterModel:
        """Build the model of distinct, non-empty ``words``; a character's number is its position in ``characters``.

        ``characters`` begin with "" at position 0, as :attr:`core.lexicon.alphabet.Alphabet.characters` does. Without
        words all characters are equally likely.
        """
        words = words[:: max(1, -(-len(words) // MAX_WORDS))]
        targets, before = _windows(words, characters)
        size = len(characters)
        counts = np.bincount(targets, minlength=size).astype(np.float64)
        levels = [(np.zeros(1, np.int64), ((counts + 1) / (counts.sum() + size))[None, :])]
        key = np.zeros(len(targets), np.int64)
        for length in range(1, ORDER):
            # the most recent character is the lowest digit, so that a shorter context is the remainder of a longer one
            key = key + before[length - 1] * size ** (length - 1)
            seen, times = np.unique(key * size + targets, return_counts=True)
            contexts, row, kinds, totals = _grouped(seen // size, times)
            shorter, lower = levels[-1]
            probs = lower[np.searchsorted(shorter, contexts % size ** (length - 1))]
            probs *= kinds[:, None]
            probs[row, seen % size] += times
            probs /= (totals + kinds)[:, None]
            levels.append((contexts, probs))
        offsets = np.cumsum([0, *(len(contexts) for contexts, _ in levels)])
        log_probs = np.log(np.concatenate([probs for _, probs in levels])).astype(np.float32)
        # a word begins after four ends of words; without any word there is only the empty context
        has_words = len(targets) > 0
        start = int(offsets[-2] + np.searchsorted(levels[-1][0], 0)) if has_words else 0
        return cls(log_probs, _transitions([contexts for contexts, _ in levels], offsets, size), start)

    def log_prob(self, codes: Sequence[int]) -> float:
        """Return the natural logarithm of the probability of a word, given as character numbers."""
        node, total = self.start, 0.0
        for code in codes:
            total += float(self.log_probs[node, code])
            node = int(self.next_node[node, code])
        return total + float(self.log_probs[node, 0])


def _grouped(keys: NDArray[np.int64], times: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    """Return the distinct ``keys``, sorted, the place of each key among them, and of each its rows and their times."""
    distinct, place, rows = np.unique(keys, return_inverse=True, return_counts=True)
    return distinct, place, rows, np.bincount(place, times, len(distinct)).astype(np.int64)


def _windows(
    words: Sequence[str], characters: Sequence[str]
) -> tuple[NDArray[np.int64], tuple[NDArray[np.int64], ...]]:
    """Return every character of the words and the end after each, [m], and the one to four characters before each."""
    numbers = np.zeros(max((ord(c) for c in characters if c), default=0) + 1, np.int64)
    for number, character in enumerate(characters):
        if character:
            numbers[ord(character)] = number
    pad = ORDER - 1
    lengths = np.fromiter((len(word) for word in words), np.int64, len(words))
    starts = np.cumsum(lengths + pad) - lengths
    letters = numbers[np.frombuffer("".join(words).encode("utf-32-le"), np.uint32)]
    # the ends of a word are the beginnings of the next one: four zeros stand between words
    text = np.zeros(int((lengths + pad).sum()) + pad, np.int64)
    inside = np.repeat(starts - (np.cumsum(lengths) - lengths), lengths) + np.arange(len(letters))
    text[inside] = letters
    positions = np.sort(np.concatenate([inside, starts + lengths]))
    return text[positions], tuple(text[positions - distance] for distance in range(1, ORDER))


def _transitions(levels: Sequence[NDArray[np.int64]], offsets: NDArray[np.int64], size: int) -> NDArray[np.int32]:
    """Return for every context and character the longest context after it, [n, size]; column 0 is not used.

    If a context with the character added is none, the next one is that of the context without its oldest character.
    """
    out = np.zeros((int(offsets[-1]), size), np.int32)
    for length, contexts in enumerate(levels):
        rows = out[offsets[length] : offsets[length + 1]]
        if length:
            shorter = np.searchsorted(levels[length - 1], contexts % size ** (length - 1))
            rows[:] = out[offsets[length - 1] + shorter]
        if length + 1 < len(levels):
            longer = levels[length + 1]
            added = np.flatnonzero(longer % size)
            parents = np.searchsorted(contexts, longer[added] // size)
            rows[parents, longer[added] % size] = offsets[length + 1] + added
    return out
