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
