"""Names stand in the order of the language of the app."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale

from app.text.formats import decimal, distance, in_percent, integer, percent, short
from app.text.names import by_name


@pytest.fixture(autouse=True)
def locale() -> Iterator[None]:
    before = QLocale()
    yield
    QLocale.setDefault(before)


def test_names_are_sorted_as_people_do(qapp) -> None:
    names = ["zebra", "page 10", "Öl", "Page 2", "f", "é", "Oper"]
    QLocale.setDefault(QLocale("de"))
    assert by_name(names, str) == ["é", "f", "Öl", "Oper", "Page 2", "page 10", "zebra"]
    QLocale.setDefault(QLocale("sv"))
    assert by_name(names, str)[-2:] == ["zebra", "Öl"], "Swedish has Ö after Z"
    assert by_name(["b", "B", "a"], str) == ["a", "b", "B"]


def test_numbers_are_written_as_in_the_language(qapp) -> None:
    numbers = {
        "en_GB": ("1,234,567", "1,234.5", "0.003", "1e-05", "12.3"),
        "de": ("1.234.567", "1.234,5", "0,003", "1e-05", "12,3"),
        "fr": ("1\u202f234\u202f567", "1\u202f234,5", "0,003", "1e-05", "12,3"),
    }
    for name, (million, thousand, small, tiny, share) in numbers.items():
        QLocale.setDefault(QLocale(name))
        assert (integer(1234567), decimal(1234.5, 1), short(0.003), short(1e-05)) == (million, thousand, small, tiny)
        assert in_percent(0.123, 1).startswith(share)
        assert distance(0.25) == decimal(0.25, 3) and percent(0.9999) == "> 99"
