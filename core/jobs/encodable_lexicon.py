"""A project's lexicon as an alphabet encodes it."""

from core.errors import InputError
from core.events import Listener, Unencodable
from core.language import tr, tr_hint
from core.lexicon.alphabet import Alphabet, split_encodable
from core.lexicon.lexicon import Lexicon
from core.project.content.lexicon import lexicon_counts, lexicon_words
from core.project.project import Project


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
