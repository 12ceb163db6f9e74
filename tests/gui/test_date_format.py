"""Dates that mean one day wherever they are read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QLocale

from app.text.date_format import format_date, format_timestamp, time_of_day

AT = datetime(2026, 11, 2, 7, 5, 42)


@pytest.fixture(autouse=True)
def locale_kept() -> Iterator[None]:
    before = QLocale()
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("C", "2 Nov 2026, 07:05"),
        ("de_DE", "2 Nov. 2026, 07:05"),
        ("en_GB", "2 Nov 2026, 07:05"),
        ("fr_FR", "2 nov. 2026, 07:05"),
    ],
)
def test_the_month_has_its_name(name: str, told: str) -> None:
    QLocale.setDefault(QLocale(name))
    assert format_date(AT) == told


def test_the_clock_is_that_of_the_computer_and_its_language() -> None:
    QLocale.setDefault(QLocale("en_US"))
    assert time_of_day(AT).replace("\u202f", " ") == "7:05 AM"
    here = AT.astimezone()
    assert format_date(here.astimezone(UTC)) == format_date(AT)


def test_what_is_no_moment_is_given_back() -> None:
    assert format_timestamp("2026-11-02T07:05:42.000+00:00") == format_date(datetime(2026, 11, 2, 7, 5, 42, tzinfo=UTC))
    assert [format_timestamp(odd) for odd in ("soon", "0001-01-01T00:00", "", None)] == [
        "soon",
        "0001-01-01T00:00",
        "",
        "",
    ]
