"""Error rates of whole pages: edits, orders of lines, intervals by page."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.page_text import PageText, bootstrap_ratio, character_error_rate, error_rates

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
