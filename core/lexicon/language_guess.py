"""The language of transcribed words, by how many of them are among the commonest words of each language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.lexicon.surface_forms import fold, split_mark

LEAST_TOKENS = 50
"""Transcribed words below which no language is named."""

_COMMONEST = 1_000
"""Words of each language that are compared; these are hardly ever names or loans."""

_LEAST_KNOWN = 0.3
_LEAST_LEAD = 1.5
"""Least ratio of the words known in the language to those known in the next one (2.4 or more in 11 collections)."""


@dataclass(frozen=True, slots=True)
class LanguageGuess:
    """``known``: share (0 to 1) of the transcribed words that are in the list of the language, with repetitions."""

    language: str
    known: float


def guess_language(words: Mapping[str, int], lists: Mapping[str, Sequence[str]]) -> LanguageGuess | None:
    """Return the language of ``words`` (with their numbers), or None if there are too few or none is clearly best.

    ``lists``: the words of each language in lower case, commonest first. Capitals and marks around words are ignored.
    """
    times: dict[str, int] = {}
    for text, count in words.items():
        if word := fold(split_mark(text)[0]):
            times[word] = times.get(word, 0) + count
    total = sum(times.values())
    if total < LEAST_TOKENS or not lists:
        return None
    shares = {language: _known(times, listed[:_COMMONEST]) / total for language, listed in lists.items()}
    best, *others = sorted(shares, key=lambda language: -shares[language])
    if shares[best] < _LEAST_KNOWN or (others and shares[best] < _LEAST_LEAD * shares[others[0]]):
        return None
    return LanguageGuess(best, _known(times, lists[best]) / total)


def _known(times: Mapping[str, int], listed: Sequence[str]) -> int:
    return sum(times.get(word, 0) for word in dict.fromkeys(listed))
