"""The export as a searchable PDF: its pages, what is left out, and that a failure leaves nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pytest
from job_helpers import json_into
from pdf_helpers import nearest, pdfium_text, pdfium_words, poppler_words, rendered
from PIL import Image
from project_helpers import REPOSITORY

from core.errors import InputError, Stopped
from core.events import Event, Progress, ignore_events
from core.formats import gtp
from core.formats.records import CropRecord, LineRecord, PageRecord, SourceContents, WordRecord
from core.jobs.export.export_project import export
from core.jobs.export.preview import preview
from core.jobs.requests import ExportRequest
from core.project.content.models import model_path, register_model
from core.project.content.pages import list_pages
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project

DPI = 150


def scan(path: Path, seed: int) -> Path:
    pixels = np.random.default_rng(seed).integers(180, 256, (400, 600), np.uint8)
    Image.fromarray(pixels).save(path, dpi=(DPI, DPI))
    return path


def sources(folder: Path) -> SourceContents:
    folder.mkdir()
    first = (
        WordRecord((20, 30, 150, 50), "Dear", line=0),
        WordRecord((190, 30, 150, 50), "friend", line=0),
        WordRecord((20, 130, 150, 50), None, line=1),
    )
    second = (WordRecord((400, 30, 150, 50), "שלום", line=0), WordRecord((240, 30, 140, 50), "עולם", line=0))
    pages = (
        PageRecord(scan(folder / "one.jpg", 1), 600, 400, words=first),
        PageRecord(scan(folder / "two.tif", 2), 600, 400, words=second),
        PageRecord(scan(folder / "three.png", 3), 600, 400, lines=(LineRecord((20, 30, 500, 50), "an uncut line"),)),
    )
    Image.new("L", (40, 20), 200).save(folder / "crop.png")
    return SourceContents(pages=pages, crops=(CropRecord(folder / "crop.png", "crop"),))


@pytest.fixture
def project(tmp_path: Path) -> Project:
    opened = Project.create(tmp_path / "letters")
    import_contents(opened, sources(tmp_path / "in"))
    return opened


def test_pages_words_and_scans(project: Project, tmp_path: Path) -> None:
    out, events = tmp_path / "out" / "book.pdf", list[dict[str, Any]]()
    result = export(project, ExportRequest(out, "pdf"), json_into(events))
    assert (result.written, result.read, result.unread) == (3, 5, 1)
    assert [pdfium_text(out, page) for page in range(3)] == [["Dear friend"], ["שלום עולם"], ["an uncut line"]]
    assert nearest(pdfium_words(out, 0), "friend", (190, 30, 150, 50), DPI / 72) < 1
    with pikepdf.Pdf.open(out) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert str(pdf.docinfo["/Title"]) == "letters" and "/Subject" not in pdf.docinfo
        assert [float(side) for side in pdf.pages[0].mediabox] == [0, 0, 288, 192]
        assert [page.label for page in pdf.pages] == ["one", "two", "three"]
        image = pdf.pages[0].Resources.XObject.Scan
        assert image.read_raw_bytes() == (tmp_path / "in" / "one.jpg").read_bytes()  # not encoded again
    shown = rendered(out, 2, DPI / 72)
    assert np.abs(shown.astype(int) - np.asarray(Image.open(tmp_path / "in" / "three.png"))).mean() < 6
    assert any("1 word image without a page" in event.get("text", "") for event in events)
    assert [path.name for path in out.parent.iterdir()] == ["book.pdf"]


def test_chosen_pages_only(project: Project, tmp_path: Path) -> None:
    page = list_pages(project)[1]
    export(project, ExportRequest(tmp_path / "x.pdf", "pdf", page_ids=[page.id]), ignore_events)
    assert pdfium_text(tmp_path / "x.pdf", 0) == ["שלום עולם"]
    with pikepdf.Pdf.open(tmp_path / "x.pdf") as pdf:
        assert len(pdf.pages) == 1


def test_suggestions_are_named_in_the_document(project: Project, tmp_path: Path) -> None:
    model_path(project, "m1").write_bytes(b"any")
    register_model(project, "m1")
    save_predictions(project, "m1", [Prediction(word_ids(project)[2], "guess", "unseen", 3, 5, 0.5)])
    export(project, ExportRequest(tmp_path / "a.pdf", "pdf"), ignore_events)
    assert pdfium_text(tmp_path / "a.pdf", 0) == ["Dear friend"]
    export(project, ExportRequest(tmp_path / "b.pdf", "pdf", with_suggestions=True, model="m1"), ignore_events)
    assert pdfium_text(tmp_path / "b.pdf", 0) == ["Dear friend", "guess"]
    with pikepdf.Pdf.open(tmp_path / "b.pdf") as pdf:
        remark = "1 of 5 words are suggestions by the model m1 that nobody has checked."
        assert str(pdf.docinfo["/Subject"]) == remark and pdf.open_metadata()["dc:description"] == remark


def stored_image(project: Project, number: int) -> Path:
    return list_pages(project)[number].image


def test_unreadable_scan_is_reported_and_left_out(project: Project, tmp_path: Path) -> None:
    stored_image(project, 0).write_bytes(b"\xff\xd8\xff\xe0 no image")
    Image.new("L", (10, 10)).save(stored_image(project, 2), "PNG")
    events = list[dict[str, Any]]()
    result = export(project, ExportRequest(tmp_path / "x.pdf", "pdf"), json_into(events))
    left_out = {event["place"]: event["reason"] for event in events if event["event"] == "skipped"}
    assert result.written == 1 and set(left_out) == {"page one", "page three"}
    assert "10 x 10 pixels now" in left_out["page three"]
    assert pdfium_text(tmp_path / "x.pdf", 0) == ["שלום עולם"]


def test_nothing_to_write_leaves_the_old_file(project: Project, tmp_path: Path) -> None:
    for page in list_pages(project):
        page.image.write_bytes(b"no image")
    out = tmp_path / "out" / "x.pdf"
    out.parent.mkdir()
    out.write_bytes(b"old")
    with pytest.raises(InputError, match="no page to write"):
        export(project, ExportRequest(out, "pdf"), ignore_events)
    assert out.read_bytes() == b"old" and list(out.parent.iterdir()) == [out]


def test_cancelled_export_leaves_nothing(project: Project, tmp_path: Path) -> None:
    out = tmp_path / "out" / "x.pdf"

    def stop(event: Event) -> None:
        if isinstance(event, Progress) and event.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(project, ExportRequest(out, "pdf"), stop)
    assert list(out.parent.iterdir()) == []


def test_terminated_export_leaves_nothing(project: Project, tmp_path: Path) -> None:
    out, before = tmp_path / "out" / "x.pdf", signal.getsignal(signal.SIGTERM)  # coverage may have one of its own

    def stop(event: Event) -> None:
        if isinstance(event, Progress) and event.done == 1:
            os.kill(os.getpid(), signal.SIGTERM)

    with pytest.raises(Stopped, match=r"x\.pdf was not written"):
        export(project, ExportRequest(out, "pdf"), stop)
    assert list(out.parent.iterdir()) == []
    assert signal.getsignal(signal.SIGTERM) == before


def test_leftovers_of_a_killed_export_are_removed(project: Project, tmp_path: Path) -> None:
    out = tmp_path / "out" / "[x].pdf"
    (out.parent / ".[x].pdf.abcdefgh.parts").mkdir(parents=True)
    (out.parent / ".[x].pdf.abcdefgh.parts" / "part-1.pdf").write_bytes(b"half")
    (out.parent / "mine.parts").mkdir()
    export(project, ExportRequest(out, "pdf"), ignore_events)
    assert sorted(path.name for path in out.parent.iterdir()) == ["[x].pdf", "mine.parts"]


def test_linked_image_in_a_folder_without_trust_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUCTUS_LINKED", str(tmp_path / "linked.json"))
    opened = Project.create(tmp_path / "linked")
    import_contents(opened, sources(tmp_path / "in"), copy=False)
    assert export(opened, ExportRequest(tmp_path / "a.pdf", "pdf"), ignore_events).written == 3
    monkeypatch.setenv("DUCTUS_LINKED", str(tmp_path / "other.json"))
    with pytest.raises(InputError, match="no page to write"):
        export(opened, ExportRequest(tmp_path / "b.pdf", "pdf"), ignore_events)


def test_folder_that_cannot_be_written(project: Project, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    with pytest.raises(InputError, match="cannot be written"):
        export(project, ExportRequest(tmp_path / "file" / "x.pdf", "pdf"), ignore_events)


def test_preview_shows_the_text(project: Project, tmp_path: Path) -> None:
    assert "Dear friend" in preview(project, "pdf", tmp_path / "x.pdf").beginning


@pytest.mark.parametrize("reader", ["pdfium", "poppler"])
def test_words_of_washington_are_found_in_their_boxes(reader: str, tmp_path: Path, shared_data) -> None:
    contents = gtp.read(shared_data("gw20"))
    opened = Project.create(tmp_path / "washington")
    import_contents(opened, SourceContents(pages=contents.pages[:3]))
    out = tmp_path / "washington.pdf"
    export(opened, ExportRequest(out, "pdf"), ignore_events)
    read, limit = (poppler_words, 0.1) if reader == "poppler" else (pdfium_words, 3)
    for number, page in enumerate(contents.pages[:3]):
        found = read(out, number)
        for word in page.words:
            assert nearest(found, word.text or "", word.box, 200 / 72, cut=0.6) < limit, word


LIMITED = """
import resource, sys
from core.cli.main import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.exit(main(["export", *sys.argv[2:], "--format", "pdf"]))
"""


def test_file_that_cannot_be_written_to_its_end(project: Project, tmp_path: Path) -> None:
    """Errors of a disk come from the system, wherever they happen: also while the last bytes are written."""
    pytest.importorskip("resource", reason="the system cannot limit the size of files")
    out = tmp_path / "out" / "x.pdf"
    export(project, ExportRequest(out, "pdf"), ignore_events)
    whole = out.stat().st_size
    project.close()
    out.write_bytes(b"old")
    for size in (1000, whole // 2, whole - 1000, whole - 1):
        command = [sys.executable, "-c", LIMITED, str(size), str(project.folder), str(out)]
        done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
        assert done.returncode == 2 and "x.pdf: the file cannot be written" in done.stderr, (size, done.stderr)
        assert out.read_bytes() == b"old" and list(out.parent.iterdir()) == [out]
