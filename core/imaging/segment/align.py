"""Alignment of a transcribed line without word boxes: split its ink into as many words as its text has."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.geometry import Box, union
from core.imaging.segment.page import SplitLine

_NARROW = frozenset("iIljft1.,;:!'|()[]-")
_WIDE = frozenset("mwMWœæŒÆ")


def expected_width(text: str) -> float:
    """Return the expected width of ``text`` in average letters: narrow letters count 0.6, wide ones 1.5, others 1."""
    return sum(0.6 if c in _NARROW else 1.5 if c in _WIDE else 1.0 for c in text)


def align_line(line: SplitLine, text: str) -> list[tuple[Box, str]]:
    """Return ``[(box, word), ...]``, one for each word of ``text`` (separated by white space), in reading order.

    Among all ways to group the boxes of the line into that many runs, dynamic programming finds the one with the
    widest gaps between runs and widths closest to those expected from the letters. If the line has fewer boxes
    than words, they are cut further. Without words or ink the list is empty.
    """
    words = text.split()
    if not words or not line.boxes:
        return []
    boxes, gaps = _cut_to_at_least(list(line.boxes), list(line.gaps), len(words))
    ends = _best_cuts(boxes, gaps, line.threshold, [expected_width(word) for word in words])
    starts = [0, *ends[:-1]]
    return [(union(boxes[a:b]), word) for a, b, word in zip(starts, ends, words, strict=True)]


def _cut_to_at_least(boxes: list[Box], gaps: list[float], count: int) -> tuple[list[Box], list[float]]:
    """Return at least ``count`` boxes; if there are fewer, all are cut into slices without gaps between them."""
    if len(boxes) >= count:
        return boxes, gaps
    total = sum(b[2] for b in boxes)
    slice_width = max(1.0, total / (6.0 * count))  # about six slices, one for each letter, for a word
    cut_boxes: list[Box] = []
    cut_gaps: list[float] = []
    for index, (x, y, w, h) in enumerate(boxes):
        parts = max(1, round(w / slice_width), -(-count // len(boxes)))
        edges = [x + round(w * k / parts) for k in range(parts + 1)]
        slices = [(a, y, max(1, b - a), h) for a, b in pairwise(edges)]
        if cut_boxes:
            cut_gaps.append(gaps[index - 1])
        cut_boxes += slices
        cut_gaps += [0.0] * (parts - 1)
    return cut_boxes, cut_gaps


def _best_cuts(boxes: list[Box], gaps: list[float], threshold: float, widths: list[float]) -> list[int]:
    """Return the end (exclusive) of each word's run of boxes."""
    left = np.array([b[0] for b in boxes], np.float64)
    right = np.array([b[0] + b[2] for b in boxes], np.float64)
    right = np.maximum.accumulate(right)
    # the width of an average letter, with a space of 0.9 letters between words
    unit = max(1.0, (right[-1] - left[0]) / (sum(widths) + 0.9 * (len(widths) - 1)))
    scale = max(threshold, unit)
    # A cut at a gap of the usual width between words scores 1, any cut at most 3.
    gap_score = np.clip(np.asarray(gaps, np.float64) / scale, -0.5, 3.0)
    n = len(boxes)
    best: npt.NDArray[np.float64] = np.full((len(widths) + 1, n + 1), -np.inf)
    best[0, 0] = 0.0
    previous = np.zeros((len(widths) + 1, n + 1), np.int64)
    for k, expected in enumerate(widths, start=1):
        for end in range(k, n - (len(widths) - k) + 1):
            starts = np.arange(k - 1, end)
            actual = (right[end - 1] - left[starts]) / unit
            misfit = np.abs(np.log(np.maximum(actual, 0.1) / expected))
            score = best[k - 1, starts] - misfit * np.sqrt(expected)
            score += np.where(starts > 0, gap_score[np.maximum(starts - 1, 0)] if n > 1 else 0.0, 0.0)
            pick = int(score.argmax())
            best[k, end], previous[k, end] = score[pick], starts[pick]
    ends = [n]
    for k in range(len(widths), 1, -1):
        ends.append(int(previous[k, ends[-1]]))
    return ends[::-1]
