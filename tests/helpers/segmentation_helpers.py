"""Drawn pages with lines of words at known positions, and the comparison of found with true boxes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw

from core.evaluation.word_errors import iou_matrix
from core.formats.records import LineRecord, PageRecord, SourceContents
from core.geometry import Box
from core.project.import_sources import import_contents
from core.project.project import Project

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
