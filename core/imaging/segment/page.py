"""A whole page, or one given line of it, cut into word boxes."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from core.geometry import Box
from core.imaging.segment import words as cut
from core.imaging.segment.ink import Gray, Ink, find_ink
from core.imaging.segment.lines import assign_ink, find_lines

Polygon = tuple[tuple[int, int], ...]

_MARGIN = 0.3
"""White left around a word's ink, in x-heights: enough for thin strokes the threshold missed."""


@dataclass(frozen=True, slots=True)
class SegmentedWord:
    """A word found on a page. ``line`` and ``order`` (place in the line) count from 0 in reading order."""

    box: Box
    line: int
    order: int
    polygon: Polygon | None = None


@dataclass(frozen=True, slots=True)
class LinePieces:
    """One line cut at every gap: ``boxes`` in reading order (page pixels) and the ``gaps`` between neighbours."""

    boxes: tuple[Box, ...]
    gaps: tuple[float, ...]
    """Width in page pixels between ``boxes[i]`` and ``boxes[i + 1]``, measured along the slant of the hand."""
    threshold: float
    """Gaps wider than this (page pixels) usually part words."""


def segment_page(gray: Gray) -> list[SegmentedWord]:
    """The words of a page (uint8 [H, W]) in reading order; an empty list where nothing is written.

    The result does not depend on the resolution of the scan beyond rounding.
    """
    ink = find_ink(gray)
    if ink is None:
        return []
    curves = find_lines(ink.mask, ink.xheight)
    owner = assign_ink(ink.mask, curves, ink.xheight)
    slant = cut.writing_slant(ink.mask, ink.xheight)
    labels = cv2.connectedComponents(ink.mask, connectivity=8)[1]
    ys, xs = np.nonzero(owner >= 0)
    owners = owner[ys, xs]
    order = np.argsort(owners, kind="stable")
    bounds = np.searchsorted(owners[order], np.arange(len(curves) + 1))
    lines = []
    for index, curve in enumerate(curves):
        mine = order[bounds[index] : bounds[index + 1]]
        y, x = ys[mine], xs[mine]
        lines.append(cut.line_pieces(labels[y, x], y, x, curve.at(x), slant, ink.xheight))
    page_gap = cut.word_gap(np.concatenate([np.zeros(0), *(line.gaps for line in lines)]), ink.xheight)
    found: list[SegmentedWord] = []
    number = 0
    for line in lines:
        boxes = [
            _page_box(word, ink, gray.shape) for word in cut.group(line, page_gap) if cut.is_word(word, ink.xheight)
        ]
        found += [SegmentedWord(box, number, place) for place, box in enumerate(boxes)]
        number += bool(boxes)
    return found


def line_pieces(gray: Gray, box: Box, polygon: Polygon | None = None) -> LinePieces:
    """Everything written inside ``box`` (or ``polygon``, page pixels), taken as one line and cut at every gap."""
    x, y, w, h = _clipped(box, polygon, gray.shape)
    part = gray[y : y + h, x : x + w]
    if part.size == 0:
        return LinePieces((), (), 0.0)
    if polygon is not None:
        part = _blanked(part, polygon, (x, y))
    # Letters cut by the edge of the line must not pass for a scanner's border: lay paper around them.
    pad = h // 3 + 2
    paper = int(np.percentile(part, 80))
    part = np.asarray(cv2.copyMakeBorder(part, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=paper), np.uint8)
    ink = find_ink(part)
    if ink is None:
        return LinePieces((), (), 0.0)
    curves = find_lines(ink.mask, ink.xheight)
    ys, xs = np.nonzero(ink.mask)
    if curves:
        middle = max(curves, key=lambda line: len(line.xs)).at(xs)
    else:
        middle = np.full(len(xs), float(np.median(ys)))
    slant = cut.writing_slant(ink.mask, ink.xheight)
    labels = cv2.connectedComponents(ink.mask, connectivity=8)[1]
    line = cut.line_pieces(labels[ys, xs], ys, xs, middle, slant, ink.xheight)
    boxes = tuple(_page_box([piece], ink, gray.shape, (x - pad, y - pad)) for piece in line.pieces)
    threshold = cut.word_gap(line.gaps, ink.xheight)
    return LinePieces(boxes, tuple(float(g) / ink.scale for g in line.gaps), threshold / ink.scale)


def segment_line(gray: Gray, box: Box, polygon: Polygon | None = None) -> list[Box]:
    """The word boxes (page pixels, reading order) of the one line inside ``box`` or ``polygon``."""
    pieces = line_pieces(gray, box, polygon)
    found: list[list[Box]] = []
    for index, piece in enumerate(pieces.boxes):
        if index and pieces.gaps[index - 1] <= pieces.threshold:
            found[-1].append(piece)
        else:
            found.append([piece])
    return [union(boxes) for boxes in found]


def union(boxes: list[Box]) -> Box:
    """The smallest box around ``boxes`` (at least one)."""
    left = min(b[0] for b in boxes)
    top = min(b[1] for b in boxes)
    right = max(b[0] + b[2] for b in boxes)
    bottom = max(b[1] + b[3] for b in boxes)
    return left, top, right - left, bottom - top


def _page_box(word: list[cut.Piece], ink: Ink, shape: tuple[int, ...], origin: tuple[int, int] = (0, 0)) -> Box:
    """The box of ``word`` on a page of ``shape`` whose part at ``origin`` was looked at."""
    margin = _MARGIN * ink.xheight
    low = np.array([min(p.box[0] for p in word), min(p.box[1] for p in word)]) - margin
    high = np.array([max(p.box[2] for p in word), max(p.box[3] for p in word)]) + margin
    size = np.array([shape[1], shape[0]])
    left, top = np.clip(np.floor(low / ink.scale).astype(int) + origin, 0, size - 1).tolist()
    right, bottom = np.clip(np.ceil(high / ink.scale).astype(int) + origin, 1, size).tolist()
    return left, top, max(1, right - left), max(1, bottom - top)


def _clipped(box: Box, polygon: Polygon | None, shape: tuple[int, ...]) -> Box:
    if polygon is not None:
        points = np.asarray(polygon, np.int64)
        (x0, y0), (x1, y1) = points.min(0), points.max(0) + 1
    else:
        x0, y0, x1, y1 = box[0], box[1], box[0] + box[2], box[1] + box[3]
    x0, x1 = int(np.clip(x0, 0, shape[1])), int(np.clip(x1, 0, shape[1]))
    y0, y1 = int(np.clip(y0, 0, shape[0])), int(np.clip(y1, 0, shape[0]))
    return x0, y0, max(0, x1 - x0), max(0, y1 - y0)


def _blanked(part: Gray, polygon: Polygon, origin: tuple[int, int]) -> Gray:
    """``part`` with everything outside the polygon painted in the colour of the paper."""
    inside: npt.NDArray[np.uint8] = np.zeros(part.shape, np.uint8)
    cv2.fillPoly(inside, [np.asarray(polygon, np.int32) - np.asarray(origin, np.int32)], 1)
    paper = int(np.percentile(part[inside > 0], 80)) if inside.any() else 255
    return np.where(inside > 0, part, np.uint8(paper)).astype(np.uint8)
