"""The words and lines of pages as a merge reads them, on either side."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.project.content.transcriptions import SOURCE_SQL
from core.project.parts.fields import Value, WordVersion
from core.project.parts.stamps import COLUMNS, FIELDS, LINE_COLUMNS
from core.project.parts.versions import Standing, Version
from core.project.project import Project

_PARTS = {
    name: slice(COLUMNS.index(columns[0]), COLUMNS.index(columns[0]) + len(columns)) for name, columns in FIELDS.items()
}


@dataclass(frozen=True, slots=True)
class WordState:
    """A word with its place in the order of the page and its names in the parts it came from."""

    version: WordVersion
    place: tuple[int, int, int | None]
    """The values of :data:`PLACE_COLUMNS`."""
    keys: tuple[str, ...]
    current: Version | None
    ref: str | None
    origin: str | None


@dataclass(frozen=True, slots=True)
class LineState:
    """A line; ``values`` are those of :data:`LINE_COLUMNS`."""

    id: int
    page_id: int
    values: Value
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PagesState:
    """The words and lines of pages by id, and the details of each transcription, by word."""

    words: dict[int, WordState]
    lines: dict[int, LineState]
    fits: dict[int, dict[Version, float | None]]
    """The fit of an aligned transcription; the keys are in the order in which they were written."""
    readings: dict[int, dict[Version, int]]
    """The ids of the rows."""
    words_on: dict[int | None, list[int]]
    """The ids of the words of each page."""


def read_pages(project: Project, page_ids: Sequence[int]) -> PagesState:
    """Read all words of pages, deleted ones too, and all lines."""
    pages = json.dumps(list(page_ids))
    on_pages = "page_id IN (SELECT value FROM json_each(?))"
    fits: defaultdict[int, dict[Version, float | None]] = defaultdict(dict)
    ids: defaultdict[int, dict[Version, int]] = defaultdict(dict)
    stand: defaultdict[int, set[Version]] = defaultdict(set)
    current: dict[int, Version] = {}
    for word_id, transcription_id, text, source, model, who, created_at, fit, contends, is_current in project.query(
        f"SELECT r.word_id, r.id, r.text, {SOURCE_SQL}, coalesce(r.model, ''), coalesce(r.who, ''), r.created_at,"
        " r.fit, r.contends, r.id IS w.transcription_id FROM transcription AS r JOIN word AS w ON w.id = r.word_id"
        f" WHERE w.{on_pages} ORDER BY r.id",
        (pages,),
    ):
        version = Version(text, source, model, who, created_at)
        fits[word_id][version] = fit
        if is_current or version not in ids[word_id]:
            ids[word_id][version] = transcription_id
        if contends or is_current:
            stand[word_id].add(version)
        if is_current:
            current[word_id] = version
    words = {}
    for row in project.query(
        f"SELECT id, page_id, keys, ref, origin, line, position, line_id, {', '.join(COLUMNS)} FROM word"
        f" WHERE {on_pages} ORDER BY id",
        (pages,),
    ):
        word_id, values = row[0], row[8:]
        standing = Standing(frozenset(fits[word_id]), frozenset(stand[word_id]))
        word = WordVersion(word_id, row[1], {name: values[part] for name, part in _PARTS.items()}, standing)
        words[word_id] = WordState(word, row[5:8], _split(row[2]), current.get(word_id), row[3], row[4])
    lines = {
        row[0]: LineState(row[0], row[1], row[3:], _split(row[2]))
        for row in project.query(
            f"SELECT id, page_id, keys, {', '.join(LINE_COLUMNS)} FROM line WHERE {on_pages} ORDER BY position, id",
            (pages,),
        )
    }
    words_on: defaultdict[int | None, list[int]] = defaultdict(list)
    for word_id, state in words.items():
        words_on[state.version.page_id].append(word_id)
    return PagesState(words, lines, dict(fits), dict(ids), words_on)


def fields_of(columns: dict[str, Any]) -> dict[str, Value]:
    """Return the fields of a word from its columns."""
    values = tuple(map(columns.__getitem__, COLUMNS))
    return {name: values[part] for name, part in _PARTS.items()}


def _split(keys: str | None) -> tuple[str, ...]:
    return tuple((keys or "").split())
