"""Words that were read rightly, misread, cut wrongly or not found, and words read where none are written."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.page_text import PageText
from core.evaluation.word_errors import found_boxes, found_lines, word_fates

INK = np.zeros((100, 200), bool)
INK[20:30, 10:190] = INK[60:70, 10:190] = True


def test_a_line_is_found_by_its_ink_whatever_the_margins() -> None:
    true = [[(0, 10, 200, 30)], [(0, 50, 200, 30)]]
    assert found_lines(INK, true, [[(5, 18, 190, 14)], [((0, 40), (199, 40), (199, 90), (0, 90))]]) == 2
    assert found_lines(INK, true, [[(0, 0, 200, 100)]]) == 0, "both lines as one share only half of its ink"
    assert found_lines(INK, true, [[(0, 10, 90, 30)]]) == 0, "less than half of the line"
    assert found_lines(INK, true, [[(0, 10, 80, 30), (90, 10, 90, 30)]]) == 1, "the boxes of words together"
    assert found_lines(INK, true, []) == found_lines(INK, [], true) == 0


def test_a_line_without_ink_is_not_found() -> None:
    assert found_lines(INK, [[(0, 80, 200, 15)]], [[(0, 80, 200, 15)]]) == 0


def test_boxes_are_paired_one_to_one() -> None:
    true = [(0, 0, 10, 10), (20, 0, 10, 10)]
    assert found_boxes(true, [(1, 0, 10, 10), (20, 2, 10, 10)]) == 2
    assert found_boxes(true, [(0, 0, 10, 10), (0, 0, 10, 9)]) == 1, "two for one count once"
    assert found_boxes(true, [(0, 0, 30, 10)]) == 0 and found_boxes([], true) == 0


def fates(written: str, read: str) -> dict[str, int]:
    counts = word_fates([PageText(tuple(written.split("\n")), tuple(read.split("\n")))])
    return {name: count for name, count in counts.items() if count}


@pytest.mark.parametrize(
    ("written", "read", "expected"),
    [
        ("to the camp", "to the camp", {"right": 3}),
        ("to the camp", "to the lamp", {"right": 2, "misread": 1}),
        ("to the camp", "tothe camp", {"cut": 2, "right": 1}),
        ("to the regiment", "to the regi ment", {"right": 2, "cut": 1}),
        ("orders for\nthe camp", "orders for", {"right": 2, "missed": 2}),
        ("orders", "orders xyz", {"right": 1, "ghost": 1}),
        ("Orders, sir", "orders sir", {"misread": 1, "right": 1}),
        ("", "stain", {"ghost": 1}),
        ("lost line", "", {"missed": 2}),
    ],
)
def test_fates_of_words(written: str, read: str, expected: dict[str, int]) -> None:
    assert fates(written, read) == expected


words = st.lists(st.text("abc ", max_size=12), max_size=4).map("\n".join)


@given(words, words)
def test_every_word_has_one_fate(written: str, read: str) -> None:
    found = fates(written, read)
    assert sum(found.values()) - found.get("ghost", 0) == len(written.split())
    assert found.get("ghost", 0) <= len(read.split())
    assert fates(written, written).get("right", 0) == len(written.split())
