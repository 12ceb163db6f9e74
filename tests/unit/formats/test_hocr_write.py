"""Writing hOCR: valid documents that read back as they were."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from lxml import etree
from page_record_helpers import HEIGHT, WIDTH, pages, sample_page
from PIL import Image

from core.errors import InputError
from core.formats import hocr
from core.formats.hocr_write import NAMESPACE, write_hocr
from core.formats.records import PageRecord, WordRecord, lines_in_order


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
