"""The beginnings of a lexicon's words as a tree: what begins alike is looked at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class PrefixTrie:
    """Node 0 is the empty beginning; nodes are numbered by length, and a node's children stand side by side."""

    letter: NDArray[np.uint16]
    """[n] number of the last character; 0 for node 0."""
    first: NDArray[np.int32]
    """[n + 1] the children of node i are ``first[i]`` to ``first[i + 1]`` (not with it)."""
    word: NDArray[np.int32]
    """[n] position of the word that ends here, -1 where none does."""

    @classmethod
    def of(cls, words: Sequence[str], characters: Sequence[str]) -> PrefixTrie:
        """The tree of distinct, not empty ``words``; a character's number is its place in ``characters``.

        ``characters`` must stand in the order of their code points, with "" in place 0.
        """
        order = np.array(sorted(range(len(words)), key=words.__getitem__), np.int32)
        codes, lengths = _codes(words, order, characters)
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

    @property
    def nbytes(self) -> int:
        """Memory that is held."""
        return self.letter.nbytes + self.first.nbytes + self.word.nbytes

    def children(self, nodes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """All children of ``nodes`` [m]: (place of the parent in ``nodes``, node), both [children]."""
        first = self.first[nodes].astype(np.int64)
        counts = self.first[nodes + 1] - first
        parent = np.repeat(np.arange(len(nodes)), counts)
        before = np.cumsum(counts) - counts
        return parent, np.arange(len(parent)) + np.repeat(first - before, counts)


def _codes(
    words: Sequence[str], order: NDArray[np.int32], characters: Sequence[str]
) -> tuple[NDArray[np.uint16], NDArray[np.int32]]:
    """Character numbers [N, longest] of the words in ``order``, 0 after their ends, and their lengths [N]."""
    numbers = np.zeros(max((ord(c) for c in characters if c), default=0) + 1, np.uint16)
    for number, character in enumerate(characters):
        if character:
            numbers[ord(character)] = number
    lengths = np.fromiter((len(words[place]) for place in order), np.int32, len(order))
    text = "".join([words[place] for place in order])
    flat = numbers[np.frombuffer(text.encode("utf-32-le"), np.uint32)]
    codes = np.zeros((len(order), int(lengths.max(initial=1))), np.uint16)
    codes[np.arange(codes.shape[1]) < lengths[:, None]] = flat
    return codes, lengths
