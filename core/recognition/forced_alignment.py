"""Forced alignment: find the words of a known text along a line by its letter probabilities.

The text is placed by the most probable path of connectionist temporal classification (Graves et al. 2006): each
character takes one position or several, in order, with blanks between them. The words' limits are then moved to the
widest gap in the ink between the last character of one word and the first of the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """One word of a text on its line."""

    first: int
    last: int
    """Positions of its first and last character, both included."""
    score: float
    """Mean log probability of its characters at their best positions; 0 is certain."""


def place_words(log_probs: NDArray[np.float32], words: Sequence[Sequence[int]]) -> list[PlacedWord] | None:
    """Return the most probable places of words, each a sequence of classes from 1, in order along a line.

    ``log_probs`` [T, C] are those of a line, with the blank as class 0. None if the text has more characters than the
    line has positions for them. Raises ValueError for a word without characters.
    """
    if not all(words):
        raise ValueError("a word without characters has no place on a line")
    codes = np.array([code for word in words for code in word], np.int64)
    if not len(codes):
        return []
    states = _best_path(np.asarray(log_probs, np.float64), codes)
    if states is None:
        return None
    placed, start = [], 0
    for word in words:
        of_word = [np.flatnonzero(states == 2 * number + 1) for number in range(start, start + len(word))]
        scores = [log_probs[at, code].max() for at, code in zip(of_word, word, strict=True)]
        placed.append(PlacedWord(int(of_word[0][0]), int(of_word[-1][-1]), float(np.mean(scores))))
        start += len(word)
    return placed


def _best_path(log_probs: NDArray[np.float64], codes: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """Return the state of each position [T]: 2 i + 1 is character i, 2 i the blank before it; None without a path."""
    classes = np.zeros(2 * len(codes) + 1, np.int64)
    classes[1::2] = codes
    may_skip = np.zeros(len(classes), np.bool_)
    may_skip[3::2] = codes[1:] != codes[:-1]
    best = np.full(len(classes), -np.inf)
    best[:2] = log_probs[0, classes[:2]]
    moves = np.zeros((len(log_probs), len(classes)), np.int8)
    for t in range(1, len(log_probs)):
        options = np.full((3, len(classes)), -np.inf)
        options[0] = best
        options[1, 1:] = best[:-1]
        options[2, 2:] = np.where(may_skip[2:], best[:-2], -np.inf)
        moves[t] = options.argmax(axis=0)
        best = options.max(axis=0) + log_probs[t, classes]
    state = len(classes) - 1 if best[-1] >= best[-2] else len(classes) - 2
    if not np.isfinite(best[state]):
        return None
    states = np.empty(len(log_probs), np.int64)
    for t in range(len(log_probs) - 1, -1, -1):
        states[t] = state
        state -= int(moves[t, state])
    return states


def cut_between(
    ink: NDArray[np.float64], placed: Sequence[PlacedWord], step: float, start: float = 0.0
) -> list[tuple[int, int]]:
    """Return the first and one-past-last column of each word in the ``ink`` [W] of a line's columns.

    Position t of the places spans ``step`` pixels from ``start + t * step``. Between two words the line is cut in the
    middle of the widest gap between their nearest characters. The first word begins and the last one ends with the
    line's ink.
    """
    inked = np.flatnonzero(ink > 0)
    if not len(inked) or not placed:
        return []
    cuts = [int(inked[0])]
    for left, right in pairwise(placed):
        # a character spans more than the position of its peak, so the gap lies between the middles of the two
        a = max(0, round(start + (left.last + 0.5) * step))
        b = max(a + 1, round(start + (right.first + 0.5) * step))
        cuts.append(max(cuts[-1] + 1, a + _middle_of_gap(ink[a:b])))
    cuts.append(max(cuts[-1] + 1, int(inked[-1]) + 1))
    return list(pairwise(cuts))


def _middle_of_gap(ink: NDArray[np.float64]) -> int:
    """Return the middle of the widest run of columns with the least ink."""
    if not len(ink):
        return 0
    empty = np.concatenate([[0], (ink <= ink.min() + 1e-9).astype(np.int8), [0]])
    change = np.flatnonzero(np.diff(empty))
    starts, ends = change[::2], change[1::2]
    widest = int((ends - starts).argmax())
    return int(starts[widest] + ends[widest]) // 2
