"""Zip files through the import and the export: round trips, names, hints about lines that are not cut."""

from __future__ import annotations

import json
import shutil
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from document_helpers import alto_xml, mets_xml, page_xml, scan, zip_folder
from lxml import etree
from PIL import Image

from core.cli.main import main
from core.errors import InputError
from core.events import ignore_events
from core.formats.mets import list_file_groups
from core.jobs.export.export_project import export
from core.jobs.requests import ExportRequest
from core.project.content.history import undo
from core.project.content.pages import list_lines, list_pages
from core.project.content.words import get_words, word_ids
from core.project.project import Project


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    """Return the result of a command, with all that it printed under ``printed``."""
    assert main([*map(str, arguments), "--json"]) == 0
    events = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    return events[-1] | {"events": events[:-1]}


def new_project(folder: Path) -> Path:
    with Project.create(folder) as project:
        return project.folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return new_project(tmp_path / "p")


def content(folder: Path) -> list[tuple[object, ...]]:
    """Return pages with the boxes and texts of their words and uncut lines."""
    with Project.open(folder, read_only=True) as project:
        return [
            (
                (page.width, page.height),
                [(line.box, None if line.has_words else line.text) for line in list_lines(project, page.id)],
                [(w.box, w.text, w.line) for w in get_words(project, word_ids(project, page_id=page.id))],
            )
            for page in list_pages(project)
        ]


def mixed_pages(folder: Path) -> Path:
    """Write pages with PAGE, ALTO, lines only, without any transcription, a TIFF of two frames, and equal names."""
    scan(folder / "one/same.png", 10)
    page_xml(folder / "one/same.xml", "same.png", "first", "page", lines=["a line without words"])
    scan(folder / "two/same.png", 20)
    page_xml(folder / "two/same.xml", "same.png", "second")
    scan(folder / "Ältere Schrift.png", 30)
    alto_xml(folder / "Ältere Schrift.xml", "Ältere Schrift.png", "third")
    scan(folder / "bare.png", 40)
    frames = [Image.new("RGB", (300, 400), (shade, 0, 0)) for shade in (50, 60)]
    frames[0].save(folder / "two frames.tif", save_all=True, append_images=frames[1:])
    return folder


@pytest.mark.parametrize("format", ["pagexml", "alto"])
def test_zip_that_was_exported_gives_the_same_pages_lines_and_words(
    tmp_path: Path, project: Path, capsys: pytest.CaptureFixture[str], format: str
) -> None:
    folder = mixed_pages(tmp_path / "in")
    run(capsys, "import", project, folder, folder / "bare.png", folder / "two frames.tif")
    out = tmp_path / "out" / "All pages.ZIP"
    result = run(capsys, "export", project, out, "--format", format)
    assert result["written"] == result["pages"] == 6
    second = new_project(tmp_path / "again")
    imported = run(capsys, "import", second, out)
    assert (imported["format"], imported["skipped"]) == ("mets", 0)
    assert content(second) == content(project)
    assert [path.name for path in out.parent.iterdir()] == [out.name]


def test_layout_of_the_zip(tmp_path: Path, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = mixed_pages(tmp_path / "in")
    run(capsys, "import", project, folder, folder / "bare.png", folder / "two frames.tif")
    run(capsys, "export", project, tmp_path / "x.zip", "--format", "pagexml")
    with zipfile.ZipFile(tmp_path / "x.zip") as archive:
        names = archive.namelist()
        assert archive.testzip() is None
        assert sorted(name for name in names if "/" not in name) == [
            "bare.png",
            "mets.xml",
            "same-2.png",
            "same.png",
            "two frames-p1.png",
            "two frames-p2.png",
            "Ältere Schrift.png",
        ]
        assert len([name for name in names if name.startswith("page/")]) == 6
        assert archive.read("same.png") == (folder / "one/same.png").read_bytes()
        mets = etree.fromstring(archive.read("mets.xml"))
        space = {"m": "http://www.loc.gov/METS/", "x": "http://www.w3.org/1999/xlink"}
        assert {str(href) for href in mets.xpath("//m:FLocat/@x:href", namespaces=space)} == {*names} - {"mets.xml"}
        ids = mets.xpath("//m:file/@ID", namespaces=space)
        assert sorted(mets.xpath("//m:fptr/@FILEID", namespaces=space)) == sorted(ids) and len(ids) == 12
        new = etree.fromstring(archive.read("page/two frames-p2.xml"))
        assert [page.get("imageFilename") for page in new.iter("{*}Page")] == ["two frames-p2.png"]
        with archive.open("two frames-p2.png") as stream, Image.open(stream) as image:
            assert image.getpixel((0, 0)) == (60, 0, 0)
    assert [group.name for group in list_file_groups(tmp_path / "x.zip")] == ["PAGE"]


def test_other_programs_images_lie_beside_their_transcriptions(
    tmp_path: Path, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The zip is usable without its METS, too."""
    scan(tmp_path / "in/p.png")
    page_xml(tmp_path / "in/p.xml", "p.png", "word")
    run(capsys, "import", project, tmp_path / "in")
    run(capsys, "export", project, tmp_path / "x.zip", "--format", "alto")
    with zipfile.ZipFile(tmp_path / "x.zip") as archive:
        archive.extractall(tmp_path / "out")
    (tmp_path / "out/mets.xml").unlink()
    second = new_project(tmp_path / "again")
    assert run(capsys, "import", second, tmp_path / "out")["words"] == 1


@pytest.mark.parametrize("format", ["pagexml", "alto"])
def test_an_imported_document_names_the_image_of_the_zip(
    tmp_path: Path, project: Path, capsys: pytest.CaptureFixture[str], format: str
) -> None:
    scan(tmp_path / "in/OCR-D-IMG/INPUT_0017.png")
    written = page_xml if format == "pagexml" else alto_xml
    source = written(tmp_path / "in/p.xml", "OCR-D-IMG/INPUT_0017.png", "word")
    run(capsys, "import", project, tmp_path / "in")
    run(capsys, "export", project, tmp_path / "x.zip", "--format", format)
    with zipfile.ZipFile(tmp_path / "x.zip") as archive:
        assert "INPUT_0017.png" in archive.namelist()
        document = archive.read(f"{'page' if format == 'pagexml' else 'alto'}/p.xml")
    assert document == source.read_bytes().replace(b"OCR-D-IMG/INPUT_0017.png", b"INPUT_0017.png")


def test_images_that_browsers_do_not_show_become_png_where_wanted(
    tmp_path: Path, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in").mkdir()
    Image.new("RGB", (300, 400), (1, 2, 3)).save(tmp_path / "in/p.tif")
    page_xml(tmp_path / "in/p.xml", "p.tif", "word")
    run(capsys, "import", project, mixed_pages(tmp_path / "more") / "two frames.tif", tmp_path / "in")
    scan(tmp_path / "q.jpg")
    run(capsys, "import", project, tmp_path / "q.jpg")
    out = tmp_path / "x.zip"
    run(capsys, "export", project, out, "--format", "pagexml")
    with zipfile.ZipFile(out) as archive:
        assert {"p.tif", "q.jpg"} < set(archive.namelist())
    run(capsys, "export", project, out, "--format", "pagexml", "--png")
    with zipfile.ZipFile(out) as archive:
        images = {name for name in archive.namelist() if not name.endswith(".xml")}
        assert images == {"p.png", "q.jpg", "two frames-p1.png", "two frames-p2.png"}
        assert etree.fromstring(archive.read("page/p.xml")).find("{*}Page").get("imageFilename") == "p.png"
        with archive.open("p.png") as stream, Image.open(stream) as image:
            assert (image.size, image.getpixel((0, 0))) == ((300, 400), (1, 2, 3))
    assert run(capsys, "import", new_project(tmp_path / "again"), out)["words"] == 1
    assert main(["export", str(project), str(tmp_path / "x"), "--format", "pagexml", "--png"]) == 2
    assert ".zip" in capsys.readouterr().err


def test_failed_export_leaves_the_older_zip(tmp_path: Path, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = scan(tmp_path / "in/p.png")
    page_xml(tmp_path / "in/p.xml", "p.png", "word")
    run(capsys, "import", project, tmp_path / "in", "--link")
    out = tmp_path / "out/x.zip"
    run(capsys, "export", project, out, "--format", "pagexml")
    before = out.read_bytes()
    image.unlink()
    with Project.open(project, read_only=True) as opened, pytest.raises(InputError, match="image of a page is missing"):
        export(opened, ExportRequest(out, "pagexml"), ignore_events)
    assert out.read_bytes() == before and list(out.parent.iterdir()) == [out]


def test_only_page_and_alto_are_written_as_zip(tmp_path: Path, project: Path) -> None:
    with Project.open(project, read_only=True) as opened:
        for format in ("table", "hocr", "text"):
            with pytest.raises(InputError, match="only pagexml, alto can"):
                export(opened, ExportRequest(tmp_path / "x.zip", format), ignore_events)
        (tmp_path / "folder.zip").mkdir()
        with pytest.raises(InputError, match="this is a folder"):
            export(opened, ExportRequest(tmp_path / "folder.zip", "alto"), ignore_events)


def test_imported_pages_name_the_zip_and_the_entry(
    tmp_path: Path, project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    scan(tmp_path / "in/p.png")
    page_xml(tmp_path / "in/page/p.xml", "p.png", "word")
    page_xml(tmp_path / "in/page/lost.xml", "lost.png", "word")
    source = zip_folder(tmp_path / "in", tmp_path / "x.zip")
    result = run(capsys, "import", project, source, "--segment")
    assert list(temporary.iterdir()) == []
    assert [event["file"] for event in result["events"] if event["event"] == "skipped"] == [
        str(source / "page/lost.xml")
    ]
    with Project.open(project) as opened:
        (page,) = list_pages(opened)
        assert (page.source_path, page.name) == (str(source / "page/p.xml"), "p.png")
        assert page.image.is_file() and page.source is not None and page.source.is_file()
        undo(opened)
        assert list_pages(opened) == []
    assert run(capsys, "import", project, source)["words"] == 1
    assert run(capsys, "import", project, source)["already"] > 0


def test_images_in_a_zip_cannot_be_linked(tmp_path: Path, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scan(tmp_path / "in/p.png")
    source = zip_folder(tmp_path / "in", tmp_path / "x.zip")
    assert main(["import", str(project), str(source), "--link"]) == 2
    assert "cannot be linked" in capsys.readouterr().err
    with Project.open(project, read_only=True) as opened:
        assert list_pages(opened) == []


def test_lines_that_can_be_cut_are_told(tmp_path: Path, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scan(tmp_path / "in/p.png")
    page_xml(tmp_path / "in/p.xml", "p.png", "word", lines=["one line", "another"])
    arguments = ["import", project, tmp_path / "in"]
    dry = run(capsys, *arguments, "--dry-run")
    assert (dry["words"], dry["lines"], dry["uncut_lines"]) == (1, 3, 2)
    assert main([*map(str, arguments), "--dry-run"]) == 0
    printed = capsys.readouterr().out
    assert "1 pages with 3 lines" in printed and "2 lines have no word boxes; add --segment to cut them" in printed
    assert run(capsys, *arguments)["uncut_lines"] == 2
    assert main([*map(str, arguments)]) == 0
    last = capsys.readouterr().out.strip().splitlines()
    assert "2 lines have no word boxes; run `ductus segment" in " ".join(last[-3:])


def test_no_hint_where_all_lines_have_words(tmp_path: Path, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scan(tmp_path / "in/p.png")
    page_xml(tmp_path / "in/p.xml", "p.png", "word")
    assert run(capsys, "import", project, tmp_path / "in")["uncut_lines"] == 0
    main(["import", str(project), str(tmp_path / "in")])
    assert "word boxes" not in capsys.readouterr().out


def test_options_choose_the_group_and_the_folder_of_images(
    tmp_path: Path, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "ws"
    for name in ("GT", "OCR"):
        page_xml(folder / name / "p.xml", "p.png", name)
    mets_xml(folder / "mets.xml", {"GT": ["GT/p.xml"], "OCR": ["OCR/p.xml"]}, [["GT/p.xml", "OCR/p.xml"]])
    scan(tmp_path / "far/away/p.png")
    assert main(["import", str(project), str(folder)]) == 2
    capsys.readouterr()
    run(capsys, "import", project, folder, "--images", tmp_path / "far", "--file-group", "OCR")
    with Project.open(project, read_only=True) as opened:
        assert [word.text for word in get_words(opened, word_ids(opened))] == ["OCR"]


def test_stopped_and_failed_imports_leave_nothing(
    tmp_path: Path, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    scan(tmp_path / "in/p.png")
    source = zip_folder(tmp_path / "in", tmp_path / "x.zip")

    def fail(*_: object, **__: object) -> None:
        raise InputError("The disk is full.")

    monkeypatch.setattr("core.jobs.import_job.import_contents", fail)
    assert main(["import", str(project), str(source)]) == 2
    assert list(temporary.iterdir()) == []
    shutil.rmtree(temporary)
