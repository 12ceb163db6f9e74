"""Every edit of the history has a name in the language of the app; the history itself has kinds and fields."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from PySide6.QtCore import QLocale

import app
import core
from app.text.formats import (
    decimal,
    distance,
    format_date,
    format_timestamp,
    in_percent,
    integer,
    percent,
    short,
    time_of_day,
)
from app.text.names import EditNames, by_name, edit_name
from core.project.content.history import Edit
from core.project.db.old_labels import KINDS

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


def recorded() -> Iterator[tuple[str, set[str]]]:
    """Yield the kinds given to ``edit`` in the sources, each with the names of its fields."""
    for path in [*Path(core.__file__).parent.rglob("*.py"), *Path(app.__file__).parent.rglob("*.py")]:
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        local = {ast.unparse(node.targets[0]): node.value for node in nodes if isinstance(node, ast.Assign)}
        for node in nodes:
            if isinstance(node, ast.Call) and re.fullmatch(r"(self\._?)?project\.edit", ast.unparse(node.func)):
                kind = local.get(ast.unparse(node.args[0]), node.args[0])
                fields = {str(keyword.arg) for keyword in node.keywords}
                yield from ((part.value, fields) for part in ast.walk(kind) if isinstance(part, ast.Constant))


def test_every_edit_of_the_sources_has_a_name_of_its_fields(qapp) -> None:
    found = list(recorded())
    one, several = EditNames().templates(1), EditNames().templates(2)
    for kind, fields in found:
        named = {name for text in (one[kind], several[kind]) for _, name, _, _ in Formatter().parse(text) if name}
        assert named | ({"n"} if one[kind] != several[kind] else set()) <= fields, kind
    assert {kind for kind, _ in found} == set(one), "a name of an edit that nobody makes"
    assert {kind for kind, _ in KINDS} <= set(one)


@pytest.mark.parametrize(
    ("kind", "fields", "name"),
    [
        ("accept predictions", {"n": 1}, "accept 1 suggestion"),
        ("transcribe words", {"n": 1200, "text": "of"}, "transcribe 1,200 words as “of”"),
        ("transcribe", {"text": "a\nb{n}"}, "transcribe “a\nb{n}”"),
        ("role of pages", {"n": 2, "role": "test"}, "use 2 pages for Testing"),
        ("add language", {"n": 300, "language": "fr"}, "add 300 words of French"),
        ("remove pages and word images", {"n": 1, "page": "12"}, "remove page 12 and all word images"),
        ("remove pages and word images", {"n": 3, "page": "12"}, "remove 3 pages and all word images"),
        ("a kind of a later version", {"n": 1}, "a kind of a later version"),
        ("transcribe", {}, "transcribe"),
        ("move words", {"n": "many"}, "move words"),
        ("move words", {"n": 1 << 70}, "move 2,147,483,647 words"),
    ],
)
def test_names(kind: str, fields: dict[str, Any], name: str, qapp) -> None:
    assert edit_name(Edit(kind, fields)) == name


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
