"""Boxes and polygons in pixels of a page image, and the arithmetic on them."""

from __future__ import annotations

from collections.abc import Iterable

Box = tuple[int, int, int, int]
"""``(x, y, width, height)`` in pixels of the page image, ``width`` and ``height`` at least 1."""

Polygon = tuple[tuple[int, int], ...]
"""The corners ``(x, y)`` of an outline in pixels of the page image."""


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
