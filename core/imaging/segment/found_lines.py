"""From the maps of the line finder to the lines of a page with their outlines and words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.geometry import Box, Polygon, Polyline
from core.imaging.segment.binarise import BinaryPage, Gray, binarise
from core.imaging.segment.gutters import part_at_gutters
from core.imaging.segment.line_ink import assign_ink, ink_outline, to_page
from core.imaging.segment.line_maps import LineMaps
from core.imaging.segment.lines import pixels_by_line
from core.imaging.segment.page import MARGIN, page_box
from core.imaging.segment.reading_order import reading_order
from core.imaging.segment.trace import Baseline, trace_baselines
from core.imaging.segment.words import InkRun, LineRuns, group_by_gap, is_word, split_lines, word_gap_threshold

_Bools = npt.NDArray[np.bool_]
_Floats = npt.NDArray[np.float64]

_SPECK = 0.04
"""Least ink of a line, as a share of the ink of the page's median line."""
_AT_EDGE = 0.015
"""A line that ends this near to the edge of the picture, as a share of its width, is cut by it."""
_STRIP = 0.3
"""A facing page that shows more than this share of the picture's width is read as one."""
_BEYOND = 1.2
"""Lines of the strip reach this much farther than most lines that the edge cuts."""
_STARTS_INSIDE = 0.8
"""A line that starts nearer to the edge than this share of the strip's width starts in the strip."""
_MAX_INSIDE = 0.2
"""Share of the other lines that may start in the strip; more, and it is part of the page."""
_LEAST = 3
"""Fewer lines at an edge, or elsewhere, show no facing page."""


def stray_lines(ink: Sequence[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]], width: int) -> _Bools:
    """Return which lines are strays, bool [len(ink)]; a line without ink is none.

    ``ink`` holds rows and columns of the pixels of each line, on a picture ``width`` pixels wide.
    """
    pixels = np.array([len(columns) for _, columns in ink], np.int64)
    written = np.flatnonzero(pixels).tolist()
    strays = np.zeros(len(ink), np.bool_)
    if not written:
        return strays
    left = np.array([ink[line][1].min() for line in written], np.float64)
    right = np.array([width - 1 - ink[line][1].max() for line in written], np.float64)
    cut_off = _in_strip(left, width - right, width) | _in_strip(right, width - left, width)
    own = pixels[written]
    if not cut_off.all():
        strays[written] = cut_off | (own < _SPECK * np.median(own[~cut_off]))
    return strays


def _in_strip(near: _Floats, far: _Floats, width: int) -> _Bools:
    """Return which lines stand on a facing page cut by one edge, which their ends are ``near`` and ``far`` from."""
    at_edge = near <= _AT_EDGE * width
    nothing = np.zeros(len(near), np.bool_)
    if at_edge.sum() < _LEAST:
        return nothing
    strip = float(np.quantile(far[at_edge], 0.8))
    others = ~at_edge & (far > _BEYOND * strip)
    if strip > _STRIP * width or others.sum() < _LEAST:
        return nothing
    if (near[others] < _STARTS_INSIDE * strip).mean() > _MAX_INSIDE:
        return nothing
    return far <= _BEYOND * strip


_MAX_PIXELS = 5_000_000
"""Limit on the page whose ink is looked at: more than for the network, less than where the whole page is searched."""


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A line of a page, in page pixels, with the boxes of its words (at least one) from left to right."""

    outline: Polygon
    baseline: Polyline
    words: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class PageRuns:
    """The lines of a page in reading order, in working pixels of ``binary``, and their ink."""

    binary: BinaryPage
    lines: list[Baseline]
    ink: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]
    """Rows and columns of the ink of each line."""
    runs: list[LineRuns]

    def outlines(self, shape: tuple[int, ...]) -> list[Polygon]:
        """Return the outline of each line on a page of ``shape`` [H, W], in page pixels; none where it has no runs."""
        return [
            to_page(ink_outline(y, x, line, MARGIN * line.xheight), self.binary.scale, shape) if line_runs.runs else ()
            for (y, x), line, line_runs in zip(self.ink, self.lines, self.runs, strict=True)
        ]


def runs_of_lines(gray: Gray, maps: LineMaps) -> PageRuns | None:
    """Return the lines of a page (uint8 [H, W]) and the runs of their ink; None where nothing is written."""
    traced = trace_baselines(maps)
    if not traced:
        return None
    usual = float(np.median([line.xheight for line in traced])) / maps.scale
    page = binarise(gray, usual, _MAX_PIXELS)
    if page is None:
        return None
    lines = part_at_gutters([line.scaled(page.scale / maps.scale) for line in traced], page.mask)
    ink = pixels_by_line(assign_ink(page.mask, lines), len(lines))
    # strays have kept their ink from the other lines; only now are they left out
    kept = np.flatnonzero(~stray_lines(ink, page.mask.shape[1]))
    order = kept[reading_order([lines[index] for index in kept])]
    lines, ink = [lines[index] for index in order], [ink[index] for index in order]
    parts = zip(ink, lines, strict=True)
    runs = split_lines(page, ((y, x, line.at(x) - line.xheight / 2, line.xheight) for (y, x), line in parts))
    return PageRuns(page, lines, ink, runs)


def lines_from_maps(gray: Gray, maps: LineMaps) -> list[FoundLine]:
    """Return the lines of a page (uint8 [H, W]) in reading order, cut into words where the gaps are wide.

    Lines without ink among their small letters, and strays (:func:`core.imaging.segment.found_lines.stray_lines`), are
    left out.
    """
    page = runs_of_lines(gray, maps)
    if page is None:
        return []
    found = []
    outlines = page.outlines(gray.shape)
    for outline, line, groups in zip(outlines, page.lines, _words_by_width(page), strict=True):
        # the network took it for a line: a dash that is all of it, as in a table, is written
        words = [word for word in groups if is_word(word, line.xheight)] or groups
        if not words:
            continue
        baseline = to_page(list(zip(line.xs, line.ys, strict=True)), page.binary.scale, gray.shape)
        boxes = tuple(page_box(word, page.binary, gray.shape) for word in words)
        if len(outline) >= 3 and len(baseline) >= 2:
            found.append(FoundLine(outline, baseline, boxes))
    return found


def _words_by_width(page: PageRuns) -> list[list[list[InkRun]]]:
    """Return the runs of each word of each line, cut at wide gaps."""
    # the lines of one page may be of different sizes: gaps are compared in x-heights
    gaps = [line.gaps / traced.xheight for line, traced in zip(page.runs, page.lines, strict=True)]
    threshold = word_gap_threshold(np.concatenate([np.zeros(0), *gaps]), 1.0)
    return [group_by_gap(line.runs, gap, threshold) for line, gap in zip(page.runs, gaps, strict=True)]
