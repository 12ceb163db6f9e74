"""The word model of a project: its word list, and how its transcribed lines use it."""

from __future__ import annotations

from core.lexicon.lexicon import Lexicon
from core.project.content.line_words import transcribed_lines
from core.project.content.words import Role
from core.project.project import Project
from core.recognition.word_model import WordModel


def transcribed_word_model(project: Project, lexicon: Lexicon) -> WordModel:
    """Return the word model of a lexicon with the training lines of a project; words for tests count as unknown."""
    lines = [
        [word.text if word.role == Role.TRAIN else None for word in line]
        for line in transcribed_lines(project, Role.TRAIN)
    ]
    return WordModel.build(lines, lexicon)
