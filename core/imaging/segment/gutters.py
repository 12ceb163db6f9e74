"""Where lines that run across two columns part: at white strips down a page, and at borders where other lines end.

Words of several lines stand apart at the same place by chance, too, but not in many lines one below the other. The
chance that one line leaves a strip white at one place is the share of such places in all lines of the page; that of a
strip is the product over its lines. A line that reaches across, as a long one may, takes some of this evidence away.

Where columns meet without a gutter, at a rule as in a notebook, most lines still begin at the border, each with the end
of another beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.imaging.segment.binarise import Mask
from core.imaging.segment.reading_order import ROW
from core.imaging.segment.trace import Baseline

_WIDTH = 0.5
"""Width of the strips that are tried, in x-heights."""
_WIDEST = 6.0
"""Widest gap in a gutter: the line finder ends lines at wider ones, and goes on where a stain hides the ink."""
_COLUMN = 7.0
"""Least usual width of the lines on either side of it: rows of tables stay as they are."""
_LEAST_LINES = 4
"""Least lines of a strip."""
_LEAST_SIDE = 1.5
"""Least writing on either side of it, in x-heights."""
_BEFORE = 2.5
"""A line that begins so near to the right of a strip, in x-heights, leaves it white as one with a gap there does."""
_UNLIKELY = 20.0
"""Negative log chance from which a strip counts: a page has some thousand places for one."""
_ACROSS = 6.0
"""A line with ink in a strip takes this much from its negative log chance."""
_SLOPES = np.linspace(-0.08, 0.08, 9)
"""Columns per row of the strips that are tried: pages and scans are not upright."""
_STEP = 0.25
"""Distance of the strips that are tried, in x-heights."""
_ABOVE, _BELOW = 1.1, 0.15
"""Heights above and below the baseline, in x-heights, between which ink fills a gap."""
_LEAST_ROWS = 6
"""Least rows of two lines, one on either side of a border."""
_CROSSING = 0.5
"""Most lines across a border, as a share of these rows."""
_AT_BORDER = 1.0
"""Lines of the right column begin so near to the border, in x-heights, and those that run across have a gap there."""
_CRACK = 0.1
"""Least width of that gap, in x-heights."""
_THIN = 0.2
"""Most ink in a column of it, in x-heights: lines of squared paper leave some."""
_MARGIN = 2.0
"""A line of the left column begins so near to the usual left end of its lines, in x-heights; headings do not."""


_Floats = npt.NDArray[np.float64]
_Gap = tuple[float, float]
"""First and one-past-last column of white in a line, in working pixels."""
_Strip = list[tuple[int, _Gap]]
"""The numbers of the lines that a strip crosses, one below the other, and the gaps in these."""


def part_at_gutters(lines: Sequence[Baseline], mask: Mask) -> list[Baseline]:
    """Return the lines of a page, cut where gutters or borders of columns cross them.

    ``mask`` is the ink of the page, uint8 [h, w].
    """
    if not lines:
        return []
    xheight = float(np.median([line.xheight for line in lines]))
    cuts: list[set[_Gap]] = [set() for _ in lines]
    for strip in _strips(lines, [_gaps(line, mask, _WIDTH) for line in lines], xheight):
        for number, gap in strip:
            cuts[number].add(gap)
    parts = _cut(lines, cuts)
    border = _border(parts, xheight)
    if border is None:
        return parts
    return _cut(parts, [_cracks(line, mask, x) for line, x in zip(parts, border.tolist(), strict=True)])


def _border(lines: Sequence[Baseline], xheight: float) -> _Floats | None:
    """Return the column of the border of two columns at each line that runs across it, NaN at the others.

    None where no border has enough rows.
    """
    height = np.array([line.ys.mean() for line in lines])
    is_row = np.abs(height[:, None] - height) < ROW * xheight
    most, best = _LEAST_ROWS - 1, None
    for slope in _SLOPES:
        # where the lines begin and end on an upright page
        first, last = (np.array([line.xs[end] for line in lines]) - slope * height for end in (0, -1))
        for x in np.unique(np.round(first / (_STEP * xheight))) * _STEP * xheight:
            begins = np.abs(first - x) < _AT_BORDER * xheight
            if begins.sum() <= most:
                continue
            is_left = last < x + _AT_BORDER * xheight
            has_left = (is_row & is_left).any(axis=1)
            begins &= has_left
            if begins.sum() <= most:
                continue
            lefts = is_left & (is_row & begins).any(axis=1)
            if min(np.median((last - first)[side]) for side in (begins, lefts)) < _COLUMN * xheight:
                continue
            columns = height[(first > x - _AT_BORDER * xheight) & has_left]
            is_across = (height > columns.min() - xheight) & (height < columns.max() + xheight)
            is_across &= (last > x + _LEAST_SIDE * xheight) & (first < np.median(first[lefts]) + _MARGIN * xheight)
            if is_across.sum() <= _CROSSING * begins.sum():
                most = int(begins.sum())
                best = np.where(is_across, np.median(first[begins]) + slope * height, np.nan)
    return best


def _cracks(line: Baseline, mask: Mask, x: float) -> list[_Gap]:
    """Return the widest gap of a line near the border ``x``, if there is one; none where ``x`` is NaN."""
    if np.isnan(x):
        return []
    reach = _AT_BORDER * line.xheight
    near = [gap for gap in _gaps(line, mask, _CRACK, _THIN) if gap[0] < x + reach / 2 and gap[1] > x - reach]
    return [max(near, key=lambda gap: gap[1] - gap[0])] if near else []


def _gaps(line: Baseline, mask: Mask, width: float, thin: float = 0.0) -> list[_Gap]:
    """Return the gaps of a line that are at least ``width`` x-heights wide, from left to right.

    They have ink of at most ``thin`` x-heights, such as the rest of a rule.
    """
    first, last = max(0, round(line.xs[0])), min(mask.shape[1], round(line.xs[-1]) + 1)
    columns = np.arange(first, max(first + 1, last))
    rise = np.arange(-round(_ABOVE * line.xheight), round(_BELOW * line.xheight) + 1)
    rows = np.clip(np.round(line.at(columns)).astype(int)[None] + rise[:, None], 0, mask.shape[0] - 1)
    ink = np.count_nonzero(mask[rows, np.clip(columns, 0, mask.shape[1] - 1)[None]], axis=0)
    inked = np.flatnonzero(ink > thin * line.xheight) + first
    least, most = width * line.xheight, _WIDEST * line.xheight
    return [(a + 1, b) for a, b in pairwise(inked.tolist()) if least < b - a - 1 < most]


def _strips(lines: Sequence[Baseline], gaps: Sequence[Sequence[_Gap]], xheight: float) -> list[_Strip]:
    """Return the strips that are too unlikely to be there by chance."""
    facts = np.array([(line.xs[0], line.xs[-1], line.xheight, line.ys.mean()) for line in lines])
    first, last, unit, height = facts.T[:, :, None]
    white = sum(b - a - _WIDTH * line.xheight for line, own in zip(lines, gaps, strict=True) for a, b in own)
    share = min(max(white / float((last - first).sum()), 1e-3), 0.9)
    of_white = -math.log(share)
    order = np.argsort(height[:, 0], kind="stable").tolist()
    places = np.arange(first.min(), last.max(), _STEP * xheight)
    strips: list[_Strip] = []
    for slope in _SLOPES:
        x = places + slope * height
        is_white = np.array([_is_white(row, line, own) for row, line, own in zip(x, lines, gaps, strict=True)])
        is_counted = is_white | _between(x, first - _BEFORE * unit, first)
        is_across = _between(x, first, last) & ~is_white
        evidence = of_white * is_counted - _ACROSS * is_across
        for at in np.flatnonzero(is_counted.sum(axis=0) >= max(_LEAST_LINES, _UNLIKELY / of_white)):
            for run in _runs(order, evidence[:, at]):
                strip = [(number, gap) for number in run for gap in gaps[number] if gap[0] < x[number, at] < gap[1]]
                if is_counted[run, at].sum() >= _LEAST_LINES and _parts_columns(strip, lines):
                    strips.append(strip)
    return strips


def _is_white(x: _Floats, line: Baseline, gaps: Sequence[_Gap]) -> npt.NDArray[np.bool_]:
    """Return at which columns a strip is white in a line."""
    white = np.zeros(len(x), np.bool_)
    for begin, end in gaps:
        white |= _between(x, begin, end, -_WIDTH * line.xheight / 2)
    return white


def _runs(order: Sequence[int], evidence: _Floats) -> Iterator[list[int]]:
    """Return the runs of lines, one below the other, that give enough evidence, each up to where it has most."""
    run: list[int] = []
    total = most = 0.0
    longest = 0
    for number in order:
        run.append(number)
        total += float(evidence[number])
        if total > most:
            most, longest = total, len(run)
        elif total <= 0:
            if most >= _UNLIKELY:
                yield run[:longest]
            run, total, most = [], 0.0, 0.0
    if most >= _UNLIKELY:
        yield run[:longest]


def _parts_columns(strip: _Strip, lines: Sequence[Baseline]) -> bool:
    """Return whether most of what the strip parts is as wide as lines of a column are."""
    if not strip:
        return False
    lefts = [(gap[0] - lines[number].xs[0]) / lines[number].xheight for number, gap in strip]
    rights = [(lines[number].xs[-1] - gap[1]) / lines[number].xheight for number, gap in strip]
    return min(float(np.median(lefts)), float(np.median(rights))) >= _COLUMN


def _between(x: _Floats, left: _Floats | float, right: _Floats | float, more: float = 0.0) -> npt.NDArray[np.bool_]:
    """Return which columns lie from ``left`` to ``right``, each end farther out by ``more``."""
    return np.asarray((x >= left - more) & (x <= right + more))


def _cut(lines: Sequence[Baseline], gaps: Sequence[Iterable[_Gap]]) -> list[Baseline]:
    """Return the lines, each cut at its gaps."""
    return [part for line, of_line in zip(lines, gaps, strict=True) for part in _parts(line, of_line)]


def _parts(line: Baseline, cuts: Iterable[_Gap]) -> list[Baseline]:
    """Return the pieces of a line between gaps; it stays whole where a piece would be too short."""
    pieces = []
    left, side = float(line.xs[0]), _LEAST_SIDE * line.xheight
    for begin, end in sorted(cuts):
        if begin - left >= side and line.xs[-1] - end >= side:
            pieces.append(_piece(line, left, begin))
            left = end
    return [*pieces, _piece(line, left, float(line.xs[-1]))] if pieces else [line]


def _piece(line: Baseline, left: float, right: float) -> Baseline:
    inside = (line.xs > left) & (line.xs < right)
    xs: _Floats = np.concatenate([[left], line.xs[inside], [right]])
    return Baseline(xs, line.at(xs), line.xheight)
