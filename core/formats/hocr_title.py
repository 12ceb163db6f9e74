"""The properties of an hOCR element, which its attribute ``title`` holds: ``bbox 10 10 60 40; baseline 0.01 -8``."""

import re
from collections.abc import Sequence

from core.formats.outlines import OutlineError, Points, box_corners
from core.geometry import Box, Polyline
from core.language import tr

Title = dict[str, str]
"""Property values as written, by name."""

_TOKENS = re.compile(r'"[^"]*"|;|[^";]+|"')
_CURVE_STEPS = 8
"""Straight parts by which a curved baseline is read."""


def parse_title(title: str | None) -> Title:
    """Return the properties of a title; a semicolon between double quotes separates nothing."""
    found: Title = {}
    part: list[str] = []
    for token in [*_TOKENS.findall(title or ""), ";"]:
        if token != ";":
            part.append(token)
            continue
        name, *value = "".join(part).split(None, 1)[:2] or [""]
        if name:
            found.setdefault(name.lower(), value[0].strip() if value else "")
        part.clear()
    return found


def bbox_points(title: Title) -> Points:
    """Return the corners of ``bbox``. Raises OutlineError."""
    if "bbox" not in title:
        raise OutlineError(tr("it has no box"))
    values = parse_numbers(title["bbox"])
    if len(values) != 4:
        raise OutlineError(tr("its box is not made of four numbers"))
    return box_corners(values[0], values[1], values[2] - values[0], values[3] - values[1])


def bbox_property(box: Box) -> str:
    """Return ``bbox LEFT TOP RIGHT BOTTOM``."""
    x, y, width, height = box
    return f"bbox {x} {y} {x + width} {y + height}"


def baseline_points(coefficients: Sequence[float], corners: Points) -> Points:
    """Return the baseline of a line with the box ``corners``, from its left to its right edge.

    The coefficients are those of a polynomial, highest power first, with the origin at the bottom left corner.
    """
    left, right = corners[0][0], corners[1][0]
    bottom = corners[2][1]
    steps = 1 if len(coefficients) < 3 else _CURVE_STEPS
    xs = [(right - left) * step / steps for step in range(steps + 1)]
    return tuple((left + x, bottom + _evaluate(coefficients, x)) for x in xs)


def baseline_property(baseline: Polyline, box: Box) -> str:
    """Return ``baseline SLOPE OFFSET`` of the straight line that is nearest to ``baseline``."""
    n = len(baseline)
    mean_x, mean_y = sum(x for x, _ in baseline) / n, sum(y for _, y in baseline) / n
    spread = sum((x - mean_x) ** 2 for x, _ in baseline)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in baseline) / spread if spread else 0.0
    offset = mean_y + slope * (box[0] - mean_x) - (box[1] + box[3])
    return f"baseline {_number(slope, 6)} {_number(offset, 3)}"


def parse_numbers(text: str) -> list[float]:
    """Return the numbers between blanks. Raises OutlineError."""
    try:
        return [float(part) for part in text.split()]
    except ValueError:
        raise OutlineError(tr("'{text}' is not made of numbers", text=text[:40])) from None


def _evaluate(coefficients: Sequence[float], x: float) -> float:
    value = 0.0
    for coefficient in coefficients:
        value = value * x + coefficient
    return value


def _number(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
