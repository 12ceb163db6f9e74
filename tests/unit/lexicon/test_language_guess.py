"""The language of transcriptions."""

from __future__ import annotations

from collections import Counter

import pytest

from core.lexicon.language_guess import guess_language
from core.lexicon.language_lists import commonest_words, languages

ENGLISH = "The letters which you sent to me by the last post, and those of your brother, have all come to hand. "
FRENCH = "La lettre que vous m’avez écrite le mois dernier, et celle de votre frère, sont arrivées à la maison. "
GERMAN = "Der Brief, den du mir im letzten Monat geschrieben hast, ist bei uns im Hause angekommen, daß wir wissen. "
LATIN = "Gallia est omnis divisa in partes tres, quarum unam incolunt Belgae, aliam Aquitani, tertiam qui ipsorum. "


def numbered_words(count: int) -> list[str]:
    return ["w" + "".join(chr(97 + int(digit)) for digit in str(n)) for n in range(count)]


@pytest.fixture(scope="module")
def lists() -> dict[str, list[str]]:
    return {language: commonest_words(language) for language in languages()}


@pytest.mark.parametrize(("text", "language"), [(ENGLISH, "en"), (FRENCH, "fr"), (GERMAN, "de")])
def test_language_is_recognised_with_the_share_of_its_words(
    lists: dict[str, list[str]], text: str, language: str
) -> None:
    guess = guess_language(Counter((text * 4).split()), lists)
    assert guess is not None and guess.language == language
    assert 0.8 < guess.known <= 1


def test_too_little_text_names_no_language(lists: dict[str, list[str]]) -> None:
    assert guess_language(Counter({"which": 49, "123": 100}), lists) is None
    assert guess_language(Counter({"which": 50}), lists) is not None
    assert guess_language(Counter(), {}) is None


@pytest.mark.parametrize("text", [LATIN, "Königshain Söllingen Hähnichen Dortmund "])
def test_other_texts_name_no_language(lists: dict[str, list[str]], text: str) -> None:
    assert guess_language(Counter((text * 20).split()), lists) is None


@pytest.mark.parametrize(
    ("first", "second", "named"), [(29, 0, False), (30, 0, True), (60, 41, False), (60, 39, True), (40, 60, False)]
)
def test_enough_words_must_be_known_and_clearly_more_than_in_the_next_language(
    first: int, second: int, named: bool
) -> None:
    listed = numbered_words(100)
    guess = guess_language(dict.fromkeys(listed, 1), {"xx": listed[:first], "yy": listed[:second]})
    assert (guess is not None and guess.language == "xx") is named


@pytest.mark.parametrize(("rank", "named"), [(999, True), (1000, False)])
def test_only_the_thousand_commonest_words_of_a_language_are_compared(rank: int, named: bool) -> None:
    listed = numbered_words(2000)
    assert (guess_language({listed[rank]: 50}, {"xx": listed}) is not None) is named
