"""The word model of a project: its word list, and how its transcribed lines use it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.jobs.encodable_lexicon import known_lexicon
from core.lexicon.lexicon import Lexicon
from core.project.content.line_words import transcribed_lines
from core.project.content.words import Role
from core.project.project import Project
from core.recognition.word_model import UNLISTED_SHARE, WordModel

if TYPE_CHECKING:
    from core.model.line_beam import LineLanguage
    from core.model.line_reader import LineReader


def transcribed_word_model(project: Project, lexicon: Lexicon, unlisted: float = UNLISTED_SHARE) -> WordModel:
    """Return the word model of a lexicon with the training lines of a project; words for tests count as unknown.

    ``unlisted`` is the share of words that are expected in no list.
    """
    words = (word for line in transcribed_lines(project, Role.TRAIN) for word in line)
    texts = (word.text for word in words if word.text is not None and word.role == Role.TRAIN)
    return WordModel.build(texts, lexicon, unlisted)


def project_language(project: Project, reader: LineReader) -> LineLanguage | None:
    """Return the words that a reader reads lines with: the list's, as often as lines have them; None without a list."""
    from core.recognition.line_language import line_language

    lexicon = known_lexicon(project, reader.alphabet)
    if not len(lexicon):
        return None
    return line_language(transcribed_word_model(project, lexicon), reader.alphabet, reader.familiar)
