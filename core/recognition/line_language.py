"""The words that may stand in a line, as a search along the line needs them: with capitals, marks and numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from core.lexicon.alphabet import Alphabet
from core.lexicon.character_model import MAX_WORDS, CharacterModel
from core.model.reading_weights import ReadingWeights
from core.recognition.word_model import CAPITAL, MARK

if TYPE_CHECKING:
    from core.model.line_beam import LineLanguage
    from core.recognition.candidate_costs import CandidateCosts
    from core.recognition.word_model import WordModel

_MARKS = ".,;:!?'’”»)-"
"""Marks that may stand behind a word."""

_OWN_LANGUAGE, _OTHER_LANGUAGE = ReadingWeights(0.25, 0.0), ReadingWeights(0.75, 0.2)
"""Weights for a list in the language that the line reader has learnt, and for one in another language: the letters that
it sees follow one another too much as in the language that it has learnt (research/trials/line-reader.md)."""
_SURPRISALS = (2.8, 3.3)
"""Surprisal of a list, nats a character, up to which it counts as the former, and from which on as the latter. Between
them the weights lie between."""
_COMMON = 2000
"""Words of a list, the commonest, whose surprisal is measured."""


def line_language(words: WordModel, alphabet: Alphabet, familiar: tuple[str, ...] = ()) -> LineLanguage:
    """Return the language of lines in which ``words`` stand, over the characters of an alphabet.

    A word may begin with a capital, and stand in capitals. ``familiar`` are words that the line reader has learnt from,
    as they were written; none where it has learnt from lines in the hand that it reads.
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
    weights = reading_weights(words, familiar)
    return LineLanguage.build(
        shares, model, alphabet.characters, _MARKS, MARK, familiar_model(familiar, alphabet), weights
    )


@lru_cache(maxsize=2)
def familiar_model(words: tuple[str, ...], alphabet: Alphabet) -> CharacterModel:
    """Return a character model of those words that the alphabet can spell."""
    return CharacterModel.build(list(filter(alphabet.encodable.issuperset, words)), alphabet.characters)


def reading_weights(words: WordModel, familiar: tuple[str, ...]) -> ReadingWeights:
    """Return the weights beside the letters that are seen, by the surprisal of the list in the ``familiar`` words."""
    other = float(np.interp(_surprisal(words, familiar), _SURPRISALS, (0.0, 1.0))) if familiar else 0.0
    return ReadingWeights(
        _OWN_LANGUAGE.words + other * (_OTHER_LANGUAGE.words - _OWN_LANGUAGE.words),
        _OWN_LANGUAGE.familiar + other * (_OTHER_LANGUAGE.familiar - _OWN_LANGUAGE.familiar),
    )


def usual_costs(costs: CandidateCosts, words: WordModel, familiar: tuple[str, ...]) -> CandidateCosts:
    """Return the ``costs`` that were fitted on strangers' hands, in the line reader's own language, for other words."""
    return costs.weighed(reading_weights(words, familiar), _OWN_LANGUAGE)


def _surprisal(words: WordModel, familiar: tuple[str, ...]) -> float:
    """Return the negative log probability in familiar words of a character of the list's common words, in the mean."""
    alphabet = words.lexicon.alphabet
    model, numbers = familiar_model(familiar, alphabet), alphabet.numbers
    least = np.sort(words.shares)[-_COMMON:][:1]
    common = np.flatnonzero(words.shares >= least)  # without counts all words are as common
    common = common[:: -(-len(common) // _COMMON) or 1]
    codes = [[numbers[c] for c in words.lexicon.words[n] if c in numbers] for n in common.tolist()]
    length = sum(len(word) + 1 for word in codes)
    return -sum(map(model.log_prob, codes)) / length if length else 0.0


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
