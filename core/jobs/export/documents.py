"""The words as plain text to read, and as one JSON document for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from core.disk import write_atomically
from core.formats.records import LineRecord, WordRecord, lines_in_order
from core.jobs.export.words import Content, ExportWord, page_record
from core.project.content.pages import Page, list_lines
from core.project.content.transcriptions import list_transcriptions

UNREAD = "[...]"
"""Stands in the text for a word that nobody has read."""


def write_text(content: Content, out: Path) -> int:
    """Write one UTF-8 text: a heading ``== NAME ==`` before each page, then its lines; returns how many lines.

    Lone crops follow, one a line, under the name of the page they say they are from. Raises InputError when
    the file cannot be written.
    """
    words = content.by_page()
    blocks = [
        (content.labels[page.id], list(_page_lines(content, page, words.get(page.id, [])))) for page in content.pages
    ]
    for label, lone in groupby(words.get(None, []), key=lambda word: word.row.page_label):
        blocks.append((label or "words without a page", [_shown(word.text) for word in lone]))
    text = "\n".join("".join(f"{line}\n" for line in (f"== {name} ==", *body)) for name, body in blocks)
    write_atomically(out, text.encode("utf-8"))
    return sum(len(body) for _, body in blocks)


def write_json(content: Content, out: Path) -> int:
    """Write one JSON document; returns how many words it holds.

    ``pages`` (each with its ``lines`` without words and its ``words``) and ``crops``; a word has ``text`` and
    its ``source``, all ``readings`` it ever had, and the model's ``prediction`` also where a person read it.
    Raises InputError when the file cannot be written.
    """
    words = content.by_page()
    document = {
        "format": "ductus-export",
        "version": 1,
        "project": content.project.folder.stem,
        "model": content.model,
        "pages": [_page(content, page, words.get(page.id, [])) for page in content.pages],
        "crops": [_word(content, word) for word in words.get(None, [])],
    }
    write_atomically(out, (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode("utf-8"))
    return len(content.words)


def _page_lines(content: Content, page: Page, words: Iterable[ExportWord]) -> Iterator[str]:
    for line in lines_in_order(page_record(content, page, words)):
        parts: list[WordRecord] | list[LineRecord] = [line] if isinstance(line, LineRecord) else line
        yield " ".join(_shown(part.text) for part in parts)


def _shown(text: str | None) -> str:
    return " ".join((text or "").split()) or UNREAD


def _page(content: Content, page: Page, words: Iterable[ExportWord]) -> dict[str, Any]:
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
            for line in list_lines(content.project, page.id)
        ],
        "words": [_word(content, word) for word in words],
    }


def _word(content: Content, word: ExportWord) -> dict[str, Any]:
    row = word.row
    told = {
        "id": row.id,
        "box": row.box,
        "polygon": row.polygon,
        "line": row.line,
        "role": row.role,
        "writer": row.writer,
        "ref": row.ref,
        "text": word.text,
        "source": word.source,
        "readings": [
            {
                "text": reading.text,
                "source": reading.source,
                "model": reading.model,
                "who": reading.who,
                "created_at": reading.created_at,
                "current": reading.current,
            }
            for reading in list_transcriptions(content.project, row.id)
        ],
        "prediction": _prediction(word),
    }
    if row.page_id is None:
        told |= {"image": row.name, "page": row.page_label}
    return told


def _prediction(word: ExportWord) -> dict[str, Any] | None:
    if word.prediction is None:
        return None
    told = asdict(word.prediction)
    # the id stands above; the detail is bytes that only recognition reads
    return {name: value for name, value in told.items() if name not in ("word_id", "detail")}
