"""The reading of a line reader for the words of a line that is cut: the cost of any word, and the words it offers.

The line reader sees a word with its neighbours and has read whole lines; the members see its image alone. The cost of
a word is the negative log likelihood of its letters between the word's limits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.geometry import Box
from core.lexicon.lexicon import Lexicon
from core.lexicon.text import nfc
from core.model.lexicon_search.word_lists import WordSearch
from core.recognition.word_model import MARKS

if TYPE_CHECKING:
    from core.model.line_beam import LineLanguage
    from core.model.line_spelling import SpelledLine

LEAST_LOG_PROB = -12.0
"""Smaller log probabilities are raised to this: one position that is wrong must not rule out a word."""

LISTED, SPELLED = 4, 3
"""Words of the list, and spellings of any kind, that are offered for a word."""

_WRITTEN = 2
"""Words of the list that are also offered as they seem to be written, with capitals and marks."""

_REACH = 0.4
"""The first and the last word of a line reach this much farther, in heights of the line, than their boxes."""


@dataclass(frozen=True, slots=True)
class WordVoice:
    """The reading between the limits of one word."""

    log_probs: NDArray[np.float32]
    """[T, C]"""
    offers: tuple[tuple[str, str], ...]
    """The words offered, likeliest first, each with the word of the list it was made of, "" if it was spelled freely.
    """

    def offered(self, hidden: str | None = None) -> list[str]:
        """Return the words offered, likeliest first, as they would be if the list lacked the word ``hidden``."""
        return list(dict.fromkeys(word for word, source in self.offers if source != hidden))

    def costs(self, words: Sequence[str], lexicon: Lexicon) -> list[float]:
        """Return the cost of each word; of one that the alphabet cannot spell, that of a word without any letter."""
        from core.model.ctc import costs_in_columns

        codes = lexicon.alphabet.numbers
        spelled = [[codes[c] for c in word if c in codes] for word in words]
        known = [number for number, word in enumerate(spelled) if word]
        costs = [-len(self.log_probs) * LEAST_LOG_PROB] * len(words)
        found = costs_in_columns(self.log_probs, [spelled[number] for number in known]).tolist()
        for number, cost in zip(known, found, strict=True):
            costs[number] = cost - LEAST_LOG_PROB * (len(words[number]) - len(spelled[number]))
        return costs


def word_limits(boxes: Sequence[Box], height: int) -> list[tuple[float, float]]:
    """Return the columns between which the letters of each word are sought, given the boxes in order along the line."""
    if not boxes:
        return []
    edges = [(box[0], box[0] + box[2]) for box in boxes]
    middles = [(left[1] + right[0]) / 2 for left, right in pairwise(edges)]
    limits = [edges[0][0] - _REACH * height, *middles, edges[-1][1] + _REACH * height]
    return [(left, max(right, left + 1)) for left, right in pairwise(limits)]


def word_voices(
    spelled: SpelledLine, boxes: Sequence[Box], height: int, lexicon: Lexicon, language: LineLanguage
) -> list[WordVoice]:
    """Return what was read in each word's box, in pixels of the line's image and in order along the line.

    ``spelled`` and ``language`` are over the characters of the lexicon's alphabet.
    """
    from core.model.lexicon_search.spelling_search import SpellingSearch
    from core.model.line_beam import decode_line
    from core.model.line_spelling import without_spaces

    names = lexicon.alphabet.characters
    # between the limits of one word a space is no character
    space = names.index(" ") if " " in names else 0
    spelled = replace(spelled, log_probs=without_spaces(spelled.log_probs, space))
    slices = [_between(spelled, limits) for limits in word_limits(boxes, height)]
    if not slices:
        return []
    columns = max(map(len, slices))
    classes = spelled.log_probs.shape[1]
    padded = np.full((len(slices), columns, classes), LEAST_LOG_PROB, np.float32)
    padded[:, :, 0] = 0.0
    for row, piece in enumerate(slices):
        padded[row, : len(piece)] = piece
    listed: list[list[str]] = [[] for _ in slices]
    if len(lexicon):
        search = SpellingSearch(0.0, is_cosine=False)
        everything = np.ones(len(lexicon), np.bool_)
        points = np.zeros((len(slices), lexicon.alphabet.dim), np.float32)
        found, _ = search.find(padded, points, WordSearch(lexicon, everything, LISTED))
        listed = [[lexicon.words[word] for word in found.words[row, 0] if word >= 0] for row in range(len(slices))]
    voices = []
    for row, piece in enumerate(slices):
        texts = decode_line(piece, language, SPELLED)
        free = [nfc("".join(names[code] for code in text)) for text in texts]
        near = [(word, word) for word in listed[row]]
        alike = [(as_written(word, free[0]), word) for word in listed[row][:_WRITTEN]] if free else []
        voices.append(WordVoice(piece, (*near, *alike, *((text, "") for text in free))))
    return voices


def as_written(word: str, spelled: str) -> str:
    """Return a word of the list with the capitals and marks with which it seems to be spelled.

    A list has "orders" where the page has "Orders,".
    """
    core = spelled.strip(MARKS)
    if not core:
        return word
    start = spelled.index(core)
    if len(core) > 1 and core.isupper():
        word = word.upper()
    elif core[0].isupper():
        word = word[:1].upper() + word[1:]
    return spelled[:start] + word + spelled[start + len(core) :]


def _between(spelled: SpelledLine, limits: tuple[float, float]) -> NDArray[np.float32]:
    """Return the log probabilities between two columns."""
    first = int(np.clip(np.floor((limits[0] - spelled.start) / spelled.step), 0, len(spelled.log_probs) - 1))
    last = int(np.clip(np.ceil((limits[1] - spelled.start) / spelled.step), first + 1, len(spelled.log_probs)))
    return np.maximum(spelled.log_probs[first:last], LEAST_LOG_PROB)
