"""Exports as hOCR, TEI, texts and annotation pages, one file a page; of some pages only; and previews."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from job_helpers import json_into
from lxml import etree
from PIL import Image
from project_helpers import filled_project

from core.cli.main import main
from core.errors import InputError
from core.events import ignore_events
from core.formats.records import CropRecord, LineRecord, PageRecord, SourceContents, WordRecord
from core.formats.registry import writers
from core.formats.sources import read_source
from core.formats.tei_write import NAMESPACE
from core.jobs.export.export_project import export
from core.jobs.export.preview import LINES, preview
from core.jobs.requests import ExportRequest
from core.project.content.iiif_sources import CanvasImageOrigin, ManifestOrigin, remember_manifest
from core.project.content.models import model_path, register_model
from core.project.content.pages import list_pages
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project

WRITERS = writers()


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Two frames of an image and a page of another, with an uncut line, and a word image without a page."""
    source = tmp_path / "in"
    source.mkdir()
    image = Image.new("L", (200, 100), 255)
    image.save(source / "two.tif", save_all=True, append_images=[Image.new("L", (200, 100), 250)])
    Image.new("L", (200, 100), 240).save(source / "one.png")
    Image.new("L", (40, 20), 240).save(source / "crop.png")
    words = (
        WordRecord((0, 0, 50, 30), "Dear", line=0),
        WordRecord((60, 0, 50, 30), None, line=0),
        WordRecord((0, 40, 50, 30), "Sir", line=1),
        WordRecord((60, 40, 50, 30), None, line=1),
    )
    lines = (
        LineRecord((0, 0, 110, 30), number=0),
        LineRecord((0, 40, 110, 30), number=1),
        LineRecord((0, 75, 200, 20), "an uncut line", number=2, baseline=((5, 90), (180, 92))),
    )
    pages = (
        PageRecord(source / "two.tif", 200, 100, words=words, lines=lines),
        PageRecord(source / "two.tif", 200, 100, frame=1, words=(WordRecord((0, 0, 50, 30), "second"),)),
        PageRecord(source / "one.png", 200, 100),
    )
    opened = Project.create(tmp_path / "p")
    import_contents(opened, SourceContents(pages=pages, crops=(CropRecord(source / "crop.png", "lone"),)))
    return opened


def suggest(project: Project) -> None:
    model_path(project, "m1").write_bytes(b"any")
    register_model(project, "m1")
    save_predictions(project, "m1", [Prediction(word_ids(project)[1], "Madam", "unseen", 3, 5, 0.5, confidence=0.875)])


def test_texts_are_written_a_page_in_reading_order(project: Project, tmp_path: Path) -> None:
    events: list[dict[str, Any]] = []
    result = export(project, ExportRequest(tmp_path / "out", "textpages"), json_into(events))
    assert result.written == 3
    assert {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "out").iterdir()} == {
        "two-p1.txt": "Dear [...]\nSir [...]\nan uncut line\n",
        "two-p2.txt": "second\n",
        "one.txt": "",
    }
    assert any("1 word image without a page" in event.get("text", "") for event in events)


def test_texts_mark_and_explain_suggestions(project: Project, tmp_path: Path) -> None:
    suggest(project)
    export(project, ExportRequest(tmp_path / "plain", "textpages"), ignore_events)
    assert "Madam" not in (tmp_path / "plain" / "two-p1.txt").read_text()
    export(project, ExportRequest(tmp_path / "out", "textpages", with_suggestions=True), ignore_events)
    written = (tmp_path / "out" / "two-p1.txt").read_text()
    assert written.startswith("Dear Madam[?]\nSir [...]\n") and "nobody has checked" in written.splitlines()[-1]
    assert (tmp_path / "out" / "two-p2.txt").read_text() == "second\n"
    export(project, ExportRequest(tmp_path / "t.txt", "text", with_suggestions=True), ignore_events)
    written = (tmp_path / "t.txt").read_text()
    assert "Dear Madam[?]\n" in written and "nobody has checked" in written.splitlines()[-1]


def test_hocr_comes_back_without_the_suggestions(project: Project, tmp_path: Path) -> None:
    suggest(project)
    out = tmp_path / "out"
    assert export(project, ExportRequest(out, "hocr", with_suggestions=True), ignore_events).written == 3
    assert {path.name for path in out.iterdir()} == {"two-p1.hocr", "two-p2.hocr", "one.hocr"}
    assert ">Madam</span>" in (out / "two-p1.hocr").read_text() and "x_wconf" in (out / "two-p1.hocr").read_text()
    for name in ("two.tif", "one.png"):
        (tmp_path / "in" / name).rename(out / name)
    found = read_source(out, "hocr")
    assert [(page.image.name, page.frame) for page in found.pages] == [("one.png", 0), ("two.tif", 0), ("two.tif", 1)]
    assert [(word.text, word.line) for word in found.pages[1].words] == [("Dear", 0), (None, 0), ("Sir", 1), (None, 1)]
    assert [(line.text, line.box) for line in found.pages[1].uncut_lines] == [("an uncut line", (0, 75, 200, 20))]


def test_tei_is_one_document_of_all_pages(project: Project, tmp_path: Path) -> None:
    suggest(project)
    out = tmp_path / "t.xml"
    assert export(project, ExportRequest(out, "tei", with_suggestions=True), ignore_events).written == 3
    root = etree.parse(out).getroot()
    x = {"t": NAMESPACE}
    assert root.findtext(".//t:title", namespaces=x) == "p"
    assert [graphic.get("url") for graphic in root.iterfind(".//t:graphic", x)] == [
        "two.tif",
        "two.tif#page=2",
        "one.png",
    ]
    words = [(w.text, w.get("cert"), w.get("resp")) for w in root.iterfind(".//t:w", x)]
    assert words == [
        ("Dear", None, None),
        ("Madam", "0.875", "#model-1"),
        ("Sir", None, None),
        (None, None, None),
        ("second", None, None),
    ]


@pytest.mark.parametrize("kind", ["hocr", "textpages"])
def test_other_files_and_a_failed_export_stay_as_they_were(
    project: Project, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    export(project, ExportRequest(out, kind), ignore_events)
    (out / "notes.md").write_text("mine")
    before = {path.name: path.read_bytes() for path in out.iterdir()}

    def fail(path: Path, data: bytes) -> None:
        if "two-p2" in path.name:
            raise InputError.at(path, "no room")
        path.write_bytes(b"new")

    monkeypatch.setattr("core.formats.hocr_write.write_atomically", fail)
    monkeypatch.setattr("core.jobs.export.documents.write_atomically", fail)
    with pytest.raises(InputError, match="no room"):
        export(project, ExportRequest(out, kind), ignore_events)
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


@pytest.mark.parametrize(
    ("kind", "name", "words"),
    [("hocr", "h", "3 hOCR files"), ("textpages", "t", "3 text files"), ("tei", "t.xml", "a TEI document of 3 pages")],
)
def test_the_command_says_what_was_written(
    project: Project, tmp_path: Path, kind: str, name: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    project.close()
    assert main(["export", str(project.folder), str(tmp_path / name), "--format", kind]) == 0
    assert words in capsys.readouterr().out


def test_targets_of_the_wrong_kind_are_refused(project: Project, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for kind in ("hocr", "textpages"):
        with pytest.raises(InputError, match="needs a folder"):
            export(project, ExportRequest(tmp_path / "file", kind), ignore_events)
    with pytest.raises(InputError, match="needs the name of a file"):
        export(project, ExportRequest(tmp_path, "tei"), ignore_events)


CANVAS = "https://iiif.example.org/canvas/1"


@pytest.fixture
def filled(tmp_path: Path) -> Project:
    return filled_project(tmp_path)


def annotation_page(filled: Project, out: Path, events: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    result = export(filled, ExportRequest(out, "iiif"), ignore_events if events is None else json_into(events))
    assert result.written == 1 and [file.name for file in out.iterdir()] == ["page.json"]
    found: dict[str, Any] = json.loads((out / "page.json").read_bytes())
    return found


def targets(document: dict[str, Any]) -> list[str]:
    return [item["target"] for item in document["items"] if item["textGranularity"] == "word"]


def remember(filled: Project, canvas: str, width: int = 400, height: int = 200) -> None:
    image = CanvasImageOrigin(canvas, list_pages(filled)[0].sha256, f"{CANVAS}.jpg", 0, 0, width, height)
    remember_manifest(filled, ManifestOrigin("https://iiif.example.org/m", "Letters", "Archive", "", (image,)))


def test_page_of_no_manifest_is_named_by_its_image(filled: Project, tmp_path: Path) -> None:
    events: list[dict[str, Any]] = []
    document = annotation_page(filled, tmp_path / "out", events)
    name = f"urn:sha256:{list_pages(filled)[0].sha256}"
    assert targets(document) == [f"{name}#xywh=10,10,30,20", f"{name}#xywh=50,10,40,20"]
    assert [item["body"]["value"] for item in document["items"]] == ["the", "King"]  # the line lacks a word
    assert any("2 word images without a page" in event.get("text", "") for event in events)


def test_fetched_page_refers_to_its_canvas_in_the_canvas_units(filled: Project, tmp_path: Path) -> None:
    remember(filled, CANVAS)
    assert targets(annotation_page(filled, tmp_path / "out")) == [
        f"{CANVAS}#xywh=20,20,60,40",
        f"{CANVAS}#xywh=100,20,80,40",
    ]


def test_canvas_without_an_id_is_not_referred_to(filled: Project, tmp_path: Path) -> None:
    remember(filled, "")
    assert targets(annotation_page(filled, tmp_path / "out"))[0].startswith("urn:sha256:")


def test_later_fetch_of_the_same_manifest_adds_to_what_is_known(filled: Project, tmp_path: Path) -> None:
    remember(filled, CANVAS)
    other = CanvasImageOrigin(f"{CANVAS}0", "0" * 64, "https://iiif.example.org/2.jpg", 0, 0, 5, 5)
    remember_manifest(filled, ManifestOrigin("https://iiif.example.org/m", "Letters", "Archive", "", (other,)))
    assert targets(annotation_page(filled, tmp_path / "out"))[0].startswith(CANVAS)


def test_damaged_origins_are_reported(filled: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filled.set_setting("iiif:x", {"address": "a", "label": "", "attribution": "", "rights": "", "images": [[1, 2]]})
    filled.close()
    assert main(["export", str(filled.folder), str(tmp_path / "out"), "--format", "iiif"]) == 2
    assert "it contains invalid IIIF sources" in capsys.readouterr().err


def test_the_command_writes_a_folder(filled: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filled.close()
    assert main(["export", str(filled.folder), str(tmp_path / "out"), "--format", "iiif"]) == 0
    assert "1 file of IIIF annotations, one a page, without the images" in capsys.readouterr().out


@pytest.fixture
def two_pages(tmp_path: Path) -> Project:
    """A page without words, two with words, and a word image without a page; second words have predictions."""
    opened = Project.create(tmp_path / "p")
    found = []
    for number, name in enumerate(("blank", "one", "two")):
        image = tmp_path / f"{name}.png"
        noise = np.random.default_rng(number).integers(0, 256, (100, 200), np.uint8)
        Image.fromarray(noise).save(image)
        words = (
            ()
            if name == "blank"
            else (WordRecord((0, 0, 50, 30), f"Dear{number}", line=0), WordRecord((60, 0, 50, 30), None, line=0))
        )
        found.append(PageRecord(image, 200, 100, words=words))
    crop = CropRecord(tmp_path / "two.png", "Lone")
    import_contents(opened, SourceContents(pages=tuple(found), crops=(crop,)))
    model_path(opened, "m").write_bytes(b"any")
    register_model(opened, "m")
    untranscribed = word_ids(opened, transcribed=False)
    save_predictions(opened, "m", [Prediction(i, f"guess{i}", "seen", 3, 5, 0.1) for i in untranscribed])
    return opened


@pytest.mark.parametrize("kind", WRITERS)
def test_only_chosen_pages_are_exported(two_pages: Project, tmp_path: Path, kind: str) -> None:
    two = list_pages(two_pages)[2]
    out = tmp_path / "out"
    request = ExportRequest(out, kind, with_suggestions=True, page_ids=[two.id])
    result = export(two_pages, request, ignore_events)
    assert (result.pages, result.words, result.read, result.predicted) == (1, 2, 1, 1)
    if kind == "pdf":
        return  # its text is compressed
    files = [out] if out.is_file() else sorted(out.iterdir())
    text = "".join(file.read_text("utf-8") for file in files)
    assert "Dear2" in text and "Dear1" not in text and "Lone" not in text


def test_an_unknown_page_raises_input_error(two_pages: Project, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no page 99"):
        export(two_pages, ExportRequest(tmp_path / "out", "text", page_ids=[99]), ignore_events)


def test_the_command_takes_page_ids(two_pages: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ids = ",".join(str(page.id) for page in list_pages(two_pages)[:2])
    arguments = ["export", str(two_pages.folder), str(tmp_path / "t.txt"), "--format", "text", "--json"]
    assert main([*arguments, "--pages", ids]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["words"] == 2
    assert main([*arguments, "--pages", "one"]) == 2
    assert "whole numbers separated by commas" in capsys.readouterr().out


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("predicted", [True, False])
def test_the_preview_is_the_beginning_of_the_export(
    two_pages: Project, tmp_path: Path, kind: str, predicted: bool
) -> None:
    out = tmp_path / "out"
    result = export(two_pages, ExportRequest(out, kind, None, predicted), ignore_events)
    shown = preview(two_pages, kind, out, predicted)
    amount = shown.amount
    assert (amount.words, amount.transcribed, amount.predicted, amount.empty) == (
        (result.words, result.read, result.predicted, result.unread)
        if WRITERS[kind].has_word_images
        else (4, 2, 2 if predicted else 0, 0 if predicted else 2)
    )
    assert amount.left_out == (0 if WRITERS[kind].has_word_images else 1)
    if kind == "table":
        with out.open(encoding="utf-8", newline="") as stream:
            assert [list(row) for row in shown.beginning] == list(csv.reader(stream))[: len(shown.beginning)]
        assert len(shown.beginning) == 3
        return
    assert "Dear1" in shown.beginning and ("guess" in shown.beginning) == predicted
    if kind in ("pagexml", "alto"):
        # the files contain the time of writing, all other lines must agree
        written = (out / "one.xml").read_text("utf-8").splitlines()[:LINES]
        same = [line for line in shown.beginning.splitlines() if line in written]
        assert len(same) >= len(written) - 2


def test_word_images_without_pages_have_a_preview(tmp_path: Path) -> None:
    image = tmp_path / "c.tif"
    Image.fromarray(np.zeros((20, 40), np.uint8)).save(image)
    with Project.create(tmp_path / "crops") as two_pages:
        import_contents(two_pages, SourceContents(crops=(CropRecord(image, "alone"),)))
        export(two_pages, ExportRequest(tmp_path / "t.csv", "table"), ignore_events)
        rows = preview(two_pages, "table", tmp_path / "t.csv").beginning
        assert [list(row) for row in rows] == list(csv.reader((tmp_path / "t.csv").open(encoding="utf-8", newline="")))
        assert "alone" in preview(two_pages, "text", tmp_path / "t.txt").beginning
        assert preview(two_pages, "pagexml", tmp_path / "x").beginning == ""
