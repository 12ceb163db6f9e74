"""The image of one line as a line reader takes it: cut out of its page, and straightened along its baseline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from core.geometry import Box, Polygon, Polyline
from core.imaging.segment.binarise import Gray
from core.imaging.segment.page import line_region

_ABOVE, _BELOW = 2.6, 1.3
"""Heights of small letters that a strip reaches above and below the baseline. Of several heights these read best on
training pages: with less the loops of letters are cut off, with more the neighbouring lines disturb."""
_BEFORE = 1.0
"""Heights of small letters that it begins before the baseline and ends after it."""
_LETTERS_OF_OUTLINE = 2.07
"""Mean height of the outline of a line that was found, in heights of its small letters."""


@dataclass(frozen=True, slots=True)
class LineStrip:
    """The grey image of a line, uint8 [h, w], as high as on its page."""

    gray: Gray
    x: int
    """The page's column of its first column."""
    tops: npt.NDArray[np.float32]
    """[w] the page's row of its first row, in each column."""
    stretch: float = 1.0
    """Columns of it for each column of the page."""

    def page_box(self, left: int, top: int, right: int, bottom: int) -> Box:
        """Return the box on the page around columns ``left`` to ``right`` and rows ``top`` to ``bottom``, ends out."""
        tops = self.tops[max(0, left) : max(left + 1, right)]
        first, last = round(float(tops.min())) + top, round(float(tops.max())) + bottom
        left, right = round(left / self.stretch), round(right / self.stretch)
        return max(0, self.x + left), max(0, first), max(1, right - left), max(1, last - max(0, first))

    def strip_box(self, box: Box) -> Box:
        """Return where a box on the page lies in the strip; it may reach out of it."""
        x, y, width, height = box
        left, width = round((x - self.x) * self.stretch), round(width * self.stretch)
        inside = self.tops[int(np.clip(left, 0, len(self.tops) - 1)) : max(1, left + width)]
        return left, y - round(float(np.mean(inside if len(inside) else self.tops[-1:]))), width, height


def region_strip(gray: Gray, box: Box, polygon: Polygon | None = None) -> LineStrip | None:
    """Cut the line inside ``box`` (or ``polygon``) out of a page as it stands; None if it lies outside the page."""
    region = line_region(gray, box, polygon)
    if region is None or min(region.gray.shape) < 3:
        return None
    return LineStrip(region.gray, region.x, np.full(region.gray.shape[1], region.y, np.float32))


def letter_heights(outlines: Sequence[Polygon]) -> list[float]:
    """Return the height of the small letters of each line of a page, in its pixels, from outlines as they are found.

    It is the geometric mean of what the line's own outline says and of the page's usual one: outlines lack faint ink.
    """
    if not outlines:
        return []
    widths = np.array([max(1.0, float(np.ptp(np.asarray(outline, np.float64)[:, 0]))) for outline in outlines])
    areas = [float(cv2.contourArea(np.asarray(outline, np.float32))) for outline in outlines]
    heights = areas / widths / _LETTERS_OF_OUTLINE
    order = np.argsort(heights)
    usual = heights[order[np.searchsorted(np.cumsum(widths[order]), widths.sum() / 2)]]
    return np.sqrt(heights * usual).tolist()


def straight_strip(gray: Gray, baseline: Polyline, letters: float, stretch: float = 1.0) -> LineStrip | None:
    """Cut a line out of a page, straightened along its ``baseline``; None if it lies outside the page.

    ``letters`` is the height of its small letters; the strip is ``stretch`` times as wide as the line.
    """
    xs, ys = np.asarray(baseline, np.float64).T
    order = np.argsort(xs, kind="stable")
    xs, ys = xs[order], ys[order]
    first = max(0, int(xs[0] - _BEFORE * letters))
    last = min(gray.shape[1], int(np.ceil(xs[-1] + _BEFORE * letters)))
    height = round((_ABOVE + _BELOW) * letters)
    if last - first < 3 or height < 3:
        return None
    columns = first + np.arange(round((last - first) * stretch)) / stretch
    tops = (np.interp(columns, xs, ys) - _ABOVE * letters).astype(np.float32)
    rows = np.arange(height, dtype=np.float32)[:, None] + tops[None, :]
    across = np.broadcast_to(columns[None, :].astype(np.float32), rows.shape)
    strip = cv2.remap(gray, np.ascontiguousarray(across), rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return LineStrip(np.asarray(strip, np.uint8), first, tops, stretch)
