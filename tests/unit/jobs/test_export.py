"""Exports: their content in every format, and that a table can be imported again."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from job_helpers import json_into
from PIL import Image

from core.cli.main import main
from core.errors import InputError
from core.events import ignore_events
from core.formats.records import CropRecord, LineRecord, PageRecord, SourceContents, WordRecord
from core.formats.sources import read_source
from core.jobs.export.export_project import export
from core.jobs.requests import ExportRequest
from core.project.content.line_words import number_lines
from core.project.content.models import model_path, register_model
from core.project.content.pages import list_lines
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.transcriptions import set_transcription
from core.project.content.word_edits import NewWord, add_words, delete_words, mark_not_a_word
from core.project.content.words import get_words, word_ids
from core.project.db import author
from core.project.import_sources import import_contents
from core.project.project import Project

PAGE_XML = """<?xml version="1.0" encoding="UTF-8"?>
<PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2013-07-15" xmlns:x="urn:archive">
  <!-- kept -->
  <Page imageFilename="leaf.png" imageWidth="200" imageHeight="100">
    <x:shelf mark="B 12"/>
    <TextRegion id="r1"><Coords points="0,0 199,0 199,99 0,99"/>
      <TextLine id="l1"><Coords points="5,5 150,5 150,40 5,40"/>
        <Word id="w1"><Coords points="5,5 60,5 60,40 5,40"/><TextEquiv><Unicode>deer</Unicode></TextEquiv></Word>
        <Word id="w2" custom="odd"><Coords points="70,5 120,5 120,40 70,40"/></Word>
      </TextLine>
    </TextRegion>
  </Page>
</PcGts>
"""

ALTO_XML = """<?xml version="1.0" encoding="UTF-8"?>
<alto xmlns="http://www.loc.gov/standards/alto/ns-v4#"><Description><MeasurementUnit>pixel</MeasurementUnit>
<sourceImageInformation><fileName>two.tif</fileName></sourceImageInformation></Description>
<Tags><OtherTag ID="t1" LABEL="kept"/></Tags>
<Layout>{pages}</Layout></alto>
"""
ALTO_PAGE = """<Page ID="p{n}" PHYSICAL_IMG_NR="{n}" WIDTH="200" HEIGHT="100"><PrintSpace><TextBlock ID="b{n}">
<TextLine ID="l{n}" HPOS="5" VPOS="5" WIDTH="100" HEIGHT="30">
<String ID="s{n}" HPOS="5" VPOS="5" WIDTH="50" HEIGHT="30" CONTENT="word{n}"/>
</TextLine></TextBlock></PrintSpace></Page>
"""


def scribble(width: int = 200, height: int = 100, seed: int = 0) -> Image.Image:
    noise = np.random.default_rng(seed).integers(0, 256, (height, width), np.uint8)
    return Image.fromarray(noise)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Two pages and three word images without a page; transcriptions begin with a capital."""
    source = tmp_path / "in"
    source.mkdir()
    for seed, name in enumerate(("one.png", "two.png", "a.png", "b.png", "c.tif")):
        scribble(seed=seed).save(source / name)
    page_one = PageRecord(
        source / "one.png",
        200,
        100,
        writer="Anna",
        words=(
            WordRecord((0, 0, 50, 30), "Dear", line=0),
            WordRecord((60, 0, 50, 30), None, line=0),
            WordRecord((0, 40, 50, 30), "=SUM(A1)", line=1, role="test"),
            WordRecord((60, 40, 50, 30), None, line=1),
        ),
    )
    line = LineRecord((0, 0, 200, 30), "an uncut line")
    page_two = PageRecord(source / "two.png", 200, 100, lines=(line,))
    crops = (
        CropRecord(source / "a.png", "Crop", role="val", writer="Bert", page="folio 3"),
        CropRecord(source / "b.png"),
        CropRecord(source / "c.tif", "Last,\n'quoted'"),
    )
    opened = Project.create(tmp_path / "p")
    import_contents(opened, SourceContents(pages=(page_one, page_two), crops=crops))
    return opened


def predict(project: Project, words: dict[int, str], model: str = "m1") -> None:
    path = model_path(project, model)
    path.write_bytes(b"any")
    register_model(project, model)
    save_predictions(project, model, [Prediction(i, text, "unseen", 3, 5, 0.5) for i, text in words.items()])


def texts(project: Project) -> list[str | None]:
    return [row.text for row in get_words(project, word_ids(project))]


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_an_exported_table_can_be_imported_again(project: Project, tmp_path: Path) -> None:
    out = tmp_path / "out" / "words.csv"
    result = export(project, ExportRequest(out, "table"), ignore_events)
    assert (result.written, result.read, result.predicted, result.unread) == (7, 4, 0, 3)
    again = Project.create(tmp_path / "again")
    found = read_source(out, "table")
    assert not found.skipped
    import_contents(again, found)
    assert texts(again) == texts(project)
    before, after = (get_words(p, word_ids(p)) for p in (project, again))
    assert [r.role for r in after] == [r.role for r in before]
    assert [r.writer for r in after] == [r.writer for r in before]
    assert [r.page_label for r in after] == ["one"] * 4 + ["folio 3", None, None]


def test_images_of_a_table_are_the_words(project: Project, tmp_path: Path) -> None:
    export(project, ExportRequest(tmp_path / "t.csv", "table"), ignore_events)
    listed = table(tmp_path / "t.csv")
    assert listed[1]["file"] == f"t_words/{listed[1]['id']}.png" and listed[1]["box"] == "60 0 50 30"
    page = np.asarray(Image.open(tmp_path / "in" / "one.png"))
    assert np.array_equal(np.asarray(Image.open(tmp_path / listed[1]["file"])), page[0:30, 60:110])
    assert (tmp_path / listed[6]["file"]).read_bytes() == (tmp_path / "in" / "c.tif").read_bytes()
    assert {path.name for path in tmp_path.glob("t_words/*")} == {Path(row["file"]).name for row in listed}


def test_formulas_in_a_table_are_escaped(project: Project, tmp_path: Path) -> None:
    ids = word_ids(project)
    predict(project, {ids[1]: "+1"})
    export(project, ExportRequest(tmp_path / "t.csv", "table", with_suggestions=True), ignore_events)
    cells = [cell for row in table(tmp_path / "t.csv") for cell in row.values()]
    assert "'=SUM(A1)" in cells and "'+1" in cells
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@")]


def test_a_transcription_is_preferred_to_a_prediction(project: Project, tmp_path: Path) -> None:
    ids = word_ids(project)
    predict(project, {ids[0]: "wrong", ids[1]: "Madam"})
    export(project, ExportRequest(tmp_path / "t.csv", "table", with_suggestions=True), ignore_events)
    first, second, _, fourth, *_ = table(tmp_path / "t.csv")
    assert (first["text"], first["source"], first["votes"]) == ("Dear", "imported", "")
    assert (second["text"], second["source"]) == ("Madam", "predicted by m1")
    assert (second["status"], second["votes"], second["members"]) == ("unseen", "3", "5")
    assert (fourth["text"], fourth["source"]) == ("", "")
    again = read_source(tmp_path / "t.csv", "table").crops
    assert [crop.text for crop in again[:2]] == ["Dear", None], "a suggestion is no transcription"


def test_suggestions_are_only_written_when_asked_for(project: Project, tmp_path: Path) -> None:
    predict(project, {word_ids(project)[1]: "Madam"})
    export(project, ExportRequest(tmp_path / "t.csv", "table"), ignore_events)
    assert "Madam" not in (tmp_path / "t.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "lines", "numbers", "of_words"),
    [
        ([], [7, 8], {7: 0, 8: 1}, []),
        # lines follow their words, lines without words the line before them in the source
        ([(2, 0), (2, 0), (1, 1)], [1, 2, 3], {1: 2, 2: 0, 3: 1}, [0, 0, 2]),
        # words without a line are a line of their own for each number
        ([(None, 4), (1, 5), (None, 6), (None, 6)], [1], {1: 1}, [0, 1, 2, 2]),
    ],
)
def test_lines_are_numbered_in_reading_order(
    words: list[tuple[int | None, int]], lines: list[int], numbers: dict[int, int], of_words: list[int]
) -> None:
    assert number_lines(words, lines) == (numbers, of_words)


def test_a_cut_line_and_its_words_stay_together_in_any_format(tmp_path: Path) -> None:
    image = tmp_path / "p.png"
    scribble().save(image)
    lines = [LineRecord((10, 10 + 30 * n, 200, 40), f"a{n} b{n}", ref=f"l{n}", number=n) for n in range(3)]
    page = PageRecord(image, *scribble().size, lines=tuple(lines))
    with Project.create(tmp_path / "p") as opened:
        import_contents(opened, SourceContents(pages=(page,)))
        stored = list_lines(opened, 1)
        # the boxes of these lines overlap by more than half, so that boxes alone would not give the line
        new = [
            NewWord((10 + 60 * k, 12 + 30 * n, 50, 20), line=n, line_id=stored[n].id) for n in range(3) for k in (0, 1)
        ]
        for word_id, text in zip(add_words(opened, 1, new), ["a0", "b0", "a1", "b1", "a2", "b2"], strict=True):
            set_transcription(opened, word_id, text)
        for kind in ("pagexml", "alto"):
            export(opened, ExportRequest(tmp_path / kind, kind), ignore_events)
            scribble().save(tmp_path / kind / "p.png")
            again = read_source(tmp_path / kind, kind).pages[0]
            assert [(w.text, w.line) for w in again.words] == [(f"{c}{n}", n) for n in range(3) for c in "ab"]
            assert [line.ref for line in again.lines] == ["l0", "l1", "l2"]
            assert all(line.baseline is not None for line in again.lines)


def test_without_predictions_only_transcriptions_are_written(project: Project, tmp_path: Path) -> None:
    predict(project, {word_ids(project)[1]: "Madam"})
    result = export(project, ExportRequest(tmp_path / "t.txt", "text"), ignore_events)
    assert "Madam" not in (tmp_path / "t.txt").read_text() and result.predicted == 0
    assert result.model is None


def test_predictions_of_the_named_model_are_used(project: Project, tmp_path: Path) -> None:
    ids = word_ids(project)
    predict(project, {ids[1]: "older"}, "m1")
    predict(project, {ids[1]: "newer"}, "m2")
    export(project, ExportRequest(tmp_path / "active.txt", "text", with_suggestions=True), ignore_events)
    export(project, ExportRequest(tmp_path / "named.txt", "text", model="m1"), ignore_events)
    assert "Dear newer" in (tmp_path / "active.txt").read_text()
    assert "Dear older" in (tmp_path / "named.txt").read_text()
    with pytest.raises(InputError, match="no model 'm3'"):
        export(project, ExportRequest(tmp_path / "none.txt", "text", model="m3"), ignore_events)
    assert not (tmp_path / "none.txt").exists()


def test_text_has_headings_and_lines(project: Project, tmp_path: Path) -> None:
    assert export(project, ExportRequest(tmp_path / "t.txt", "text"), ignore_events).written == 6
    assert (tmp_path / "t.txt").read_text(encoding="utf-8") == (
        "== one ==\nDear [...]\n=SUM(A1) [...]\n\n== two ==\nan uncut line\n\n"
        "== folio 3 ==\nCrop\n\n== words without a page ==\n[...]\nLast, 'quoted'\n"
    )


@pytest.mark.parametrize("kind", ["table", "text", "json", "pagexml", "alto"])
def test_deleted_words_and_marked_ones_are_left_out(project: Project, tmp_path: Path, kind: str) -> None:
    ids = word_ids(project)
    set_transcription(project, ids[1], "Gone")
    set_transcription(project, ids[3], "Blot")
    delete_words(project, [ids[1]])
    mark_not_a_word(project, [ids[3]])
    result = export(project, ExportRequest(tmp_path / "out", kind), ignore_events)
    out = tmp_path / "out"
    written = "".join(p.read_text() for p in (out.iterdir() if out.is_dir() else [out]))
    assert result.words == 5
    assert "Dear" in written and "Gone" not in written and "Blot" not in written


def test_json_has_pages_words_transcriptions_and_predictions(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = word_ids(project)
    monkeypatch.setenv(author.VARIABLE, "eva")
    set_transcription(project, ids[0], "Deer")
    predict(project, {ids[0]: "Dear", ids[1]: "Sir"})
    export(project, ExportRequest(tmp_path / "t.json", "json", with_suggestions=True), ignore_events)
    document = json.loads((tmp_path / "t.json").read_text(encoding="utf-8"))
    assert [page["label"] for page in document["pages"]] == ["one", "two"] and document["model"] == "m1"
    first, second = document["pages"][0]["words"][:2]
    assert (first["text"], first["source"], first["box"]) == ("Deer", "typed", [0, 0, 50, 30])
    transcriptions = [(r["text"], r["who"], r["current"]) for r in first["readings"]]
    assert transcriptions == [("Dear", None, False), ("Deer", "eva", True)]
    assert first["prediction"]["text"] == "Dear"
    assert (second["text"], second["source"], second["readings"]) == ("Sir", "predicted by m1", [])
    assert document["pages"][1]["lines"][0]["text"] == "an uncut line"
    assert [(crop["image"], crop["page"]) for crop in document["crops"]] == [
        ("a.png", "folio 3"),
        ("b.png", None),
        ("c.tif", None),
    ]


@pytest.fixture
def leaf(tmp_path: Path) -> Project:
    """A page imported from PAGE XML."""
    folder = tmp_path / "page"
    folder.mkdir()
    scribble().save(folder / "leaf.png")
    (folder / "leaf 1.xml").write_text(PAGE_XML, encoding="utf-8")
    opened = Project.create(tmp_path / "leaf")
    import_contents(opened, read_source(folder / "leaf 1.xml", "pagexml"))
    return opened


def test_pagexml_keeps_unknown_elements(leaf: Project, tmp_path: Path) -> None:
    ids = word_ids(leaf)
    set_transcription(leaf, ids[0], "dear")
    predict(leaf, {ids[1]: "Sir"})
    export(leaf, ExportRequest(tmp_path / "out", "pagexml", with_suggestions=True), ignore_events)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["leaf 1.xml"]
    written = (tmp_path / "out" / "leaf 1.xml").read_text(encoding="utf-8")
    for kept in (
        "<!-- kept -->",
        '<x:shelf mark="B 12"/>',
        'custom="odd ductus {source:suggested; model:m1;}"',
        "2013-07-15",
    ):
        assert kept in written
    assert "<Unicode>dear</Unicode>" in written and "<Unicode>deer</Unicode>" not in written
    assert "<Unicode>Sir</Unicode>" in written


def test_pages_imported_from_another_format_get_new_documents(leaf: Project, tmp_path: Path) -> None:
    export(leaf, ExportRequest(tmp_path / "out", "alto", with_suggestions=True), ignore_events)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["leaf.xml"]
    scribble().save(tmp_path / "out" / "leaf.png")
    found = read_source(tmp_path / "out", "alto")
    assert [(w.box, w.text) for w in found.pages[0].words] == [
        (row.box, row.text) for row in get_words(leaf, word_ids(leaf))
    ]


def test_new_documents_name_the_image_as_imported(project: Project, tmp_path: Path) -> None:
    events: list[dict[str, Any]] = []
    export(project, ExportRequest(tmp_path / "out", "pagexml"), json_into(events))
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["one.xml", "two.xml"]
    assert 'imageFilename="one.png"' in (tmp_path / "out" / "one.xml").read_text()
    assert any("Left out: 3 word images without a page." in event.get("text", "") for event in events)
    assert events[-1] == {"event": "progress", "part": "exporting", "done": 2, "total": 2}


def test_pages_of_one_alto_document_are_written_to_one_file(tmp_path: Path) -> None:
    folder = tmp_path / "alto"
    folder.mkdir()
    scribble(seed=1).save(folder / "two.tif", save_all=True, append_images=[scribble(seed=2)])
    pages = "".join(ALTO_PAGE.format(n=n) for n in (1, 2))
    (folder / "two.xml").write_text(ALTO_XML.format(pages=pages), encoding="utf-8")
    with Project.create(tmp_path / "p") as project:
        import_contents(project, read_source(folder, "alto"))
        for word_id in word_ids(project):
            set_transcription(project, word_id, f"read{word_id}")
        export(project, ExportRequest(tmp_path / "out", "alto"), ignore_events)
        events: list[dict[str, Any]] = []
        export(project, ExportRequest(tmp_path / "fresh", "pagexml"), json_into(events))
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["two.xml"]
    written = (tmp_path / "out" / "two.xml").read_text(encoding="utf-8")
    assert written.count("<Page ") == 2 and 'LABEL="kept"' in written
    assert 'CONTENT="read1"' in written and 'CONTENT="read2"' in written
    assert sorted(path.name for path in (tmp_path / "fresh").iterdir()) == ["two-p1.xml", "two-p2.xml"]
    assert any("Page 2 of two.tif" in event.get("text", "") for event in events)


def test_pages_of_the_same_name_get_different_files(tmp_path: Path) -> None:
    found = []
    for seed, folder in enumerate(("x", "y", "z")):
        (tmp_path / folder).mkdir()
        image = tmp_path / folder / ("001.png" if seed < 2 else "..a?.png")
        scribble(seed=seed).save(image)
        found.append(PageRecord(image, 200, 100))
    with Project.create(tmp_path / "p") as project:
        import_contents(project, SourceContents(pages=tuple(found)))
        export(project, ExportRequest(tmp_path / "out", "pagexml"), ignore_events)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["001-2.xml", "001.xml", "_a_.xml"]


def test_a_control_character_raises_and_leaves_the_folder_unchanged(project: Project, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(project, ExportRequest(out, "pagexml"), ignore_events)
    before = {path: path.read_bytes() for path in out.iterdir()}
    set_transcription(project, word_ids(project)[0], "Changed")
    set_transcription(project, word_ids(project)[1], "bell\x07")
    with pytest.raises(InputError, match="control character"):
        export(project, ExportRequest(out, "pagexml"), ignore_events)
    assert {path: path.read_bytes() for path in out.iterdir()} == before


def test_a_damaged_original_raises_input_error(leaf: Project, tmp_path: Path) -> None:
    (copy,) = leaf.folder.glob("pages/*/*.xml")
    copy.write_text("<PcGts")
    with pytest.raises(InputError, match=r"\.xml"):
        export(leaf, ExportRequest(tmp_path / "out", "pagexml"), ignore_events)
    copy.write_text("")
    with pytest.raises(InputError, match=r"\.xml"):
        export(leaf, ExportRequest(tmp_path / "out", "pagexml"), ignore_events)
    assert not (tmp_path / "out").exists() or not list((tmp_path / "out").iterdir())


def test_words_with_unreadable_images_are_reported_and_left_out(project: Project, tmp_path: Path) -> None:
    for name, row in zip(("one", "a"), (0, 4), strict=True):
        sha = Path(tmp_path / "in" / f"{name}.png").read_bytes()
        (copy,) = [p for p in project.folder.glob("*/??/*") if p.read_bytes() == sha]
        copy.unlink()
        assert get_words(project, word_ids(project))[row]
    events: list[dict[str, Any]] = []
    assert export(project, ExportRequest(tmp_path / "t.csv", "table"), json_into(events)).written == 2
    assert sum(event["event"] == "skipped" for event in events) == 5
    assert [row["text"] for row in table(tmp_path / "t.csv")] == ["", "Last,\n'quoted'"]


@pytest.mark.parametrize(
    ("target", "kind", "message"),
    [
        (lambda project: project.database, "json", "inside the project"),
        (lambda project: project.folder.parent / "in", "text", "is a folder"),
        (lambda project: project.folder.parent / "in" / "one.png", "alto", "is a file"),
        (lambda project: project.folder.parent / "in" / "one.png" / "x", "pagexml", "cannot be written"),
        (lambda project: project.folder.parent / "o", "docx", "no export format 'docx'"),
    ],
)
def test_an_unwritable_target_raises_input_error(
    project: Project, target: Callable[[Project], Path], kind: str, message: str
) -> None:
    image = (project.folder.parent / "in" / "one.png").read_bytes()
    with pytest.raises(InputError, match=message):
        export(project, ExportRequest(target(project), kind), ignore_events)
    assert (project.folder.parent / "in" / "one.png").read_bytes() == image
    assert project.check_integrity() == []


def test_the_command_reports_the_counts(project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["export", str(project.folder), str(tmp_path / "t.txt"), "--format", "text"]
    assert main(arguments) == 0
    assert "Of 7 words 4 are transcribed" in capsys.readouterr().out
    assert main([*arguments, "--json"]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (last["event"], last["words"], last["unread"]) == ("result", 7, 3)
    assert main([*arguments, "--model", "m", "--no-predictions"]) == 2
    assert "excludes --model" in capsys.readouterr().err
