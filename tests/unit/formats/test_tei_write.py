"""Writing TEI P5: the structure that the guidelines demand of the elements we use, pointers, and who said what."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from document_helpers import pages, sample_page
from hypothesis import HealthCheck, given, settings
from lxml import etree

from core.errors import InputError
from core.formats.records import PageRecord, RegionRecord, TextOrigin, WordRecord
from core.formats.tei_write import NAMESPACE, write_tei

WHEN = datetime(2026, 1, 2, tzinfo=UTC)
X = {"t": NAMESPACE}
ID = "{http://www.w3.org/XML/1998/namespace}id"

# written after the content models of P5 4.x, for the elements and attributes that we write and no others
SCHEMA = """
<grammar xmlns="http://relaxng.org/ns/structure/1.0" ns="http://www.tei-c.org/ns/1.0"
         datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
<start><element name="TEI"><ref name="header"/><optional><ref name="facsimile"/></optional><ref name="text"/></element>
</start>
<define name="id"><attribute name="xml:id"><data type="ID"/></attribute></define>
<define name="facs"><optional><attribute name="facs"><data type="anyURI"/></attribute></optional></define>
<define name="p"><element name="p"><mixed><zeroOrMore><element name="date"><attribute name="when"><data type="date"/>
</attribute><text/></element></zeroOrMore></mixed></element></define>
<define name="header"><element name="teiHeader">
  <element name="fileDesc">
    <element name="titleStmt"><element name="title"><text/></element>
      <zeroOrMore><element name="respStmt"><ref name="id"/><element name="resp"><text/></element>
        <element name="name"><attribute name="type"/><text/></element></element></zeroOrMore></element>
    <element name="extent"><text/></element>
    <element name="publicationStmt"><ref name="p"/></element>
    <element name="sourceDesc"><ref name="p"/></element>
  </element>
  <element name="encodingDesc">
    <element name="appInfo"><element name="application"><attribute name="ident"><data type="NCName"/></attribute>
      <attribute name="version"><data type="token"><param name="pattern">[0-9]+(\\.[0-9]+){0,3}</param></data>
      </attribute>
      <element name="label"><text/></element></element></element>
    <element name="editorialDecl"><element name="interpretation"><oneOrMore><ref name="p"/></oneOrMore></element>
    </element>
    <element name="classDecl"><element name="taxonomy"><oneOrMore><element name="category"><ref name="id"/>
      <element name="catDesc"><text/></element></element></oneOrMore></element></element>
  </element>
</element></define>
<define name="box"><attribute name="ulx"><data type="nonNegativeInteger"/></attribute>
  <attribute name="uly"><data type="nonNegativeInteger"/></attribute>
  <attribute name="lrx"><data type="nonNegativeInteger"/></attribute>
  <attribute name="lry"><data type="nonNegativeInteger"/></attribute></define>
<define name="point"><data type="token"><param name="pattern">[0-9]+,[0-9]+</param></data></define>
<define name="facsimile"><element name="facsimile"><oneOrMore><element name="surface"><ref name="id"/><ref name="box"/>
  <element name="graphic"><attribute name="url"><data type="anyURI"/></attribute>
    <attribute name="width"><data type="token"><param name="pattern">[0-9]+px</param></data></attribute>
    <attribute name="height"><data type="token"><param name="pattern">[0-9]+px</param></data></attribute></element>
  <zeroOrMore><ref name="zone"/></zeroOrMore></element></oneOrMore></element></define>
<define name="zone"><element name="zone"><ref name="id"/><ref name="box"/>
  <attribute name="type"><choice><value>region</value><value>line</value><value>word</value></choice></attribute>
  <optional><attribute name="subtype"><data type="NCName"/></attribute></optional>
  <optional><attribute name="points"><list><ref name="point"/><ref name="point"/><oneOrMore><ref name="point"/>
    </oneOrMore></list></attribute></optional>
  <zeroOrMore><choice><ref name="zone"/><element name="path"><attribute name="type"><value>baseline</value></attribute>
    <attribute name="points"><list><ref name="point"/><oneOrMore><ref name="point"/></oneOrMore></list></attribute>
  </element></choice></zeroOrMore></element></define>
<define name="text"><element name="text"><element name="body">
  <zeroOrMore><element name="pb"><attribute name="n"/><ref name="facs"/></element></zeroOrMore>
  <oneOrMore><element name="ab"><ref name="facs"/><mixed><zeroOrMore><choice>
      <element name="lb"><attribute name="n"/><ref name="facs"/></element><ref name="gap"/><ref name="w"/>
    </choice></zeroOrMore></mixed></element>
    <zeroOrMore><element name="pb"><attribute name="n"/><ref name="facs"/></element></zeroOrMore></oneOrMore>
  </element></element></define>
<define name="gap"><element name="gap"><attribute name="reason"><data type="NCName"/></attribute></element></define>
<define name="w"><element name="w"><ref name="facs"/>
  <optional><attribute name="ana"><data type="anyURI"/></attribute></optional>
  <optional><attribute name="cert"><choice><data type="double"><param name="minInclusive">0</param>
    <param name="maxInclusive">1</param></data><value>unknown</value></choice></attribute>
    <attribute name="resp"><data type="anyURI"/></attribute></optional>
  <choice><text/><ref name="gap"/></choice></element></define>
</grammar>
"""


def check_document(path: Path) -> etree._Element:
    """Assert that a document is valid and that every pointer in it leads somewhere; return its root."""
    tree = etree.parse(path)
    schema = etree.RelaxNG(etree.fromstring(SCHEMA))
    assert schema.validate(tree), schema.error_log
    ids = {element.get(ID) for element in tree.iter() if element.get(ID)}
    for name in ("facs", "ana", "resp"):
        for element in tree.iterfind(f".//*[@{name}]"):
            assert element.get(name).startswith("#") and element.get(name)[1:] in ids
    for path_element in tree.iterfind(".//t:path", X):  # P5 takes a closed path for an error
        points = path_element.get("points").split()
        assert points[0] != points[-1]
    return tree.getroot()


def written(out: Path, *records: PageRecord, title: str = "Letters") -> etree._Element:
    write_tei(lambda: iter(records), out, title, WHEN)
    return check_document(out)


def test_zones_and_text(tmp_path: Path) -> None:
    root = written(tmp_path / "t.xml", sample_page(Path("p.png")), PageRecord(Path("a b.tif"), 90, 80, frame=2))
    surfaces = root.findall(".//t:surface", X)
    assert [surface.get("lrx") + "x" + surface.get("lry") for surface in surfaces] == ["400x300", "90x80"]
    assert [graphic.get("url") for graphic in root.iterfind(".//t:graphic", X)] == ["p.png", "a%20b.tif#page=3"]
    kinds = {zone.get(ID): (zone.get("type"), zone.getparent().get(ID)) for zone in root.iterfind(".//t:zone", X)}
    assert kinds["p1r1"] == ("region", "p1") and kinds["p1l1"] == ("line", "p1r1") and kinds["p1w1"] == ("word", "p1l1")
    assert kinds["p1l2"] == ("line", "p1") and kinds["p1w4"] == ("word", "p1l3")
    word = root.find(f".//t:zone[@{ID}='p1w2']", X)
    assert [word.get(name) for name in ("ulx", "uly", "lrx", "lry", "points")] == [
        "50",
        "12",
        "90",
        "32",
        "50,12 90,14 88,32",
    ]
    paths = [path.get("points") for path in root.iterfind(".//t:path", X)]
    assert paths == ["10,30 150,34", "10,75 30,70 70,78", "10,52 110,52"]
    assert root.find(".//t:zone[@subtype='heading']", X) is not None
    body = root.find(".//t:body", X)
    assert [(child.tag.rpartition("}")[2], child.get("facs")) for child in body] == [
        ("pb", "#p1"),
        ("ab", "#p1r1"),
        ("ab", None),
        ("ab", "#p1r1"),
        ("ab", "#p1r2"),
        ("pb", "#p2"),
    ]
    assert ["".join(block.itertext()).split("\n") for block in body.iterfind("t:ab", X)] == [
        ["", "the King & <i> ", ""],
        ["", "a whole line", ""],
        ["", "Sir Dear", ""],
        ["a note"],
    ]


def test_suggestions_are_marked_and_explained(tmp_path: Path) -> None:
    page = sample_page(Path("p.png"))
    root = written(tmp_path / "t.xml", page)
    marked = [(w.text, w.get("cert"), w.get("resp"), w.get("ana")) for w in root.iterfind(".//t:w[@cert]", X)]
    assert marked == [("Dear", "0.873", "#model-1", "#origin-suggested")]
    statement = root.find(".//t:respStmt", X)
    assert statement.get(ID) == "model-1" and statement.findtext("t:name", namespaces=X) == "m1"
    assert "checked: 1 in this" in root.findtext(".//t:interpretation/t:p", namespaces=X)
    origins = [w.get("ana") for w in root.iterfind(".//t:w", X)]
    assert origins == ["#origin-typed", None, None, "#origin-accepted", "#origin-suggested"]
    root = written(tmp_path / "t.xml", replace(page, words=page.words[:4]))
    assert root.find(".//t:respStmt", X) is None and not root.findall(".//t:w[@cert]", X)
    assert "no unchecked" in root.findtext(".//t:interpretation/t:p", namespaces=X)


def test_a_suggestion_of_an_unknown_model_without_confidence(tmp_path: Path) -> None:
    word = WordRecord((1, 1, 9, 9), "a", origin=TextOrigin("suggested"))
    root = written(tmp_path / "t.xml", PageRecord(Path("p.png"), 20, 20, words=(word,)))
    assert root.find(".//t:w", X).get("cert") == "unknown"


def test_nothing_and_odd_names(tmp_path: Path) -> None:
    assert written(tmp_path / "t.xml", title=" ").findtext(".//t:title", namespaces=X) == "Untitled"
    page = PageRecord(Path('ä "&#?.png'), 20, 20, regions=(RegionRecord((1, 1, 9, 9), "1 «odd» kind"),))
    root = written(tmp_path / "t.xml", page, page, title="A & <b>")
    assert root.find(".//t:graphic", X).get("url") == "%C3%A4%20%22%26%23%3F.png"
    assert root.find(".//t:zone", X).get("subtype") == "_1-odd-kind"


def test_words_are_told_apart_and_gaps_stay(tmp_path: Path) -> None:
    words = tuple(WordRecord((1 + 10 * i, 1, 9, 9), text) for i, text in enumerate(("a", None, "b c")))
    root = written(tmp_path / "t.xml", PageRecord(Path("p.png"), 50, 20, words=words))
    assert [(w.text, len(w)) for w in root.iterfind(".//t:w", X)] == [("a", 0), (None, 1), ("b c", 0)]


@pytest.mark.parametrize("text", ["a\x07", "\ud800", "\ufffe"])
def test_a_control_character_is_refused_and_changes_nothing(tmp_path: Path, text: str) -> None:
    out = tmp_path / "t.xml"
    out.write_text("before")
    bad = (
        PageRecord(Path("p.png"), 20, 20, words=(WordRecord((1, 1, 9, 9), text),)),
        PageRecord(Path("p.png"), 20, 20, words=(WordRecord((1, 1, 9, 9), "a", origin=TextOrigin("suggested", text)),)),
    )
    for page in bad:
        with pytest.raises(InputError, match="XML cannot store"):
            write_tei(lambda page=page: [page], out, "t")
    assert out.read_text() == "before"


def test_many_pages_are_asked_for_one_by_one(tmp_path: Path) -> None:
    alive = 0

    def records() -> Iterator[PageRecord]:
        nonlocal alive
        for _ in range(50):
            alive += 1
            yield sample_page(Path("p.png"))

    write_tei(records, tmp_path / "t.xml", "t", WHEN)
    assert len(check_document(tmp_path / "t.xml").findall(".//t:surface", X)) == 50 and alive == 150


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pages())
def test_any_page_is_valid_and_complete(tmp_path: Path, page: PageRecord) -> None:
    root = written(tmp_path / "t.xml", page)
    zones = [zone for zone in root.iterfind(".//t:zone", X) if zone.get("type") == "word"]
    boxes = {zone.get(ID): tuple(int(zone.get(name)) for name in ("ulx", "uly", "lrx", "lry")) for zone in zones}
    found = [(boxes[w.get("facs")[1:]], w.text) for w in root.iterfind(".//t:w", X)]
    assert found == [((w.box[0], w.box[1], w.box[0] + w.box[2], w.box[1] + w.box[3]), w.text) for w in page.words]
    assert len(root.findall(".//t:lb", X)) == len(page.lines)


@pytest.mark.skipif("DUCTUS_TEI_SCHEMA" not in os.environ, reason="DUCTUS_TEI_SCHEMA names no RelaxNG schema of TEI")
def test_the_schema_of_tei_accepts_it(tmp_path: Path) -> None:
    """Validate with a whole schema (tei_all.rng); those before P5 3.5 have no element ``path``."""
    schema = etree.RelaxNG(etree.parse(os.environ["DUCTUS_TEI_SCHEMA"]))
    root = written(tmp_path / "t.xml", sample_page(Path("p.png")), PageRecord(Path("q.png"), 9, 9))
    if b'name="path"' not in Path(os.environ["DUCTUS_TEI_SCHEMA"]).read_bytes():
        for path in root.findall(".//t:path", X):
            path.getparent().remove(path)
    assert schema.validate(root), schema.error_log
