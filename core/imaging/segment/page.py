"""Segmentation of a whole page, or of one given line of it, into word boxes."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from core.geometry import Box, Polygon, bounding_box, clip, union
from core.imaging.segment.binarise import BinaryPage, Gray, binarise
from core.imaging.segment.lines import assign_components, find_lines, pixels_by_line
from core.imaging.segment.words import InkRun, group_by_gap, is_word, outer_edges, split_lines, word_gap_threshold

MARGIN = 0.3
"""Margin around the ink of a word, in x-heights: enough for thin strokes that binarisation missed."""


@dataclass(frozen=True, slots=True)
class SplitLine:
    """One line split at every gap: ``boxes`` in reading order and the ``gaps`` between them, in page pixels."""

    boxes: tuple[Box, ...]
    gaps: tuple[float, ...]
    """Width between ``boxes[i]`` and ``boxes[i + 1]``, measured along the slant of the writing."""
    threshold: float
    """Gaps wider than this usually separate words."""


def segment_page(gray: Gray) -> list[list[Box]]:
    """Return the word boxes of each line of a page (uint8 [H, W]), both in reading order; no lines if none is written.

    Up to rounding the result does not depend on the resolution of the scan.
    """
    page = binarise(gray)
    if page is None:
        return []
    curves = find_lines(page.mask, page.xheight)
    line_of = assign_components(page.mask, curves, page.xheight)
    ink = pixels_by_line(line_of, len(curves))
    lines = split_lines(page, ((y, x, curve.at(x), page.xheight) for (y, x), curve in zip(ink, curves, strict=True)))
    threshold = word_gap_threshold(np.concatenate([np.zeros(0), *(line.gaps for line in lines)]), page.xheight)
    groups = (group_by_gap(line.runs, line.gaps, threshold) for line in lines)
    found = ([page_box(word, page, gray.shape) for word in words if is_word(word, page.xheight)] for words in groups)
    return [boxes for boxes in found if boxes]


@dataclass(frozen=True, slots=True)
class LineRegion:
    """The image of a line, uint8 [h, w], with paper outside its outline; (``x``, ``y``) is its place on the page."""

    gray: Gray
    x: int
    y: int


def line_region(gray: Gray, box: Box, polygon: Polygon | None = None) -> LineRegion | None:
    """Cut the line inside ``box`` (or ``polygon``, page pixels) out of a page; None if it lies outside the page."""
    if polygon is not None:
        x, y, w, h = bounding_box(polygon)
        box = (x, y, w + 1, h + 1)
    region = clip(box, gray.shape[1], gray.shape[0])
    if region is None:
        return None
    x, y, w, h = region
    part = gray[y : y + h, x : x + w]
    return LineRegion(part if polygon is None else _blank_outside(part, polygon, (x, y)), x, y)


def split_line_region(gray: Gray, box: Box, polygon: Polygon | None = None) -> SplitLine:
    """Take the writing inside ``box`` (or ``polygon``, page pixels) as one line and split it at every gap."""
    region = line_region(gray, box, polygon)
    if region is None:
        return SplitLine((), (), 0.0)
    part, x, y = region.gray, region.x, region.y
    # Letters cut by the edge of the line must not look like a scanner's border: add a margin of paper.
    pad = part.shape[0] // 3 + 2
    part = np.asarray(cv2.copyMakeBorder(part, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=_paper(part)), np.uint8)
    page = binarise(part)
    if page is None:
        return SplitLine((), (), 0.0)
    curves = find_lines(page.mask, page.xheight)
    ys, xs = np.nonzero(page.mask)
    if curves:
        middle = max(curves, key=lambda line: len(line.xs)).at(xs)
    else:
        middle = np.full(len(xs), float(np.median(ys)))
    (line,) = split_lines(page, [(ys, xs, middle, page.xheight)])
    boxes = tuple(page_box([run], page, gray.shape, (x - pad, y - pad)) for run in line.runs)
    threshold = word_gap_threshold(line.gaps, page.xheight)
    return SplitLine(boxes, tuple(float(g) / page.scale for g in line.gaps), threshold / page.scale)


def segment_line(gray: Gray, box: Box, polygon: Polygon | None = None) -> list[Box]:
    """Return the word boxes (page pixels, reading order) of the one line inside ``box`` or ``polygon``, by its gaps."""
    line = split_line_region(gray, box, polygon)
    return [union(boxes) for boxes in group_by_gap(line.boxes, line.gaps, line.threshold)]


def page_box(word: list[InkRun], page: BinaryPage, shape: tuple[int, ...], origin: tuple[int, int] = (0, 0)) -> Box:
    """Return the box of ``word`` in pixels of an image of ``shape``; ``origin`` is where ``page`` was cut from it."""
    margin = MARGIN * page.xheight
    edges = outer_edges(word)
    low, high = np.array(edges[:2]) - margin, np.array(edges[2:]) + margin
    size = np.array([shape[1], shape[0]])
    left, top = np.clip(np.floor(low / page.scale).astype(int) + origin, 0, size - 1).tolist()
    right, bottom = np.clip(np.ceil(high / page.scale).astype(int) + origin, 1, size).tolist()
    return left, top, max(1, right - left), max(1, bottom - top)


def _blank_outside(part: Gray, polygon: Polygon, origin: tuple[int, int]) -> Gray:
    """Return ``part`` with everything outside the polygon in the brightness of the paper."""
    inside: npt.NDArray[np.uint8] = np.zeros(part.shape, np.uint8)
    cv2.fillPoly(inside, [np.asarray(polygon, np.int32) - np.asarray(origin, np.int32)], 1)
    paper = _paper(part[inside > 0]) if inside.any() else 255
    return np.where(inside > 0, part, np.uint8(paper)).astype(np.uint8)


def _paper(gray: Gray) -> int:
    """Return the brightness of the paper; writing covers far less than 80 % of a line."""
    return int(np.percentile(gray, 80))
