"""Words as they stand on the page: capitalised and with a mark attached, by the habits of the transcriptions.

A list of a language has "december"; a page has "December" and, where marks stay attached to words, "December,".
"""

import heapq
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

GROWTH = 2.5
"""Most words of a list with its forms, for each word of the list."""

LEAST_TOKENS = 50
"""Transcribed words of the list from which habits are estimated; with fewer, those of ordinary prose are assumed."""

_LEAST_TOKENS_WITHOUT_APOSTROPHE = 500
"""Transcribed words without any apostrophe from which follows that they are written without."""

_BANDS = (0, 100, 1_000, 10_000)
"""First rank of each band of words, commonest first: names and nouns are rarer than words such as "the"."""

_PRIOR_TOKENS = 20
"""Weight of the share of all words in the share of a band, in transcribed words."""

_LEAST_SHARE = 0.005
"""Marks that end fewer words than this share are not attached."""

_MOST_MARKS = 4
_MARKS = frozenset(".,;:!?)'\"’”»-–—…")

_ORDINARY_CAPITALS = {"de": (0.1, 0.2, 0.4, 0.6)}
_OTHER_ORDINARY_CAPITALS = (0.07, 0.1, 0.15, 0.3)
"""Shares of capitalised words in each band, as ten French collections of letters, wills and registers have them."""

_ALWAYS_CAPITALISED = {"en": frozenset({"i", "i'd", "i'll", "i'm", "i've"})}
"""Words that a language writes with a capital everywhere."""


@dataclass(frozen=True, slots=True)
class WritingHabits:
    """The ways in which transcriptions write the words of a list. Shares are 0 to 1."""

    capitalised: tuple[float, ...] = (0.0,) * len(_BANDS)
    """Share of capitalised words in each band of ranks."""
    marks: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Share of words with each mark attached at their end."""
    apostrophe: str = "'"
    """The character for apostrophes; empty if words with one are not written."""
    always: frozenset[str] = frozenset()
    """Words that are capitalised everywhere."""


def ordinary_habits(language: str) -> WritingHabits:
    """Return how prose of the language is written: with capitals, and without marks attached."""
    capitals = _ORDINARY_CAPITALS.get(language, _OTHER_ORDINARY_CAPITALS)
    return WritingHabits(capitals, always=_ALWAYS_CAPITALISED.get(language, frozenset()))


def writing_habits(transcribed: Mapping[str, int], listed: Mapping[str, int], language: str) -> WritingHabits:
    """Return the habits of ``transcribed`` words (with their numbers) in writing the words of ``listed``.

    ``listed`` is in lower case, commonest first. With too few transcribed words these are the ordinary habits.
    """
    rank = {word: position for position, word in enumerate(listed)}
    words, capitals = [0] * len(_BANDS), [0] * len(_BANDS)
    marks: Counter[str] = Counter()
    curly = straight = 0
    for text, times in transcribed.items():
        word, mark = split_mark(text)
        curly += times * word.count("’")
        straight += times * word.count("'")
        position = rank.get(fold(word))
        if position is not None:
            band = _band(position)
            words[band] += times
            capitals[band] += times * (capitalise(fold(word)) == word.replace("’", "'") != fold(word))
            marks[mark] += times
    total = sum(words)
    if total < LEAST_TOKENS:
        return ordinary_habits(language)
    apostrophe = "’" if curly > straight else "'"
    if not curly + straight and total >= _LEAST_TOKENS_WITHOUT_APOSTROPHE:
        apostrophe = ""
    overall = sum(capitals) / total
    common = [mark for mark, _ in marks.most_common() if mark and _MARKS.issuperset(mark)][:_MOST_MARKS]
    shares = {mark: marks[mark] / total for mark in common}
    return WritingHabits(
        tuple(
            (capital + _PRIOR_TOKENS * overall) / (count + _PRIOR_TOKENS)
            for capital, count in zip(capitals, words, strict=True)
        ),
        MappingProxyType({mark: share for mark, share in shares.items() if share >= _LEAST_SHARE}),
        apostrophe,
        _ALWAYS_CAPITALISED.get(language, frozenset()) if overall else frozenset(),
    )


def with_surface_forms(listed: Mapping[str, int], habits: WritingHabits, growth: float = GROWTH) -> dict[str, int]:
    """Return the words of ``listed`` (lower case, commonest first) and the forms in which they are written.

    The count of a word is shared among its forms. Every word stays, but for those with an apostrophe where none are
    written; of the other forms those with the largest counts are added, until the list is ``growth`` times as long.
    """
    written: Counter[str] = Counter()
    forms: Counter[str] = Counter()
    unmarked = 1 - sum(habits.marks.values())
    for position, (word, count) in enumerate(listed.items()):
        capital = 1.0 if word in habits.always else habits.capitalised[_band(position)]
        if "'" in word:
            if not habits.apostrophe:
                continue
            word = word.replace("'", habits.apostrophe)
        spellings = [(word, 1 - capital), (capitalise(word), capital)]
        written[word] += max(round(count * unmarked * (1 - capital)), 1)
        for spelling, share in spellings:
            for mark, part in [("", unmarked), *habits.marks.items()]:
                expected = round(count * share * part)
                if spelling + mark != word and expected:
                    forms[spelling + mark] += expected
    places = int(growth * len(listed)) - len(written)
    for form, count in heapq.nlargest(places, forms.items(), key=lambda entry: entry[1]):
        written[form] += count
    return dict(written)


def split_mark(text: str) -> tuple[str, str]:
    """Return the word in ``text`` and the mark that follows it; the word of "(Loire)," is "Loire"."""
    inner = [position for position, character in enumerate(text) if _is_letter(character)]
    if not inner:
        return "", text
    return text[inner[0] : inner[-1] + 1], text[inner[-1] + 1 :]


def fold(word: str) -> str:
    """Return ``word`` as lists write it: in lower case, with straight apostrophes."""
    return word.lower().replace("’", "'")


def capitalise(word: str) -> str:
    """Return ``word`` with its first letter as a capital, and the rest as it is; "ß" stays."""
    first = word[:1].upper()
    return first + word[1:] if len(first) == 1 else word


def _is_letter(character: str) -> bool:
    return unicodedata.category(character)[0] in "LM"


def _band(position: int) -> int:
    return sum(position >= first for first in _BANDS) - 1
