"""A project with two lines that were aligned; the words of the first stand beside their ink."""

from __future__ import annotations

from pathlib import Path

import cv2
from line_helpers import LINE, written_line

from core.events import ignore_events
from core.formats.records import LineRecord, PageRecord, SourceContents
from core.jobs.segmentation.segment_pages import segment_new_pages
from core.project.content.word_edits import place_words
from core.project.content.words import WordRow, get_words, word_ids
from core.project.importing.import_sources import import_contents
from core.project.project import Project

SHIFT = 60


def aligned_project(folder: Path) -> Project:
    """Return the project ``p`` in ``folder``: cut by the starter model, then the words of the first line shifted."""
    gray, _ = written_line()
    page = cv2.copyMakeBorder(gray, 30, 30, 40, 100, cv2.BORDER_CONSTANT, value=235)
    cv2.imwrite(str(folder / "page.png"), cv2.vconcat([page, page]))
    height, width = page.shape
    lines = tuple(
        LineRecord((40, 30 + top, width - 60, gray.shape[0]), " ".join(LINE), number=number)
        for number, top in enumerate((0, height))
    )
    project = Project.create(folder / "p")
    import_contents(project, SourceContents((PageRecord(folder / "page.png", width, 2 * height, lines=lines),)))
    assert segment_new_pages(project, ignore_events) == 2 * len(LINE)
    with project.edit("as an older model placed them"):
        place_words(project, {row.id: (row.box[0] + SHIFT, *row.box[1:]) for row in first_line(project) if row.box})
    return project


def first_line(project: Project) -> list[WordRow]:
    """Return the words of the first line."""
    return get_words(project, word_ids(project))[: len(LINE)]
