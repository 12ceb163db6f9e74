"""Dates that mean the same day wherever they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QLocale

from app.text.formats import format_date, format_timestamp, time_of_day

AT = datetime(2026, 11, 2, 7, 5, 42)


@pytest.fixture
def set_locale() -> Iterator[Callable[[str], None]]:
    """Set the locale of the app's language."""
    before = QLocale()
    yield lambda name: QLocale.setDefault(QLocale(name))
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("de_DE", "2 Nov. 2026, 07:05"), ("en_GB", "2 Nov 2026, 07:05"), ("fr_FR", "2 nov. 2026, 07:05")],
)
def test_date_has_the_name_of_the_month(name: str, expected: str, set_locale: Callable[[str], None]) -> None:
    set_locale(name)
    assert format_date(AT) == expected


def test_time_is_local_and_in_the_format_of_the_language(set_locale: Callable[[str], None]) -> None:
    set_locale("en_US")
    assert time_of_day(AT).replace("\u202f", " ") == "7:05 AM"
    local = AT.astimezone()
    assert format_date(local.astimezone(UTC)) == format_date(AT)


def test_text_that_is_no_timestamp_is_returned_unchanged() -> None:
    assert format_timestamp("2026-11-02T07:05:42.000+00:00") == format_date(datetime(2026, 11, 2, 7, 5, 42, tzinfo=UTC))
    for text in ("soon", "0001-01-01T00:00", ""):
        assert format_timestamp(text) == text
    assert format_timestamp(None) == ""
