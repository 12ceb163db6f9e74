"""Capitals, marks and apostrophes of a list follow the transcriptions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lexicon.surface_forms import (
    WritingHabits,
    capitalise,
    ordinary_habits,
    split_mark,
    with_surface_forms,
    writing_habits,
)

LISTED = {"the": 1000, "king": 100, "december": 10, "don't": 5}


def test_lower_case_transcriptions_leave_the_list_as_it_is() -> None:
    habits = writing_habits({"the": 90, "king": 10}, LISTED, "en")
    assert habits == WritingHabits()
    assert with_surface_forms(LISTED, habits) == LISTED


def test_shares_are_those_of_the_transcriptions() -> None:
    habits = writing_habits({"the": 40, "The": 10, "king,": 25, "King": 25, "Zebra": 900}, LISTED, "en")
    assert habits.capitalised[0] == pytest.approx(0.35)
    assert dict(habits.marks) == {",": 0.25}


def test_rare_words_have_a_share_of_their_own() -> None:
    listed = {f"w{'x' * n}": 10 for n in range(200)}
    rare = list(listed)[150]
    habits = writing_habits({"w": 500, rare.capitalize(): 500}, listed, "en")
    assert habits.capitalised[0] < 0.05 and habits.capitalised[1] > 0.95


@pytest.mark.parametrize("language", ["de", "en"])
def test_ordinary_habits_hold_until_enough_is_transcribed(language: str) -> None:
    assert writing_habits({"the": 49}, LISTED, language) == ordinary_habits(language)
    assert writing_habits({"the": 50}, LISTED, language) == WritingHabits()


def test_odd_endings_are_no_marks() -> None:
    assert writing_habits({"the¬": 30, "the": 30}, LISTED, "en").marks == {}


def test_apostrophes_are_written_as_in_the_transcriptions() -> None:
    curly = writing_habits({"the": 60, "don’t": 3, "can't": 1}, LISTED, "en")
    assert "don’t" in with_surface_forms(LISTED, curly) and "don't" not in with_surface_forms(LISTED, curly)
    assert "don't" in with_surface_forms(LISTED, writing_habits({"the": 499}, LISTED, "en"))
    assert "don't" not in with_surface_forms(LISTED, writing_habits({"the": 500}, LISTED, "en"))


def test_counts_are_shared_among_the_forms() -> None:
    habits = WritingHabits((0.2, 0.2, 0.2, 0.2), {",": 0.1})
    forms = with_surface_forms({"king": 1000}, habits, growth=4)
    assert forms == {"king": 720, "King": 180, "king,": 80, "King,": 20}
    assert with_surface_forms({"king": 1000}, habits, growth=2) == {"king": 720, "King": 180}


@given(
    st.dictionaries(st.text("abßéI'", min_size=1, max_size=4).map(str.lower), st.integers(1, 10**8), max_size=30),
    st.tuples(*[st.floats(0, 1)] * 4),
    st.dictionaries(st.sampled_from([",", ".", ")."]), st.floats(0, 0.3)),
    st.floats(1, 3),
)
def test_every_word_stays_and_the_list_keeps_its_bound(
    listed: dict[str, int], capitals: tuple[float, ...], marks: dict[str, float], growth: float
) -> None:
    forms = with_surface_forms(listed, WritingHabits(capitals, marks), growth)
    assert listed.keys() <= forms.keys()
    assert len(forms) <= growth * len(listed)
    assert all(count > 0 for count in forms.values())
    # each of a word's eight forms is rounded, and a word keeps at least 1
    assert sum(forms.values()) <= sum(listed.values()) + 9 * len(listed)


def test_parts_of_a_token() -> None:
    assert [split_mark(text) for text in ("(Loire),", "d'un.", "1754", "été")] == [
        ("Loire", "),"),
        ("d'un", "."),
        ("", "1754"),
        ("été", ""),
    ]
    assert [capitalise(word) for word in ("été", "ßa", "")] == ["Été", "ßa", ""]


def test_a_band_with_few_words_leans_on_the_share_of_all() -> None:
    """As if twenty more words of it had been transcribed, capitalised as often as words are on the whole."""
    words = ["w" + "".join(chr(97 + int(digit)) for digit in str(n)) for n in range(2000)]
    transcribed = {words[99]: 60, words[100].capitalize(): 20, words[1000].capitalize(): 20}
    habits = writing_habits(transcribed, dict.fromkeys(words, 10), "en")
    assert habits.capitalised == pytest.approx((8 / 80, 28 / 40, 28 / 40, 8 / 20))


def test_only_the_four_commonest_marks_are_attached_and_no_rare_one() -> None:
    marked = {"king,": 50, "king.": 40, "king;": 30, "king:": 20, "king!": 10}
    habits = writing_habits({"the": 850, **marked}, LISTED, "en")
    assert dict(habits.marks) == pytest.approx({",": 0.05, ".": 0.04, ";": 0.03, ":": 0.02})
    rare = writing_habits({"the": 986, "king,": 5, "king.": 4, "king": 5}, LISTED, "en")
    assert dict(rare.marks) == pytest.approx({",": 0.005})
