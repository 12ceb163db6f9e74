"""A lexicon of which only a few words changed is about as long as before."""

from __future__ import annotations

import pytest

from core.lexicon.similar_length import has_similar_length


@pytest.mark.parametrize(
    ("now", "expected"), [(979, False), (980, True), (1000, True), (1020, True), (1021, False), (0, False)]
)
def test_up_to_two_in_a_hundred_words_more_or_fewer_are_similar(now: int, expected: bool) -> None:
    assert has_similar_length(1000, now) is expected


def test_an_empty_lexicon_is_similar_to_an_empty_one_only() -> None:
    assert has_similar_length(0, 0) and not has_similar_length(0, 1)
