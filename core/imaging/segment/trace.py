"""From the maps of the line finder to baselines: peaks are followed, cut where lines end, and joined across gaps.

Distances are in values of the maps, or in x-heights where a constant is given so.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from core.imaging.segment.line_maps import LineMaps, baseline_peaks, small_letters
from core.imaging.segment.lines import heights_at, slope_of

_Floats = npt.NDArray[np.float64]

_FAINT = 0.33
"""A short baseline between two ends counts from this value of the maps."""
_CELL = 4.0
"""The longest such baseline, in x-heights."""
_LEAST_WIDTH = 0.9
"""Width of a line, in x-heights: a figure in a table is a line."""
_END = 0.4
"""The maps of ends show an end where they are higher."""
_REACH = 6.0
"""Parts of one line are joined across gaps up to this many x-heights, unless ends lie between them."""
_SHORT_GAP = 1.2
"""Across a gap this short they are joined unless both ends are seen."""
_OFFSET = 0.55
"""Distance, in x-heights, by which parts of one line may lie above one another."""
_STEEPEST = 0.35
"""The steepest slope with which a baseline is continued."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """A baseline as a polyline from left to right, float64 [n] each, n at least 2, and the height of its letters."""

    xs: _Floats
    ys: _Floats
    xheight: float

    def at(self, x: npt.ArrayLike) -> _Floats:
        """Return the height of the baseline at ``x``; beyond its ends it continues with its overall slope."""
        return heights_at(x, self.xs, self.ys, _STEEPEST)

    def scaled(self, factor: float) -> Baseline:
        """Return the baseline on an image that is larger by ``factor``."""
        # value n of a map stands for the pixels around (n + 1/2) * factor
        return Baseline((self.xs + 0.5) * factor, (self.ys + 0.5) * factor, self.xheight * factor)


@dataclass(frozen=True, slots=True)
class _Part:
    """A run of peaks: one height a column, columns without gaps."""

    left: int
    ys: _Floats
    mean: float

    @property
    def right(self) -> int:
        return self.left + len(self.ys) - 1

    def slope(self, at_left: bool, xheight: float) -> float:
        """Return the slope of one end."""
        near = max(4, round(6 * xheight))
        ys = self.ys[:near] if at_left else self.ys[-near:]
        return slope_of(np.arange(len(ys), dtype=np.float64), ys, _STEEPEST)


def trace_baselines(maps: LineMaps) -> list[Baseline]:
    """Return the baselines of a page in values of the maps, in no order."""
    xheight = small_letters(maps)
    if xheight is None:
        return []
    parts = [part for run in _runs(baseline_peaks(maps.baseline), maps) for part in _cut_at_ends(run, maps, xheight)]
    lines = []
    for part in _join(parts, maps, xheight) + _faint_cells(parts, maps, xheight):
        own = _xheight(part, maps.body) or xheight
        if part.mean >= _FAINT and len(part.ys) >= max(3, _LEAST_WIDTH * min(own, xheight)):
            ys = _smooth(part.ys, xheight)
            xs = np.arange(part.left, part.right + 1, dtype=np.float64)
            keep = np.unique(np.append(np.arange(0, len(xs), max(1, round(xheight))), len(xs) - 1))
            lines.append(Baseline(xs[keep], ys[keep], own))
    return lines


def _faint_cells(parts: list[_Part], maps: LineMaps, xheight: float) -> list[_Part]:
    """Return the short parts whose baseline is faint but whose two ends are seen, as figures and dots in tables."""
    covered: npt.NDArray[np.uint8] = np.zeros(maps.baseline.shape, np.uint8)
    for part in parts:
        rows = np.clip(np.round(part.ys).astype(int), 0, len(covered) - 1)
        covered[rows, np.arange(part.left, part.right + 1)] = 1
    reach = 2 * round(xheight) + 1
    free = cv2.dilate(covered, np.ones((reach, reach), np.uint8)) == 0
    return [
        part
        for part in _runs(baseline_peaks(maps.baseline, _FAINT) & free, maps)
        if len(part.ys) <= _CELL * xheight
        and min(_seen_end(part, maps.start, True), _seen_end(part, maps.stop, False)) >= _FAINT
    ]


def _runs(peaks: npt.NDArray[np.bool_], maps: LineMaps) -> list[_Part]:
    """Follow the peaks of the map of baselines from column to column; small breaks are bridged."""
    baseline = maps.baseline
    joined = cv2.morphologyEx(peaks.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((1, 5), np.uint8))
    count, labels = cv2.connectedComponents(joined, connectivity=8)
    ys, xs = np.nonzero(labels)
    numbers = labels[ys, xs]
    order = np.lexsort((xs, numbers))
    ys, xs, numbers = ys[order], xs[order], numbers[order]
    bounds = np.searchsorted(numbers, np.arange(1, count + 1))
    parts = []
    for begin, end in pairwise(bounds):
        if end - begin < 3:
            continue
        column, row = xs[begin:end], ys[begin:end]
        weight = baseline[row, column].astype(np.float64) ** 2 + 1e-3
        left = int(column[0])
        total = np.bincount(column - left, weight)
        height = np.bincount(column - left, weight * row)
        place = np.arange(len(total))
        there = total > 0
        heights = np.interp(place, place[there], height[there] / total[there])
        mean = float(np.bincount(column - left, weight - 1e-3)[there].mean() ** 0.5) if there.any() else 0.0
        parts.append(_Part(left, heights, mean))
    return parts


def _cut_at_ends(part: _Part, maps: LineMaps, xheight: float) -> list[_Part]:
    """Cut a run where one line stops and the next one starts, as in the columns of a table."""
    stop, start = (_along(part, values) for values in (maps.stop, maps.start))
    if min(stop.max(), start.max()) < _END:
        return [part]
    reach = max(3, round(3 * xheight))
    cuts = []
    at = 0
    while at < len(stop):
        if stop[at] >= _END and stop[at] == stop[max(0, at - 3) : at + 4].max():
            after = start[at : at + reach]
            if len(after) and after.max() >= _END:
                cuts.append((at, at + int(after.argmax())))
                at = cuts[-1][1]
        at += 1
    parts, begin = [], 0
    for last, first in cuts:
        parts.append((begin, last + 1))
        begin = max(first, last + 1)
    parts.append((begin, len(part.ys)))
    return [_Part(part.left + a, part.ys[a:b], part.mean) for a, b in parts if b - a >= 3]


def _join(parts: list[_Part], maps: LineMaps, xheight: float) -> list[_Part]:
    """Join parts that continue one another where no end lies between them."""
    parts = sorted(parts, key=lambda part: part.left)
    ends = [_seen_end(part, maps.stop, False) for part in parts]
    starts = [_seen_end(part, maps.start, True) for part in parts]
    pairs = []
    for i, part in enumerate(parts):
        for j in range(i + 1, len(parts)):
            later = parts[j]
            gap = later.left - part.right
            if gap > _REACH * xheight:
                break
            if gap < -xheight or later.right <= part.right:
                continue
            if min(ends[i], starts[j]) >= _END and gap > 0.3 * xheight:
                continue
            if max(ends[i], starts[j]) >= _END and gap > _SHORT_GAP * xheight:
                continue
            offset = _offset(part, later, xheight)
            if offset < _OFFSET * xheight:
                pairs.append((max(gap, 0) + 3 * offset, i, j))
    after: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in sorted(pairs):
        if i not in after and j not in taken:
            after[i] = j
            taken.add(j)
    joined = []
    for i, part in enumerate(parts):
        if i in taken:
            continue
        while i in after:
            i = after[i]
            part = _concatenate(part, parts[i])
        joined.append(part)
    return joined


def _offset(one: _Part, other: _Part, xheight: float) -> float:
    """Return how far the continuations of two parts miss one another."""
    middle = (one.right + other.left) / 2
    forth = one.ys[-1] + one.slope(False, xheight) * (middle - one.right)
    back = other.ys[0] + other.slope(True, xheight) * (middle - other.left)
    flat = abs(float(one.ys[-1] - other.ys[0]))
    return min(abs(float(forth - back)), flat)


def _concatenate(one: _Part, other: _Part) -> _Part:
    if other.left <= one.right:
        cut = (one.right + other.left) // 2
        one = _Part(one.left, one.ys[: max(1, cut - one.left)], one.mean)
        other = _Part(max(other.left, one.right + 1), other.ys[max(0, one.right + 1 - other.left) :], other.mean)
    if not len(other.ys):
        return one
    between = np.linspace(one.ys[-1], other.ys[0], other.left - one.right + 1)[1:-1]
    weights = (len(one.ys), len(other.ys))
    mean = float(np.average((one.mean, other.mean), weights=weights))
    return _Part(one.left, np.concatenate([one.ys, between, other.ys]), mean)


def _seen_end(part: _Part, values: npt.NDArray[np.float32], at_left: bool) -> float:
    """Return how clearly the maps show an end at one side of a part."""
    x, y = (part.left, part.ys[0]) if at_left else (part.right, part.ys[-1])
    row, column = round(float(y)), int(x)
    return float(values[max(0, row - 3) : row + 4, max(0, column - 3) : column + 4].max(initial=0.0))


def _along(part: _Part, values: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return the highest value within one row above and below each place of a part."""
    rows = np.clip(np.round(part.ys).astype(int)[None] + np.arange(-1, 2)[:, None], 0, len(values) - 1)
    return np.asarray(values[rows, np.arange(part.left, part.right + 1)[None]].max(0), np.float32)


def _xheight(part: _Part, body: npt.NDArray[np.float32]) -> float | None:
    """Return the median height of the small letters above a part; None where the map shows none."""
    rise = np.arange(-1, 40)
    rows = np.round(part.ys).astype(int)[None] - rise[:, None]
    columns = np.arange(part.left, part.right + 1)
    seen = (body[np.clip(rows, 0, len(body) - 1), columns[None]] > 0.5) & (rows >= 0)
    begun = np.maximum.accumulate(seen, 0)
    begun[4:] &= begun[3]  # letters stand on the line
    heights = (np.cumprod(seen | ~begun, 0).astype(bool) & begun).sum(0)
    heights = heights[heights > 1] - 1
    return float(np.median(heights)) if len(heights) >= 2 else None


def _smooth(ys: _Floats, xheight: float) -> _Floats:
    width = min(len(ys) - 1, round(2 * xheight)) | 1
    if width < 3:
        return ys
    padded = np.pad(ys, width // 2, mode="edge")
    median = np.median(np.lib.stride_tricks.sliding_window_view(padded, width), axis=1)
    padded = np.pad(median, width // 2, mode="edge")
    return np.asarray(np.lib.stride_tricks.sliding_window_view(padded, width).mean(axis=1), np.float64)
