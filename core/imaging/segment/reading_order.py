"""The order in which the lines of a page are read: columns, notes in the margin, rows of tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.imaging.segment.trace import Baseline

_MAX_CROSSING = 0.2
"""Share of lines, headings and the like, that may cross the white between two columns."""
_GUTTER = 0.8
"""Least white between columns, in x-heights."""
_CELL = 14.0
"""Lines of tables are mostly narrower, in x-heights; those of columns of text are wider."""
_REACH = 1.5
"""Lines may reach this far, in x-heights, towards and into the next column, if both columns have enough lines."""
_LEAST_LINES = 5
"""Least lines of each of two columns without white between them."""
ROW = 0.75
"""Lines of one row are at most this many x-heights above one another."""
_ALIGNED = 0.6
"""Share of the lines of the shorter column that stand beside a line of the other one, in tables."""


@dataclass(frozen=True, slots=True)
class _Place:
    index: int
    left: float
    right: float
    y: float


_Cut = tuple[list[_Place], list[_Place], list[_Place]]
"""The lines of the left and of the right column, and those across both."""


def reading_order(lines: Sequence[Baseline]) -> list[int]:
    """Return the indices of ``lines`` in reading order, for writing from left to right.

    Columns are read one after another; a line across several of them parts what is above it from what is below. The
    columns of a table are read row by row.
    """
    if not lines:
        return []
    unit = float(np.median([line.xheight for line in lines]))
    slopes = [(line.ys[-1] - line.ys[0]) / max(line.xs[-1] - line.xs[0], 1e-6) for line in lines]
    widths = [line.xs[-1] - line.xs[0] for line in lines]
    long = [slope for slope, width in zip(slopes, widths, strict=True) if width >= np.median(widths)]
    skew = float(np.median(long))
    places = []
    for index, line in enumerate(lines):
        x = (line.xs[0] + line.xs[-1]) / 2
        y = float(line.at(x)) - skew * x
        places.append(_Place(index, line.xs[0] / unit, line.xs[-1] / unit, y / unit))
    return [place.index for place in _ordered(places)]


def _ordered(places: list[_Place]) -> list[_Place]:
    cut = _column_cut(places)
    if cut is None:
        return _by_rows(places)
    left, right, across = cut
    if _is_table(left, right):
        return _by_rows(places)
    if not across:
        return _ordered(left) + _ordered(right)
    result: list[_Place] = []
    rest = left + right
    for line in sorted(across, key=lambda place: place.y):
        above = [place for place in rest if place.y < line.y]
        rest = [place for place in rest if place.y >= line.y]
        result += [*_ordered(above), line] if above else [line]
    return result + (_ordered(rest) if rest else [])


def _column_cut(places: list[_Place]) -> _Cut | None:
    """Return the lines of two columns, and those that cross the white between them; None in one column.

    Long lines of a column leave little white before the other, or none: where the ends of lines are left out, fewer
    may cross it.
    """
    cut = _cut_at_white(places)
    if cut is not None and not cut[2]:
        return cut
    shorter = _cut_at_white([_without_ends(place) for place in places])
    if shorter is None or (cut is not None and len(shorter[2]) >= len(cut[2])):
        return cut
    whole = {place.index: place for place in places}
    left, right, across = ([whole[place.index] for place in part] for part in shorter)
    is_column = all(len(side) >= _LEAST_LINES and _median_width(side) > _CELL for side in (left, right))
    return (left, right, across) if is_column else cut


def _without_ends(place: _Place) -> _Place:
    reach = min(_REACH, (place.right - place.left) / 2)
    return replace(place, left=place.left + reach, right=place.right - reach)


def _median_width(places: list[_Place]) -> float:
    return float(np.median([place.right - place.left for place in places]))


def _cut_at_white(places: list[_Place]) -> _Cut | None:
    """Return the lines left and right of the white that the fewest lines cross, and those; None without white."""
    best: tuple[tuple[float, float, float], list[_Place], list[_Place]] | None = None
    for edge in sorted({place.right for place in places}):
        x = edge + 1e-6
        left = [place for place in places if place.right <= x]
        right = [place for place in places if place.left >= x]
        crossing = len(places) - len(left) - len(right)
        if not left or not right or crossing > _MAX_CROSSING * len(places) or crossing >= min(len(left), len(right)):
            continue
        white = min(place.left for place in right) - max(place.right for place in left)
        if white < _GUTTER or not _stand_beside(left, right):
            continue
        score = (crossing, -white, x)
        if best is None or score < best[0]:
            best = score, left, right
    if best is None:
        return None
    (_, _, x), left, right = best
    return left, right, [place for place in places if place.right > x and place.left < x]


def _stand_beside(left: list[_Place], right: list[_Place]) -> bool:
    """Return whether two groups of lines share heights; a short line above or below others is not a column."""
    return min(max(p.y for p in left), max(p.y for p in right)) > max(
        min(p.y for p in left), min(p.y for p in right)
    ) - (ROW if min(len(left), len(right)) == 1 else 0)


def _is_table(left: list[_Place], right: list[_Place]) -> bool:
    """Return whether two columns are read row by row: narrow, with line beside line."""
    fewer, more = sorted((left, right), key=len)
    if min(_median_width(left), _median_width(right)) > _CELL:
        return False
    heights = np.array([place.y for place in more])
    beside = sum(float(np.abs(heights - place.y).min()) < ROW for place in fewer)
    return beside >= max(2, _ALIGNED * len(fewer))


def _by_rows(places: list[_Place]) -> list[_Place]:
    """Sort by height, and lines side by side from left to right."""
    rows: list[list[_Place]] = []
    for place in sorted(places, key=lambda place: place.y):
        row = rows[-1] if rows else []
        beside = all(place.left >= other.right - 0.5 or place.right <= other.left + 0.5 for other in row)
        if row and beside and place.y - float(np.mean([other.y for other in row])) < ROW:
            row.append(place)
        else:
            rows.append([place])
    return [place for row in rows for place in sorted(row, key=lambda place: place.left)]
