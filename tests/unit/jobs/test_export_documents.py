"""Exports as hOCR, TEI and texts, one file a page: their files, names and marks, through the export job."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from event_helpers import json_into
from lxml import etree
from PIL import Image

from core.cli.main import main
from core.errors import InputError
from core.events import ignore_events
from core.formats.records import CropRecord, LineRecord, PageRecord, SourceContents, WordRecord
from core.formats.sources import read_source
from core.formats.tei_header import NAMESPACE
from core.jobs.export.export_project import export
from core.jobs.export.request import ExportRequest
from core.project.content.models import model_path, register_model
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.words import word_ids
from core.project.importing.import_sources import import_contents
from core.project.project import Project


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
    assert result["written"] == 3
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
    assert export(project, ExportRequest(out, "hocr", with_suggestions=True), ignore_events)["written"] == 3
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
    assert export(project, ExportRequest(out, "tei", with_suggestions=True), ignore_events)["written"] == 3
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
