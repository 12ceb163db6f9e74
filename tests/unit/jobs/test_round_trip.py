"""Documents through a project and out again: of every shape, with a corrected word or changed lines, no more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from document_helpers import read_sources
from line_round_trip import Difference, KeptWhole, alto_errors, difference, export_to, import_files, stored_pages
from lxml import etree
from PIL import Image
from shape_files import XML_SHAPES, Shape

from core.events import ignore_events
from core.formats.records import PageRecord, line_text, lines_in_order
from core.jobs.export.export_project import export
from core.jobs.requests import ExportRequest
from core.jobs.segmentation.line_text import LineOfText, apply_line_text
from core.project.content.line_edits import delete_lines, draw_line, join_lines, move_line, split_line
from core.project.content.line_words import lines_in_reading_order
from core.project.content.models import model_path, register_model
from core.project.content.pages import Line
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.transcriptions import clear_transcription, set_transcription
from core.project.content.words import get_words, word_ids
from core.project.project import Project

CORRECTION = "Kaiserin"
CORRECTED = [shape for shape in XML_SHAPES if shape.correct is not None]
WITH_LINES = [shape for shape in XML_SHAPES if not any(region.text for page in shape.pages for region in page.regions)]
"""Shapes without texts of whole regions, which ALTO can only hold as lines."""
SAMPLE = 5
"""Pages of an archive; cutting one takes a second or two."""


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


@pytest.mark.parametrize("archive", ["copiste_fr", "hands"])
def test_cut_lines_come_back_with_their_words(shared_data: Callable[[str], Path], archive: str, tmp_path: Path) -> None:
    folder = shared_data(archive) / "pages"
    files = sorted(folder.glob("*.xml"))
    sample = files[:: -(-len(files) // SAMPLE)]
    whole = KeptWhole()
    project = import_files(tmp_path / "project", sample, whole, segment=True, link=True)
    pages = stored_pages(project)
    assert_lines_are_those_of_the_source(sample, pages, len(whole.notes))
    for format in ("pagexml", "alto"):
        out = export_to(project, tmp_path / format, format)
        again = import_files(tmp_path / f"{format}-project", [out], images=folder, link=True)
        assert difference(pages, stored_pages(again)) == Difference(), format
        again.close()


def assert_lines_are_those_of_the_source(sample: list[Path], pages: dict[str, PageRecord], whole: int) -> None:
    uncut = 0
    for source in read_sources(sample).pages:
        found = lines_in_order(pages[source.image.stem])
        assert [line.box for line, _ in found] == [line.box for line in source.lines]
        for (line, words), given in zip(found, source.lines, strict=True):
            uncut += not words
            assert (line_text(line, words) or "").split() == (given.text or "").split()
    assert uncut == whole, "every line that is not cut is reported"


TOPS = (10, 50, 90)


WHOLE = (10, 130, 120, 20)


"""The last line has no words."""


def page_document() -> str:
    def line(ref: str, x: int, y: int, w: int, h: int, text: str, words: str = "") -> str:
        points = f"{x},{y} {x + w},{y} {x + w},{y + h} {x},{y + h}"
        return (
            f'<TextLine id="{ref}" custom="kept"><Coords points="{points}"/>{words}\n'
            f"<TextEquiv><Unicode>{text}</Unicode></TextEquiv></TextLine>\n"
        )

    def word(ref: str, x: int, y: int, text: str) -> str:
        points = f"{x},{y} {x + 30},{y} {x + 30},{y + 20} {x},{y + 20}"
        return (
            f'\n<Word id="{ref}" custom="kept"><Coords points="{points}"/>'
            f"<TextEquiv><Unicode>{text}</Unicode></TextEquiv></Word>"
        )

    lines = "".join(
        line(f"l{n}", 10, top, 120, 20, f"a{n} b{n}", word(f"a{n}", 10, top, f"a{n}") + word(f"b{n}", 60, top, f"b{n}"))
        for n, top in enumerate(TOPS)
    )
    whole = "\n".join([*(f"a{n} b{n}" for n in range(len(TOPS))), "whole"])
    return (
        '<PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15">\n<Metadata/>\n'
        '<Page imageFilename="p.png" imageWidth="200" imageHeight="200">\n<TextRegion id="r">\n'
        f'<Coords points="0,0 200,0 200,200 0,200"/>\n{lines}{line("l3", *WHOLE, "whole")}'
        f"<TextEquiv><Unicode>{whole}</Unicode></TextEquiv>\n</TextRegion>\n</Page>\n</PcGts>"
    )


def alto_document() -> str:
    def box(x: int, y: int, w: int, h: int) -> str:
        return f'HPOS="{x}" VPOS="{y}" WIDTH="{w}" HEIGHT="{h}"'

    lines = "".join(
        f'<TextLine ID="l{n}" STYLEREFS="kept" {box(10, top, 120, 20)}>\n'
        f'<String ID="a{n}" STYLEREFS="kept" {box(10, top, 30, 20)} CONTENT="a{n}"/>\n<SP/>\n'
        f'<String ID="b{n}" STYLEREFS="kept" {box(60, top, 30, 20)} CONTENT="b{n}"/>\n</TextLine>\n'
        for n, top in enumerate(TOPS)
    )
    outline = '<Shape><Polygon POINTS="10 130 130 130 130 150 10 150"/></Shape>'
    return (
        '<alto xmlns="http://www.loc.gov/standards/alto/ns-v4#"><Description><MeasurementUnit>pixel</MeasurementUnit>'
        "<sourceImageInformation><fileName>p.png</fileName></sourceImageInformation></Description>\n"
        '<Layout><Page ID="p" WIDTH="200" HEIGHT="200"><PrintSpace><TextBlock ID="r">\n'
        f'{lines}<TextLine ID="l3" STYLEREFS="kept" {box(*WHOLE)}>{outline}<String {box(*WHOLE)} CONTENT="whole"/>'
        "</TextLine>\n</TextBlock></PrintSpace></Page></Layout></alto>"
    )


DOCUMENTS = {"pagexml": page_document, "alto": alto_document}


def lines(project: Project) -> list[Line]:
    return lines_in_reading_order(project, 1)


def write_text(project: Project, line: Line, text: str) -> None:
    """Give a line without words another text, as the transcript does where it is emptied."""
    apply_line_text(project, LineOfText(1, line.id, 0, line.box, line.polygon, ()), text, [])


def split(project: Project) -> None:
    split_line(project, lines(project)[1].id, x=50)


def join(project: Project) -> None:
    join_lines(project, [lines(project)[0].id, lines(project)[1].id])


def delete(project: Project) -> None:
    delete_lines(project, [lines(project)[3].id])


def move(project: Project) -> None:
    move_line(project, lines(project)[1].id, (8, 52, 130, 22))


def draw(project: Project) -> None:
    draw_line(project, 1, (10, 160, 100, 20))


def empty(project: Project) -> None:
    write_text(project, lines(project)[3], "")


@pytest.mark.parametrize("format", DOCUMENTS)
@pytest.mark.parametrize(
    ("edit", "kept", "text"),
    [
        (split, ("l0", "l2", "l3"), "a0 b0\na1\nb1\na2 b2\nwhole"),
        (join, ("l2", "l3"), "a0 b0 a1 b1\na2 b2\nwhole"),
        (delete, ("l0", "l1", "l2"), "a0 b0\na1 b1\na2 b2"),
        (move, ("l0", "l2", "l3"), "a0 b0\na1 b1\na2 b2\nwhole"),
        (draw, ("l0", "l1", "l2", "l3"), "a0 b0\na1 b1\na2 b2\nwhole"),
        (empty, ("l0", "l1", "l2"), "a0 b0\na1 b1\na2 b2"),
    ],
)
def test_an_edited_line_is_written_and_all_others_stay(
    edit: Callable[[Project], None], kept: tuple[str, ...], text: str, format: str, tmp_path: Path
) -> None:
    (tmp_path / "s").mkdir()
    Image.new("L", (200, 200), 255).save(tmp_path / "s" / "p.png")
    (tmp_path / "s" / "p.xml").write_text(DOCUMENTS[format](), "utf-8")
    project = import_files(tmp_path / "p", [tmp_path / "s" / "p.xml"])
    edit(project)
    out = export_to(project, tmp_path / "out", format)
    again = import_files(tmp_path / "again", [out], images=tmp_path / "s")
    changed = difference(stored_pages(project), stored_pages(again))
    assert replace(changed, regions=0) == Difference(), "a drawn line is put into the region of the line before it"
    before, after = (elements_by_id(folder / "p.xml") for folder in (tmp_path / "s", out))
    assert [ref for ref in kept if written(before[ref]) != written(after[ref])] == []
    words = [f"{letter}{n}" for letter in "ab" for n in range(3)]
    assert [ref for ref in words if written(before[ref]) != written(after[ref])] == [], "words keep what they had"
    if format == "pagexml":
        assert after["r"].findtext("{*}TextEquiv/{*}Unicode") == text


@pytest.mark.parametrize(("version", "baseline"), [("v2", "176"), ("v4", "10 176 110 176")])
def test_a_baseline_of_alto_before_version_4_is_one_height(version: str, baseline: str, tmp_path: Path) -> None:
    Image.new("L", (200, 200), 255).save(tmp_path / "p.png")
    (tmp_path / "p.xml").write_text(alto_document().replace("ns-v4#", f"ns-{version}#"), "utf-8")
    project = import_files(tmp_path / "p", [tmp_path / "p.xml"])
    draw(project)
    (line,) = etree.parse(export_to(project, tmp_path / "out", "alto") / "p.xml").iterfind(".//*[@BASELINE]")
    assert line.get("BASELINE") == baseline


@pytest.mark.parametrize("format", DOCUMENTS)
def test_a_suggestion_that_spells_what_the_document_had_is_marked(format: str, tmp_path: Path) -> None:
    (tmp_path / "s").mkdir()
    Image.new("L", (200, 200), 255).save(tmp_path / "s" / "p.png")
    (tmp_path / "s" / "p.xml").write_text(DOCUMENTS[format](), "utf-8")
    project = import_files(tmp_path / "p", [tmp_path / "s" / "p.xml"])
    word = get_words(project, word_ids(project))[0]
    clear_transcription(project, word.id)
    model_path(project, "m").write_bytes(b"any")
    register_model(project, "m")
    save_predictions(project, "m", [Prediction(word.id, str(word.text), "seen", 3, 5, 0.1, 0.9)])
    export(project, ExportRequest(tmp_path / "out", format, with_suggestions=True, model="m"), ignore_events)
    again = import_files(tmp_path / "again", [tmp_path / "out"], images=tmp_path / "s")
    assert [row.text for row in get_words(again, word_ids(again))][:2] == [None, "b0"]


def test_a_real_page_goes_out_as_it_came_in_but_for_words_corrected_by_their_line(
    shared_data: Callable[[str], Path], tmp_path: Path
) -> None:
    source = shared_data("hooker_en") / "JDH_2_16_65_001.xml"
    project = import_files(tmp_path / "p", [source])
    before, after = (
        elements_by_id(source),
        elements_by_id(export_to(project, tmp_path / "out", "pagexml") / source.name),
    )
    left_out = [f"tr_3_tl_1_w{number}" for number in range(1, 7)]
    assert [ref for ref in before if ref not in after] == left_out, "its words fit in no way"
    assert [ref for ref in before if ref not in left_out] == list(after)
    changed = [ref for ref in after if "_w" in ref and written(before[ref]) != written(after[ref])]
    assert len(changed) == 16
    for ref in changed:
        assert text_of(after[ref]) in text_of(after[ref].getparent()).split()
    lines = [ref for ref in before if "_tl_" in ref and "_w" not in ref]
    assert len(lines) == 18 and [text_of(before[ref]) for ref in lines] == [text_of(after[ref]) for ref in lines]


def text_of(element: etree._Element) -> str:
    return element.findtext("{*}TextEquiv/{*}Unicode") or ""


def elements_by_id(path: Path) -> dict[str, etree._Element]:
    return {ref: e for e in etree.parse(path).iter("*") if (ref := e.get("id") or e.get("ID"))}


def written(element: etree._Element) -> bytes:
    return etree.tostring(element, method="c14n", with_tail=False)
