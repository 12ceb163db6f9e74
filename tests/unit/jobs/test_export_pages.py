"""Exports of some pages only, and previews of exports."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from core.cli.main import main
from core.errors import InputError
from core.events import ignore_events
from core.formats.records import CropRecord, PageRecord, SourceContents, WordRecord
from core.formats.registry import writers
from core.jobs.export.export_project import export
from core.jobs.export.preview import LINES, preview
from core.jobs.export.request import ExportRequest
from core.project.content.models import model_path, register_model
from core.project.content.pages import list_pages
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.words import word_ids
from core.project.importing.import_sources import import_contents
from core.project.project import Project

WRITERS = writers()


@pytest.fixture
def project(tmp_path: Path) -> Project:
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
def test_only_chosen_pages_are_exported(project: Project, tmp_path: Path, kind: str) -> None:
    two = list_pages(project)[2]
    out = tmp_path / "out"
    request = ExportRequest(out, kind, with_suggestions=True, page_ids=[two.id])
    result = export(project, request, ignore_events)
    assert (result.pages, result.words, result.read, result.predicted) == (1, 2, 1, 1)
    if kind == "pdf":
        return  # its text is compressed
    files = [out] if out.is_file() else sorted(out.iterdir())
    text = "".join(file.read_text("utf-8") for file in files)
    assert "Dear2" in text and "Dear1" not in text and "Lone" not in text


def test_an_unknown_page_raises_input_error(project: Project, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no page 99"):
        export(project, ExportRequest(tmp_path / "out", "text", page_ids=[99]), ignore_events)


def test_the_command_takes_page_ids(project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ids = ",".join(str(page.id) for page in list_pages(project)[:2])
    arguments = ["export", str(project.folder), str(tmp_path / "t.txt"), "--format", "text", "--json"]
    assert main([*arguments, "--pages", ids]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["words"] == 2
    assert main([*arguments, "--pages", "one"]) == 2
    assert "whole numbers separated by commas" in capsys.readouterr().out


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("predicted", [True, False])
def test_the_preview_is_the_beginning_of_the_export(
    project: Project, tmp_path: Path, kind: str, predicted: bool
) -> None:
    out = tmp_path / "out"
    result = export(project, ExportRequest(out, kind, None, predicted), ignore_events)
    shown = preview(project, kind, out, predicted)
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
    with Project.create(tmp_path / "crops") as project:
        import_contents(project, SourceContents(crops=(CropRecord(image, "alone"),)))
        export(project, ExportRequest(tmp_path / "t.csv", "table"), ignore_events)
        rows = preview(project, "table", tmp_path / "t.csv").beginning
        assert [list(row) for row in rows] == list(csv.reader((tmp_path / "t.csv").open(encoding="utf-8", newline="")))
        assert "alone" in preview(project, "text", tmp_path / "t.txt").beginning
        assert preview(project, "pagexml", tmp_path / "x").beginning == ""
