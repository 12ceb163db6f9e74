"""The export as annotation pages: canvases of fetched pages, names for others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from event_helpers import json_into
from project_helpers import filled_project

from core.cli.main import main
from core.events import ignore_events
from core.jobs.export.export_project import export
from core.jobs.export.request import ExportRequest
from core.project.content.iiif_sources import CanvasImageOrigin, ManifestOrigin, remember_manifest
from core.project.content.pages import list_pages
from core.project.project import Project

CANVAS = "https://iiif.example.org/canvas/1"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return filled_project(tmp_path)


def annotations(project: Project, out: Path, events: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    result = export(project, ExportRequest(out, "iiif"), ignore_events if events is None else json_into(events))
    assert result["written"] == 1 and [file.name for file in out.iterdir()] == ["page.json"]
    found: dict[str, Any] = json.loads((out / "page.json").read_bytes())
    return found


def targets(document: dict[str, Any]) -> list[str]:
    return [item["target"] for item in document["items"] if item["textGranularity"] == "word"]


def remember(project: Project, canvas: str, width: int = 400, height: int = 200) -> None:
    image = CanvasImageOrigin(canvas, list_pages(project)[0].sha256, f"{CANVAS}.jpg", 0, 0, width, height)
    remember_manifest(project, ManifestOrigin("https://iiif.example.org/m", "Letters", "Archive", "", (image,)))


def test_page_of_no_manifest_is_named_by_its_image(project: Project, tmp_path: Path) -> None:
    events: list[dict[str, Any]] = []
    document = annotations(project, tmp_path / "out", events)
    name = f"urn:sha256:{list_pages(project)[0].sha256}"
    assert targets(document) == [f"{name}#xywh=10,10,30,20", f"{name}#xywh=50,10,40,20"]
    assert [item["body"]["value"] for item in document["items"]] == ["the", "King"]  # the line lacks a word
    assert any("2 word images without a page" in event.get("text", "") for event in events)


def test_fetched_page_refers_to_its_canvas_in_the_canvas_units(project: Project, tmp_path: Path) -> None:
    remember(project, CANVAS)
    assert targets(annotations(project, tmp_path / "out")) == [
        f"{CANVAS}#xywh=20,20,60,40",
        f"{CANVAS}#xywh=100,20,80,40",
    ]


def test_canvas_without_an_id_is_not_referred_to(project: Project, tmp_path: Path) -> None:
    remember(project, "")
    assert targets(annotations(project, tmp_path / "out"))[0].startswith("urn:sha256:")


def test_later_fetch_of_the_same_manifest_adds_to_what_is_known(project: Project, tmp_path: Path) -> None:
    remember(project, CANVAS)
    other = CanvasImageOrigin(f"{CANVAS}0", "0" * 64, "https://iiif.example.org/2.jpg", 0, 0, 5, 5)
    remember_manifest(project, ManifestOrigin("https://iiif.example.org/m", "Letters", "Archive", "", (other,)))
    assert targets(annotations(project, tmp_path / "out"))[0].startswith(CANVAS)


def test_damaged_origins_are_reported(project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project.set_setting("iiif:x", {"address": "a", "label": "", "attribution": "", "rights": "", "images": [[1, 2]]})
    project.close()
    assert main(["export", str(project.folder), str(tmp_path / "out"), "--format", "iiif"]) == 2
    assert "it contains invalid IIIF sources" in capsys.readouterr().err


def test_the_command_writes_a_folder(project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project.close()
    assert main(["export", str(project.folder), str(tmp_path / "out"), "--format", "iiif"]) == 0
    assert "1 file of IIIF annotations, one a page, without the images" in capsys.readouterr().out
