"""The words that may stand in a line, as a search along the line needs them: with capitals, marks and numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from core.lexicon.alphabet import Alphabet
from core.lexicon.character_model import MAX_WORDS, CharacterModel
from core.recognition.word_model import CAPITAL, MARK

if TYPE_CHECKING:
    from core.model.line_beam import LineLanguage
    from core.recognition.word_model import WordModel

_MARKS = ".,;:!?'’”»)-"
"""Marks that may stand behind a word."""


def line_language(words: WordModel, alphabet: Alphabet) -> LineLanguage:
    """Return the language of lines in which ``words`` stand, over the characters of an alphabet.

    A word may begin with a capital, and stand in capitals.
    """
    from core.model.line_beam import LineLanguage

    known = alphabet.encodable
    shares: dict[str, float] = {}
    for word, share in _listed(words, known):
        shares[word] = shares.get(word, 0.0) + share
        for other in {word[:1].upper() + word[1:], word.upper()} - {word}:
            if known.issuperset(other):
                shares[other] = shares.get(other, 0.0) + math.exp(CAPITAL) * share
    model = _written_words(words.lexicon.words, alphabet)
    return LineLanguage.build(shares, model, alphabet.characters, _MARKS, MARK)


def _listed(words: WordModel, known: frozenset[str]) -> Iterator[tuple[str, float]]:
    """Yield the words of the list with either apostrophe, of ``known`` characters, and their shares above 0."""
    for word, share in zip(words.lexicon.words, words.shares.tolist(), strict=True):
        for spelling, part in words.spellings(word).items():
            if share > 0 and known.issuperset(spelling):
                yield spelling, share * part


def _written_words(words: Sequence[str], alphabet: Alphabet) -> CharacterModel:
    """Return a character model of words as they are written in a text: one in four with a mark, some with a capital."""
    known = alphabet.encodable
    words = [word for word in words[:: max(1, -(-len(words) // (MAX_WORDS // 2)))] if known.issuperset(word)]
    marks = [mark for mark in ",.,.;:" if mark in known]
    tokens = [
        *words,
        *(word + marks[number % len(marks)] for number, word in enumerate(words[::3]) if marks),
        *(word[:1].upper() + word[1:] for word in words[1::6] if word[:1].upper() in known),
        *(str(number) for number in range(1500, 2000, 4) if "0" in known),
    ]
    return CharacterModel.build(sorted(set(tokens)), alphabet.characters)
