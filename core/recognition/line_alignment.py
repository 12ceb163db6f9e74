"""The words of a transcribed line found in its ink: forced alignment of a reader's letter probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.imaging.normalise import normalise_line
from core.recognition.forced_alignment import cut_between, place_words

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet
    from core.model.spelling_learner import SpellingLearner

SCALES = (1.15, 1.5)
"""Enlargements at which a line is tried; the one at which its text fits better counts. Of 200 lines of 700 hands
most fitted best at 1.3 or 1.6, some at 1."""

_DARKEST_PAPER = 100
"""Darkness, 0 to 255, up to which a pixel counts as paper where words are cut."""


@dataclass(frozen=True, slots=True)
class AlignedWord:
    """One word of a line: its first and one-past-last column, and how well its characters fit."""

    left: int
    right: int
    score: float
    """Mean log probability of the characters; 0 is certain."""


@dataclass(frozen=True, slots=True)
class AlignedLine:
    """The words of a line, in the order of its text; None for a word without characters of the alphabet."""

    words: tuple[AlignedWord | None, ...]
    score: float
    """Mean log probability of all characters of the line."""


def align_words(
    learner: SpellingLearner, alphabet: Alphabet, gray: NDArray[np.uint8], words: Sequence[str]
) -> AlignedLine | None:
    """Find ``words`` along the grey image of their line, uint8 [H, W], written from left to right.

    Characters that the alphabet cannot encode are passed over. None if the text has no place on the line.
    """
    from core.model.line_spelling import spell_line

    codes = {character: number for number, character in enumerate(alphabet.characters)}
    spelled = [[codes[c] for c in word if c in codes] for word in words]
    present = [word for word in spelled if word]
    best = None
    for scale in SCALES if present else ():
        spelling = spell_line(learner, gray, scale)
        placed = place_words(spelling.log_probs, present)
        if placed:
            lengths = [len(word) for word in present]
            score = float(np.average([word.score for word in placed], weights=lengths))
            if best is None or score > best[0]:
                best = score, placed, spelling.step
    if best is None:
        return None
    score, placed, step = best
    darkness = 255.0 - normalise_line(gray, len(gray))
    columns = cut_between(np.where(darkness > _DARKEST_PAPER, darkness, 0).sum(axis=0), placed, step)
    if not columns:
        return None
    found = iter(AlignedWord(left, right, word.score) for (left, right), word in zip(columns, placed, strict=True))
    return AlignedLine(tuple(next(found) if word else None for word in spelled), score)
