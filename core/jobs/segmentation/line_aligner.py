"""Cutting transcribed lines by alignment: with a line reader, or with a reader of words whose alphabet that lacks."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from core.errors import DuctusError
from core.formats.records import LineRecord
from core.geometry import Box
from core.jobs.lines.line_readers import project_line_reader
from core.jobs.segmentation.found_words import FoundWord, LineWords
from core.lexicon.direction import visual_order
from core.lexicon.text import nfc
from core.project.content.models import active_model
from core.project.content.pages import Line
from core.project.project import Project

if TYPE_CHECKING:
    import numpy as np

    from core.lexicon.alphabet import Alphabet
    from core.model.ensemble import Ensemble
    from core.model.line_spelling import SpelledLine
    from core.model.spelling_learner import SpellingLearner

MIN_SCORE = -3.2
"""Lines whose characters have a lower mean log probability are cut by their gaps. Of the lines of hands that the line
reader never met, 2 % have less with their own text, and 96 % with that of another line."""


Speller = Callable[["np.ndarray"], "list[SpelledLine]"]
"""From the grey image of a line to its letter probabilities, once or at several sizes."""


class LineAligner:
    """A reader for the lines of a project. It is loaded when the first line needs it, which takes seconds."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def cut(self, gray: np.ndarray, line: Line | LineRecord) -> LineWords:
        """Return the words of a transcribed line in page pixels; empty if its text is not found in the ink.

        Text from right to left is not aligned: none of our models reads it.
        """
        from core.imaging.segment.page import line_region
        from core.recognition.line_alignment import align_words

        texts = (line.text or "").split()
        region = line_region(gray, line.box, line.polygon)
        if not texts or region is None or visual_order(texts) != list(range(len(texts))):
            return []
        spellings, alphabet = self._spell(region.gray)
        found = align_words(spellings, alphabet, region.gray, [nfc(text) for text in texts])
        if found is None or found.score < MIN_SCORE:
            return []
        words = []
        for word, text in zip(found.words, texts, strict=True):
            if word is None:
                return []
            box = (region.x + word.left, region.y + word.top, word.right - word.left, word.bottom - word.top)
            words.append(FoundWord(box, text, math.exp(min(0.0, word.score))))
        return words

    def scores(self, gray: np.ndarray, line: Line, cuts: Sequence[Sequence[Box]]) -> list[float]:
        """Return the mean log probability of the line's letters in each of several ways to cut it into words."""
        from core.imaging.segment.page import line_region
        from core.recognition.line_alignment import score_cuts

        region = line_region(gray, line.box, line.polygon)
        if region is None:
            return [-math.inf] * len(cuts)
        columns = [[(box[0] - region.x, box[0] + box[2] - region.x) for box in boxes] for boxes in cuts]
        texts = [nfc(text) for text in (line.text or "").split()]
        return score_cuts(*self._spell(region.gray), texts, columns)

    def _spell(self, gray: np.ndarray) -> tuple[list[SpelledLine], Alphabet]:
        speller, alphabet = self._speller
        return speller(gray), alphabet

    @cached_property
    def _speller(self) -> tuple[Speller, Alphabet]:
        from core.recognition.unlisted import spells

        reader = project_line_reader(self._project)
        ensemble = None if reader is not None and self._covers(reader.alphabet) else self._ensemble()
        if ensemble is not None:
            learner = ensemble.members[0].learner
            if spells(learner):
                return _of_words(learner), ensemble.alphabet
        if reader is None:
            learner, alphabet = starter_reader()
            return _of_words(learner), alphabet
        return lambda gray: reader.spell([gray]), reader.alphabet

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


def _of_words(learner: SpellingLearner) -> Speller:
    from core.model.line_spelling import spell_at_scales

    return partial(spell_at_scales, learner)


def starter_reader() -> tuple[SpellingLearner, Alphabet]:
    """Return the starter model and its alphabet."""
    from core.store.starter import load_starter, starter_path

    starter = load_starter(starter_path())
    return starter.learner(), starter.alphabet
