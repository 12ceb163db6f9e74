"""The prefix trie of a lexicon's words: words that begin alike share their first nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class PrefixTrie:
    """The prefixes of a lexicon's words. Node 0 is the empty one; nodes are numbered by length, siblings together."""

    letter: NDArray[np.uint16]
    """[n] number of the last character; 0 for node 0."""
    first: NDArray[np.int32]
    """[n + 1] the children of node i are ``first[i]`` up to but not including ``first[i + 1]``."""
    word: NDArray[np.int32]
    """[n] position of the word that ends here, -1 for none."""

    @classmethod
    def build(cls, words: Sequence[str], characters: Sequence[str]) -> PrefixTrie:
        """Build the trie of distinct, non-empty ``words``; a character's number is its position in ``characters``.

        ``characters`` are sorted by code point, after "" at position 0.
        """
        order = np.array(sorted(range(len(words)), key=words.__getitem__), np.int32)
        codes, lengths = _encode(words, order, characters)
        common = np.full(len(words), -1, np.int32)
        if len(words) > 1:
            common[1:] = np.argmax(codes[1:] != codes[:-1], axis=1)
        letter, word = [np.zeros(1, np.uint16)], [np.full(1, -1, np.int32)]
        counts = []
        above = np.zeros(1, np.int64)
        for depth in range(1, codes.shape[1] + 1):
            starts = np.flatnonzero((lengths >= depth) & (common < depth))
            parent = np.searchsorted(above, starts, "right") - 1
            counts.append(np.bincount(parent, minlength=len(above)))
            letter.append(codes[starts, depth - 1].astype(np.uint16))
            word.append(np.where(lengths[starts] == depth, order[starts], -1).astype(np.int32))
            above = starts
        counts.append(np.zeros(len(above), np.int64))
        first = np.concatenate([[1], 1 + np.cumsum(np.concatenate(counts))]).astype(np.int32)
        return cls(np.concatenate(letter), first, np.concatenate(word))

    def __len__(self) -> int:
        return len(self.letter)


def _encode(
    words: Sequence[str], order: NDArray[np.int32], characters: Sequence[str]
) -> tuple[NDArray[np.uint16], NDArray[np.int32]]:
    """Return character numbers [N, longest] of the words in ``order``, 0 after their ends, and their lengths [N]."""
    numbers = np.zeros(max((ord(c) for c in characters if c), default=0) + 1, np.uint16)
    for number, character in enumerate(characters):
        if character:
            numbers[ord(character)] = number
    lengths = np.fromiter((len(words[position]) for position in order), np.int32, len(order))
    text = "".join([words[position] for position in order])
    flat = numbers[np.frombuffer(text.encode("utf-32-le"), np.uint32)]
    codes = np.zeros((len(order), int(lengths.max(initial=1))), np.uint16)
    codes[np.arange(codes.shape[1]) < lengths[:, None]] = flat
    return codes, lengths
