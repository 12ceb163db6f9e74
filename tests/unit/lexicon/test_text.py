"""NFC with plain blanks, and natural sort order."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from core.lexicon.text import natural_key, nfc


def test_nfc_composes_marks_and_normalises_blanks() -> None:
    assert nfc("  cafe\u0301\t noir\u00a0\n") == "café noir"
    assert nfc(" \t") == ""


@given(st.text())
def test_nfc_is_idempotent(text: str) -> None:
    once = nfc(text)
    assert nfc(once) == once
    assert once == once.strip()
    assert unicodedata.is_normalized("NFC", once)


def test_natural_key_sorts_numbers_by_value() -> None:
    names = ["page 10", "page 2", "Page 1", "page", "12a", "2b", "folio"]
    assert sorted(names, key=natural_key) == ["2b", "12a", "folio", "page", "Page 1", "page 2", "page 10"]
    assert natural_key("page 2") < natural_key("page 10") < natural_key("page 010x")
    assert natural_key("9" * 5000) > natural_key("1" * 5000)


@given(st.lists(st.text(alphabet="ab1²٣é 0Aß-", max_size=6) | st.text(max_size=12), max_size=8))
def test_natural_key_gives_a_total_order(names: list[str]) -> None:
    backwards = names[::-1]
    assert sorted(names, key=natural_key) == sorted(backwards, key=natural_key)


def test_zeros_before_a_number_do_not_count() -> None:
    assert sorted(["p 10", "p 009", "p 2", "p 0"], key=natural_key) == ["p 0", "p 2", "p 009", "p 10"]
