"""Asking for words: which there are, what is known of them, and the labelled ones of a role."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.geometry import Box
from core.project.content.pages import decode_polygon
from core.project.project import Project

_CHUNK = 1000


@dataclass(frozen=True, slots=True)
class WordFilter:
    """Which words are meant; what is None does not matter."""

    page_id: int | None = None
    role: str | None = None
    read: bool | None = None
    """With (True) or without (False) a reading by a person."""
    writer: str | None = None
    predicted_by: str | None = None
    """Words for which this model has a prediction."""
    not_predicted_by: str | None = None
    status: str | None = None
    """``seen`` or ``unseen`` by the prediction of ``predicted_by``."""
    deleted: bool = False
    not_a_word: bool | None = False


@dataclass(frozen=True, slots=True)
class WordRow:
    """One word. ``box`` is None for a lone crop; ``text`` and ``source`` are those of the current reading."""

    id: int
    page_id: int | None
    box: Box | None
    polygon: tuple[tuple[int, int], ...] | None
    line: int
    position: int
    role: str
    writer: str | None
    ref: str | None
    name: str | None
    page_label: str | None
    deleted: bool
    not_a_word: bool
    text: str | None
    source: str | None


def word_ids(project: Project, which: WordFilter = WordFilter()) -> list[int]:
    """The ids of the words meant, pages in order, each in reading order, lone crops last."""
    wanted = {
        "w.page_id = :page_id": which.page_id is not None,
        "w.role = :role": which.role is not None,
        "w.writer = :writer": which.writer is not None,
        "w.reading_id IS NOT NULL": which.read is True,
        "w.reading_id IS NULL": which.read is False,
        "w.not_a_word = :not_a_word": which.not_a_word is not None,
        "w.deleted = :deleted": True,
        "EXISTS (SELECT 1 FROM prediction WHERE word_id = w.id AND model = :predicted_by"
        " AND (:status IS NULL OR status = :status))": which.predicted_by is not None,
        "NOT EXISTS (SELECT 1 FROM prediction WHERE word_id = w.id AND model = :not_predicted_by)": (
            which.not_predicted_by is not None
        ),
    }
    conditions = " AND ".join(condition for condition, applies in wanted.items() if applies)
    rows = project.query(
        f"SELECT w.id FROM word AS w LEFT JOIN page AS p ON p.id = w.page_id WHERE {conditions}"
        " ORDER BY p.id IS NULL, p.position, p.id, w.line, w.position, w.id",
        {
            "page_id": which.page_id,
            "role": which.role,
            "writer": which.writer,
            "not_a_word": which.not_a_word,
            "deleted": which.deleted,
            "predicted_by": which.predicted_by,
            "status": which.status,
            "not_predicted_by": which.not_predicted_by,
        },
    )
    return [row[0] for row in rows]


def get_words(project: Project, ids: Sequence[int]) -> list[WordRow]:
    """What is known of these words, in the order asked; ids that do not exist are left out."""
    return list(iter_words(project, ids))


def iter_words(project: Project, ids: Sequence[int]) -> Iterator[WordRow]:
    """As :func:`get_words`, a thousand at a time, so that memory stays flat."""
    for start in range(0, len(ids), _CHUNK):
        chunk = ids[start : start + _CHUNK]
        found = project.query(
            "SELECT w.id, w.page_id, w.x, w.y, w.w, w.h, w.polygon, w.line, w.position, w.role, w.writer,"
            " w.ref, w.name, w.page_label, w.deleted, w.not_a_word, r.text, r.source"
            " FROM word AS w LEFT JOIN reading AS r ON r.id = w.reading_id"
            " WHERE w.id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(chunk)),),
        )
        by_id = {row[0]: _word(row) for row in found}
        yield from (by_id[word_id] for word_id in chunk if word_id in by_id)


def labelled_words(project: Project, role: str | None = None) -> list[tuple[int, str]]:
    """Words with a person's reading and its text in NFC, by id; of one role, or of all but ``none``."""
    return project.query(
        "SELECT w.id, r.nfc FROM word AS w JOIN reading AS r ON r.id = w.reading_id WHERE w.deleted = 0"
        " AND w.not_a_word = 0 AND (w.role = :role OR (:role IS NULL AND w.role <> 'none')) ORDER BY w.id",
        {"role": role},
    )


def counts(project: Project) -> dict[str, dict[str, int]]:
    """Per role, how many words are ``read`` and ``unread``."""
    found = project.query(
        "SELECT role, count(reading_id), count(*) - count(reading_id) FROM word"
        " WHERE deleted = 0 AND not_a_word = 0 GROUP BY role ORDER BY role"
    )
    return {role: {"read": read, "unread": unread} for role, read, unread in found}


def transcribed_count(project: Project, role: str) -> int:
    """How many words of a role a person has read."""
    return counts(project).get(role, {"read": 0})["read"]


def _word(row: tuple) -> WordRow:
    box = None if row[1] is None else row[2:6]
    deleted, not_a_word = bool(row[14]), bool(row[15])
    return WordRow(*[*row[:2], box, decode_polygon(row[6]), *row[7:14], deleted, not_a_word, *row[16:]])
