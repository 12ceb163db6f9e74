"""Writing direction: which lines read from right to left, and how their words stand on the paper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lexicon.direction import reads_right_to_left, visual_order

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
