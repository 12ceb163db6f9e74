"""Folders with transcriptions of several formats: each is read by its own reader, and every page once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from document_helpers import alto_xml, page_xml, scan, write

from core.errors import InputError
from core.formats.records import SourceContents
from core.formats.sources import read_source, read_sources

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
