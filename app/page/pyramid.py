"""A scan at several scales, each half the one before, from which tiles of any scale are cut. No Qt."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from core.imaging.scan import Scan

Pixels = npt.NDArray[np.uint8]
"""``[H, W]`` in grey, ``[H, W, 4]`` in colour: blue, green, red, 255."""

MAX_SMALLEST = 1024
"""Longer side of the smallest level at most."""

DARK_BELOW = 110
"""A page with a lower mean grey has light writing on a dark ground."""


class Pyramid:
    """The levels of one page, uint8. They take a third more memory than the page; colour adds its chroma levels."""

    def __init__(self, scan: Scan) -> None:
        self.levels = _halvings(scan.gray)
        self.is_dark = float(self.levels[-1].mean()) < DARK_BELOW
        # chroma is stored ``step`` times coarser than grey: its first level fits a later level of grey
        self.chroma = [] if scan.chroma is None else list(zip(*map(_halvings, scan.chroma), strict=True))
        self._chroma_offset = scan.step.bit_length() - 1

    @classmethod
    def read(cls, path: Path, frame: int) -> Pyramid:
        """Read a page. Raises InputError if it cannot be read or its folder is not trusted."""
        from core.imaging.scan import read_scan
        from core.project.file_access import verify_trusted

        verify_trusted(path)
        return cls(read_scan(path, frame))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the page."""
        return self.levels[0].shape[1], self.levels[0].shape[0]

    @property
    def size_in_bytes(self) -> int:
        return sum(level.nbytes for level in (*self.levels, *chain.from_iterable(self.chroma)))

    def overview(self) -> Pixels:
        """Return the smallest level, in colour if the scan is."""
        height, width = self.levels[-1].shape
        return self.cut(0, 0, width, height, width / self.size[0])

    def cut(self, x: int, y: int, width: int, height: int, scale: float) -> Pixels:
        """Return uint8 ``[height, width]``, of a coloured scan ``[height, width, 4]``, from (x, y) of the scaled page.

        Beyond the page its edge pixels are repeated.
        """
        level, page = self._level(scale), (self.size[0] * scale, self.size[1] * scale)
        gray = _cut(self.levels[level], (x, y, width, height), page)
        if not self.chroma:
            return gray
        from core.imaging.scan import to_bgra

        planes = self.chroma[min(max(level - self._chroma_offset, 0), len(self.chroma) - 1)]
        return to_bgra(gray, *(_cut_chroma(plane, (x, y, width, height), page) for plane in planes))

    def _level(self, scale: float) -> int:
        """Return the level nearest to the scale, preferring a finer one: enlarging blurs more than reducing."""
        level = 0
        while level + 1 < len(self.levels) and scale * 2**level < 0.6:
            level += 1
        return level


def _halvings(pixels: Pixels) -> list[Pixels]:
    import cv2

    levels = [pixels]
    while max(levels[-1].shape[:2]) > MAX_SMALLEST:
        last = levels[-1]
        size = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
        levels.append(np.asarray(cv2.resize(last, size, interpolation=cv2.INTER_AREA), np.uint8))
    return levels


def _cut(pixels: Pixels, part: tuple[float, float, int, int], page: tuple[float, float]) -> Pixels:
    """Cut ``part`` (x, y, width, height) of a level ``[H, W]`` that is scaled to the width and height ``page``."""
    import cv2

    x, y, width, height = part
    # pixels of the level for each pixel of the part; the sides of a level are rounded
    step_x = pixels.shape[1] / page[0]
    step_y = pixels.shape[0] / page[1]
    left, right = _source_range(x, width, step_x, pixels.shape[1])
    top, bottom = _source_range(y, height, step_y, pixels.shape[0])
    matrix = np.array([[step_x, 0, (x + 0.5) * step_x - 0.5 - left], [0, step_y, (y + 0.5) * step_y - 0.5 - top]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    source = pixels[top:bottom, left:right]
    cut = cv2.warpAffine(source, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def _cut_chroma(plane: Pixels, part: tuple[int, int, int, int], page: tuple[float, float]) -> Pixels:
    """Cut as :func:`_cut`, at half the scale and then doubled, which takes half the time and looks the same."""
    import cv2

    x, y, width, height = part
    # a pixel more on each side, so that adjacent parts meet
    across, down = width // 2 + 3, height // 2 + 3
    half = _cut(plane, (x / 2 - 1, y / 2 - 1, across, down), (page[0] / 2, page[1] / 2))
    doubled = cv2.resize(half, (2 * across, 2 * down), interpolation=cv2.INTER_LINEAR)
    return np.asarray(doubled[2 : 2 + height, 2 : 2 + width], np.uint8)


def _source_range(start: float, length: int, step: float, limit: int) -> tuple[int, int]:
    """Return the pixels of a level that ``length`` pixels from ``start`` are interpolated from, at least one."""
    low = min(max(int(start * step) - 2, 0), limit - 1)
    high = max(min(int((start + length) * step) + 3, limit), low + 1)
    return low, high
