"""ALTO 2 to 4: reading words, whole lines and units, and writing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image

from core.errors import InputError
from core.formats import alto
from core.formats.alto_write import write_alto
from core.formats.records import LineRecord, PageRecord, RegionRecord, WordRecord

VERSIONS = [f"http://www.loc.gov/standards/alto/ns-v{n}#" for n in (2, 3, 4)] + ["urn:later"]

BODY = """<?xml version="1.0" encoding="UTF-8"?>
<alto xmlns="{ns}">
  <Description><MeasurementUnit>{unit}</MeasurementUnit>
    <sourceImageInformation><fileName>p.png</fileName></sourceImageInformation></Description>
  <Tags><OtherTag ID="T1" LABEL="kept"/></Tags>
  <Layout><Page ID="P1" WIDTH="{width}" HEIGHT="{height}"><PrintSpace><TextBlock ID="B1">
    <TextLine ID="L1" HPOS="20" VPOS="20" WIDTH="340" HEIGHT="40"><!-- kept -->
      <String ID="S1" CONTENT="hand" HPOS="20" VPOS="20" WIDTH="80" HEIGHT="40"
        WC="0.5" CC="1234"/><SP WIDTH="9"/>
      <String ID="S2" CONTENT="writ" HPOS="120" VPOS="20" WIDTH="80" HEIGHT="40"
        SUBS_TYPE="HypPart1" SUBS_CONTENT="writing">
        <Shape><Polygon POINTS="120,20 200,30 190,60"/></Shape></String>
      <HYP CONTENT="-"/>
    </TextLine>
    <TextLine ID="L2" HPOS="20" VPOS="80" WIDTH="340" HEIGHT="40">
      <String ID="S3" CONTENT="ing" HPOS="20" VPOS="80" WIDTH="60" HEIGHT="40"
        SUBS_TYPE="HypPart2" SUBS_CONTENT="writing"/>
      <SP/><String ID="S4" CONTENT="" HPOS="100" VPOS="80" WIDTH="60" HEIGHT="40"/>
      <String ID="S5" CONTENT="nowhere"/><String ID="S6" CONTENT="x" HPOS="x" VPOS="1" WIDTH="1" HEIGHT="1"/>
    </TextLine>
    <TextLine ID="L3" HPOS="20" VPOS="140" WIDTH="340" HEIGHT="40">
      <String CONTENT="alone" HPOS="20" VPOS="140" WIDTH="340" HEIGHT="40"/></TextLine>
    {more}
  </TextBlock></PrintSpace></Page></Layout>
</alto>
"""
LINE = """<TextLine ID="L4"><Shape><Polygon POINTS="20 180 360 185 360 196"/></Shape>
  <String CONTENT="two words"/></TextLine>
  <TextLine ID="L5"><String CONTENT="a"/><String CONTENT="b"/></TextLine>"""


def alto_file(root: Path, ns: str = VERSIONS[2], unit: str = "pixel", more: str = "", **size: object) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    Image.new("L", (400, 200), 255).save(root / "p.png")
    values = {"width": 400, "height": 200} | size
    (root / "p.xml").write_text(BODY.format(ns=ns, unit=unit, more=more, **values), encoding="utf-8")
    return root / "p.xml"


def canonical(path: Path) -> bytes:
    return etree.tostring(etree.parse(path), method="c14n", with_comments=True)


@pytest.mark.parametrize("ns", VERSIONS)
def test_words_of_every_version_are_read(tmp_path: Path, ns: str) -> None:
    found = alto.read(alto_file(tmp_path, ns))
    (page,) = found.pages
    assert page.words == (
        WordRecord((20, 20, 80, 40), "hand", line=0, ref="S1"),
        WordRecord((120, 20, 80, 40), "writ", ((120, 20), (200, 30), (190, 60)), 0, "S2"),
        WordRecord((20, 80, 60, 40), "ing", line=1, ref="S3"),
        WordRecord((100, 80, 60, 40), None, line=1, ref="S4"),
        WordRecord((20, 140, 340, 40), "alone", line=2),
    )
    assert page.uncut_lines == () and [line.ref for line in page.lines] == ["L1", "L2", "L3"]
    assert [s.place for s in found.skipped] == ["S5", "S6"]


def test_lines_without_word_boxes_are_whole_lines(tmp_path: Path) -> None:
    found = alto.read(alto_file(tmp_path, more=LINE))
    assert found.pages[0].uncut_lines == (
        LineRecord((20, 140, 340, 40), "alone", ref="L3", number=2),  # its neighbours are whole lines, so it is one too
        LineRecord((20, 180, 340, 16), "two words", ((20, 180), (360, 185), (360, 196)), "L4", number=3),
    )
    assert [s.place for s in found.skipped] == ["S5", "S6", "L5"]


@pytest.mark.parametrize("unit", ["mm10", "inch1200"])
def test_units_are_converted_by_the_size_of_the_page(tmp_path: Path, unit: str) -> None:
    path = alto_file(tmp_path, unit=unit, width=800, height=400.0)
    page = alto.read(path).pages[0]
    assert page.words[0].box == (10, 10, 40, 20) and page.width == 400
    added = replace(page, words=(*page.words, WordRecord((101, 11, 33, 19), "new", line=0)))
    write_alto(added, path, path)
    assert 'HPOS="202" VPOS="22" WIDTH="66" HEIGHT="38" CONTENT="new"' in path.read_text()
    assert alto.read(path).pages[0].words[2].box == (101, 11, 33, 19)


def test_boxes_of_odd_page_sizes_round_trip_to_the_same_pixel(tmp_path: Path) -> None:
    path = alto_file(tmp_path, unit="mm10", width=1233, height=616)
    page = alto.read(path).pages[0]
    boxes = [(x, 3 * x % 190, 7, 5) for x in range(1, 380, 13)]
    write_alto(replace(page, words=tuple(WordRecord(b, "x", line=9) for b in boxes)), path, path)
    assert {w.box for w in alto.read(path).pages[0].words} == set(boxes)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("<MeasurementUnit>pixel", "<MeasurementUnit>furlong"), "furlong"),
        (('WIDTH="400"', 'WIDTH="100"'), "right image"),
        (('WIDTH="400"', 'WIDTH="wide"'), "not a number"),
        (("<MeasurementUnit>pixel", "<MeasurementUnit>mm10"), None),
        (('Page ID="P1" WIDTH="400" HEIGHT="200"', 'Page ID="P1"'), None),
        (("p.png", "gone.png"), None),
        (("<Page ", "<Nage "), "well-formed"),
        (("<alto ", "<alto broken "), "well-formed"),
    ],
)
def test_headers_are_used_or_raise_input_error(tmp_path: Path, change: tuple[str, str], message: str | None) -> None:
    path = alto_file(tmp_path)
    path.write_text(path.read_text().replace(*change))
    if message is None:
        assert alto.read(path).pages[0].words[0].box == (20, 20, 80, 40)
    else:
        with pytest.raises(InputError, match=message):
            alto.read(path)


def test_page_without_size_in_millimetres_raises_input_error(tmp_path: Path) -> None:
    path = alto_file(tmp_path, unit="mm10")
    path.write_text(path.read_text().replace('Page ID="P1" WIDTH="400" HEIGHT="200"', 'Page ID="P1"'))
    with pytest.raises(InputError, match="size of its page"):
        alto.read(path)
    path.write_text("<alto/>")
    with pytest.raises(InputError, match="no Page"):
        alto.read(path)


def test_pages_belong_to_the_frames_of_the_image(tmp_path: Path) -> None:
    path = alto_file(tmp_path)
    frames = [Image.new("L", (400, 200)), Image.new("L", (200, 100))]
    frames[0].save(tmp_path / "p.tif", save_all=True, append_images=frames[1:])
    line = '<TextLine HPOS="2" VPOS="3" WIDTH="50" HEIGHT="9"/>'
    text = path.read_text().replace("p.png", "p.tif")
    extra = f'<Page WIDTH="400" HEIGHT="200">{line}</Page><Page WIDTH="4" HEIGHT="2"/>'
    path.write_text(text.replace("</Layout>", extra + "</Layout>"))
    found = alto.read(path)
    assert [(p.frame, p.width) for p in found.pages] == [(0, 400), (1, 200)]
    assert found.pages[1].lines == (LineRecord((1, 2, 25, 4), None),)
    assert found.skipped[-1].place == "page 3"
    second = replace(found.pages[1], words=(WordRecord((100, 50, 20, 9), "here", line=3, ref="N"),))
    write_alto(second, path, path)
    again = alto.read(path)
    assert again.pages[0].words == found.pages[0].words
    assert [(w.text, w.box) for w in again.pages[1].words] == [("here", (100, 50, 20, 9))]
    with pytest.raises(InputError, match="no Page number 6"):
        write_alto(replace(second, frame=5), path, path)


@pytest.mark.parametrize("more", ["", LINE])
def test_writing_unchanged_words_changes_nothing(tmp_path: Path, more: str) -> None:
    path = alto_file(tmp_path, more=more)
    write_alto(alto.read(path).pages[0], tmp_path / "out.xml", path)
    assert (tmp_path / "out.xml").read_bytes() == path.read_bytes()


def test_changed_words_are_written_back(tmp_path: Path) -> None:
    path = alto_file(tmp_path)
    page = alto.read(path).pages[0]
    first, second, third, fourth, alone = page.words
    words = (
        replace(first, text="band"),
        replace(second, text="bit-", polygon=None, box=(121, 21, 80, 40)),
        third,
        replace(fourth, text="new", polygon=((100, 80), (160, 85), (150, 120))),
        alone,
    )
    write_alto(replace(page, words=words), path, path)
    assert alto.read(path).pages[0].words == words
    text = path.read_text()
    assert "WC=" not in text and "CC=" not in text and "kept" in text and 'CONTENT="nowhere"' in text
    assert text.count('SUBS_CONTENT="biting"') == 2


def test_words_are_added_and_removed(tmp_path: Path) -> None:
    path = alto_file(tmp_path, more=LINE.replace('"L5"', '"L5" HPOS="1" VPOS="1" WIDTH="9" HEIGHT="9"'))
    page = alto.read(path).pages[0]
    assert [line.text for line in page.uncut_lines] == ["alone", "two words", "a b"]
    words = (
        WordRecord((1, 20, 10, 40), "front", line=0),
        page.words[0],
        WordRecord((105, 20, 10, 40), "middle", line=0),
        WordRecord((20, 182, 100, 13), "two", line=5),
        WordRecord((200, 182, 100, 13), "words", line=5),
    )
    write_alto(replace(page, words=words), path, path)
    again = alto.read(path).pages[0]
    # the last line with two words in one String is gone, so "alone" is no longer taken for such a line
    assert [w.text for w in again.words] == ["front", "hand", "middle", "alone", "two", "words"]
    assert [w.box for w in again.words if w.text != "alone"] == [w.box for w in words]
    assert [line.text for line in again.uncut_lines] == ["nowhere x", "a b"]
    assert 'CONTENT="two words"' not in path.read_text()
    first = next(e for e in etree.parse(path).iter() if e.get("ID") == "L1")
    assert [etree.QName(e).localname for e in first if isinstance(e.tag, str)] == [
        "String",
        "SP",
        "String",
        "SP",
        "String",
        "HYP",
    ]


def test_words_are_added_to_an_empty_page(tmp_path: Path) -> None:
    Image.new("L", (40, 20)).save(tmp_path / "p.png")
    path = tmp_path / "p.xml"
    path.write_text('<alto><Layout><Page WIDTH="40" HEIGHT="20"/></Layout></alto>')
    page = alto.read(path).pages[0]
    words = (WordRecord((1, 1, 9, 9), "a", ref="x"), WordRecord((12, 1, 9, 9), "b", ref="y"))
    write_alto(replace(page, words=words), path, path)
    assert alto.read(path).pages[0].words == words


def test_new_documents_round_trip(tmp_path: Path) -> None:
    Image.new("L", (200, 100)).save(tmp_path / "p.png")
    page = PageRecord(
        tmp_path / "p.png",
        200,
        100,
        words=(
            WordRecord((1, 2, 30, 20), "né & <x>", line=0, ref="a"),
            WordRecord((40, 2, 30, 20), "o", ((40, 2), (70, 5), (60, 22)), 0, "b"),
            WordRecord((1, 60, 30, 20), None, line=3, ref="c"),
            WordRecord((50, 60, 30, 20), "d", line=3, ref="d"),
        ),
        lines=(
            LineRecord((1, 2, 70, 20), None, None, "l0", ((1, 20), (70, 21)), 0, 0),
            LineRecord((1, 30, 90, 20), "a line", ((1, 30), (91, 35), (80, 50)), "l1", ((1, 45), (91, 45)), 1, 1),
            LineRecord((1, 52, 90, 7), None, None, "l2", ((1, 58), (91, 58)), 1, 2),
            LineRecord((1, 60, 90, 20), None, None, "l3", ((1, 79), (40, 79), (91, 77)), 1, 3),
        ),
        regions=(
            RegionRecord((0, 0, 80, 25), "marginalia", ref="r0"),
            RegionRecord((0, 25, 95, 60), "paragraph", ((0, 25), (95, 30), (90, 85)), "r1"),
        ),
    )
    write_alto(page, tmp_path / "p.xml")
    assert alto.read(tmp_path).pages[0] == replace(page, source=tmp_path / "p.xml")
    write_alto(replace(page, words=(), lines=(), regions=()), tmp_path / "p.xml")
    assert alto.read(tmp_path).pages[0].words == ()
    with pytest.raises(InputError, match="control character"):
        write_alto(replace(page, lines=(LineRecord((1, 1, 2, 2), "\x07"),)), tmp_path / "p.xml")


def test_real_pages_round_trip(shared_data: Callable[[str], Path], tmp_path: Path) -> None:
    found = alto.read(shared_data("copiste_fr") / "pages")
    assert (len(found.pages), found.word_count, found.skipped) == (10, 0, ())
    assert sum(len(p.lines) for p in found.pages) == 181
    assert found.pages[0].lines[1].text == "Héctor Hugo Hurtado Salazar (né le"
    page = found.pages[0]
    write_alto(page, tmp_path / "same.xml", page.source)
    assert page.source is not None and (tmp_path / "same.xml").read_bytes() == page.source.read_bytes()
    x, y, _, height = page.lines[1].box
    word = WordRecord((x, y, 200, height), "Héctor", line=1)
    write_alto(replace(page, words=(word,)), tmp_path / f"{page.image.stem}.xml", page.source)
    Image.new("L", (page.width // 2, page.height // 2)).save(tmp_path / page.image.name)
    again = alto.read(tmp_path / f"{page.image.stem}.xml").pages[0]
    assert [(w.text, w.box[0]) for w in again.words] == [("Héctor", x // 2)]
    assert len(again.lines) == len(page.lines) == len(again.uncut_lines) + 1
