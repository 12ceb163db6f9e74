"""The exports that other programs are given to read: fresh ones, and documents of all shapes after an import."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from line_round_trip import export_to, import_files, stored_pages
from lxml import etree
from PIL import Image
from shape_files import XML_SHAPES

from core.events import ignore_events
from core.formats.detection import is_image
from core.formats.records import LineRecord, PageRecord, SourceContents, WordRecord, line_text, lines_in_order
from core.geometry import union
from core.imaging.synth.corpus import demo_text
from core.imaging.synth.page import render_page
from core.imaging.synth.writer import Writer
from core.jobs.export.export_project import export
from core.jobs.requests import ExportRequest
from core.jobs.segmentation.segment_pages import segment_new_pages
from core.project.content.models import model_path, register_model
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.transcriptions import set_transcription
from core.project.content.words import get_words, word_ids
from core.project.import_sources import import_contents
from core.project.project import Project

CORRECTION = "Kaiserin"
PAGES = 3
MODEL = "drawn"


@dataclass(frozen=True)
class Exported:
    """One file that was exported, and what others must see in it."""

    path: Path
    format: str
    kind: str
    """``drawn`` or ``fresh`` for new files, ``cut`` for pages of an archive, else ``unchanged`` or ``corrected``."""
    lines: tuple[str | None, ...]
    """The texts of the lines in reading order; None for a line that is not transcribed, or only in part."""
    words: int
    """The number of words with text."""
    source: Path | None = None
    """The document that it was imported from."""
    corrected: str | None = None
    """The word that was corrected."""


def fresh_exports(folder: Path) -> Iterator[Exported]:
    """Export drawn pages that had no document: words of lines, cut lines, a line kept whole, suggestions."""
    project = _drawn_project(folder)
    for format in ("pagexml", "alto"):
        out = folder / format
        export(project, ExportRequest(out, format, with_suggestions=True), ignore_events)
        for image in folder.glob("*.png"):
            shutil.copy(image, out)
        yield from _described(project, out, format, "drawn", MODEL)
    project.close()


def text_exports(folder: Path) -> tuple[list[Path], Path]:
    """Export the drawn pages as hOCR and as TEI, with suggestions; return the hOCR files and the TEI document."""
    project = _drawn_project(folder)
    for format, out in (("hocr", folder / "hocr"), ("tei", folder / "tei.xml")):
        export(project, ExportRequest(out, format, with_suggestions=True), ignore_events)
    project.close()
    return sorted((folder / "hocr").iterdir()), folder / "tei.xml"


def shape_exports(folder: Path) -> Iterator[Exported]:
    """Export every PAGE and ALTO shape, unchanged and with a corrected word, and in the other format."""
    for shape in XML_SHAPES:
        root = folder / shape.name
        source = shape.write(root / "source")
        project = import_files(root / "project", [source])
        format, other = ("alto", "pagexml") if shape.name.startswith("alto") else ("pagexml", "alto")
        found = list(_described(project, export_to(project, root / "unchanged", format), format, "unchanged"))
        found += _described(project, export_to(project, root / "other", other), other, "fresh")
        words = [row for row in get_words(project, word_ids(project)) if row.text == shape.correct]
        if words:
            set_transcription(project, words[0].id, CORRECTION)
            found += _described(project, export_to(project, root / "corrected", format), format, "corrected")
        project.close()
        for image in filter(is_image, (root / "source").rglob("*")):
            for out in {one.path.parent for one in found}:
                shutil.copy(image, out)  # some programs look for the size of a page there
        for one in found:
            if one.kind == "fresh":
                yield one
            else:
                yield replace(one, source=source, corrected=shape.correct if one.kind == "corrected" else None)


def archive_exports(folder: Path, sources: Path) -> Iterator[Exported]:
    """Export an archive's pages with all their lines cut into words, in both formats."""
    project = import_files(folder / "project", [sources], segment=True, link=True)
    for format in ("pagexml", "alto"):
        yield from _described(project, export_to(project, folder / format, format), format, "cut")
    project.close()


def _described(project: Project, out: Path, format: str, kind: str, model: str | None = None) -> Iterator[Exported]:
    files = list(out.glob("*.xml"))
    for name, page in stored_pages(project, model).items():
        found = (
            files if len(files) == 1 else [file for file in files if name in (file.stem, Path(_image_of(file)).stem)]
        )
        lines = tuple(line_text(line, words) for line, words in lines_in_order(page))
        yield Exported(found[0], format, kind, lines, sum(word.text is not None for word in page.words))


def _image_of(path: Path) -> str:
    root = etree.parse(path).getroot()
    names = [element.get("imageFilename") for element in root.iter("{*}Page")]
    names += [element.text for element in root.iter("{*}fileName")]
    return next((Path(name).name for name in names if name), "")


def _drawn_project(folder: Path) -> Project:
    rng = np.random.default_rng(1)
    text = demo_text(1, 900, 200)
    pages = []
    for number in range(PAGES):
        gray, placed = render_page(text, Writer(), rng)
        text = text[len(placed) :]
        image = folder / f"page{number}.png"
        image.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(gray).save(image)
        words = tuple(WordRecord(box, word, line=line) for box, word, line in placed)
        pages.append(PageRecord(image, gray.shape[1], gray.shape[0], words=words))
    pages[1] = _lines_only(pages[1])
    project = Project.create(folder / "project")
    import_contents(project, SourceContents(pages=tuple(pages)))
    segment_new_pages(project, ignore_events)
    return _with_suggestions(project)


def _lines_only(page: PageRecord) -> PageRecord:
    """Return a page with the texts of its lines and without words; the last line has no ink and stays whole."""
    numbers = sorted({word.line for word in page.words})
    inside = {number: [word for word in page.words if word.line == number] for number in numbers}
    lines = [
        LineRecord(union(word.box for word in words), " ".join(str(word.text) for word in words), number=number)
        for number, words in inside.items()
    ]
    blank = LineRecord((5, page.height - 30, 200, 20), "not on the page", number=len(lines))
    return replace(page, words=(), lines=(*lines, blank))


def _with_suggestions(project: Project) -> Project:
    """Take the text from every tenth word, and suggest it."""
    ids = word_ids(project)[::10]
    rows = get_words(project, ids)
    with project.edit("clear") as connection:
        connection.executemany("UPDATE word SET transcription_id = NULL WHERE id = ?", [(i,) for i in ids])
    model_path(project, MODEL).write_bytes(b"any")
    register_model(project, MODEL)
    save_predictions(project, MODEL, [Prediction(row.id, str(row.text), "seen", 3, 5, 0.1, 0.9) for row in rows])
    return project
