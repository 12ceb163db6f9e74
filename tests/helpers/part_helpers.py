"""Helpers of the tests of parts: a small project of two pages, random edits, and what a merge must keep."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from project_helpers import draw_image

from core.formats.records import LineRecord, PageRecord, SourceContents, WordRecord
from core.project.content.line_edits import delete_lines, draw_line, move_line
from core.project.content.pages import list_lines
from core.project.content.transcriptions import clear_transcription, set_transcription
from core.project.content.word_edits import (
    NewWord,
    add_words,
    change_box,
    delete_words,
    mark_not_a_word,
    set_role,
    split_word,
)
from core.project.content.words import get_words, word_ids
from core.project.db.author import set_author
from core.project.import_sources import import_contents
from core.project.project import Project

TEXTS = ("the", "King", "November", "of", "letter")


def two_page_project(folder: Path, name: str = "whole") -> Project:
    """Create a project with two pages of two lines with two words each; half of the words are transcribed."""
    project = Project.create(folder / name)
    pages = []
    for number in (1, 2):
        words = tuple(
            WordRecord((10 + 60 * column, 10 + 40 * line, 40, 20), "the" if column else None, line=line)
            for line in (0, 1)
            for column in (0, 1)
        )
        lines = tuple(LineRecord((5, 5 + 40 * line, 150, 30), number=line) for line in (0, 1))
        image = draw_image(folder / "scans" / f"page{number}.png", (200, 100), 180 + number)
        pages.append(PageRecord(image, 200, 100, words=words, lines=lines))
    import_contents(project, SourceContents(pages=tuple(pages)))
    return project


def edit(project: Project, kind: str, where: int, value: int) -> None:
    """Make one of the edits of a person: ``where`` chooses the word, ``value`` what is done with it."""
    page_ids = project.column("SELECT id FROM page ORDER BY id")
    ids = word_ids(project, not_a_word=None)
    if not ids:
        return
    word_id, page_id = ids[where % len(ids)], page_ids[where % len(page_ids)]
    match kind:
        case "type":
            set_transcription(project, word_id, TEXTS[value % len(TEXTS)])
        case "clear":
            clear_transcription(project, word_id)
        case "box":
            x, y, w, h = get_words(project, [word_id])[0].box or (0, 0, 20, 20)
            change_box(project, word_id, (max(0, min(x + value - 2, 150)), y, max(w, 3), h))
        case "role":
            set_role(project, [word_id], ("train", "val", "test", "none")[value % 4])
        case "blot":
            mark_not_a_word(project, [word_id], bool(value % 2))
        case "delete":
            delete_words(project, [word_id])
        case "add":
            add_words(project, page_id, [NewWord((20 + 3 * value, 70, 12, 8), line=1)])
        case "split":
            x, _, w, _ = get_words(project, [word_id])[0].box or (0, 0, 0, 0)
            if w > 8:
                split_word(project, word_id, x + w // 2)
        case "line":
            lines = list_lines(project, page_id)
            if value % 3 == 0 or not lines:
                draw_line(project, page_id, (10, 80 + value, 100, 8))
            elif value % 3 == 1:
                move_line(project, lines[0].id, (6, 6 + value, 140, 28))
            else:
                delete_lines(project, [lines[-1].id])


KINDS = ("type", "type", "type", "clear", "box", "role", "blot", "delete", "add", "split", "line")


def edit_as(project: Project, who: str, edits: Sequence[tuple[str, int, int]]) -> None:
    """Make edits under a name."""
    set_author(who)
    try:
        for kind, where, value in edits:
            edit(project, kind, where, value)
    finally:
        set_author("")


def content(project: Project) -> dict[str, Any]:
    """Return all that a person can distinguish, without the ids of rows: words in reading order, and lines.

    A deleted word is in no line: which one its row still names depends on the order of the merges, and nobody sees it.
    """
    lines = {
        row[0]: row[1:]
        for row in project.query("SELECT id, page_id, x, y, w, h, text FROM line ORDER BY page_id, position")
    }
    words = []
    for row in project.query(
        "SELECT id, page_id, x, y, w, h, polygon, role, deleted, not_a_word, line_id, transcription_id FROM word"
        " ORDER BY page_id, line, position, id"
    ):
        readings = project.query(
            "SELECT text, source, model, who, created_at, id IS ?, contends FROM transcription WHERE word_id = ?",
            (row[11], row[0]),
        )
        words.append((row[1:10], lines.get(row[10]), sorted(readings, key=repr)))
    return {
        "words": [word for word in words if not word[0][7]],
        "deleted": sorted(((word[0], word[2]) for word in words if word[0][7]), key=repr),
        "lines": sorted(lines.values(), key=repr),
    }


def texts_with_authors(project: Project) -> set[tuple]:
    """Return every transcription that was ever given, with its author and time."""
    return set(project.query("SELECT text, who, created_at FROM transcription"))
