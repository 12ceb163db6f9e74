"""The words of a line as a line reader reads them: their texts, and boxes around their ink."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.recognition.forced_alignment import PlacedWord
from core.recognition.line_alignment import AlignedWord, outline_placed

if TYPE_CHECKING:
    from core.model.line_reader import LineReader
    from core.model.line_spelling import SpelledLine

_HANGING = frozenset(".,;:!?'’”)")
"""Marks that stand behind a word: alone they are no word but belong to the one before."""


LEAST_SCORE = -1.0
"""Mean log probability of its letters below which a line was not read. Of lines of hands that the line reader never met
one in 250 has less, and of their letters three in four are wrong."""


@dataclass(frozen=True, slots=True)
class ReadWord:
    """One word of a line, in pixels of the line's image, with its text in NFC."""

    text: str
    box: AlignedWord


@dataclass(frozen=True, slots=True)
class _SpelledWord:
    """The characters of a word and their positions along the line."""

    text: str
    positions: tuple[int, ...]
    score: float


def mean_score(words: Sequence[ReadWord]) -> float:
    """Return the mean log probability of the letters of a line; the least number where nothing was read."""
    letters = sum(len(word.text) for word in words)
    return sum(len(word.text) * word.box.score for word in words) / letters if letters else -math.inf


def read_words(reader: LineReader, lines: Sequence[NDArray[np.uint8]]) -> list[list[ReadWord]]:
    """Return the words along the grey images of lines, uint8 [H, W] each; an empty list where nothing is read."""
    return [cut_words(reader, gray, spelled) for gray, spelled in zip(lines, reader.spell(lines), strict=True)]


def cut_words(reader: LineReader, gray: NDArray[np.uint8], spelled: SpelledLine) -> list[ReadWord]:
    """Return the words of one line, whose letter probabilities are known."""
    from core.lexicon.text import nfc

    words = _join_hanging(_greedy_words(reader.alphabet.characters, spelled.log_probs))
    if not words:
        return []
    placed = [PlacedWord(word.positions[0], word.positions[-1], word.score) for word in words]
    boxes = outline_placed(gray, placed, spelled)
    # where the line shows no ink there are no boxes
    return [ReadWord(nfc(word.text), box) for word, box in zip(words, boxes, strict=bool(boxes))]


def spelled_text(reader: LineReader, spelled: SpelledLine) -> str:
    """Return the text of a line as it is spelled greedily, one blank between words."""
    return " ".join(word.text for word in _greedy_words(reader.alphabet.characters, spelled.log_probs))


def _greedy_words(characters: Sequence[str], log_probs: NDArray[np.float32]) -> list[_SpelledWord]:
    """Return the words of the most probable character of every position, without repeats and blanks."""
    best = log_probs.argmax(axis=1)
    is_new = best != np.concatenate([[0], best[:-1]])
    words: list[_SpelledWord] = []
    text, positions = "", list[int]()
    for position in [*np.flatnonzero(is_new & (best > 0)).tolist(), -1]:
        character = characters[best[position]] if position >= 0 else " "
        if character != " ":
            text += character
            positions.append(position)
        elif text:
            score = float(np.mean([log_probs[at, best[at]] for at in positions]))
            words.append(_SpelledWord(text, tuple(positions), score))
            text, positions = "", []
    return words


def _join_hanging(words: Sequence[_SpelledWord]) -> list[_SpelledWord]:
    """Return the words with marks that stand alone joined to the word before."""
    joined: list[_SpelledWord] = []
    for word in words:
        if joined and _HANGING.issuperset(word.text):
            before = joined[-1]
            joined[-1] = _SpelledWord(before.text + word.text, before.positions + word.positions, before.score)
        else:
            joined.append(word)
    return joined
