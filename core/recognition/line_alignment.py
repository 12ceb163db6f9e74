"""The words of a transcribed line found in its ink: forced alignment of a reader's letter probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.geometry import Box
from core.imaging.normalise import normalise_line
from core.recognition.forced_alignment import PlacedWord, cut_between, place_words

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet
    from core.model.line_spelling import SpelledLine

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
