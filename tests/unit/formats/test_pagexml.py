"""PAGE XML: reading, writing back with nothing else changed, and new documents."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image
from shape_files import ALL_SHAPES

from core.errors import InputError
from core.formats import pagexml
from core.formats.pagexml_write import write_pagexml
from core.formats.records import SUGGESTED, LineRecord, PageRecord, RegionRecord, TextOrigin, WordRecord

NS = "http://schema.primaresearch.org/PAGE/gts/pagecontent/2013-07-15"
NEW = "http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"
WHEN = datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)

BODY = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<!-- kept before -->
<PcGts xmlns="{ns}">
  <Metadata><Creator>someone</Creator><Odd attr="1"/></Metadata>
  <Page imageFilename="{image}" imageWidth="{width}" imageHeight="{height}">
    <ReadingOrder><OrderedGroup id="o">
      <RegionRefIndexed index="1" regionRef="r1"/><RegionRefIndexed index="0" regionRef="r2"/>
    </OrderedGroup></ReadingOrder>
    <TextRegion id="r1">
      <Coords points="0,0 200,0 200,60 0,60"/>
      <TextLine id="l1"><Coords points="10,10 190,10 190,50 10,50"/>
        <Baseline points="10,45 190,45"/>
        <Word id="w1" custom="x"><Coords points="10,10 60,10 60,50 10,50"/>
          <TextEquiv index="1"><Unicode>worse</Unicode></TextEquiv>
          <TextEquiv index="0" conf="0.9"><PlainText>p</PlainText><Unicode>first</Unicode></TextEquiv>
          <!-- kept inside --><Strange xmlns="urn:other" a="b">text</Strange>
        </Word>
        <Word id="w2"><Coords points="70,12 110,10 120,48 75,50"/></Word>
        <Word id="w3"><Coords points="1,2 nan,4"/><TextEquiv><Unicode>bad</Unicode></TextEquiv></Word>
        <Word id="w4"><TextEquiv><Unicode>no outline</Unicode></TextEquiv></Word>
        <Word id="w5"><Coords points="500,500 600,600 700,900"/></Word>
        <TextEquiv><Unicode>first bad no outline</Unicode></TextEquiv>
      </TextLine>
    </TextRegion>
    <TextRegion id="r2">
      <TextLine id="l2"><Coords points="10,70 190,70 190,95 10,95"/>
        <TextEquiv><Unicode>a line only</Unicode></TextEquiv></TextLine>
      <TextLine id="l3"><Coords points="5,5"/></TextLine>
      <TextStyle bold="true"/>
    </TextRegion>
  </Page>
</PcGts>
<!-- kept behind -->
"""


def page_file(root: Path, ns: str = NS, image: str = "p.png", name: str = "p.xml", **size: int) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    Image.new("L", (200, 100), 255).save(root / "p.png")
    declared = {"width": 200, "height": 100} | size
    (root / name).write_text(BODY.format(ns=ns, image=image, **declared), encoding="utf-8")
    return root / name


def canonical(path: Path) -> bytes:
    return etree.tostring(etree.parse(path), method="c14n", with_comments=True)


@pytest.mark.parametrize("ns", [NS, NEW, "urn:some-later-year"])
def test_words_and_lines_come_in_reading_order(tmp_path: Path, ns: str) -> None:
    found = pagexml.read(page_file(tmp_path, ns))
    (page,) = found.pages
    assert page.uncut_lines == (LineRecord((10, 70, 180, 25), "a line only", ref="l2", region=None),)
    baseline = ((10, 45), (190, 45))
    line = LineRecord((10, 10, 180, 40), "first bad no outline", None, "l1", baseline, region=0, number=2)
    assert page.lines[1:] == (line,)
    assert page.regions == (RegionRecord((0, 0, 200, 60), ref="r1"),)
    assert page.words == (
        WordRecord((10, 10, 50, 40), "first", line=2, ref="w1"),
        WordRecord((70, 10, 50, 40), None, ((70, 12), (110, 10), (120, 48), (75, 50)), 2, "w2"),
    )
    assert [(s.place, s.reason.split()[1]) for s in found.skipped] == [
        ("l3", "box"),
        ("w3", "outline"),
        ("w4", "has"),
        ("w5", "box"),
    ]


def test_point_elements_without_namespace_are_read(tmp_path: Path) -> None:
    Image.new("L", (50, 50)).save(tmp_path / "p.png")
    (tmp_path / "p.xml").write_text(
        '<PcGts><Page imageFilename="p.png"><TextRegion><TextLine><Coords>'
        '<Point x="1" y="2"/><Point x="9" y="8"/></Coords>'
        '<Word><Coords><Point x="1" y="2"/><Point x="5" y="8"/></Coords></Word>'
        "</TextLine></TextRegion></Page></PcGts>"
    )
    page = pagexml.read(tmp_path).pages[0]
    assert [w.box for w in page.words] == [(1, 2, 4, 6)]
    moved = replace(page, words=(replace(page.words[0], box=(2, 2, 5, 5)),))
    write_pagexml(moved, tmp_path / "p.xml", tmp_path / "p.xml")
    assert pagexml.read(tmp_path).pages[0].words[0].box == (2, 2, 5, 5)


def test_boxes_are_scaled_to_the_image(tmp_path: Path) -> None:
    path = page_file(tmp_path, width=400, height=200)
    page = pagexml.read(path).pages[0]
    assert page.words[0].box == (5, 5, 25, 20)
    write_pagexml(replace(page, words=(*page.words, WordRecord((60, 6, 20, 20), "new", line=2))), path, path)
    assert 'points="120,12 160,12 160,52 120,52"' in path.read_text()
    with pytest.raises(InputError, match="is it the right image"):
        pagexml.read(page_file(tmp_path, width=100, height=200))


@pytest.mark.parametrize("values", ['imageWidth="x" imageHeight="1"', 'imageWidth="0" imageHeight="9"'])
def test_invalid_page_sizes_raise_input_error(tmp_path: Path, values: str) -> None:
    path = page_file(tmp_path)
    path.write_text(path.read_text().replace('imageWidth="200" imageHeight="100"', values))
    with pytest.raises(InputError, match="size"):
        pagexml.read(path)


@pytest.mark.parametrize("image", ["p.png", "scans/p.png", "C:\\scans\\p.png", "https://host/a/p.png", "gone.jpg"])
def test_image_is_found_beside_the_file_or_one_folder_up(tmp_path: Path, image: str) -> None:
    assert pagexml.read(page_file(tmp_path, image=image)).pages[0].image == tmp_path / "p.png"
    (tmp_path / "page").mkdir()
    path = (tmp_path / "p.xml").rename(tmp_path / "page" / "p.xml")
    for source in (path, tmp_path, tmp_path / "page"):
        assert pagexml.read(source).pages[0].image.resolve() == tmp_path / "p.png"


@pytest.mark.parametrize("image", ["../secret.png", "/etc/secret.png", "..\\secret.png", "secret.png"])
def test_image_outside_the_folder_is_not_used(tmp_path: Path, image: str) -> None:
    path = page_file(tmp_path / "set", image=image, name="q.xml")
    Image.new("L", (200, 100)).save(tmp_path / "secret.png")
    (tmp_path / "set" / "q.png").symlink_to(tmp_path / "secret.png")
    with pytest.raises(InputError, match="was not found"):
        pagexml.read(path)


def test_unusable_files_of_a_folder_are_skipped(tmp_path: Path) -> None:
    page_file(tmp_path, name="p10.xml")
    page_file(tmp_path, name="p2.xml")
    (tmp_path / "mets.xml").write_text("<mets/>")
    (tmp_path / "none.xml").write_text("<PcGts/>")
    (tmp_path / "cut.xml").write_text("<PcGts><Page>")
    found = pagexml.read(tmp_path)
    assert [p.source.name for p in found.pages if p.source] == ["p2.xml", "p10.xml"]
    message = {s.file.name: s.reason for s in found.skipped if not s.place}
    assert "root is 'mets'" in message["mets.xml"] and "no Page" in message["none.xml"]
    assert "(line 1): this is not well-formed" in message["cut.xml"]
    (tmp_path / "empty").mkdir()
    for source, reason in [(tmp_path / "empty", "no page"), (tmp_path / "x", "no such")]:
        with pytest.raises(InputError, match=reason):
            pagexml.read(source)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "iso-8859-1", "utf-16"])
def test_a_document_that_other_programs_wrote_keeps_every_byte_but_those_of_a_change(
    tmp_path: Path, encoding: str
) -> None:
    """Quotes, empty elements, entities, sections, line ends, the encoding and its mark are theirs to choose."""
    path = page_file(tmp_path)
    text = (
        path.read_text("utf-8")
        .split("?>", 1)[1]
        .replace("<TextRegion ", "<!-- 'é' --><UserDefined  ></UserDefined><TextRegion ")
    )
    text = text.replace("first", "f&#x69;rst").replace("no outline", "<![CDATA[no]]> outline").replace("\n", "\r\n")
    declared = encoding.removesuffix("-sig")
    data = f"<?xml version='1.0' encoding='{declared}'?>{text}".encode(encoding)
    path.write_bytes(data)
    page, out = pagexml.read(path).pages[0], tmp_path / "out.xml"
    write_pagexml(page, out, path)
    assert out.read_bytes() == data
    words = (replace(page.words[0], text="fürſt & <co>"), *page.words[1:])
    write_pagexml(replace(page, words=words), out, path)
    assert pagexml.read(out).pages[0].words[0].text == "fürſt & <co>"
    if encoding == "utf-16":
        return  # rare, and written as UTF-8
    before, after = (each.splitlines(keepends=True) for each in (data, out.read_bytes()))
    assert len(before) == len(after) and sum(a != b for a, b in zip(before, after, strict=True)) <= 3


@pytest.mark.parametrize("standalone", [' standalone="yes"', ""])
def test_the_declaration_of_a_document_stays(tmp_path: Path, standalone: str) -> None:
    path = page_file(tmp_path)
    path.write_bytes(path.read_bytes().replace(b' standalone="yes"', standalone.encode()))
    write_pagexml(pagexml.read(path).pages[0], tmp_path / "out.xml", path)
    assert (tmp_path / "out.xml").read_bytes().splitlines()[0] == path.read_bytes().splitlines()[0]


def test_changed_texts_change_nothing_else(tmp_path: Path) -> None:
    path = page_file(tmp_path)
    page = pagexml.read(path).pages[0]
    words = (replace(page.words[0], text="fürst & <co>"), replace(page.words[1], text="second"))
    write_pagexml(replace(page, words=words), tmp_path / "p2.xml", path)
    assert pagexml.read(tmp_path / "p2.xml").pages[0].words == words
    before, after = (canonical(p).decode().splitlines() for p in (path, tmp_path / "p2.xml"))
    changed = [line.strip() for line in before if line not in after]
    assert len(changed) == 3 and "first</Unicode>" in changed[0] and 'id="w2"' in changed[1]
    assert "first bad no outline" in changed[2], "the text of the line follows that of its words"
    assert "kept inside" in "".join(after) and "no outline" in "".join(after)
    cleared = replace(page, words=(replace(page.words[0], text=None), page.words[1]))
    write_pagexml(cleared, tmp_path / "p2.xml", path)
    assert pagexml.read(tmp_path / "p2.xml").pages[0].words == cleared.words


def test_words_are_added_and_removed(tmp_path: Path) -> None:
    path = page_file(tmp_path)
    page = pagexml.read(path).pages[0]
    new = (
        WordRecord((10, 10, 9, 40), "front", line=2),
        page.words[0],
        WordRecord((62, 10, 6, 40), "middle", line=2, ref="w2"),  # w2 as a new word: another box, same id
        WordRecord((20, 72, 30, 20), "in", line=7),  # inside the line that had no words
        WordRecord((60, 72, 30, 20), "line", line=7),
        WordRecord((150, 96, 30, 4), "new", line=9),
        WordRecord((185, 96, 9, 4), "row", line=9),
    )
    write_pagexml(replace(page, words=new), tmp_path / "p2.xml", path)
    again = pagexml.read(tmp_path / "p2.xml").pages[0]
    assert [(w.text, w.box) for w in again.words if w.line == 3] == [
        ("front", (10, 10, 9, 40)),
        ("first", (10, 10, 50, 40)),
        ("middle", (62, 10, 6, 40)),
    ]
    assert [w.text for w in again.words if w.line == 0] == ["in", "line"]
    assert [w.text for w in again.words if w.line == 1] == ["new", "row"], "behind the line with the number before"
    assert again.uncut_lines == () and len({w.ref for w in again.words}) == 7
    text = (tmp_path / "p2.xml").read_text()
    assert "<Baseline" in text
    write_pagexml(replace(page, words=()), tmp_path / "p3.xml", path)
    emptied = (tmp_path / "p3.xml").read_text()
    assert 'id="w1"' not in emptied and 'id="w3"' in emptied and ">bad no outline<" in emptied


def test_words_are_added_to_a_document_without_lines(tmp_path: Path) -> None:
    path = page_file(tmp_path)
    path.write_text(f'<pc:PcGts xmlns:pc="{NEW}"><pc:Page imageFilename="p.png"/></pc:PcGts>')
    page = pagexml.read(path).pages[0]
    words = (WordRecord((1, 1, 9, 9), "one", ref="a"), WordRecord((20, 20, 9, 9), None, line=1, ref="b"))
    write_pagexml(replace(page, words=words), path, path)
    assert pagexml.read(path).pages[0].words == words


def test_new_documents_round_trip(tmp_path: Path) -> None:
    Image.new("L", (200, 100)).save(tmp_path / "p.png")
    page = PageRecord(
        tmp_path / "p.png",
        200,
        100,
        words=(
            WordRecord((1, 2, 30, 20), "né", line=0, ref="a"),
            WordRecord((40, 2, 30, 20), " kept ", ((40, 2), (70, 5), (60, 22)), 0, "not an id!"),
            WordRecord((1, 60, 30, 20), None, line=2, ref="a"),
        ),
        lines=(LineRecord((1, 30, 90, 20), "a line", ((1, 30), (91, 35), (80, 50)), "l9", number=1),),
    )
    write_pagexml(page, tmp_path / "new" / "p.xml", when=WHEN)
    Image.new("L", (200, 100)).save(tmp_path / "new" / "p.png")
    again = pagexml.read(tmp_path / "new").pages[0]
    outlines = [(line.box, line.text, line.polygon, line.baseline, line.number) for line in again.lines]
    assert outlines == [
        ((1, 2, 69, 20), "né  kept ", None, ((1, 22), (70, 22)), 0),
        ((1, 30, 90, 20), "a line", ((1, 30), (91, 35), (80, 50)), ((1, 46), (91, 46)), 1),
        ((1, 60, 30, 20), None, None, ((1, 76), (31, 76)), 2),
    ]
    assert again.regions == (RegionRecord((1, 2, 90, 78), ref="r1"),)
    assert [replace(w, ref=None) for w in again.words] == [replace(w, ref=None) for w in page.words]
    assert [w.ref for w in again.words] == ["a", "w1", "w2"]
    text = (tmp_path / "new" / "p.xml").read_bytes()
    assert NEW.encode() in text and b"2024-05-06T07:08:09+00:00" in text
    write_pagexml(page, tmp_path / "q.xml", when=WHEN)
    assert (tmp_path / "q.xml").read_bytes() == text
    write_pagexml(replace(page, words=(), lines=()), tmp_path / "p.xml")
    assert pagexml.read(tmp_path / "p.xml").word_count == 0


def test_unwritable_pages_raise_input_error_and_change_nothing(tmp_path: Path) -> None:
    path = page_file(tmp_path)
    before = path.read_bytes()
    page = pagexml.read(path).pages[0]
    for text in ("a\0", "\ud800", "\x1b[1m", "\uffff"):
        with pytest.raises(InputError, match="control character"):
            write_pagexml(replace(page, words=(replace(page.words[0], text=text),)), path, path)
    with pytest.raises(InputError, match="right image"):
        write_pagexml(replace(page, width=900), path, path)
    (tmp_path / "none.xml").write_text("<PcGts/>")
    with pytest.raises(InputError, match="no Page"):
        write_pagexml(page, path, tmp_path / "none.xml")
    assert path.read_bytes() == before


def test_real_pages_round_trip(shared_data: Callable[[str], Path], tmp_path: Path) -> None:
    found = pagexml.read(shared_data("hooker_en"))
    by_name = {page.image.stem: page for page in found.pages}
    lines, words = by_name["JDH_2_16_152_002"], by_name["JDH_2_16_65_001"]
    assert (len(lines.words), len(lines.lines)) == (0, 21)
    # the words of these lines were made before somebody corrected the lines
    assert [(s.place, s.reason.split(";")[1][:10]) for s in found.skipped] == [("11 lines", " 1 of them")]
    assert lines.lines[0].text == "Ceylon species are concerned, supported"
    assert [w.text for w in words.words[:5]] == ["31st", "Dec/79", "My", "dear", "Dyer"]
    assert words.words[2].box == (132, 568, 81, 60) and words.words[2].polygon is None
    assert lines.source is not None and words.source is not None
    write_pagexml(lines, tmp_path / "same.xml", lines.source)
    assert (tmp_path / "same.xml").read_bytes() == lines.source.read_bytes()
    write_pagexml(words, tmp_path / "words.xml", words.source)
    unlike = re.compile(r'\s*<Word id="tr_3_tl_1_w.*?</Word>', re.DOTALL)
    (tmp_path / "fitting.xml").write_text(unlike.sub("", words.source.read_text("utf-8")), "utf-8")
    after, before = (canonical(tmp_path / name).splitlines() for name in ("words.xml", "fitting.xml"))
    changed = [(a.strip(), b.strip()) for a, b in zip(after, before, strict=True) if a != b]
    assert len(changed) == 16 and changed[0] == (b"<Unicode>31st</Unicode>", b"<Unicode>35</Unicode>")
    text = replace(words.words[-1], text="NEW")
    write_pagexml(replace(words, words=(*words.words[:-1], text)), tmp_path / "changed.xml", words.source)
    before = canonical(tmp_path / "words.xml").splitlines()
    after = canonical(tmp_path / "changed.xml").splitlines()
    assert [(a.strip(), b.strip()) for a, b in zip(after, before, strict=True) if a != b] == [
        (b"<Unicode>NEW</Unicode>", b"<Unicode>new</Unicode>"),
        (
            b"<Unicode>recent craze for giving every NEW</Unicode>",
            b"<Unicode>recent craze for giving every new</Unicode>",
        ),
    ]


def test_a_region_named_twice_in_the_reading_order_stands_where_it_is_named_first(tmp_path: Path) -> None:
    file = page_file(tmp_path)
    twice = '<RegionRefIndexed index="1234567" regionRef="r2"/></OrderedGroup>'
    file.write_text(file.read_text(encoding="utf-8").replace("</OrderedGroup>", twice), encoding="utf-8")
    (page,) = pagexml.read(file).pages
    assert [line.ref for line in page.lines] == ["l2", "l1"]


def test_lines_keep_their_order_where_two_have_the_same_index(tmp_path: Path) -> None:
    file = page_file(tmp_path)
    text = file.read_text(encoding="utf-8").replace('<Coords points="5,5"/>', '<Coords points="9,2 90,2 90,9 9,9"/>')
    for ref, index in (("l2", 5), ("l3", 4)):
        text = text.replace(f'id="{ref}"', f'id="{ref}" custom="readingOrder {{index:{index};}}"')
    file.write_text(text, encoding="utf-8")
    assert [line.ref for line in pagexml.read(file).pages[0].lines] == ["l3", "l2", "l1"]
    file.write_text(text.replace("index:5", "index:4"), encoding="utf-8")
    assert [line.ref for line in pagexml.read(file).pages[0].lines] == ["l2", "l3", "l1"]
    more = '<TextLine id="l4" custom="readingOrder {index:3;}"><Coords points="9,2 90,2 90,9 9,9"/></TextLine>'
    same = text.replace("index:5", "index:4").replace("<TextStyle", f"{more}<TextStyle")
    file.write_text(same, encoding="utf-8")
    assert [line.ref for line in pagexml.read(file).pages[0].lines] == ["l2", "l3", "l4", "l1"]


def test_a_document_of_2010_keeps_to_its_schema(tmp_path: Path) -> None:
    file = next(shape for shape in ALL_SHAPES if shape.name == "page-2010-points-as-elements").write(tmp_path)
    page = pagexml.read(file).pages[0]
    guess = TextOrigin(SUGGESTED, "a--model", 0.5)
    words = (
        replace(page.words[0], text="thee", origin=TextOrigin("typed")),
        replace(page.words[1], box=(90, 25, 60, 30)),
        WordRecord((160, 25, 40, 30), "guess", line=0, origin=guess),
        WordRecord((20, 200, 50, 30), "row", line=1, origin=guess),
    )
    write_pagexml(replace(page, words=words), file, file)
    again = pagexml.read(file).pages[0]
    texts = [("thee", page.words[0].box), ("King", words[1].box), (None, words[2].box), (None, words[3].box)]
    assert [(word.text, word.box) for word in again.words] == texts, "suggestions are marked"
    root = etree.parse(file).getroot()
    assert {name for element in root.iter("{*}*") for name in element.attrib} == {
        *("imageFilename", "imageWidth", "imageHeight", "id", "type", "x", "y")
    }
    assert not list(root.iter("{*}Baseline"))
    assert all(
        [child.tag.rpartition("}")[2] for child in equiv] == ["PlainText", "Unicode"]
        for equiv in root.iter("{*}TextEquiv")
    )
    assert [plain.text for plain in root.iter("{*}PlainText")] == ["thee", "King", None, "thee King guess", None, None]
    write_pagexml(replace(page, words=words[:2]), file, file)
    assert [word.text for word in pagexml.read(file).pages[0].words] == ["thee", "King"]
    assert file.read_text("utf-8").count("ductus {") == 1


@pytest.mark.parametrize(("kind", "expected"), [("other", "signature"), ("heading", "heading"), ("", "signature")])
def test_a_type_in_custom_counts_where_the_schema_has_none(tmp_path: Path, kind: str, expected: str) -> None:
    file = page_file(tmp_path)
    marked = f'<TextRegion id="r1" type="{kind}" custom="structure {{type:signature;}}">'
    file.write_text(file.read_text(encoding="utf-8").replace('<TextRegion id="r1">', marked), encoding="utf-8")
    assert [region.kind for region in pagexml.read(file).pages[0].regions] == [expected]
