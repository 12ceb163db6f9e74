"""Formats of files and folders, and reading one or several sources."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from document_helpers import alto_xml, page_xml, read_sources, scan, write
from PIL import Image
from project_helpers import draw_image
from shape_files import ALL_SHAPES, Shape
from shape_files.shape import Line, PageFound, Region

from core.errors import InputError
from core.formats.records import PageRecord, SourceContents
from core.formats.sources import detect_format, read_source


def image(path: Path, height: int = 40) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("L", (60, height), 255).save(path)


def test_format_of_folders(tmp_path: Path) -> None:
    image(tmp_path / "folder" / "word_1.png")
    image(tmp_path / "scans" / "1.png", 900)
    image(tmp_path / "table" / "1.png")
    (tmp_path / "table" / "words.csv").write_text("file;text\n1.png;a\n")
    image(tmp_path / "gtp" / "pages" / "1.png", 900)
    (tmp_path / "gtp" / "GT").mkdir()
    (tmp_path / "gtp" / "GT" / "1.gtp").write_text("1 1 9 9 a\n")
    image(tmp_path / "iam" / "words" / "a01-000u-00-00.png")
    (tmp_path / "iam" / "words.txt").write_text("a01-000u-00-00 ok 1 1 1 1 1 AT A\n")
    for name, root in (("pagexml", "PcGts"), ("alto", "alto")):
        image(tmp_path / name / "1.png", 900)
        (tmp_path / name / "1.xml").write_text(f'<{root}><Page imageFilename="1.png"/></{root}>')
        (tmp_path / name / "mets.xml").write_text("<mets/>")
    for name in ("folder", "scans", "table", "gtp", "iam", "pagexml", "alto"):
        assert detect_format(tmp_path / name) == name
        found = read_source(tmp_path / name)
        assert found.formats == (name,) and (found.pages or found.crops)


def test_format_of_files(tmp_path: Path) -> None:
    names = {
        "a.gtp": ("", "gtp"),
        "words.txt": ("# words", "iam"),
        "a.csv": ("", "table"),
        "a.txt": ("file\ttext\n", "table"),
        "a.PDF": ("", "scans"),
        "p.xml": ('<x:PcGts xmlns:x="urn:any"/>', "pagexml"),
        "q.xml": ("<!-- x --><alto/>", "alto"),
    }
    for name, (text, kind) in names.items():
        (tmp_path / name).write_text(text)
        assert detect_format(tmp_path / name) == kind
    for name, text, message in [
        ("a.doc", "", "unknown"),
        ("b.txt", "some text", "unknown"),
        ("b.xml", "<html/>", "neither PAGE nor ALTO"),
        ("c.xml", "<html", "not well-formed"),
        ("d.xml", "", "empty"),
    ]:
        (tmp_path / name).write_text(text)
        with pytest.raises(InputError, match=message):
            detect_format(tmp_path / name)


def test_sources_without_a_format_raise_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        detect_format(tmp_path / "x")
    with pytest.raises(InputError, match="nothing in this folder"):
        detect_format(tmp_path)
    (tmp_path / "x.png").touch()
    assert detect_format(tmp_path) == "scans"
    with pytest.raises(InputError, match="the file is empty"):
        read_source(tmp_path)


def test_options_are_passed_to_the_reader(tmp_path: Path) -> None:
    image(tmp_path / "word_1.png")
    assert read_source(tmp_path, "folder", labels="none").crops[0].text is None
    assert read_source(tmp_path, "scans").pages[0].height == 40
    with pytest.raises(InputError, match="'scans' has no option 'labels'"):
        read_source(tmp_path, "scans", labels="none")
    with pytest.raises(InputError, match="not 'word'"):
        read_source(tmp_path, "word")


def test_importing_sources_loads_no_large_library() -> None:
    code = "import sys, core.formats.sources; print([m for m in ('lxml', 'PIL', 'numpy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("gw20", "gtp"),
        ("gw20/pages", "scans"),
        ("dhsd", "table"),
        ("dhsd/words", "folder"),
        ("copiste_fr", "table"),
        ("copiste_fr/pages", "alto"),
        ("hooker_en", "pagexml"),
    ],
)
def test_format_of_real_sources(shared_data: Callable[[str], Path], name: str, kind: str) -> None:
    top, _, inner = name.partition("/")
    assert detect_format(shared_data(top) / inner) == kind


def test_one_source_is_read_as_by_read_source(tmp_path: Path) -> None:
    draw_image(tmp_path / "words" / "the_1.png")
    found = read_sources([tmp_path / "words"])
    assert (found.formats, [crop.text for crop in found.crops]) == (("folder",), ["the"])
    unnamed = read_sources([tmp_path / "words"], labels=False)
    assert [crop.text for crop in unnamed.crops] == [None]


def test_image_files_are_words_if_low_and_pages_if_high(tmp_path: Path) -> None:
    low = [draw_image(tmp_path / f"{word}.png") for word in ("of", "King_2")]
    high = [draw_image(tmp_path / f"sheet{n}.png", (300, 400)) for n in (2, 1)]
    assert [crop.text for crop in read_sources(low).crops] == ["of", "King"]
    assert [page.image for page in read_sources(high).pages] == high
    assert [page.height for page in read_sources(low, "scans").pages] == [20, 20]
    assert [crop.text for crop in read_sources(high, "folder", labels=False).crops] == [None, None]


def test_different_sources_are_combined(tmp_path: Path) -> None:
    draw_image(tmp_path / "words" / "the_1.png")
    scan = draw_image(tmp_path / "scan.png", (300, 400))
    found = read_sources([tmp_path / "words", scan])
    assert found.formats == ("folder", "scans")
    assert len(found.crops) == 1 and [page.image for page in found.pages] == [scan]


def test_image_of_a_transcribed_page_is_used_once(tmp_path: Path) -> None:
    image = draw_image(tmp_path / "p.png", (300, 400))
    xml = tmp_path / "p.xml"
    xml.write_text(
        '<PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"><Page imageFilename="p.png"'
        ' imageWidth="300" imageHeight="400"><TextRegion id="r"><TextLine id="l"><Coords points="0,0 99,0 99,40"/>'
        '<Word id="w"><Coords points="5,5 50,5 50,30 5,30"/><TextEquiv><Unicode>the</Unicode></TextEquiv></Word>'
        "</TextLine></TextRegion></Page></PcGts>"
    )
    found = read_sources([image, xml])
    assert found.formats == ("pagexml",) and len(found.pages) == 1
    assert [word.text for word in found.pages[0].words] == ["the"]


def test_unusable_source_among_others_is_skipped(tmp_path: Path) -> None:
    good = draw_image(tmp_path / "scan.png", (300, 400))
    bad = tmp_path / "bad.xml"
    bad.write_text("<nothing/>")
    damaged = tmp_path / "cut.png"
    damaged.write_bytes(b"\x89PNG")
    found = read_sources([bad, good, damaged])
    assert [page.image for page in found.pages] == [good]
    assert {entry.file for entry in found.skipped} == {bad, damaged}
    assert all(entry.reason and str(entry.file) not in entry.reason for entry in found.skipped)


def test_only_unusable_sources_raise_input_error(tmp_path: Path) -> None:
    bad = [tmp_path / "a.png", tmp_path / "b.png"]
    for path in bad:
        path.write_bytes(b"no image")
    with pytest.raises(InputError, match="no readable"):
        read_sources(bad)
    with pytest.raises(InputError, match="there is no such file"):
        read_sources([tmp_path / "missing"])
    with pytest.raises(InputError, match="None of the 2 sources"):
        read_sources([tmp_path / "missing", tmp_path / "too"])
    with pytest.raises(InputError):
        read_sources([draw_image(tmp_path / "scan.png")], "pagexml")


def found_on(page: PageRecord) -> PageFound:
    lines = tuple(
        Line(
            line.box,
            line.text,
            tuple((word.text, word.box) for word in page.words if word.line == line.number),
            line.baseline,
            line.region,
        )
        for line in page.lines
    )
    return PageFound(lines, tuple(Region(r.box, r.kind, r.text) for r in page.regions), page.image.name)


@pytest.mark.parametrize("shape", ALL_SHAPES, ids=lambda shape: shape.name)
def test_a_shape_is_read_with_words_lines_regions_and_baselines(shape: Shape, tmp_path: Path) -> None:
    contents = read_sources([shape.write(tmp_path)])
    assert tuple(found_on(page) for page in contents.pages) == shape.pages
    assert all(word.line in {line.number for line in page.lines} for page in contents.pages for word in page.words)
    reasons = [entry.reason for entry in contents.skipped]
    assert len(reasons) == len(shape.skipped), reasons
    assert all(part in reason for part, reason in zip(shape.skipped, reasons, strict=True)), reasons


def test_there_are_enough_shapes_with_names_of_their_own() -> None:
    assert len({shape.name for shape in ALL_SHAPES}) == len(ALL_SHAPES) >= 60


HOCR = """<html xmlns="http://www.w3.org/1999/xhtml"><body><div class="ocr_page" title="image h.png; bbox 0 0 300 400">
<span class="ocr_line" title="bbox 5 5 290 45"><span class="ocrx_word" title="bbox 10 10 60 40">three</span></span>
</div></body></html>"""


def texts(found: SourceContents) -> dict[str, list[str | None]]:
    return {page.image.name: [word.text for word in page.words] for page in found.pages}


def test_every_format_of_a_mixed_folder_is_read(tmp_path: Path) -> None:
    for name in "pqh":
        scan(tmp_path / f"{name}.png", ord(name))
    page_xml(tmp_path / "p.xml", "p.png", "one")
    alto_xml(tmp_path / "q.xml", "q.png", "two")
    write(tmp_path / "h.hocr", HOCR)
    write(tmp_path / "about.html", "<html><body>About this edition</body></html>")
    write(tmp_path / "tei.xml", "<TEI/>")
    write(tmp_path / "cut.xml", "<PcGts><Page>")
    for sources in ([tmp_path], sorted(path for path in tmp_path.iterdir() if path.suffix != ".html")):
        found = read_sources(sources)
        assert texts(found) == {"p.png": ["one"], "q.png": ["two"], "h.png": ["three"]}
        assert set(found.formats) == {"pagexml", "alto", "hocr"}
        assert {entry.file.name for entry in found.skipped} == {"tei.xml", "cut.xml"}


@pytest.mark.parametrize("suffix", [".mpxml", ".page", ".xml", ".XML"])
def test_suffixes_of_page(tmp_path: Path, suffix: str) -> None:
    scan(tmp_path / "p.png")
    path = page_xml(tmp_path / f"p{suffix}", "p.png", "one")
    for source in (tmp_path, path):
        assert read_sources([source]).word_count == 1


def test_suffix_of_alto(tmp_path: Path) -> None:
    scan(tmp_path / "p.png")
    path = alto_xml(tmp_path / "p.alto", "p.png", "one")
    for source in (tmp_path, path):
        assert read_sources([source]).formats == ("alto",)


def test_page_is_taken_where_a_page_has_alto_too(tmp_path: Path) -> None:
    scan(tmp_path / "img/p.png")
    page = page_xml(tmp_path / "page/p.xml", "p.png", "better")
    alto = alto_xml(tmp_path / "alto/p.xml", "p.png", "worse", "words")
    for sources in ([tmp_path], [alto, page, tmp_path / "img"], [tmp_path / "alto", tmp_path / "page"]):
        found = read_sources(sources)
        assert texts(found) == {"p.png": ["better"]}
        assert [(entry.file, str(page) in entry.reason) for entry in found.skipped] == [(alto, True)]
    assert texts(read_source(tmp_path, "alto")) == {"p.png": ["worse", "words"]}


def test_one_of_several_layers_of_a_page_is_read(tmp_path: Path) -> None:
    """As in a workspace whose METS is missing: ground truth first, then the newest."""
    scan(tmp_path / "OCR-D-IMG/p.png")
    for name, time in (("OCR-D-GT-PAGE", 100), ("OCR-D-OCR-TESS", 300), ("OCR-D-OCR-CALA", 200)):
        os.utime(page_xml(tmp_path / name / "p.xml", "p.png", name), (time, time))
    found = read_sources([tmp_path])
    assert texts(found) == {"p.png": ["OCR-D-GT-PAGE"]} and len(found.skipped) == 2
    (tmp_path / "OCR-D-GT-PAGE/p.xml").unlink()
    assert texts(read_sources([tmp_path])) == {"p.png": ["OCR-D-OCR-TESS"]}


def test_document_with_the_name_of_the_image_comes_before_newer_ones(tmp_path: Path) -> None:
    scan(tmp_path / "p.png")
    for name, time in (("p", 100), ("p-converted", 200)):
        os.utime(page_xml(tmp_path / f"{name}.xml", "p.png", name), (time, time))
    assert texts(read_sources([tmp_path])) == {"p.png": ["p"]}


def test_folder_without_usable_documents_raises_input_error(tmp_path: Path) -> None:
    page_xml(tmp_path / "p.xml", "p.png", "one")
    with pytest.raises(InputError, match="no page can be used; the first reason: its image"):
        read_sources([tmp_path])
