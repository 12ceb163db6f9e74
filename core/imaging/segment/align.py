"""A transcribed line without word boxes: cut its ink into exactly as many words as its text has."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.geometry import Box
from core.imaging.segment.page import LinePieces, union

_NARROW = frozenset("iIljft1.,;:!'|()[]-")
_WIDE = frozenset("mwMWœæŒÆ")


def letter_width(text: str) -> float:
    """The expected width of ``text`` in usual letters: narrow letters count .6, wide ones 1.5, others 1."""
    return sum(0.6 if c in _NARROW else 1.5 if c in _WIDE else 1.0 for c in text)


def align_line(pieces: LinePieces, text: str) -> list[tuple[Box, str]]:
    """``[(box, word), ...]``, one for each word of ``text`` (parted by white space), in reading order.

    Among all ways to cut the pieces of the line into that many runs, the one with the widest gaps between runs and
    widths nearest to those the words' letters suggest (dynamic programming). Where the ink has fewer pieces than
    the text has words, the widest pieces are cut as well. No words, or no ink: an empty list.
    """
    words = text.split()
    if not words or not pieces.boxes:
        return []
    boxes, gaps = _enough_pieces(list(pieces.boxes), list(pieces.gaps), len(words))
    ends = _best_cuts(boxes, gaps, pieces.threshold, [letter_width(word) for word in words])
    starts = [0, *ends[:-1]]
    return [(union(boxes[a:b]), word) for a, b, word in zip(starts, ends, words, strict=True)]


def _enough_pieces(boxes: list[Box], gaps: list[float], count: int) -> tuple[list[Box], list[float]]:
    """At least ``count`` boxes: while there are fewer, every box is sliced finer, with no gap between slices."""
    if len(boxes) >= count:
        return boxes, gaps
    total = sum(b[2] for b in boxes)
    slice_width = max(1.0, total / (6.0 * count))
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
    """The end (exclusive) of each word's run of pieces."""
    left = np.array([b[0] for b in boxes], np.float64)
    right = np.array([b[0] + b[2] for b in boxes], np.float64)
    right = np.maximum.accumulate(right)
    unit = max(1.0, (right[-1] - left[0]) / (sum(widths) + 0.9 * (len(widths) - 1)))
    scale = max(threshold, unit)
    # A cut at a gap of the usual word width earns one point; none is earned beyond three.
    worth = np.clip(np.asarray(gaps, np.float64) / scale, -0.5, 3.0)
    n = len(boxes)
    best: npt.NDArray[np.float64] = np.full((len(widths) + 1, n + 1), -np.inf)
    best[0, 0] = 0.0
    came = np.zeros((len(widths) + 1, n + 1), np.int64)
    for k, expected in enumerate(widths, start=1):
        for end in range(k, n - (len(widths) - k) + 1):
            starts = np.arange(k - 1, end)
            actual = (right[end - 1] - left[starts]) / unit
            misfit = np.abs(np.log(np.maximum(actual, 0.1) / expected))
            score = best[k - 1, starts] - misfit * np.sqrt(expected)
            score += np.where(starts > 0, worth[np.maximum(starts - 1, 0)] if n > 1 else 0.0, 0.0)
            pick = int(score.argmax())
            best[k, end], came[k, end] = score[pick], starts[pick]
    ends = [n]
    for k in range(len(widths), 1, -1):
        ends.append(int(came[k, ends[-1]]))
    return ends[::-1]
