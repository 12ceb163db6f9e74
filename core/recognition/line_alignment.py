"""The words of a transcribed line found in its ink: forced alignment of a reader's letter probabilities.

The text is placed by the most probable path of connectionist temporal classification (Graves et al. 2006): each
character takes one position or several, in order, with blanks between them. The words' limits are then moved to the
widest gap in the ink between the last character of one word and the first of the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.geometry import Box
from core.imaging.normalise import normalise_line

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet
    from core.model.line_spelling import SpelledLine


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


NO_ROOM = -12.0
"""Mean log probability that stands for a word without room for its characters; no other counts for less."""

_DARKEST_PAPER = 100
"""Darkness, 0 to 255, up to which a pixel counts as paper where words are cut."""

_REACH = 0.5
"""Ink that comes nearer to the middle half of a word's ink than this share of its height belongs to the word."""
_WHOLE = 0.7
"""A run of ink of which this share stands between a word's limits belongs to the word as a whole."""

_BESIDE, _AROUND = 0.1, 0.17
"""Margins beside the ink of a word, and above and below it, in heights of the line, for thin strokes: about a third and
half a small letter. Boxes that people draw leave as much."""


@dataclass(frozen=True, slots=True)
class AlignedWord:
    """One word of a line: its ink, and how well its characters fit."""

    left: int
    right: int
    """First and one-past-last column."""
    top: int
    bottom: int
    """First and one-past-last row."""
    score: float
    """Mean log probability of the characters; 0 is certain."""

    @property
    def box(self) -> Box:
        """Its ink as (x, y, width, height)."""
        return self.left, self.top, self.right - self.left, self.bottom - self.top


@dataclass(frozen=True, slots=True)
class AlignedLine:
    """The words of a line, in the order of its text; None for a word without characters of the alphabet."""

    words: tuple[AlignedWord | None, ...]
    score: float
    """Mean log probability of all characters of the line."""


def align_words(
    spellings: Sequence[SpelledLine], alphabet: Alphabet, gray: NDArray[np.uint8], words: Sequence[str]
) -> AlignedLine | None:
    """Find ``words`` along the grey image of their line, uint8 [H, W], written from left to right.

    Of several ``spellings`` of the line the one that its text fits best counts. Characters that the alphabet cannot
    encode are passed over. None if the text has no place on the line.
    """
    spelled = _spelled(alphabet, words)
    present = [word for word in spelled if word]
    best: tuple[float, list[PlacedWord], SpelledLine] | None = None
    for spelling in spellings if present else ():
        placed = place_words(_without_spaces(spelling.log_probs, alphabet, words), present)
        if placed:
            lengths = [len(word) for word in present]
            score = float(np.average([word.score for word in placed], weights=lengths))
            if best is None or score > best[0]:
                best = score, placed, spelling
    if best is None:
        return None
    score, placed, spelling = best
    outlined = outline_placed(gray, placed, spelling)
    found = iter(outlined)
    return AlignedLine(tuple(next(found) if word else None for word in spelled), score) if outlined else None


def outline_placed(gray: NDArray[np.uint8], placed: Sequence[PlacedWord], spelling: SpelledLine) -> list[AlignedWord]:
    """Return a box around the ink of each word that was placed on a line; an empty list where there is no ink."""
    is_ink = normalise_line(gray, len(gray)) < 255 - _DARKEST_PAPER
    columns = cut_between(is_ink.sum(axis=0).astype(np.float64), placed, spelling.step, spelling.start)
    return _outline_words(is_ink, columns, [word.score for word in placed]) if columns else []


def score_cuts(
    spellings: Sequence[SpelledLine],
    alphabet: Alphabet,
    words: Sequence[str],
    cuts: Sequence[Sequence[tuple[int, int]]],
) -> list[float]:
    """Return the mean log probability of the characters of ``words`` for each way to cut their line.

    A cut gives the first and one-past-last column of every word, between which its characters are sought; a word
    without room for them counts as :data:`NO_ROOM`. As in :func:`align_words` the best of the spellings counts.
    """
    spelled = _spelled(alphabet, words)
    best = [NO_ROOM] * len(cuts)
    for spelling in spellings if any(spelled) else ():
        log_probs = _without_spaces(spelling.log_probs, alphabet, words)
        for number, columns in enumerate(cuts):
            moved = [(left - spelling.start, right - spelling.start) for left, right in columns]
            best[number] = max(best[number], _score_in_columns(log_probs, spelling.step, spelled, moved))
    return best


def _without_spaces(log_probs: NDArray[np.float32], alphabet: Alphabet, words: Sequence[str]) -> NDArray[np.float32]:
    """Return the probabilities with a space between words as no character, where the words themselves have none."""
    if " " not in alphabet.characters or any(" " in word for word in words):
        return log_probs
    from core.model.line_spelling import without_spaces

    return without_spaces(log_probs, alphabet.characters.index(" "))


def _spelled(alphabet: Alphabet, words: Sequence[str]) -> list[list[int]]:
    """Return each word as the numbers of its characters, without those that the alphabet does not have."""
    codes = alphabet.numbers
    return [[codes[c] for c in word if c in codes] for word in words]


def _score_in_columns(
    log_probs: NDArray[np.float32], step: float, words: Sequence[Sequence[int]], columns: Sequence[tuple[float, float]]
) -> float:
    total = 0.0
    for word, (left, right) in zip(words, columns, strict=True):
        inside = log_probs[max(0, int(left / step)) : max(0, -int(-right // step))]
        placed = place_words(inside, [word]) if word and len(inside) else None
        total += len(word) * (max(placed[0].score, NO_ROOM) if placed else NO_ROOM)
    return total / sum(map(len, words))


def _outline_words(
    is_ink: NDArray[np.bool_], columns: Sequence[tuple[int, int]], scores: Sequence[float]
) -> list[AlignedWord]:
    """Return a box around each word's ink [H, W], given the columns between which the words stand."""
    import cv2

    count, labels = cv2.connectedComponents(is_ink.astype(np.uint8), connectivity=8)
    height, width = is_ink.shape
    beside, around = round(_BESIDE * height), round(_AROUND * height)
    ys, xs = np.nonzero(is_ink)
    part = labels[ys, xs]
    sizes = np.bincount(part, minlength=count)
    words = []
    for (left, right), score in zip(columns, scores, strict=True):
        inside = (xs >= left) & (xs < right)
        own = np.bincount(part[inside], minlength=count)
        if not inside.any():
            words.append(AlignedWord(left, right, 0, height, score))
            continue
        # the ends of the neighbouring lines reach into the region, but not into the middle of the word
        low, high = np.percentile(ys[inside], [25, 75])
        reach = _REACH * (high - low)
        in_middle = np.zeros(count, np.bool_)
        in_middle[part[inside & (ys >= low - reach) & (ys <= high + reach)]] = True
        # slanted letters reach over the cut; words that touch are cut there
        is_whole = own >= _WHOLE * sizes
        belongs = in_middle[part] & (is_whole[part] | inside) & (own[part] > 0)
        x, y = xs[belongs], ys[belongs]
        words.append(
            AlignedWord(
                max(0, int(x.min()) - beside),
                min(width, int(x.max()) + 1 + beside),
                max(0, int(y.min()) - around),
                min(height, int(y.max()) + 1 + around),
                score,
            )
        )
    return words
