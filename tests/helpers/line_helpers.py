"""Written lines whose words have known places, a project with two of them, and how many lines a reader spells."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from core.events import ignore_events
from core.formats.records import LineRecord, PageRecord, SourceContents
from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer
from core.jobs.segmentation.segment_pages import segment_new_pages
from core.project.content.word_edits import place_words
from core.project.content.words import WordRow, get_words, word_ids
from core.project.import_sources import import_contents
from core.project.project import Project

LINE = ("several", "orders", "of", "the", "regiment")
SHIFT = 60


def written_line() -> tuple[NDArray[np.uint8], list[tuple[int, int]]]:
    """Return the grey image of :data:`LINE`, and the first and one-past-last column of each word's ink."""
    rng, writer = np.random.default_rng(3), Writer.random(5)
    words = [render_word(word, writer, rng) for word in LINE]
    page, x = np.full((max(word.shape[0] for word in words) + 10, 3000), 235, np.uint8), 20
    places: list[tuple[int, int]] = []
    for word in words:
        top = (page.shape[0] - word.shape[0]) // 2
        page[top : top + word.shape[0], x : x + word.shape[1]] = word
        inked = np.flatnonzero((word < 128).any(axis=0)) + x
        places.append((int(inked[0]), int(inked[-1]) + 1))
        x += word.shape[1] + 25
    return page[:, : x + 10], places


def count_passes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the numbers of strips that go through the network of a line reader."""
    from core.model.line_reader import LineReader  # tests of windows use this module, and import no PyTorch

    counts: list[int] = []
    log_probs = LineReader.log_probs

    def counted(self: LineReader, strips: list[NDArray[np.uint8]]) -> list[NDArray[np.float32]]:
        counts.append(len(strips))
        return log_probs(self, strips)

    monkeypatch.setattr(LineReader, "log_probs", counted)
    return counts


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
