"""Words of a language with how often they occur, from the package wordfreq.

The attribution that its data needs is in resources/NOTICE-wordlists.txt; see docs/decisions/0019-language-lists.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from core.errors import InputError
from core.language import tr
from core.lexicon.elision import join_elisions
from core.lexicon.sharp_s import with_sharp_s
from core.lexicon.text import nfc

LANGUAGES = ("de", "en", "es", "fr", "it", "nl")
"""Codes of the languages with a list (ISO 639-1)."""

MOST = 50_000
"""Words of a list, unless another number is asked for."""

_BILLION = 1_000_000_000
_LETTERS = {"de": "äöüß", "en": "", "es": "áéíñóúü", "fr": "àâæçèéêëîïôœùûüÿ", "it": "àèéìíîòóùú", "nl": "áèéêëïíóöúü"}
"""Letters of each language beside a to z. A word with others is a foreign one."""

_ONE_LETTER = {"de": "o", "en": "aio", "es": "aeouy", "fr": "aàyô", "it": "aeèio", "nl": "uo"}
"""Words of a single letter. Others in a list are abbreviations and parts of words."""


def languages() -> tuple[str, ...]:
    """Return the codes of the languages that have a list, sorted."""
    return LANGUAGES


def frequencies(language: str, most: int = MOST) -> dict[str, int]:
    """Return the ``most`` commonest words of a language, each with its occurrences per billion words, commonest first.

    Words are in lower case and NFC, of letters, apostrophes (') and hyphens. Raises InputError if there is no list of
    that language, or ``most`` is below 1.
    """
    check_language(language)
    if most < 1:
        raise InputError(tr("A list of {most} words cannot be made. Choose 1 or more.", most=most))
    # other spellings and elided words take the places of rarer words, so more words are read than asked for
    counts = plausible_words(_read(language, "large"), language, 2 * most)
    if language == "de":
        counts = with_sharp_s(counts)
    single = _ONE_LETTER[language]
    joined = join_elisions(counts, language)
    words = [(word, count) for word, count in joined.items() if len(word) > 1 or word in single]
    words.sort(key=lambda entry: (-entry[1], entry[0]))
    return dict(words[:most])


def commonest_words(language: str) -> list[str]:
    """Return some 25,000 words of a language, commonest first, quicker than :func:`frequencies` does."""
    check_language(language)
    counts = plausible_words(_read(language, "small"), language)
    return list(with_sharp_s(counts) if language == "de" else counts)


def check_language(language: str) -> None:
    """Raise InputError if there is no list of that language."""
    if language not in LANGUAGES:
        raise InputError(
            tr(
                "There is no word list of '{language}'. Choose one of {choices}.",
                language=language,
                choices=", ".join(LANGUAGES),
            )
        )


def plausible_words(occurrences: Iterable[tuple[str, float]], language: str, most: int | None = None) -> dict[str, int]:
    """Return those of ``occurrences`` (text, share 0 to 1) that are words of the language, with counts per billion.

    It ends after ``most`` words. Texts with digits, signs or letters of other languages are left out.
    """
    letters = f"[a-z{_LETTERS[language]}]+"
    word_pattern = re.compile(f"{letters}(?:['-]{letters})*")
    counts: dict[str, int] = {}
    for given, share in occurrences:
        word = nfc(given).replace("’", "'")
        if word_pattern.fullmatch(word):
            counts[word] = counts.get(word, 0) + max(round(share * _BILLION), 1)
            if len(counts) == most:
                break
    return counts


def _read(language: str, size: str) -> Iterator[tuple[str, float]]:
    """Return the words of a list, ``size`` "small" or "large", with their shares, commonest first; 0.05 to 0.3 s."""
    from wordfreq import cB_to_freq, get_frequency_list

    bins = get_frequency_list(language, size)
    # a large list takes some 60 MB, which wordfreq would never release
    get_frequency_list.cache_clear()
    return ((word, cB_to_freq(-number)) for number, words in enumerate(bins) for word in words)
