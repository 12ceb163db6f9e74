"""Alignment of a transcribed line, or of a box that holds several words: cut its ink into the words of its text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

import numpy as np
import numpy.typing as npt

from core.geometry import Box, union
from core.imaging.segment.page import SplitLine, split_line_region
from core.language import tr
from core.lexicon.direction import visual_order

_NARROW = frozenset("iIljft1.,;:!'|()[]-")
_WIDE = frozenset("mwMWœæŒÆ")


def expected_width(text: str) -> float:
    """Return the expected width of ``text`` in average letters: narrow letters count 0.6, wide ones 1.5, others 1."""
    return sum(0.6 if c in _NARROW else 1.5 if c in _WIDE else 1.0 for c in text)


def letter_edges(words: Sequence[str], width: int) -> list[int]:
    """Return the edges [len(words) + 1] of parts of ``width``, in proportion to the expected widths of the words."""
    ends = list(accumulate(expected_width(word) for word in words))
    return [0, *(round(width * end / ends[-1]) for end in ends)]


def align_line(line: SplitLine, text: str) -> list[tuple[Box, str]]:
    """Return ``[(box, word), ...]``, one for each word of ``text`` (separated by white space), in reading order.

    Among all ways to group the boxes of the line into that many runs, dynamic programming finds the one with the
    widest gaps between runs and widths closest to those expected from the letters. If the line has fewer boxes
    than words, they are cut further. Words written from right to left are found from the right
    (:func:`core.lexicon.direction.visual_order`). Without words or ink the list is empty.
    """
    words = text.split()
    if not words or not line.boxes:
        return []
    boxes, gaps = _cut_to_at_least(list(line.boxes), list(line.gaps), len(words))
    order = visual_order(words)
    ends = _best_cuts(boxes, gaps, line.threshold, [expected_width(words[index]) for index in order])
    starts = [0, *ends[:-1]]
    found = {index: union(boxes[a:b]) for a, b, index in zip(starts, ends, order, strict=True)}
    return [(found[index], word) for index, word in enumerate(words)]


def split_box(gray: npt.NDArray[np.uint8], box: Box, text: str) -> list[tuple[Box, str]]:
    """Return a part of ``box`` for each word of ``text`` (separated by white space), in reading order.

    ``gray`` is the page, uint8 [H, W]. The box is cut in the middle of the gaps that fit the words best; where it shows
    no ink, by the widths that the letters let expect. The parts fill the box. A box of fewer pixels in width than
    words is not cut: the result is then empty.
    """
    words = text.split()
    x, y, w, h = box
    if not words or w < len(words):
        return []
    found = align_line(split_line_region(gray, box), text)
    order = sorted(range(len(words)), key=lambda n: found[n][0][0]) if found else list(range(len(words)))
    if found:
        boxes = [found[n][0] for n in order]
        cuts = [(one[0] + one[2] + other[0]) // 2 - x for one, other in pairwise(boxes)]
    else:
        cuts = letter_edges(words, w)[1:-1]
    # every part is at least one pixel wide
    edges = [0]
    for number, cut in enumerate(cuts, 1):
        edges.append(min(max(cut, edges[-1] + 1), w - (len(words) - number)))
    edges.append(w)
    parts = {n: (x + left, y, right - left, h) for n, (left, right) in zip(order, pairwise(edges), strict=True)}
    return [(parts[n], word) for n, word in enumerate(words)]


_MIN_COVERAGE = 0.7
"""Below this share of the line's width, the words are checked for ink beside them."""
_MAX_INK_BESIDE = 0.1
"""Share of a line's ink that may lie beside its words: its margins may be blank, but not written on."""
_INK_CONTRAST = 0.85
"""Darker than this share of the paper's brightness is ink."""
_MIN_WIDTH = 0.25
"""A word must have at least this share of the width that its letters let expect."""


def misfit(words: Sequence[tuple[Box, str]], gray: npt.NDArray[np.uint8], line: Box) -> str:
    """Return why words found in a line box do not fit its text, as a sentence about it; "" if they fit.

    Such boxes carry the right text on the wrong ink, and would teach it.
    """
    left, _, width, _ = union(box for box, _ in words)
    if width < _MIN_COVERAGE * line[2] and ink_beside(gray, line, left, left + width) > _MAX_INK_BESIDE:
        return tr("It has words on only {width:.0f} % of its width.", width=100 * width / line[2])
    unit = sum(box[2] for box, _ in words) / sum(expected_width(word) for _, word in words)
    narrow = [word for box, word in words if box[2] < _MIN_WIDTH * unit * expected_width(word)]
    return tr("It has no room for the word '{word}'.", word=narrow[0]) if narrow else ""


def ink_beside(gray: npt.NDArray[np.uint8], line: Box, left: int, right: int) -> float:
    """Return the share of the ink in a line box that lies outside the columns from ``left`` to ``right``."""
    x, y, w, h = line
    part = gray[y : y + h, x : x + w].astype(np.float32)
    paper = float(np.percentile(part, 80)) if part.size else 255.0  # writing covers far less than 80 % of a line
    ink = np.clip(_INK_CONTRAST * paper - part, 0, None).sum(axis=0)
    inside = ink[max(0, left - x) : max(0, right - x)].sum()
    return float(1 - inside / ink.sum()) if ink.sum() > 0 else 0.0


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
