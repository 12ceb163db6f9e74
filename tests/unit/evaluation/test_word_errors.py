"""Words that were read rightly, misread, cut wrongly or not found, and words read where none are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.page_text import PageText
from core.evaluation.word_errors import word_fates


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
