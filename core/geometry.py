"""Boxes and polygons in pixels of a page image, and the arithmetic on them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

Box = tuple[int, int, int, int]
"""``(x, y, width, height)`` in pixels of the page image, ``width`` and ``height`` at least 1."""

Polygon = tuple[tuple[int, int], ...]
"""The corners ``(x, y)`` of an outline in pixels of the page image."""

Polyline = tuple[tuple[int, int], ...]
"""The points ``(x, y)`` of an open line, at least two, in writing order."""

Extent = tuple[float, float, float]
"""Left end, right end and vertical middle of a line of writing, in pixels."""

_BELOW_BASELINE = 0.2
"""Share of a box's height that is assumed to lie below the baseline when all that is known is one box."""

_MAX_BASELINE_BOXES = 60
"""Boxes that a baseline is fitted to; all pairs of them are compared."""


@dataclass(frozen=True, slots=True)
class LinePlace:
    """Where a line lies on its page, in pixels."""

    box: Box
    outline: Polygon | None = None
    baseline: Polyline | None = None
    is_found: bool = False
    """The line finder drew its outline, close to the ink; those of other sources are wider."""

    @property
    def has_shape(self) -> bool:
        """True if it can be straightened: its outline and its baseline are known."""
        return bool(self.outline) and len(self.baseline or ()) > 1


def bounding_box(points: Iterable[tuple[int, int]]) -> Box:
    """Return the box spanned by ``points`` (at least one); its sides are 0 where all points share a coordinate."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def union(boxes: Iterable[Box]) -> Box:
    """Return the smallest box around all of ``boxes`` (at least one)."""
    boxes = list(boxes)
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    right, bottom = max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)
    return left, top, right - left, bottom - top


def clip(box: Box, width: int, height: int) -> Box | None:
    """Return the part of ``box`` on a page of ``width`` x ``height`` pixels, or None if there is none."""
    left, top = max(box[0], 0), max(box[1], 0)
    right, bottom = min(box[0] + box[2], width), min(box[1] + box[3], height)
    return (left, top, right - left, bottom - top) if right > left and bottom > top else None


def intersection_area(a: Box, b: Box) -> int:
    """Return the area that two boxes share, in pixels."""
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(width, 0) * max(height, 0)


def coverage(a: Box, b: Box) -> float:
    """Return the share of ``a`` that ``b`` covers, 0 to 1."""
    return intersection_area(a, b) / (a[2] * a[3])


def iou(a: Box, b: Box) -> float:
    """Return the intersection over union of two boxes, 0 to 1."""
    shared = intersection_area(a, b)
    return shared / (a[2] * a[3] + b[2] * b[3] - shared)


def straight_baseline(boxes: Sequence[Box]) -> Polyline:
    """Return a straight baseline from left to right under the boxes of a line's words (at least one).

    It passes through the bottom edges of most boxes: its slope is the median over all pairs (Theil-Sen), so that
    words with descenders do not pull it down. Of fewer than three boxes the slope is 0.
    """
    left = min(box[0] for box in boxes)
    right = max(box[0] + box[2] for box in boxes)
    if len(boxes) == 1:
        y = boxes[0][1] + round(boxes[0][3] * (1 - _BELOW_BASELINE))
        return (left, y), (right, y)
    sample = boxes[:: -(-len(boxes) // _MAX_BASELINE_BOXES)]
    points = [(box[0] + box[2] / 2, float(box[1] + box[3])) for box in sample]
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in combinations(points, 2) if b[0] != a[0]]
    slope = median(slopes) if len(boxes) > 2 and slopes else 0.0
    # the lower quartile from the top: more than half of the words of most hands have no descender
    offsets = sorted(y - slope * x for x, y in points)
    offset = offsets[(len(offsets) - 1) // 3]
    return (left, round(offset + slope * left)), (right, round(offset + slope * right))


def place_below(extents: Sequence[Extent], extent: Extent) -> int:
    """Return the place of a new line among those of a page: after the lowest line above it in the same column."""
    left, right, middle = extent
    column = [n for n, other in enumerate(extents) if other[0] < right and other[1] > left]
    above = [n for n in column if extents[n][2] <= middle]
    if above:
        return max(above, key=lambda n: (extents[n][2], n)) + 1
    return column[0] if column else len(extents)
