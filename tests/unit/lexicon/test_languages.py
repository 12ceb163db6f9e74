"""The language of transcriptions."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lexicon.direction import reads_right_to_left, visual_order
from core.lexicon.language_guess import guess_language
from core.lexicon.language_lists import LANGUAGES, commonest_words

HEBREW = ["שלום", "עולם", "טוב"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", False),
        ("12 — !", False),
        ("plain", False),
        ("שלום", True),
        ("سلام", True),
        ("12 سلام", True),
        ("a שלום", False),
        ("«سلام» word", True),
    ],
)
def test_the_first_letter_with_a_direction_decides(text: str, expected: bool) -> None:
    assert reads_right_to_left(text) is expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["one", "two", "three"], [0, 1, 2]),
        (HEBREW, [2, 1, 0]),
        # two Latin words inside a Hebrew line keep their own order
        ([HEBREW[0], "deux", "mots", HEBREW[1]], [3, 1, 2, 0]),
        # a number runs with the words before it
        ([HEBREW[0], "page", "12", HEBREW[1]], [3, 1, 2, 0]),
        ([HEBREW[0], "12", HEBREW[1]], [2, 1, 0]),
        # two Hebrew words inside a Latin line stand in reverse
        (["see", HEBREW[0], HEBREW[1], "there"], [0, 2, 1, 3]),
        (["see", "—", "there"], [0, 1, 2]),
    ],
)
def test_words_stand_in_visual_order(words: list[str], expected: list[int]) -> None:
    assert visual_order(words) == expected


@given(st.lists(st.text(min_size=1, max_size=4), max_size=12))
def test_every_word_stands_somewhere_once(words: list[str]) -> None:
    assert sorted(visual_order(words)) == list(range(len(words)))


def test_a_run_of_the_other_direction_ends_with_the_line_or_a_mark_and_takes_numbers_along() -> None:
    assert visual_order(["a", "\u05d0\u05d1", "\u05d2\u05d3"]) == [0, 2, 1]
    assert visual_order(["a", "\u05d0\u05d1", "12", "b"]) == [0, 2, 1, 3]
    assert visual_order(["a", "\u05d0\u05d1", "\u2013", "\u05d2\u05d3", "b"]) == [0, 1, 2, 3, 4]


ENGLISH = "The letters which you sent to me by the last post, and those of your brother, have all come to hand. "
FRENCH = "La lettre que vous m’avez écrite le mois dernier, et celle de votre frère, sont arrivées à la maison. "
GERMAN = "Der Brief, den du mir im letzten Monat geschrieben hast, ist bei uns im Hause angekommen, daß wir wissen. "
LATIN = "Gallia est omnis divisa in partes tres, quarum unam incolunt Belgae, aliam Aquitani, tertiam qui ipsorum. "


def numbered_words(count: int) -> list[str]:
    return ["w" + "".join(chr(97 + int(digit)) for digit in str(n)) for n in range(count)]


@pytest.fixture(scope="module")
def lists() -> dict[str, list[str]]:
    return {language: commonest_words(language) for language in LANGUAGES}


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
