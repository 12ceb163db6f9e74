"""A project's lexicon as an alphabet encodes it, and as its transcribed lines use it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import InputError
from core.events import Listener, Unencodable
from core.language import tr, tr_hint
from core.lexicon.alphabet import Alphabet, split_encodable
from core.lexicon.lexicon import Lexicon
from core.project.content.lexicon import lexicon_counts, lexicon_words
from core.project.content.line_words import transcribed_lines
from core.project.content.words import Role
from core.project.project import Project
from core.recognition.word_model import UNLISTED_SHARE, WordModel

if TYPE_CHECKING:
    from core.model.line_beam import LineLanguage
    from core.model.line_reader import LineReader


def known_lexicon(project: Project, alphabet: Alphabet) -> Lexicon:
    """Return the project's lexicon, which may be empty, without the words that the alphabet cannot encode."""
    words, _ = split_encodable(lexicon_words(project), alphabet)
    return Lexicon(words, alphabet, lexicon_counts(project))


def encodable_lexicon(project: Project, alphabet: Alphabet, emit: Listener) -> Lexicon:
    """Return the project's lexicon without the words that the alphabet cannot encode, which are reported.

    Raises InputError if nothing is left.
    """
    words, refused = split_encodable(lexicon_words(project), alphabet)
    for word, characters in refused:
        emit(Unencodable(word, "".join(characters)))
    if not words:
        hint = tr_hint("Add words: ductus lexicon --add FILE", "Add words in Collection, under Word list")
        raise InputError.at(project.folder, tr("the word list is empty"), hint=hint)
    return Lexicon(words, alphabet, lexicon_counts(project))


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
