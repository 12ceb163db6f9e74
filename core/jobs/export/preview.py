"""The beginning of an export, to be looked at before anything is written."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from core.errors import InputError
from core.events import ignore_events
from core.formats.images import CROP_SUFFIXES
from core.jobs.export.documents import write_json, write_text
from core.jobs.export.export_target import FORMATS, TO_A_FOLDER
from core.jobs.export.table import table_text, words_folder
from core.jobs.export.words import Content, ExportWord, content_of, filling_model
from core.jobs.export.xml import write_pages
from core.project.content.pages import list_pages
from core.project.content.words import WordFilter, word_ids
from core.project.project import Project

LINES = 60
"""So many lines of a text, or rows of a table, are shown."""


@dataclass(frozen=True, slots=True)
class Amount:
    """What an export would hold: ``words`` are those ``read`` by a person, ``predicted`` and ``unread``."""

    pages: int
    words: int
    read: int
    predicted: int
    unread: int
    left_out: int
    """Lone crops that the format or the choice of pages has no room for."""


@dataclass(frozen=True, slots=True)
class Preview:
    """``rows`` of a table (the first is its head), or the first lines of a ``text``; and how much there is."""

    kind: str
    text: str
    rows: tuple[tuple[str, ...], ...]
    amount: Amount
    model: str | None


def preview(
    project: Project, kind: str, out: Path, with_predictions: bool = True, page_ids: Collection[int] | None = None
) -> Preview:
    """What :func:`core.jobs.export.export_project.export` would write first; only a temporary folder is written to.

    Only the first page that has words is gone through (or the first lone crops), so that a large project
    answers as quickly as a small one. Raises InputError for a kind that is none of :data:`FORMATS`.
    """
    if kind not in FORMATS:
        raise InputError(f"There is no format '{kind}' to export to; choose one of {', '.join(FORMATS)}.")
    model = filling_model(project) if with_predictions else None
    content = _beginning(project, model, page_ids)
    counted = amount(project, kind, model, page_ids)
    if kind == "table":
        folder = words_folder(out)
        files = {word.row.id: f"{folder}/{word.row.id}{_image_suffix(word)}" for word in content.words[:LINES]}
        rows = csv.reader(io.StringIO(table_text(content, files), newline=""))
        return Preview(kind, "", tuple(tuple(row) for row in rows), counted, model)
    return Preview(kind, _first_lines(content, kind), (), counted, model)


def amount(project: Project, kind: str, model: str | None, page_ids: Collection[int] | None = None) -> Amount:
    """Count what an export with the predictions of ``model`` (None: without any) would hold."""
    wanted = None if page_ids is None else json.dumps(sorted(page_ids))
    found = project.query(
        "SELECT w.page_id IS NULL, count(*), coalesce(sum(w.reading_id IS NOT NULL), 0),"
        " coalesce(sum(w.reading_id IS NULL AND p.id IS NOT NULL), 0) FROM word AS w"
        " LEFT JOIN prediction AS p ON p.word_id = w.id AND p.model = :model"
        " WHERE w.deleted = 0 AND w.not_a_word = 0"
        " AND (:pages IS NULL OR w.page_id IS NULL OR w.page_id IN (SELECT value FROM json_each(:pages)))"
        " GROUP BY 1",
        {"model": model, "pages": wanted},
    )
    by_lone = {bool(row[0]): row[1:] for row in found}
    lone = by_lone.get(True, (0, 0, 0))
    taken = [by_lone.get(False, (0, 0, 0))]
    keeps_lone = page_ids is None and kind not in TO_A_FOLDER
    if keeps_lone:
        taken.append(lone)
    words, read, predicted = (sum(part[column] for part in taken) for column in range(3))
    count = len(page_ids) if page_ids is not None else _scalar(project, "SELECT count(*) FROM page")
    return Amount(count, words, read, predicted, words - read - predicted, 0 if keeps_lone else lone[0])


def _beginning(project: Project, model: str | None, page_ids: Collection[int] | None) -> Content:
    wanted = None if page_ids is None else set(page_ids)
    for page in list_pages(project):
        if page.words and (wanted is None or page.id in wanted):
            return content_of(project, model, [page], word_ids(project, WordFilter(page_id=page.id)))
    lone = project.query(
        "SELECT id FROM word WHERE page_id IS NULL AND deleted = 0 AND not_a_word = 0 ORDER BY id LIMIT ?",
        (LINES if wanted is None else 0,),
    )
    return content_of(project, model, [], [row[0] for row in lone])


def _first_lines(content: Content, kind: str) -> str:
    with TemporaryDirectory() as aside:
        out = Path(aside, "preview")
        if kind == "text":
            write_text(content, out)
        elif kind == "json":
            write_json(content, out)
        else:
            write_pages(content, out, kind, ignore_events)
            written = sorted(out.iterdir())
            if not written:
                return ""
            out = written[0]
        with out.open(encoding="utf-8") as lines:
            return "".join(islice(lines, LINES))


def _image_suffix(word: ExportWord) -> str:
    """How the image of a word in a table ends: a lone crop keeps its format, words of pages become PNGs."""
    suffix = Path(word.row.name or "").suffix.lower() if word.row.page_id is None else ""
    return suffix if suffix in CROP_SUFFIXES else ".png"


def _scalar(project: Project, sql: str) -> int:
    row = project.one(sql)
    assert row is not None
    return int(row[0])
