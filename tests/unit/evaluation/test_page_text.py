"""Error rates of whole pages: edits, orders of lines, intervals by page; words misread, cut wrongly or not found."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.page_text import PageText, bootstrap_ratio, character_error_rate, error_rates
from core.evaluation.word_errors import found_boxes, found_lines, word_fates

LINES = st.lists(st.text("abc d", max_size=8), max_size=5)


def test_a_perfect_page_has_no_errors_and_space_does_not_count() -> None:
    rates = error_rates([PageText(("the  orders ", "", "of the day"), ("the orders", "of the day"))])
    assert [rates[name]["value"] for name in ("cer", "wer", "cer_by_line", "wer_by_line")] == [0, 0, 0, 0]
    assert rates["wer"]["length"] == 5 and rates["cer"]["length"] == len("the orders of the day")


def test_edits_are_counted_against_what_is_written() -> None:
    rates = error_rates([PageText(("abcd efgh",), ("abxd",))])
    assert rates["cer"]["edits"] == 6 and rates["cer"]["value"] == pytest.approx(6 / 9)
    assert rates["wer"]["value"] == 1.0
    assert rates["cer"]["interval"] is None, "one page has no spread"


def test_swapped_lines_count_only_where_order_counts() -> None:
    rates = error_rates([PageText(("first line here", "second one"), ("second one", "first line here"))])
    assert rates["cer_by_line"]["value"] == rates["wer_by_line"]["value"] == 0
    assert rates["cer"]["value"] > 0.5 and rates["wer"]["value"] > 0.5


def test_a_missing_line_costs_its_length_and_a_surplus_one_its_own() -> None:
    rates = error_rates([PageText(("abcde", "fgh"), ("abcde",)), PageText(("abcde",), ("abcde", "xy"))])
    assert rates["cer_by_line"]["edits"] == 3 + 2
    assert rates["cer_by_line"]["length"] == 13


@given(st.lists(st.tuples(LINES, LINES), min_size=1, max_size=3))
def test_without_order_there_are_no_more_word_edits_than_all_words(pages: list[tuple[list[str], list[str]]]) -> None:
    texts = [PageText(tuple(written), tuple(read)) for written, read in pages]
    rates = error_rates(texts)
    words = sum(len(" ".join(lines).split()) for page in texts for lines in (page.written, page.read))
    assert 0 <= rates["wer_by_line"]["edits"] <= words
    swapped = [PageText(page.read, page.written) for page in texts]
    assert error_rates(swapped)["wer_by_line"]["edits"] == rates["wer_by_line"]["edits"]


def test_no_text_gives_no_rate() -> None:
    assert error_rates([PageText((), ("some",))])["cer"]["value"] is None


def test_the_interval_widens_with_the_spread_of_pages() -> None:
    even = bootstrap_ratio(np.full(20, 10), np.full(20, 100))
    uneven = bootstrap_ratio(np.array([0, 20] * 10), np.full(20, 100))
    assert even == [pytest.approx(0.1)] * 2
    assert uneven is not None and uneven[0] < 0.09 < 0.11 < uneven[1]


def test_characters_of_single_words_are_counted_over_all_of_them() -> None:
    rate = character_error_rate(["the", "orders", "caf\u00e9"], ["the", "order", "cafe\u0301"])
    assert (rate["edits"], rate["length"]) == (1, 13) and rate["value"] == pytest.approx(1 / 13)
    low, high = rate["interval"]
    assert low == 0 and rate["value"] < high < 0.25
    assert character_error_rate([], [])["value"] is None
    assert character_error_rate(["ab"], [""])["value"] == 1.0, "an empty suggestion costs all letters"


def test_drawing_in_parts_gives_the_same_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    parts, wholes = np.arange(30) % 4, np.full(30, 5)
    whole = bootstrap_ratio(parts, wholes)
    monkeypatch.setattr("core.evaluation.page_text._DRAWN_AT_ONCE", 100)
    assert bootstrap_ratio(parts, wholes) == whole


def test_letters_alone_do_not_count_capitals_and_marks() -> None:
    rates = error_rates([PageText(("Orders, of the 5th Day.",), ("orders of the 5th day",))])
    assert rates["cer"]["edits"] == 4 and rates["cer_letters"]["edits"] == rates["wer_letters"]["edits"] == 0
    assert rates["cer_letters"]["length"] == len("orders of the 5th day")
    other = error_rates([PageText(("à la Reine",), ("a la reine",))])
    assert other["cer_letters"]["edits"] == 1, "a letter with an accent is another letter"


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
