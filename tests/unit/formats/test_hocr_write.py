"""Writing hOCR: valid documents that read back as they were."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree
from PIL import Image

from core.errors import InputError
from core.formats import hocr
from core.formats.hocr_write import NAMESPACE, write_hocr
from core.formats.records import LineRecord, PageRecord, RegionRecord, TextOrigin, WordRecord, lines_in_order
from core.geometry import Box

WIDTH, HEIGHT = 400, 300


def sample_page(image: Path) -> PageRecord:
    words = (
        WordRecord((10, 10, 30, 20), "the", ref="w1", origin=TextOrigin("typed")),
        WordRecord((50, 12, 40, 20), "King & <i>", ((50, 12), (90, 14), (88, 32)), ref="w2"),
        WordRecord((100, 14, 40, 20), None, ref="w3"),
        WordRecord((10, 60, 30, 20), "Sir", line=2, ref="w4", origin=TextOrigin("accepted", "m1", 0.5)),
        WordRecord((50, 60, 30, 20), "Dear", line=2, ref="w5", origin=TextOrigin("suggested", "m1", 0.873)),
    )
    lines = (
        LineRecord(
            (10, 10, 140, 26), None, ((10, 10), (150, 12), (150, 36), (8, 36)), "l1", ((10, 30), (150, 34)), 0, 0
        ),
        LineRecord((10, 40, 100, 15), "a whole line", ref="l2", number=1),
        LineRecord((10, 60, 70, 20), None, None, "l3", ((10, 75), (30, 70), (70, 78)), 0, 2),
    )
    regions = (
        RegionRecord((5, 5, 200, 100), "heading", ref="r1"),
        RegionRecord((5, 205, 200, 50), "marginalia", ref="r2", text="a note"),
    )
    return PageRecord(image, WIDTH, HEIGHT, words=words, lines=lines, regions=regions)


@pytest.fixture
def image(tmp_path: Path) -> Path:
    Image.new("L", (WIDTH, HEIGHT), 255).save(tmp_path / "p.png")
    return tmp_path / "p.png"


def check_structure(path: Path) -> None:
    """Assert what the specification of hOCR demands of the classes and properties that we use."""
    root = etree.parse(path).getroot()
    x = {"x": NAMESPACE}
    metas = {meta.get("name"): meta.get("content") for meta in root.iterfind(".//x:meta", x)}
    assert metas["ocr-system"] and {"ocr-langs", "ocr-scripts", "ocr-number-of-pages"} <= metas.keys()
    capabilities = set(metas["ocr-capabilities"].split())
    classes = {element.get("class") for element in root.iter() if element.get("class")}
    assert "ocr_page" in classes and classes <= capabilities
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    for element in root.iter():
        if (name := element.get("class")) is None:
            continue
        assert re.search(r"(^|; )bbox \d+ \d+ \d+ \d+(;|$)", element.get("title"))
        outer = [a.get("class") for a in element.iterancestors() if a.get("class")]
        allowed = {"ocr_page": 0, "ocr_carea": 1, "ocr_line": 2, "ocrx_word": 3}
        assert all(allowed[a] < allowed[name] for a in outer) and outer.count("ocr_page") == (name != "ocr_page")
        for prop in element.get("title").split(";"):
            assert prop.split()[0] in ("bbox", "poly", "image", "ppageno", "baseline", "x_wconf")
    data = path.read_bytes()
    # readers of HTML take no notice of the slash in these
    assert not re.search(rb"<(span|div|title|body)[^>]*/>", data)


def test_what_is_written_reads_back(image: Path) -> None:
    page = sample_page(image)
    out = image.with_name("p.hocr")
    write_hocr(page, out)
    check_structure(out)
    (found,) = hocr.read(out).pages
    unchecked = replace(page.words[4], text=None)
    assert found.words == tuple(replace(word, origin=None) for word in (*page.words[:4], unchecked))
    # a line with words has no text beyond theirs, and none if one is missing
    assert list(found.lines) == [line for line, _ in lines_in_order(page)] and found.regions == page.regions


def test_the_file_says_who_said_what(image: Path) -> None:
    out = image.with_name("p.hocr")
    page = sample_page(image)
    write_hocr(page, out)
    text = out.read_text(encoding="utf-8")
    assert '<meta name="unchecked-suggestions" content="yes"/>' in text
    assert '"bbox 50 60 80 80; x_wconf 87" data-origin="suggested" data-model="m1">Dear<' in text
    assert 'data-origin="accepted" data-model="m1">Sir<' in text and 'data-origin="typed">the<' in text
    write_hocr(replace(page, words=page.words[:4]), out)
    assert '<meta name="unchecked-suggestions" content="no"/>' in out.read_text(encoding="utf-8")
    assert "x_wconf" not in out.read_text(encoding="utf-8")


def test_names_ids_and_an_empty_page(tmp_path: Path) -> None:
    image = tmp_path / 'a "b"; c\'d 100%.png'
    Image.new("L", (WIDTH, HEIGHT), 255).save(image)
    words = tuple(
        WordRecord((10, 10 + 20 * i, 9, 9), "x", line=i, ref=ref) for i, ref in enumerate(("a b", "a", "a", None))
    )
    for page in (PageRecord(image, WIDTH, HEIGHT), PageRecord(image, WIDTH, HEIGHT, words=words)):
        write_hocr(page, tmp_path / "p.hocr")
        check_structure(tmp_path / "p.hocr")
        (found,) = hocr.read(tmp_path / "p.hocr").pages
        assert (found.image, [word.text for word in found.words]) == (image, ["x"] * len(page.words))


def test_a_control_character_is_refused_and_changes_nothing(image: Path) -> None:
    out = image.with_name("p.hocr")
    out.write_text("before")
    with pytest.raises(InputError, match="control character"):
        write_hocr(PageRecord(image, WIDTH, HEIGHT, words=(WordRecord((1, 1, 9, 9), "a\x07"),)), out)
    assert out.read_text() == "before"


texts = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z", "Cn"]), min_size=1, max_size=6)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    x, y = draw(st.integers(0, WIDTH - 1)), draw(st.integers(0, HEIGHT - 1))
    return x, y, draw(st.integers(1, WIDTH - x)), draw(st.integers(1, HEIGHT - y))


@st.composite
def polylines(draw: st.DrawFn) -> tuple[tuple[int, int], ...]:
    xs = sorted(draw(st.sets(st.integers(0, WIDTH), min_size=2, max_size=4)))
    return tuple((x, draw(st.integers(0, HEIGHT))) for x in xs)


@st.composite
def pages(draw: st.DrawFn) -> PageRecord:
    regions = tuple(
        RegionRecord(box, draw(st.sampled_from(["paragraph", "heading", "two words"])), text=None, ref=f"r{i}")
        for i, box in enumerate(draw(st.lists(boxes(), max_size=3)))
    )
    lines, words = [], []
    for number in range(draw(st.integers(0, 5))):
        region = draw(st.none() | st.integers(0, len(regions) - 1)) if regions else None
        inside = [WordRecord(box, draw(texts | st.none()), line=number) for box in draw(st.lists(boxes(), max_size=3))]
        whole = None if inside else draw(texts | st.none())
        lines.append(LineRecord(draw(boxes()), whole, None, f"l{number}", draw(polylines()), region, number))
        words += inside
    return PageRecord(Path("p.png"), WIDTH, HEIGHT, words=tuple(words), lines=tuple(lines), regions=regions)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pages())
def test_any_page_reads_back(image: Path, page: PageRecord) -> None:
    out = image.with_name("p.hocr")
    write_hocr(page, out)
    check_structure(out)
    (found,) = hocr.read(out).pages
    assert [(w.box, w.text, w.line) for w in found.words] == [(w.box, w.text, w.line) for w in page.words]
    assert [(line.box, line.baseline, line.ref, line.number) for line in found.lines] == [
        (line.box, line.baseline, line.ref, line.number) for line in page.lines
    ]
    assert [line.text for line in found.uncut_lines] == [line.text for line in page.uncut_lines]
    # regions come in the order of their first lines
    assert sorted(found.regions, key=lambda r: r.ref or "") == list(page.regions)
    assert [line.region is None or found.regions[line.region].ref for line in found.lines] == [
        line.region is None or page.regions[line.region].ref for line in page.lines
    ]
