"""The words of a line as a line reader reads them: their texts, and boxes around their ink."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.geometry import Box
from core.lexicon.text import nfc
from core.recognition.line_alignment import AlignedWord, align_words

if TYPE_CHECKING:
    from core.model.line_beam import LineLanguage
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
class ReadLine:
    """The words of a line; none where nothing is read or no ink is found."""

    words: tuple[ReadWord, ...] = ()
    score: float = -math.inf
    """Mean log probability of the likeliest letters: below :data:`LEAST_SCORE` they make no sense."""


def read_lines(
    reader: LineReader, lines: Sequence[NDArray[np.uint8]], language: LineLanguage | None = None
) -> list[ReadLine]:
    """Return the words along the grey images of lines, uint8 [H, W] each."""
    spelled = reader.spell(lines)
    return [read_line(reader, gray, line, language) for gray, line in zip(lines, spelled, strict=True)]


def read_line(
    reader: LineReader, gray: NDArray[np.uint8], spelled: SpelledLine, language: LineLanguage | None = None
) -> ReadLine:
    """Return the words of one line, whose letter probabilities are known.

    They are read with the words of a language, over the characters of the reader, or by their letters alone.
    """
    texts = _join_hanging(spelled_text(reader, spelled, language).split())
    aligned = align_words([spelled], reader.alphabet, gray, texts)
    if aligned is None:
        return ReadLine()
    pairs = zip(texts, aligned.words, strict=True)
    return ReadLine(tuple(ReadWord(text, box) for text, box in pairs if box is not None), mean_score([spelled]))


def spelled_text(reader: LineReader, spelled: SpelledLine, language: LineLanguage | None = None) -> str:
    """Return the text of a line in NFC, one blank between words; by its letters alone without a language."""
    if language is None:
        texts = [_greedy(spelled)[0].tolist()]
    else:
        from core.model.line_beam import decode_line

        texts = decode_line(spelled.log_probs, language)
    return nfc("".join(reader.alphabet.characters[code] for code in texts[0])) if texts else ""


def _greedy(spelled: SpelledLine) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """Return the most probable character of every position, without repeats and blanks, and their log probabilities."""
    best = spelled.log_probs.argmax(axis=1)
    taken = np.flatnonzero((best > 0) & (best != np.concatenate([[0], best[:-1]])))
    return best[taken], spelled.log_probs[taken, best[taken]]


def miscut_places(cut: Sequence[Box], written: Sequence[Box]) -> list[int]:
    """Return the places in ``cut`` of boxes that hold a part of a word of the line as it is ``written``, or several.

    Of all boxes those of a word that is cut rightly hold the middle of each other alone.
    """
    inside, around = _holds(cut, written), _holds(written, cut).T
    alone = (inside.sum(axis=1) == 1)[:, None] & (around.sum(axis=0) == 1)
    return np.flatnonzero(~(inside & around & alone).any(axis=1)).tolist()


def _holds(boxes: Sequence[Box], others: Sequence[Box]) -> NDArray[np.bool_]:
    """Return [N, M]: whether each box reaches over the middle of each of the others, along the line."""
    left, width = np.array(boxes, float).reshape(-1, 4)[:, [0, 2]].T
    middle = np.array([x + w / 2 for x, _, w, _ in others])
    return np.asarray((left[:, None] <= middle) & (middle < (left + width)[:, None]))


def mean_score(lines: Sequence[SpelledLine]) -> float:
    """Return the mean log probability of the likeliest letters of lines; minus infinity without any letter."""
    scores = [score for line in lines for score in _greedy(line)[1].tolist()]
    return sum(scores) / len(scores) if scores else -math.inf


def _join_hanging(words: Sequence[str]) -> list[str]:
    """Return the words with marks that stand alone joined to the word before."""
    joined: list[str] = []
    for word in words:
        if joined and _HANGING.issuperset(word):
            joined[-1] += word
        else:
            joined.append(word)
    return joined
