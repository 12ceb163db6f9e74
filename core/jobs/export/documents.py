"""The words as plain text, and as one JSON document."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from core.disk import write_atomically
from core.formats.records import LineRecord, WordRecord, lines_in_order
from core.jobs.export.content import Content, ExportWord, page_record
from core.project.content.pages import Page
from core.project.content.predictions import Prediction
from core.project.content.transcriptions import Transcription, list_transcriptions
from core.project.project import Project

EMPTY = "[...]"
"""Stands in the text for a word without a transcription and without a prediction."""


def write_text(content: Content, out: Path) -> int:
    """Write one UTF-8 text: for each page a heading ``== NAME ==`` and its lines; return the number of lines.

    Word images without a page follow, one a line, under the name of the page that they were imported with. Raises
    InputError if the file cannot be written.
    """
    words = content.by_page()
    blocks = [
        (content.labels[page.id], list(_text_lines(content, page, words.get(page.id, [])))) for page in content.pages
    ]
    for label, crops in groupby(words.get(None, []), key=lambda word: word.row.page_label):
        blocks.append((label or "words without a page", [_one_line(word.text) for word in crops]))
    text = "\n".join("".join(f"{line}\n" for line in (f"== {name} ==", *lines)) for name, lines in blocks)
    write_atomically(out, text.encode("utf-8"))
    return sum(len(lines) for _, lines in blocks)


def write_json(project: Project, content: Content, out: Path) -> int:
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


def _text_lines(content: Content, page: Page, words: Iterable[ExportWord]) -> Iterator[str]:
    for line in lines_in_order(page_record(content, page, words)):
        parts: list[WordRecord] | list[LineRecord] = [line] if isinstance(line, LineRecord) else line
        yield " ".join(_one_line(part.text) for part in parts)


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split()) or EMPTY


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
