"""Cutting transcribed lines by alignment: with a line reader, or with a reader of words whose alphabet that lacks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from core.errors import DuctusError
from core.formats.records import LineRecord
from core.geometry import Box
from core.jobs.lines.line_readers import line_place, project_line_reader
from core.lexicon.direction import visual_order
from core.lexicon.text import nfc
from core.project.content.models import active_model
from core.project.content.pages import Line
from core.project.project import Project

if TYPE_CHECKING:
    import numpy as np

    from core.imaging.segment.line_strip import LineStrip
    from core.lexicon.alphabet import Alphabet
    from core.model.ensemble import Ensemble
    from core.model.line_reader import LineReader
    from core.model.line_spelling import SpelledLine
    from core.model.spelling_learner import SpellingLearner

MIN_SCORE = -3.2
"""Lines whose characters have a lower mean log probability are cut by their gaps. Of the lines of hands that the line
reader never met, 2 % have less with their own text, and 96 % with that of another line."""


class FoundWord(NamedTuple):
    """A box in page pixels with its text, where the line's text is known.

    ``fit`` (0 to 1) is the mean probability of its letters where a model found them in the ink; None for
    words cut by the gaps between them.
    """

    box: Box
    text: str | None = None
    fit: float | None = None


LineWords = list[FoundWord]
"""The words of a line in reading order."""


class LineAligner:
    """A reader for the lines of a project. It is loaded when the first line needs it, which takes seconds."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def strips(self, gray: np.ndarray, lines: Sequence[Line | LineRecord]) -> list[LineStrip | None]:
        """Cut lines of a page (uint8 [H, W]) out as they are read best; None where one lies outside it."""
        from core.recognition.page_strips import page_strips

        reader = None if isinstance(self._reader, tuple) else self._reader
        return page_strips(gray, list(map(line_place, lines)), reader)

    def cut(self, strip: LineStrip | None, line: Line | LineRecord) -> LineWords:
        """Return the words of a transcribed line in page pixels; empty if its text is not found in the ink.

        Text from right to left is not aligned: none of our models reads it.
        """
        from core.recognition.line_alignment import align_words

        texts = (line.text or "").split()
        if not texts or strip is None or visual_order(texts) != list(range(len(texts))):
            return []
        spellings, alphabet = self._spell(strip.gray)
        found = align_words(spellings, alphabet, strip.gray, [nfc(text) for text in texts])
        if found is None or found.score < MIN_SCORE:
            return []
        words = []
        for word, text in zip(found.words, texts, strict=True):
            if word is None:
                return []
            box = strip.page_box(word.left, word.top, word.right, word.bottom)
            words.append(FoundWord(box, text, math.exp(min(0.0, word.score))))
        return words

    def scores(self, strip: LineStrip, line: Line, cuts: Sequence[Sequence[Box]]) -> list[float]:
        """Return the mean log probability of the line's letters in each of several ways to cut it into words."""
        from core.recognition.line_alignment import score_cuts

        boxes = [list(map(strip.strip_box, cut)) for cut in cuts]
        columns = [[(left, left + width) for left, _, width, _ in cut] for cut in boxes]
        texts = [nfc(text) for text in (line.text or "").split()]
        return score_cuts(*self._spell(strip.gray), texts, columns)

    def _spell(self, gray: np.ndarray) -> tuple[list[SpelledLine], Alphabet]:
        if not isinstance(self._reader, tuple):
            return self._reader.spell([gray]), self._reader.alphabet
        from core.model.line_spelling import spell_at_scales

        learner, alphabet = self._reader
        return spell_at_scales(learner, gray), alphabet

    @cached_property
    def _reader(self) -> LineReader | tuple[SpellingLearner, Alphabet]:
        """The line reader; the active model's reader of words if it lacks some of that model's characters."""
        from core.recognition.unlisted import spells

        reader = project_line_reader(self._project)
        ensemble = None if reader is not None and self._covers(reader.alphabet) else self._ensemble()
        if ensemble is not None and spells(learner := ensemble.members[0].learner):
            return learner, ensemble.alphabet
        return reader or starter_reader()

    def _covers(self, alphabet: Alphabet) -> bool:
        """Return whether an alphabet has all characters of the active model."""
        from core.store.summary import model_summary

        model = active_model(self._project)
        try:
            return model is None or model_summary(model.file).alphabet.encodable <= alphabet.encodable
        except DuctusError:
            return True

    def _ensemble(self) -> Ensemble | None:
        """Return the active model; None without one, or if it is damaged."""
        from core.store.model_file import load_ensemble

        model = active_model(self._project)
        try:
            return None if model is None else load_ensemble(model.file)
        except DuctusError:
            return None


def starter_reader() -> tuple[SpellingLearner, Alphabet]:
    """Return the starter model and its alphabet."""
    from core.store.starter import load_starter, starter_path

    starter = load_starter(starter_path())
    return starter.learner(), starter.alphabet
