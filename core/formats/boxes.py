"""Boxes and outlines as the formats tell them, brought to whole pixels inside the page."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

import numpy as np

from core.geometry import Box

Points = tuple[tuple[float, float], ...]
Polygon = tuple[tuple[int, int], ...]
_FAR = 1e7
_ASPECT_TOLERANCE = 0.02
_SAME_LINE = 0.5
"""Words whose heights overlap by more than this share of the lower one may stand on one line."""


class BoxError(ValueError):
    """The outline cannot be used; the message says why, as the reason of a skipped item."""


def parse_points(text: str | None) -> Points:
    """``"x,y x,y"`` or ``"x y x y"`` as pairs of finite numbers; raises BoxError."""
    if not text or not text.strip():
        raise BoxError("it has no outline")
    try:
        numbers = [float(part) for part in re.split(r"[\s,]+", text.strip(" \t\r\n,"))]
    except ValueError:
        raise BoxError("its outline is not made of numbers") from None
    if len(numbers) % 2 or not all(math.isfinite(n) and abs(n) <= _FAR for n in numbers):
        raise BoxError("its outline is not made of pairs of sensible numbers")
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def corners(x: float, y: float, width: float, height: float) -> Points:
    """The four corners of a box, clockwise from the top left."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def place(points: Points, scale: tuple[float, float], size: tuple[int, int]) -> tuple[Box, Polygon | None]:
    """The outline in page pixels: its box, clipped to the page, and its polygon unless that is just the box.

    ``scale`` is pixels per unit in x and y, ``size`` the page's width and height in pixels. Raises BoxError
    for an outline without area or off the page.
    """
    if not all(math.isfinite(v) and abs(v) <= _FAR for point in points for v in point):
        raise BoxError("its numbers are not sensible")
    scaled = [(round(x * scale[0]), round(y * scale[1])) for x, y in points]
    left, top = min(x for x, _ in scaled), min(y for _, y in scaled)
    right, bottom = max(x for x, _ in scaled), max(y for _, y in scaled)
    if right <= left or bottom <= top:
        raise BoxError("its box has no area")
    x0, y0, x1, y1 = max(left, 0), max(top, 0), min(right, size[0]), min(bottom, size[1])
    if x1 <= x0 or y1 <= y0:
        raise BoxError(f"its box lies outside the page of {size[0]} x {size[1]} pixels")
    clipped = tuple((min(max(x, 0), size[0]), min(max(y, 0), size[1])) for x, y in scaled)
    box = (x0, y0, x1 - x0, y1 - y0)
    rectangle = set(clipped) <= {(int(x), int(y)) for x, y in corners(*box)}
    return box, (None if rectangle or len(clipped) < 3 else clipped)


def scale_to(declared: tuple[float, float], actual: tuple[int, int]) -> tuple[float, float]:
    """Pixels per declared unit in x and y; raises BoxError when the two pages differ in shape."""
    if not all(math.isfinite(v) and v > 0 for v in declared):
        raise BoxError("it does not tell the size of its page")
    sx, sy = actual[0] / declared[0], actual[1] / declared[1]
    if abs(sx / sy - 1) > _ASPECT_TOLERANCE:
        raise BoxError(
            f"it describes a page of {declared[0]:g} x {declared[1]:g}, but its image has "
            f"{actual[0]} x {actual[1]} pixels; is it the right image?"
        )
    return sx, sy


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of ``boxes`` (at least one)."""
    every = list(boxes)
    left, top = min(b[0] for b in every), min(b[1] for b in every)
    right, bottom = max(b[0] + b[2] for b in every), max(b[1] + b[3] for b in every)
    return left, top, right - left, bottom - top


def overlap(a: Box, b: Box) -> float:
    """The share of ``a`` that ``b`` covers, 0 to 1."""
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(width, 0) * max(height, 0) / (a[2] * a[3])


def into_lines(boxes: Sequence[Box]) -> list[int]:
    """The text line, from 0 at the top, of every box, by where the boxes stand among each other.

    Words are taken from left to right; each joins the line whose last word overlaps it most in height, so
    that sloping lines hold together, or begins a line of its own.
    """
    lines: list[list[int]] = []
    # Upper and lower edge of each line's last word: a page of ten thousand lines takes part of a second.
    top, bottom = np.zeros(len(boxes)), np.zeros(len(boxes))
    for i in sorted(range(len(boxes)), key=lambda i: (boxes[i][0], boxes[i][1])):
        _, y, _, height = boxes[i]
        n = len(lines)
        common = np.minimum(bottom[:n], y + height) - np.maximum(top[:n], y)
        shared = common / np.minimum(bottom[:n] - top[:n], height)
        best = int(shared.argmax()) if n else 0
        if n and shared[best] > _SAME_LINE:
            lines[best].append(i)
        else:
            best = n
            lines.append([i])
        top[best], bottom[best] = y, y + height
    lines.sort(key=lambda line: sum(boxes[i][1] + boxes[i][3] / 2 for i in line) / len(line))
    numbers = [0] * len(boxes)
    for number, line in enumerate(lines):
        for i in line:
            numbers[i] = number
    return numbers
