"""From the maps of the line finder to the lines of a page with their outlines and words."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from core.geometry import Box, Polygon, Polyline
from core.imaging.segment.binarise import Gray, binarise
from core.imaging.segment.line_ink import assign_ink, ink_outline, to_page
from core.imaging.segment.line_maps import LineMaps
from core.imaging.segment.lines import pixels_by_line
from core.imaging.segment.page import MARGIN, page_box
from core.imaging.segment.reading_order import reading_order
from core.imaging.segment.trace import trace_baselines
from core.imaging.segment.words import estimate_slant, group_by_gap, is_word, split_line, word_gap_threshold

_MAX_PIXELS = 5_000_000
"""Limit on the page whose ink is looked at: more than for the network, less than where the whole page is searched."""


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A line of a page, in page pixels, with the boxes of its words (at least one) from left to right."""

    outline: Polygon
    baseline: Polyline
    words: tuple[Box, ...]


def lines_from_maps(gray: Gray, maps: LineMaps) -> list[FoundLine]:
    """Return the lines of a page (uint8 [H, W]) in reading order.

    Lines without ink among their small letters are left out.
    """
    traced = trace_baselines(maps)
    if not traced:
        return []
    usual = float(np.median([line.xheight for line in traced])) / maps.scale
    page = binarise(gray, usual, _MAX_PIXELS)
    if page is None:
        return []
    lines = [line.scaled(page.scale / maps.scale) for line in traced]
    lines = [lines[index] for index in reading_order(lines)]
    slant = estimate_slant(page.mask, page.xheight)
    labels = cv2.connectedComponents(page.mask, connectivity=8)[1]
    ink = pixels_by_line(assign_ink(page.mask, lines), len(lines))
    runs = [
        split_line(labels[y, x], y, x, line.at(x) - line.xheight / 2, slant, line.xheight)
        for (y, x), line in zip(ink, lines, strict=True)
    ]
    # the lines of one page may be of different sizes: gaps are compared in x-heights
    gaps = [run.gaps / line.xheight for run, line in zip(runs, lines, strict=True)]
    threshold = word_gap_threshold(np.concatenate([np.zeros(0), *gaps]), 1.0)
    found = []
    for (y, x), line, run, gap in zip(ink, lines, runs, gaps, strict=True):
        groups = group_by_gap(run.runs, gap, threshold)
        # the network took it for a line: a dash that is all of it, as in a table, is written
        words = [word for word in groups if is_word(word, line.xheight)] or groups
        if not words:
            continue
        outline = to_page(ink_outline(y, x, line, MARGIN * line.xheight), page.scale, gray.shape)
        baseline = to_page(list(zip(line.xs, line.ys, strict=True)), page.scale, gray.shape)
        boxes = tuple(page_box(word, page, gray.shape) for word in words)
        if len(outline) >= 3 and len(baseline) >= 2:
            found.append(FoundLine(outline, baseline, boxes))
    return found
