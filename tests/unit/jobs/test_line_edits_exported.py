"""Lines that a person changed go into the document that they came from, and leave its other lines as they were."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from line_round_trip import Difference, KeptWhole, difference, export_to, import_files, stored_pages
from lxml import etree
from PIL import Image

from core.events import ignore_events
from core.formats.records import PageRecord, line_text, lines_in_order
from core.formats.sources import read_sources
from core.jobs.export.export_project import export
from core.jobs.export.request import ExportRequest
from core.jobs.segmentation.line_text import LineOfText, apply_line_text
from core.project.content.line_edits import delete_lines, draw_line, join_lines, move_line, split_line
from core.project.content.line_words import lines_in_reading_order
from core.project.content.models import model_path, register_model
from core.project.content.pages import Line
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.transcriptions import clear_transcription
from core.project.content.words import get_words, word_ids
from core.project.project import Project

SAMPLE = 5
"""Pages of an archive; cutting one takes a second or two."""


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
