"""Outlines as formats store them, converted to whole pixels inside the page."""

import math
import re
from typing import TypeVar

from core.geometry import Box, Polygon, Polyline, bounding_box, clip
from core.language import tr

Points = tuple[tuple[float, float], ...]

Number = TypeVar("Number", int, float)

_MAX_COORDINATE = 1e7
"""Larger numbers are damage; they would not fit the integers of image libraries."""

_ASPECT_TOLERANCE = 0.02
"""Relative difference of aspect ratios up to which a declared page size is that of the image: rounding of units."""


class OutlineError(ValueError):
    """An outline that cannot be used; the message is the reason of a skipped item."""


def parse_points(text: str | None) -> Points:
    """Parse ``"x,y x,y"`` or ``"x y x y"`` into pairs of finite numbers. Raises OutlineError."""
    if not text or not text.strip():
        raise OutlineError(tr("it has no outline"))
    try:
        numbers = [float(part) for part in re.split(r"[\s,]+", text.strip(" \t\r\n,"))]
    except ValueError:
        raise OutlineError(tr("its outline is not made of numbers")) from None
    points = tuple(zip(numbers[::2], numbers[1::2], strict=False))
    if len(numbers) % 2 or not _is_valid(points):
        raise OutlineError(tr("its outline is not made of pairs of valid numbers"))
    return points


def box_corners(x: Number, y: Number, width: Number, height: Number) -> tuple[tuple[Number, Number], ...]:
    """Return the four corners of a box, clockwise from the top left."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def to_pixels(points: Points, scale: tuple[float, float], size: tuple[int, int]) -> tuple[Box, Polygon | None]:
    """Return an outline in page pixels: its box, clipped to the page, and its polygon unless that is the box.

    ``scale`` is pixels per unit in x and y, ``size`` the width and height of the page in pixels. Raises
    OutlineError for an outline without area or off the page.
    """
    if not _is_valid(points):
        raise OutlineError(tr("its coordinates are out of range"))
    scaled = [(round(x * scale[0]), round(y * scale[1])) for x, y in points]
    full = bounding_box(scaled)
    if full[2] <= 0 or full[3] <= 0:
        raise OutlineError(tr("its box has no area"))
    box = clip(full, *size)
    if box is None:
        raise OutlineError(
            tr("its box lies outside the page of {width} x {height} pixels", width=size[0], height=size[1])
        )
    clipped = tuple((min(max(x, 0), size[0]), min(max(y, 0), size[1])) for x, y in scaled)
    is_box = set(clipped) <= set(box_corners(*box))
    return box, (None if is_box or len(clipped) < 3 else clipped)


def to_polyline(points: Points, scale: tuple[float, float], size: tuple[int, int]) -> Polyline:
    """Return an open line in page pixels, clipped to the page. Raises OutlineError for fewer than two points."""
    if not _is_valid(points):
        raise OutlineError(tr("its coordinates are out of range"))
    scaled = ((round(x * scale[0]), round(y * scale[1])) for x, y in points)
    clipped = tuple((min(max(x, 0), size[0]), min(max(y, 0), size[1])) for x, y in scaled)
    if len(set(clipped)) < 2:
        raise OutlineError(tr("its baseline has no length"))
    return clipped


def page_scale(declared: tuple[float, float], actual: tuple[int, int]) -> tuple[float, float]:
    """Return pixels per declared unit in x and y. Raises OutlineError if the two sizes differ in aspect ratio."""
    if not all(math.isfinite(v) and v > 0 for v in declared):
        raise OutlineError(tr("it does not give the size of its page"))
    sx, sy = actual[0] / declared[0], actual[1] / declared[1]
    if abs(sx / sy - 1) > _ASPECT_TOLERANCE:
        raise OutlineError(
            tr(
                "it describes a page of {declared_width:g} x {declared_height:g}, but its image has {width} "
                "x {height} pixels; is it the right image?",
                declared_width=declared[0],
                declared_height=declared[1],
                width=actual[0],
                height=actual[1],
            )
        )
    return sx, sy


def _is_valid(points: Points) -> bool:
    return all(math.isfinite(v) and abs(v) <= _MAX_COORDINATE for point in points for v in point)
