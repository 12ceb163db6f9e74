"""Prefix beam search along a whole line: its likeliest text, given the letters that are seen and the words of a list.

After every column a prefix is weighed with the share that its words have in a text: that of the words of a list which
begin as the last word does, mixed with what a character model gives any string. So no word is ruled out, and where one
word ends and the next begins is decided by the letters and the words together. The list does as a prefix tree does in
H. Scheidl, S. Fiel, R. Sablatnig: "Word Beam Search: A Connectionist Temporal Classification Decoding Algorithm",
ICFHR 2018; the likelihoods are those of :mod:`core.model.ctc_beam`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.lexicon.character_model import CharacterModel
from core.model.lexicon_search.compiled import compiled, compiled_entry
from core.model.lexicon_search.prefix_trie import PrefixTrie
from core.model.reading_weights import ReadingWeights

WIDTH = 24
"""Prefixes kept after each column."""

_LEAST_PROBABILITY = 1e-4
"""Characters less probable than this in a column are not tried there."""

_NEVER = -1e30
"""Log share of a word that is in no list."""

_LISTED = 0.75
"""Share of the list beside the character model."""
_LOG_LISTED, _LOG_FREE = math.log(_LISTED), math.log(1 - _LISTED)

_BLANK, _LABEL, _BEFORE, _SPELLED, _MARKS, _SHARE, _FAMILIAR = range(7)
"""Numbers of a prefix: its likelihoods ending in a blank and in a character, the log shares of its whole words, of the
last word by the character model and of the marks behind it, and of all; and how familiar the line reader is with it."""
_NODE, _PARENT, _LETTER, _CONTEXT, _TRIE, _IS_EMPTY, _IS_MARKED, _HABIT = range(8)
"""Places of a prefix: in the tree of prefixes (-1: not there yet), of the prefix before it, its last character; in the
character model and the list (-1: no word begins so); whether its last word has no character, or marks behind it; and in
the character model of familiar words."""


@dataclass(frozen=True, slots=True)
class LineLanguage:
    """The words that may stand in a line. Characters are numbers of one alphabet, 0 the blank."""

    model: CharacterModel
    trie: PrefixTrie
    shares: NDArray[np.float64]
    """[n] log share of the word that ends at each node of the trie."""
    masses: NDArray[np.float64]
    """[n] log share of all words that begin so."""
    marks: NDArray[np.float64]
    """[C] log probability of each character as a mark behind a word of the list; 0 for those that are none."""
    space: int
    """The number of the space; 0 where the alphabet has none."""
    familiar: CharacterModel
    """The words that the line reader is familiar with. What it sees is likelier where it looks like them."""
    weights: ReadingWeights

    @classmethod
    def build(
        cls,
        shares: dict[str, float],
        model: CharacterModel,
        characters: tuple[str, ...],
        marks: str,
        mark: float,
        familiar: CharacterModel,
        weights: ReadingWeights,
    ) -> LineLanguage:
        """Build from the shares of distinct words, above 0, whose characters are all among ``characters``.

        ``mark`` is the log probability of a certain one of the ``marks`` behind a word.
        """
        words = sorted(shares)
        trie = PrefixTrie.build(words, characters)
        ends = np.flatnonzero(trie.word >= 0)
        share = np.array([shares[words[word]] for word in trie.word[ends]])
        own, mass = np.zeros(len(trie)), np.zeros(len(trie))
        own[ends] = share
        parents = np.concatenate([[0], np.repeat(np.arange(len(trie)), np.diff(trie.first))])
        at = ends
        while len(at):
            np.add.at(mass, at, share)
            share, at = share[at > 0], parents[at[at > 0]]
        behind = np.array([mark if name and name in marks else 0.0 for name in characters])
        space = characters.index(" ") if " " in characters else 0
        return cls(model, trie, _logs(own), _logs(mass), behind, space, familiar, weights)


def decode_line(log_probs: NDArray[np.floating[Any]], language: LineLanguage, count: int = 1) -> list[list[int]]:
    """Return the characters of the likeliest texts given columns ``log_probs`` [T, C], ``count`` at most, best first.

    They have the least cost - w * log share + f * log probability in familiar words, with w and f the weights of the
    language: E. McDermott, H. Sak, E. Variani: "A Density Ratio Approach to Language Model Fusion in End-to-End
    Automatic Speech Recognition", ASRU 2019. Texts without any character are none.
    """
    codes, lengths = np.zeros((count, len(log_probs)), np.int32), np.zeros(count, np.int32)
    _search(
        np.exp(log_probs, dtype=np.float64),
        language.model.log_probs,
        language.model.next_node,
        language.model.start,
        language.trie.letter,
        language.trie.first,
        language.shares,
        language.masses,
        language.marks,
        language.space,
        language.familiar.log_probs,
        language.familiar.next_node,
        language.familiar.start,
        language.weights.words,
        language.weights.familiar,
        codes,
        lengths,
    )
    return [text[:length].tolist() for text, length in zip(codes, lengths, strict=True) if length]


def _logs(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    logs = np.full(len(shares), _NEVER)
    np.log(shares, out=logs, where=shares > 0)
    return logs


@compiled
def _mixed(spelled, listed):  # type: ignore[no-untyped-def]
    """Return the log share of a word from that by the character model and that in the list."""
    free, listed = _LOG_FREE + spelled, _LOG_LISTED + listed
    most = max(free, listed)
    return most + math.log(math.exp(free - most) + math.exp(listed - most))


@compiled
def _whole(number, place, log_probs, shares):  # type: ignore[no-untyped-def]
    """Return the log share of a prefix whose last word ends."""
    if place[_IS_EMPTY]:
        return number[_BEFORE]
    listed = number[_MARKS] + shares[place[_TRIE]] if place[_TRIE] > 0 else _NEVER
    return number[_BEFORE] + _mixed(number[_SPELLED] + log_probs[place[_CONTEXT], 0], listed)


@compiled
def _child(letter, first, node, character):  # type: ignore[no-untyped-def]
    """Return the node after ``node`` with this character; -1 for none."""
    if node >= 0:
        for child in range(first[node], first[node + 1]):
            if letter[child] == character:
                return child
    return -1


@compiled_entry
def _search(  # type: ignore[no-untyped-def]
    probs,
    log_probs,
    next_node,
    start,
    letter,
    first,
    shares,
    masses,
    marks,
    space,
    familiar,
    next_familiar,
    start_familiar,
    weight,
    weight_familiar,
    codes,
    lengths,
):
    """Write the characters of the best texts into ``codes`` and their numbers into ``lengths``."""
    columns, characters = probs.shape
    tree = 1 + WIDTH * columns
    parent, character, nodes = np.full(tree, -1, np.int32), np.zeros(tree, np.int32), 1
    most = WIDTH * characters
    numbers, places = np.zeros((WIDTH, 7)), np.zeros((WIDTH, 8), np.int32)
    next_numbers, next_places = np.zeros((most, 7)), np.zeros((most, 8), np.int32)
    score, size = np.zeros(most), 1
    numbers[0, _BLANK] = 1.0
    places[0, _CONTEXT], places[0, _IS_EMPTY], places[0, _HABIT] = start, 1, start_familiar
    for t in range(columns):
        count = size
        # prefixes that stay as they are, by a blank or their last character again
        for b in range(size):
            next_numbers[b], next_places[b] = numbers[b], places[b]
            next_numbers[b, _BLANK] = (numbers[b, _BLANK] + numbers[b, _LABEL]) * probs[t, 0]
            last = places[b, _LETTER]
            next_numbers[b, _LABEL] = numbers[b, _LABEL] * probs[t, last] if last else 0.0
        for b in range(size):
            for c in range(1, characters):
                if probs[t, c] < _LEAST_PROBABILITY or (c == space and places[b, _IS_EMPTY]):
                    continue
                # a character follows itself only after a blank
                before = numbers[b, _BLANK] + (0.0 if c == places[b, _LETTER] else numbers[b, _LABEL])
                if before <= 0.0:
                    continue
                # a prefix that is in the beam already has both likelihoods: paths to the same text add up
                known = -1
                for other in range(size):
                    if places[other, _LETTER] == c and parent[places[other, _NODE]] == places[b, _NODE]:
                        known = other
                if known >= 0:
                    next_numbers[known, _LABEL] += before * probs[t, c]
                    continue
                number, place = next_numbers[count], next_places[count]
                number[:], place[:] = numbers[b], places[b]
                number[_BLANK], number[_LABEL] = 0.0, before * probs[t, c]
                place[_NODE], place[_PARENT], place[_LETTER] = -1, places[b, _NODE], c
                if c == space:
                    number[_BEFORE] = number[_SHARE] = _whole(numbers[b], places[b], log_probs, shares)
                    number[_SPELLED] = number[_MARKS] = 0.0
                    number[_FAMILIAR] += familiar[place[_HABIT], 0]
                    place[_HABIT] = start_familiar
                    place[_CONTEXT], place[_TRIE], place[_IS_EMPTY], place[_IS_MARKED] = start, 0, 1, 0
                else:
                    number[_FAMILIAR] += familiar[place[_HABIT], c]
                    place[_HABIT] = next_familiar[place[_HABIT], c]
                    number[_SPELLED] += log_probs[place[_CONTEXT], c]
                    place[_CONTEXT] = next_node[place[_CONTEXT], c]
                    place[_IS_EMPTY] = 0
                    if marks[c] < 0.0 and place[_TRIE] > 0 and shares[place[_TRIE]] > _NEVER:
                        place[_IS_MARKED] = 1
                        number[_MARKS] += marks[c]
                    else:
                        place[_TRIE] = -1 if place[_IS_MARKED] else _child(letter, first, place[_TRIE], c)
                    listed = _NEVER
                    if place[_TRIE] > 0:
                        listed = number[_MARKS] + (shares if place[_IS_MARKED] else masses)[place[_TRIE]]
                    number[_SHARE] = number[_BEFORE] + _mixed(number[_SPELLED], listed)
                count += 1
        # likelihoods are relative to the greatest, so that long lines do not end in zeros
        greatest = (next_numbers[:count, _BLANK] + next_numbers[:count, _LABEL]).max()
        for i in range(count):
            next_numbers[i, _BLANK] /= greatest
            next_numbers[i, _LABEL] /= greatest
            likelihood = next_numbers[i, _BLANK] + next_numbers[i, _LABEL]
            beside = weight_familiar * next_numbers[i, _FAMILIAR] - weight * next_numbers[i, _SHARE]
            score[i] = beside - math.log(likelihood + 1e-300)
        order = np.argsort(score[:count], kind="mergesort")
        size = min(WIDTH, count)
        for b in range(size):
            place = next_places[order[b]]
            # only prefixes that stay in the beam become nodes, so the tree grows by at most WIDTH a column
            if place[_NODE] < 0:
                parent[nodes], character[nodes] = place[_PARENT], place[_LETTER]
                place[_NODE] = nodes
                nodes += 1
            numbers[b], places[b] = next_numbers[order[b]], place
    for b in range(size):
        likelihood = numbers[b, _BLANK] + numbers[b, _LABEL]
        ended = numbers[b, _FAMILIAR] + (0.0 if places[b, _IS_EMPTY] else familiar[places[b, _HABIT], 0])
        beside = weight_familiar * ended - weight * _whole(numbers[b], places[b], log_probs, shares)
        score[b] = beside - math.log(likelihood + 1e-300)
    order, rank = np.argsort(score[:size], kind="mergesort"), 0
    for b in order:
        if places[b, _NODE] == 0 or rank == len(lengths):
            continue
        at = places[b, _NODE]
        while at > 0:
            lengths[rank], at = lengths[rank] + 1, parent[at]
        at = places[b, _NODE]
        for i in range(lengths[rank] - 1, -1, -1):
            codes[rank, i], at = character[at], parent[at]
        rank += 1
