"""Words are compared in NFC with plain blanks; names sort with numbers by size."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from core.lexicon.text import natural_key, nfc, same_text


def test_nfc_joins_marks_and_plain_blanks() -> None:
    assert nfc("  cafe\u0301\t noir\u00a0\n") == "café noir"
    assert nfc(" \t") == ""


@given(st.text())
def test_nfc_is_settled_after_one_pass(text: str) -> None:
    once = nfc(text)
    assert nfc(once) == once
    assert once == once.strip()
    assert unicodedata.is_normalized("NFC", once)


def test_same_text_minds_case_and_marks_but_not_the_unicode_form() -> None:
    assert same_text("Stra\u00dfe", " Straße ")
    assert same_text("e\u0301", "é")
    assert not same_text("é", "e")
    assert not same_text("Paris", "paris")


def test_natural_order_of_names() -> None:
    names = ["page 10", "page 2", "Page 1", "page", "12a", "2b", "folio"]
    assert sorted(names, key=natural_key) == ["2b", "12a", "folio", "page", "Page 1", "page 2", "page 10"]


@given(st.lists(st.text(alphabet="ab1²٣é 0Aß-", max_size=6)))
def test_natural_keys_can_always_be_compared(names: list[str]) -> None:
    ordered = sorted(names, key=natural_key)
    assert sorted(ordered, key=natural_key) == ordered
