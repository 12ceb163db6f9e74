"""Cutting transcribed lines by alignment: with a project's model if that spells, else with the starter model."""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.errors import DuctusError
from core.formats.records import LineRecord
from core.geometry import Box
from core.jobs.segmentation.found_words import FoundWord, LineWords
from core.lexicon.direction import visual_order
from core.lexicon.text import nfc
from core.project.content.models import active_model
from core.project.content.pages import Line
from core.project.project import Project

if TYPE_CHECKING:
    import numpy as np

    from core.lexicon.alphabet import Alphabet
    from core.model.spelling_learner import SpellingLearner

MIN_SCORE = -4.5
"""Lines whose characters have a lower mean log probability are cut by their gaps. The starter model before any real
hand had -2.3 in the median of lines of 700 hands that it had never seen, and less than -4.3 in 5 % of them."""

_log = logging.getLogger(__name__)


class LineAligner:
    """A reader for the lines of a project. It is loaded when the first line needs it, which takes seconds."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._reader: tuple[SpellingLearner, Alphabet] | None = None

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
        found = align_words(*self._load(), region.gray, [nfc(text) for text in texts])
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
        return score_cuts(*self._load(), region.gray, texts, columns)

    def _load(self) -> tuple[SpellingLearner, Alphabet]:
        if self._reader is None:
            self._reader = _model_reader(self._project) or starter_reader()
        return self._reader


def _model_reader(project: Project) -> tuple[SpellingLearner, Alphabet] | None:
    """Return the first reader of the active model; None without a model, or if it does not spell or is damaged."""
    from core.recognition.unlisted import spells
    from core.store.model_file import load_ensemble

    model = active_model(project)
    if model is None:
        return None
    try:
        ensemble = load_ensemble(model.file)
    except DuctusError as error:
        _log.warning("The model %s cannot cut lines: %s", model.name, error)
        return None
    learner = ensemble.members[0].learner
    return (learner, ensemble.alphabet) if spells(learner) else None


def starter_reader() -> tuple[SpellingLearner, Alphabet]:
    """Return the starter model and its alphabet."""
    from core.store.starter import load_starter, starter_path

    starter = load_starter(starter_path())
    return starter.learner(), starter.alphabet
