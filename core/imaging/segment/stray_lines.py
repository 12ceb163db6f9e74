"""Lines that nobody wants transcribed: the edge of a facing page in the picture, and specks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

_Bools = npt.NDArray[np.bool_]
_Floats = npt.NDArray[np.float64]

_SPECK = 0.04
"""Least ink of a line, as a share of the ink of the page's median line."""
_AT_EDGE = 0.015
"""A line that ends this near to the edge of the picture, as a share of its width, is cut by it."""
_STRIP = 0.3
"""A facing page that shows more than this share of the picture's width is read as one."""
_BEYOND = 1.2
"""Lines of the strip reach this much farther than most lines that the edge cuts."""
_STARTS_INSIDE = 0.8
"""A line that starts nearer to the edge than this share of the strip's width starts in the strip."""
_MAX_INSIDE = 0.2
"""Share of the other lines that may start in the strip; more, and it is part of the page."""
_LEAST = 3
"""Fewer lines at an edge, or elsewhere, show no facing page."""


def stray_lines(ink: Sequence[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]], width: int) -> _Bools:
    """Return which lines are strays, bool [len(ink)]; a line without ink is none.

    ``ink`` holds rows and columns of the pixels of each line, on a picture ``width`` pixels wide.
    """
    pixels = np.array([len(columns) for _, columns in ink], np.int64)
    written = np.flatnonzero(pixels).tolist()
    strays = np.zeros(len(ink), np.bool_)
    if not written:
        return strays
    left = np.array([ink[line][1].min() for line in written], np.float64)
    right = np.array([width - 1 - ink[line][1].max() for line in written], np.float64)
    cut_off = _in_strip(left, width - right, width) | _in_strip(right, width - left, width)
    own = pixels[written]
    if not cut_off.all():
        strays[written] = cut_off | (own < _SPECK * np.median(own[~cut_off]))
    return strays


def _in_strip(near: _Floats, far: _Floats, width: int) -> _Bools:
    """Return which lines stand on a facing page cut by one edge, which their ends are ``near`` and ``far`` from."""
    at_edge = near <= _AT_EDGE * width
    nothing = np.zeros(len(near), np.bool_)
    if at_edge.sum() < _LEAST:
        return nothing
    strip = float(np.quantile(far[at_edge], 0.8))
    others = ~at_edge & (far > _BEYOND * strip)
    if strip > _STRIP * width or others.sum() < _LEAST:
        return nothing
    if (near[others] < _STARTS_INSIDE * strip).mean() > _MAX_INSIDE:
        return nothing
    return far <= _BEYOND * strip
