"""The words as plain text, as one JSON document, as one TEI document, as hOCR, and as IIIF annotations."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from core.disk import write_atomically
from core.events import Listener
from core.formats.hocr import SUFFIX
from core.formats.hocr_write import write_hocr
from core.formats.iiif_write import CanvasTarget, write_annotation_page
from core.formats.records import PageRecord, TextOrigin, lines_in_order
from core.formats.tei_write import write_tei
from core.jobs.export.content import Content, ExportWord, page_record
from core.jobs.export.page_files import note_left_out, write_page_files
from core.project.content.iiif_sources import CanvasImageOrigin, images_by_sha256
from core.project.content.pages import Page
from core.project.content.predictions import Prediction
from core.project.content.transcriptions import Transcription, list_transcriptions
from core.project.project import Project

EMPTY = "[...]"
"""Stands in the text for a word without a transcription and without a prediction."""
UNCHECKED = "[?]"
"""Follows a word in a text that a model suggested and nobody has checked."""
_EXPLANATION = f"{UNCHECKED} marks words that a model suggested and nobody has checked."


def write_text(project: Project, content: Content, out: Path, emit: Listener) -> int:
    """Write one UTF-8 text: for each page a heading ``== NAME ==`` and its lines; return the number of lines.

    Word images without a page follow, one a line, under the name of the page that they were imported with. A text with
    suggestions that nobody has checked says so in its last line. Raises InputError if the file cannot be written.
    """
    words = content.by_page()
    blocks = [
        (content.labels[page.id], list(_text_lines(page_record(content, page, words.get(page.id, [])))))
        for page in content.pages
    ]
    for label, crops in groupby(words.get(None, []), key=lambda word: word.row.page_label):
        blocks.append((label or "words without a page", [_one_line(word.text, word.is_predicted) for word in crops]))
    parts = ["".join(f"{line}\n" for line in (f"== {name} ==", *lines)) for name, lines in blocks]
    text = "\n".join([*parts, *([f"{_EXPLANATION}\n"] if any(word.is_predicted for word in content.words) else [])])
    write_atomically(out, text.encode("utf-8"))
    return sum(len(lines) for _, lines in blocks)


def write_text_pages(project: Project, content: Content, out: Path, emit: Listener) -> int:
    """Write one UTF-8 text a page, in reading order, to the folder ``out``; return the number of files.

    A text with suggestions that nobody has checked says so in its last line. Raises InputError if a file cannot be
    written.
    """
    return write_page_files(content, out, ".txt", _write_page_text, emit)


def write_hocr_pages(project: Project, content: Content, out: Path, emit: Listener) -> int:
    """Write one hOCR file a page to the folder ``out``; return their number. Raises InputError as the others do."""
    return write_page_files(content, out, SUFFIX, write_hocr, emit)


def write_annotations(project: Project, content: Content, out: Path, emit: Listener) -> int:
    """Write ``NAME.json`` for each page to the folder ``out``; return the number of files.

    Annotations of a page that was fetched refer to its canvas, those of others to a name made of the image's SHA-256.
    Raises InputError, leaving the files in ``out`` unchanged, if one cannot be written.
    """
    known = images_by_sha256(project)
    pages = iter(content.pages)

    def write(record: PageRecord, file: Path) -> None:
        page = next(pages)  # called once for each page, in their order
        target = _target(known.get(page.sha256)) if page.frame == 0 else None
        write_annotation_page(
            record, target or CanvasTarget.of_image(page.sha256, record), content.labels[page.id], file
        )

    return write_page_files(content, out, ".json", write, emit)


def write_tei_document(project: Project, content: Content, out: Path, emit: Listener) -> int:
    """Write all pages as one TEI document; return their number. Raises InputError if it cannot be written."""
    words = content.by_page()
    note_left_out(content, emit)

    def pages() -> Iterator[PageRecord]:
        return (page_record(content, page, words.get(page.id, [])) for page in content.pages)

    write_tei(pages, out, project.folder.stem)
    return len(content.pages)


def write_json(project: Project, content: Content, out: Path, emit: Listener) -> int:
    """Write one JSON document; return the number of words.

    It has ``pages`` (each with its ``lines`` without words and its ``words``) and ``crops`` (word images without a
    page). A word has ``text`` and its ``source``, all ``readings`` (present and former transcriptions), and the
    model's ``prediction``, also if it is transcribed. Raises InputError if the file cannot be written.
    """
    words = content.by_page()
    document = {
        "format": "ductus-export",
        "version": 1,
        "project": project.folder.stem,
        "model": content.model,
        "pages": [_page_json(project, content, page, words.get(page.id, [])) for page in content.pages],
        "crops": [_word_json(project, word) for word in words.get(None, [])],
    }
    write_atomically(out, (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode("utf-8"))
    return len(content.words)


def _target(origin: CanvasImageOrigin | None) -> CanvasTarget | None:
    """Return the canvas of a fetched image, None if its manifest gave it no id."""
    if origin is None or not origin.canvas:
        return None
    return CanvasTarget(origin.canvas, (origin.x, origin.y, origin.width, origin.height))


def _write_page_text(page: PageRecord, out: Path) -> None:
    lines = list(_text_lines(page))
    if any(word.text and _is_unchecked(word.origin) for word in page.words):
        lines += ["", _EXPLANATION]
    write_atomically(out, "".join(f"{line}\n" for line in lines).encode("utf-8"))


def _text_lines(page: PageRecord) -> Iterator[str]:
    """Return the lines of a page in reading order, then the texts of regions that have no lines."""
    for line, words in lines_in_order(page):
        if words:
            yield " ".join(_one_line(word.text, is_unchecked=_is_unchecked(word.origin)) for word in words)
        else:
            yield _one_line(line.text)
    yield from (_one_line(region.text) for region in page.regions if region.text)


def _is_unchecked(origin: TextOrigin | None) -> bool:
    return origin is not None and origin.is_suggested


def _one_line(text: str | None, is_unchecked: bool = False) -> str:
    joined = " ".join((text or "").split())
    return (joined + UNCHECKED if is_unchecked else joined) if joined else EMPTY


def _page_json(project: Project, content: Content, page: Page, words: Iterable[ExportWord]) -> dict[str, Any]:
    return {
        "id": page.id,
        "label": content.labels[page.id],
        "image": page.name,
        "frame": page.frame,
        "width": page.width,
        "height": page.height,
        "sha256": page.sha256,
        "writer": page.writer,
        "lines": [
            {"box": line.box, "polygon": line.polygon, "ref": line.ref, "text": line.text}
            for line in content.lines[page.id]
        ],
        "words": [_word_json(project, word) for word in words],
    }


def _word_json(project: Project, word: ExportWord) -> dict[str, Any]:
    row = word.row
    data = {
        "id": row.id,
        "box": row.box,
        "polygon": row.polygon,
        "line": row.line,
        "role": row.role,
        "writer": row.writer,
        "ref": row.ref,
        "text": word.text,
        "source": word.source,
        "readings": [_fields(reading, ("id", "word_id")) for reading in list_transcriptions(project, row.id)],
        # the detail is binary, for recognition only
        "prediction": None if word.prediction is None else _fields(word.prediction, ("word_id", "detail")),
    }
    if row.page_id is None:
        data |= {"image": row.name, "page": row.page_label}
    return data


def _fields(record: Transcription | Prediction, excluded: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name, value in asdict(record).items() if name not in excluded}
