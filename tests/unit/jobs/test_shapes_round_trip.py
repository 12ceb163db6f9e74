"""Files of every shape through a project and out again: unchanged, with one corrected word, in the other format."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from alto_grammar import alto_errors
from line_round_trip import Difference, difference, export_to, import_files, stored_pages
from lxml import etree
from shape_files import XML_SHAPES, Shape

from core.project.content.transcriptions import set_transcription
from core.project.content.words import get_words, word_ids
from core.project.project import Project

CORRECTION = "Kaiserin"
CORRECTED = [shape for shape in XML_SHAPES if shape.correct is not None]
WITH_LINES = [shape for shape in XML_SHAPES if not any(region.text for page in shape.pages for region in page.regions)]
"""Shapes without texts of whole regions, which ALTO can only hold as lines."""


def format_of(shape: Shape) -> str:
    return "alto" if shape.name.startswith("alto") else "pagexml"


def imported(shape: Shape, folder: Path) -> tuple[Project, Path]:
    """Return a project with the shape, and its document."""
    source = shape.write(folder / "source")
    return import_files(folder / "project", [source]), source


def without_blanks(root: Any) -> bytes:
    """Return a document without the blanks between its elements."""
    for element in root.iter():
        element.tail = (element.tail or "").strip() or None
        if len(element):
            element.text = (element.text or "").strip() or None
    return etree.tostring(root, method="c14n")


def named(element: Any, name: str) -> list[Any]:
    """Return the elements with a local name, in any namespace."""
    return list(element.iterfind(f".//{{*}}{name}"))


def text_equiv(element: Any) -> Any | None:
    """Return the TextEquiv that holds the text of an element."""
    return min(element.iterfind("{*}TextEquiv"), key=lambda equiv: int(equiv.get("index", "0")), default=None)


def unicode_of(element: Any) -> Any | None:
    equiv = text_equiv(element)
    return None if equiv is None else equiv.find("{*}Unicode")


def set_texts(element: Any, text: str) -> None:
    """Set the text of an element, also the plain one if there is one."""
    for inner in text_equiv(element):
        inner.text = text


def correct_page(root: Any, old: str) -> None:
    """Change a word of PAGE by hand, with the texts that hold it."""
    word = next(w for w in named(root, "Word") if (found := unicode_of(w)) is not None and found.text == old)
    set_texts(word, CORRECTION)
    text_equiv(word).attrib.pop("conf", None)
    for glyph in list(word.iterfind("{*}Glyph")):
        word.remove(glyph)
    if "/2010-" in word.tag:  # it has no such attribute
        word.insert(0, etree.Comment("ductus {source:typed;}"))
    else:
        word.set("custom", f"{word.get('custom', '')} ductus {{source:typed;}}".strip())
    line = word.getparent()
    before = unicode_of(line)
    if before is None:
        words = [unicode_of(w).text for w in line.iterfind("{*}Word")]
        equiv = etree.Element(word.tag.replace("Word", "TextEquiv"))
        etree.SubElement(equiv, word.tag.replace("Word", "Unicode")).text = " ".join(words)
        list(line.iterfind("{*}Word"))[-1].addnext(equiv)
        return
    text_equiv(line).attrib.pop("conf", None)
    whole = unicode_of(line.getparent())
    after = before.text.replace(old, CORRECTION, 1)
    if whole is not None and whole.text:
        set_texts(line.getparent(), whole.text.replace(before.text, after))
    set_texts(line, after)


def correct_alto(root: Any, old: str) -> None:
    """Change a word of ALTO by hand."""
    string = next(string for string in named(root, "String") if string.get("CONTENT") == old)
    string.set("CONTENT", CORRECTION)
    string.set("CS", "true")
    for name in ("WC", "CC"):
        string.attrib.pop(name, None)
    for glyph in list(string.iterfind("{*}Glyph")):
        string.remove(glyph)


@pytest.mark.parametrize("shape", XML_SHAPES, ids=lambda shape: shape.name)
def test_an_unchanged_document_goes_out_as_it_came_in(shape: Shape, tmp_path: Path) -> None:
    project, source = imported(shape, tmp_path)
    out = export_to(project, tmp_path / "out", format_of(shape))
    written = out / f"{source.stem}.xml"
    assert (written.read_bytes() == source.read_bytes()) == shape.is_kept


@pytest.mark.parametrize("shape", CORRECTED, ids=lambda shape: shape.name)
def test_a_correction_changes_the_word_and_the_text_of_its_line_alone(shape: Shape, tmp_path: Path) -> None:
    project, source = imported(shape, tmp_path)
    row = next(row for row in get_words(project, word_ids(project)) if row.text == shape.correct)
    set_transcription(project, row.id, CORRECTION)
    out = export_to(project, tmp_path / "out", format_of(shape)) / f"{source.stem}.xml"
    expected = etree.parse(source).getroot()
    (correct_alto if format_of(shape) == "alto" else correct_page)(expected, shape.correct)
    assert without_blanks(etree.parse(out).getroot()).decode() == without_blanks(expected).decode()


@pytest.mark.parametrize("shape", WITH_LINES, ids=lambda shape: shape.name)
def test_lines_words_regions_and_baselines_survive_the_other_format_and_back(shape: Shape, tmp_path: Path) -> None:
    project, _ = imported(shape, tmp_path)
    here, there = ("pagexml", "alto") if format_of(shape) == "pagexml" else ("alto", "pagexml")
    images = tmp_path / "source"
    fresh = export_to(project, tmp_path / "there", there)
    second = import_files(tmp_path / "second", [fresh], images=images)
    again = import_files(tmp_path / "third", [export_to(second, tmp_path / "back", here)], images=images)
    if there == "alto":
        assert [alto_errors(path) for path in fresh.glob("*.xml")] == [[]]
    assert difference(stored_pages(project), stored_pages(second)) == Difference()
    assert difference(stored_pages(second), stored_pages(again)) == Difference()
