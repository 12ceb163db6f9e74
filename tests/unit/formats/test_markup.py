"""XML and HTML from strangers: encodings, limits, what is refused, and where words go in their document."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import InputError
from core.formats import markup
from core.formats.markup import local_name, parse, parse_html, root_name
from core.formats.records import LineRecord, PageRecord, WordRecord
from core.formats.sources import read_source
from core.formats.xml_edit import plan_merge
from core.geometry import Box

BILLION_LAUGHS = (
    '<!DOCTYPE PcGts [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    + "]><PcGts>&i;</PcGts>"
)


@pytest.mark.parametrize(
    "text",
    [
        BILLION_LAUGHS,
        '<!DOCTYPE alto [<!ENTITY x SYSTEM "file:///etc/passwd">]><alto>&x;</alto>',
        '<!DOCTYPE alto [<!ENTITY % x SYSTEM "http://127.0.0.1:9/x.dtd"> %x;]><alto/>',
        '<!DOCTYPE alto [<!ENTITY x "y">]><alto a="&x;"/>',
        '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE alto [<!ENTITY x "y">]><alto/>',
    ],
)
def test_entity_declarations_raise_input_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.xml"
    path.write_bytes(text.encode("utf-16" if "UTF-16" in text else "utf-8"))
    with pytest.raises(InputError, match="declares entities") as caught:
        parse(path)
    assert "\n" not in str(caught.value) and "root:" not in str(caught.value)
    for name in ("pagexml", "alto"):
        with pytest.raises(InputError, match="declares entities"):
            read_source(path, name)


def test_doctype_without_declarations_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.xml"
    path.write_text('<!DOCTYPE alto SYSTEM "file:///etc/passwd"><!-- x --><alto><?go?><Page/></alto>')
    tree = parse(path)
    assert [local_name(e) for e in tree.getroot()] == ["", "Page"]
    assert root_name(path) == "alto"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"  \n", "empty"),
        (b"<a><b></a>", r"line 1\): this is not well-formed"),
        (b"<a>\0</a>", "not well-formed"),
        (b"<a>" * 5000 + b"</a>" * 5000, "not well-formed"),
        (b"<a>\xff</a>", "not well-formed"),
        (b"just text", "not well-formed"),
        (b'<?xml version="1.0" encoding="no-such"?><a/>', "unknown encoding: no-such"),
        (b'<?xml version="1.0" encoding="shift_jis"?><a/>', "Save it as UTF-8"),
        (b"<a>&undeclared;</a>", "not well-formed"),
    ],
)
def test_malformed_xml_raises_input_error(tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "x.xml").write_bytes(data)
    with pytest.raises(InputError, match=message) as caught:
        parse(tmp_path / "x.xml")
    assert "\n" not in str(caught.value)


def test_oversized_or_missing_xml_raises_input_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.xml").write_text("<a>too much</a>")
    monkeypatch.setattr(markup, "MAX_BYTES", 10)
    with pytest.raises(InputError, match="larger than"):
        parse(tmp_path / "x.xml")
    with pytest.raises(InputError, match="no such file"):
        parse(tmp_path / "y.xml")
    assert root_name(tmp_path / "y.xml") == "" and root_name(tmp_path / "x.xml") == "a"


LINE = LineRecord((0, 0, 100, 20))


def line_of_new_word(box: Box, lines: list[LineRecord | None]) -> int | None:
    page = PageRecord(Path("p.png"), 400, 200, words=(WordRecord(box, "new", line=7),))
    (step,) = plan_merge([[] for _ in lines], lines, page).steps
    return step.line


@pytest.mark.parametrize(("left", "line"), [(0, 0), (88, 0), (90, 0), (91, None), (94, None), (100, None)])
def test_a_new_word_goes_to_the_line_that_covers_at_least_half_of_it(left: int, line: int | None) -> None:
    assert line_of_new_word((left, 0, 20, 20), [None, LineRecord((0, 100, 100, 20)), LINE]) == (
        None if line is None else 2
    )


def test_of_several_lines_a_new_word_goes_to_the_one_that_covers_most_of_it() -> None:
    assert line_of_new_word((0, 5, 20, 20), [LineRecord((0, 0, 100, 18)), LINE]) == 1
    assert line_of_new_word((0, 0, 20, 20), [LINE, LINE]) == 0, "the first of equal ones"


def test_a_word_goes_to_its_line_and_without_one_with_the_words_of_its_number() -> None:
    known = WordRecord((0, 100, 20, 20), "known", line=7, ref="w1")
    new = WordRecord((0, 0, 20, 20), "new", line=7)
    lines = [LineRecord(LINE.box, ref="l0"), LineRecord((0, 100, 100, 20), ref="l1")]
    page = PageRecord(Path("p.png"), 400, 200, words=(known, new), lines=(LineRecord(LINE.box, ref="l0", number=7),))
    assert [step.line for step in plan_merge([[], [known]], lines, page).steps] == [0, 0]
    page = PageRecord(Path("p.png"), 400, 200, words=(known, new))
    assert [step.line for step in plan_merge([[], [known]], lines, page).steps] == [1, 1]


def test_a_line_without_id_is_known_by_its_words_after_it_was_moved() -> None:
    known = WordRecord((0, 100, 20, 20), "known", line=7)
    page = PageRecord(Path("p.png"), 400, 200, words=(known,), lines=(LineRecord((0, 90, 90, 40), number=7),))
    assert plan_merge([[], [known]], [LINE, LineRecord((0, 100, 100, 20))], page).lines == {7: 1}


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
