"""HTML and XHTML from strangers: encodings, limits, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import InputError
from core.formats import markup
from core.formats.markup import local_name, parse_html


def _file(folder: Path, content: str | bytes) -> Path:
    path = folder / "p.html"
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return path


def _texts(root: object) -> list[str]:
    return [element.text for element in root.iter() if local_name(element) == "p"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("<html><body><p>käse</p></body></html>".encode(), "käse"),
        ("<html><body><p>käse</p></body></html>".encode("utf-16"), "käse"),
        (b'<?xml version="1.0" encoding="ISO-8859-1"?><html><p>k\xe4se</p></html>', "käse"),
        (b'<html><head><meta charset="windows-1252"></head><p>k\xe4se \x80', "käse €"),
        (b'<meta http-equiv="Content-Type" content="text/html; charset=cp1251"><p>\xe4', "д"),
        ("<p>k\u00e4se", "käse"),
        ("<p>k&auml;se", "käse"),
        ("<meta charset=unknown><p>käse", "käse"),
        ("\ufeff<html><p>käse</p></html>", "käse"),
    ],
)
def test_encodings_and_loose_html(tmp_path: Path, content: str | bytes, expected: str) -> None:
    assert _texts(parse_html(_file(tmp_path, content))) == [expected]


def test_an_empty_element_of_xhtml_holds_nothing(tmp_path: Path) -> None:
    root = parse_html(_file(tmp_path, '<html xmlns="http://www.w3.org/1999/xhtml"><p/><p>x</p></html>'))
    assert [len(element) for element in root] == [0, 0] and _texts(root) == [None, "x"]


def test_comments_and_instructions_are_left_out(tmp_path: Path) -> None:
    root = parse_html(_file(tmp_path, "<html><!-- a --><p>x<!-- b -->y<?php z?></p></html>"))
    assert "".join(root.itertext()) == "xy"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "empty"),
        (" \n", "empty"),
        (b"\xff\xfe\x00", "encoding utf-16"),
        (b"<p>\xff", "encoding utf-8"),
        (b"<p>\0</p>", "not a text"),
        ('<!DOCTYPE html [<!ENTITY a "aaa">]><p>&a;</p>', "declares entities"),
        ('<!doctype html SYSTEM "x"\n[<!ATTLIST p a CDATA "b">]><p/>', "declares entities"),
        ("<div>" * 300 + "x" + "</div>" * 300, "nested too deeply"),
        ("<b>" * 100_000, "nested too deeply"),
        ("<?xml version='1.0'?>", "not HTML"),
    ],
)
def test_refused(tmp_path: Path, content: str | bytes, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as raised:
        parse_html(_file(tmp_path, content))
    assert str(tmp_path / "p.html") in str(raised.value)


def test_codecs_that_are_no_encodings_are_not_used(tmp_path: Path) -> None:
    for name in ("unicode_escape", "rot13", "zlib", "punycode", "idna", "utf-7"):
        assert _texts(parse_html(_file(tmp_path, f"<meta charset={name}><p>a\\u0041+AGE-</p>"))) == ["a\\u0041+AGE-"]


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markup, "MAX_TAGS", 10)
    with pytest.raises(InputError, match="too many elements"):
        parse_html(_file(tmp_path, "<p>" * 11))
    monkeypatch.setattr(markup, "MAX_ATTRIBUTES", 10)
    with pytest.raises(InputError, match="too many elements or attributes"):
        parse_html(_file(tmp_path, "<p " + "a=b " * 11 + ">"))
    monkeypatch.setattr(markup, "MAX_BYTES", 10)
    with pytest.raises(InputError, match="larger"):
        parse_html(_file(tmp_path, "<p>" + "x" * 10))
    with pytest.raises(InputError, match="no such file"):
        parse_html(tmp_path / "none.html")


def test_an_external_definition_is_not_fetched(tmp_path: Path) -> None:
    doctype = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://localhost:9/x.dtd">'
    assert _texts(parse_html(_file(tmp_path, doctype + "<html><p>a&nbsp;b</p></html>"))) == ["a\u00a0b"]
    root = parse_html(_file(tmp_path, doctype + '<html><p title="&eacute;&amp;&lt;"/><p>x</p></html>'))
    assert root[0].get("title") == "é&<" and _texts(root) == [None, "x"]
    assert _texts(parse_html(_file(tmp_path, doctype + "<html><p>a&unknown;b</p></html>"))) == ["a&unknown;b"]
