"""Drawn pages and written lines whose words have known places, projects of them, and comparisons with what is found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from core.evaluation.word_errors import iou_matrix
from core.events import ignore_events
from core.formats.records import LineRecord, PageRecord, SourceContents
from core.geometry import Box
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


SIZE = (900, 420)
TOPS = (60, 180, 300)
LETTERS = (5, 3, 7)


def written(path: Path, tops: tuple[int, ...] = TOPS, seed: int = 0) -> None:
    """Draw a page with a line of three words at each height: 5, 3 and 7 joined arches as letters."""
    image = Image.new("L", SIZE, 240)
    draw = ImageDraw.Draw(image)
    for top in tops:
        x = 60
        for letters in LETTERS:
            for _ in range(letters):
                draw.arc((x, top, x + 26, top + 60), 180, 360, 30, 4)
                draw.line((x + 2, top + 26, x + 2, top + 40), 30, 4)
                x += 22
            x += 70
    pixels = np.asarray(image).astype(np.int16)
    pixels += np.random.default_rng(seed).integers(-4, 5, pixels.shape, np.int16)
    Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8)).save(path)


def line(top: int, text: str | None, ref: str | None = None) -> LineRecord:
    return LineRecord((40, top - 20, 820, 90), text, None, ref)


def make_uncut_project(folder: Path) -> Path:
    """Create a project below ``folder``: a page with three lines of three written words each, without any text."""
    written(folder / "page.png")
    page = PageRecord(folder / "page.png", *SIZE, lines=tuple(line(top, None, f"l{top}") for top in TOPS))
    with Project.create(folder / "p") as project:
        import_contents(project, SourceContents(pages=(page,)))
        return project.folder


class MatchScore(NamedTuple):
    """Result of :func:`match_boxes`; precision and recall in 0..1 (1 if there is nothing to judge or to find)."""

    precision: float
    recall: float
    matched: tuple[tuple[int, int], ...]
    """Pairs (index into found, index into truth)."""


def match_boxes(found: Sequence[Box], truth: Sequence[Box], iou: float = 0.5) -> MatchScore:
    """Match each found box to at most one true box, best overlaps first, if they overlap by ``iou`` or more."""
    overlap = iou_matrix(found, truth)
    rows, columns = np.nonzero(overlap >= iou)
    order = np.argsort(-overlap[rows, columns], kind="stable")
    used_found: set[int] = set()
    used_truth: set[int] = set()
    pairs = []
    for row, column in zip(rows[order].tolist(), columns[order].tolist(), strict=True):
        if row not in used_found and column not in used_truth:
            used_found.add(row)
            used_truth.add(column)
            pairs.append((row, column))
    precision = len(pairs) / len(found) if found else 1.0
    recall = len(pairs) / len(truth) if truth else 1.0
    return MatchScore(precision, recall, tuple(sorted(pairs)))
