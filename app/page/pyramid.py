"""A scan at several scales, each half the one before, from which tiles of any scale are cut. No Qt."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from core.imaging.scan import Scan

Gray = npt.NDArray[np.uint8]
"""``[H, W]``; of a picture in colour that is shown, ``[H, W, 4]``: blue, green, red, 255."""

SMALLEST = 1024
"""The last level's longer side is at most so long."""

DARK_BELOW = 110
"""A page whose mean grey is lower is light writing on dark."""


class Pyramid:
    """The levels of one page, uint8; together a third more than the page itself, and a little for its colour."""

    def __init__(self, scan: Scan) -> None:
        self.levels = _halves(scan.gray)
        self.is_dark = float(self.levels[-1].mean()) < DARK_BELOW
        # a level of the grey and its tints are ``step`` apart, until both are about as coarse
        self.tints = [] if scan.chroma is None else list(zip(*map(_halves, scan.chroma), strict=True))
        self._behind = scan.step.bit_length() - 1

    @classmethod
    def read(cls, path: Path, frame: int) -> Pyramid:
        """Raises InputError for what cannot be read."""
        from core.imaging.scan import read_scan
        from core.project.files.linked_images import verify_trusted

        verify_trusted(path)
        return cls(read_scan(path, frame))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the page."""
        return self.levels[0].shape[1], self.levels[0].shape[0]

    @property
    def bytes(self) -> int:
        return sum(level.nbytes for level in (*self.levels, *chain.from_iterable(self.tints)))

    def overview(self) -> Gray:
        """The smallest level, in colour where the scan is."""
        height, width = self.levels[-1].shape
        return self.part(0, 0, width, height, width / self.size[0])

    def part(self, x: int, y: int, width: int, height: int, scale: float) -> Gray:
        """From (x, y) of the page at ``scale``: uint8 ``[height, width]``, of a coloured scan ``[height, width, 4]``.

        Off the page its edge goes on.
        """
        level, page = self._level(scale), (self.size[0] * scale, self.size[1] * scale)
        gray = _cut(self.levels[level], (x, y, width, height), page)
        if not self.tints:
            return gray
        from core.imaging.scan import to_bgra

        red, blue = self.tints[min(max(level - self._behind, 0), len(self.tints) - 1)]
        return to_bgra(gray, *(_cut_tint(tint, (x, y, width, height), page) for tint in (red, blue)))

    def _level(self, scale: float) -> int:
        """The level whose pixels are nearest in size to those shown, rather finer than coarser."""
        level = 0
        while level + 1 < len(self.levels) and scale * 2**level < 0.6:
            level += 1
        return level


def _halves(pixels: Gray) -> list[Gray]:
    """The pixels, and each time half as large, until they are small enough."""
    import cv2

    levels = [pixels]
    while max(levels[-1].shape[:2]) > SMALLEST:
        last = levels[-1]
        size = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
        levels.append(np.asarray(cv2.resize(last, size, interpolation=cv2.INTER_AREA), np.uint8))
    return levels


def _cut(pixels: Gray, part: tuple[float, float, int, int], page: tuple[float, float]) -> Gray:
    """x, y, width and height of a level ``[H, W]``, when the whole page is shown so wide and high."""
    import cv2

    x, y, width, height = part
    # pixels of the level for each pixel of the part; the sides of a level are rounded
    step_x = pixels.shape[1] / page[0]
    step_y = pixels.shape[0] / page[1]
    left, right = _reach(x, width, step_x, pixels.shape[1])
    top, bottom = _reach(y, height, step_y, pixels.shape[0])
    turn = np.array([[step_x, 0, (x + 0.5) * step_x - 0.5 - left], [0, step_y, (y + 0.5) * step_y - 0.5 - top]])
    return np.asarray(
        cv2.warpAffine(
            pixels[top:bottom, left:right],
            turn,
            (width, height),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )


def _cut_tint(tint: Gray, part: tuple[int, int, int, int], page: tuple[float, float]) -> Gray:
    """As :func:`_cut`, cut half as large and then doubled, which takes half the time and looks the same."""
    import cv2

    x, y, width, height = part
    # a pixel more on each side, so that neighbouring parts meet
    across, down = width // 2 + 3, height // 2 + 3
    half = _cut(tint, (x / 2 - 1, y / 2 - 1, across, down), (page[0] / 2, page[1] / 2))
    whole = cv2.resize(half, (2 * across, 2 * down), interpolation=cv2.INTER_LINEAR)
    return np.asarray(whole[2 : 2 + height, 2 : 2 + width], np.uint8)


def _reach(start: float, length: int, step: float, limit: int) -> tuple[int, int]:
    """The pixels of a level that ``length`` pixels from ``start`` are made of, at least one."""
    low = min(max(int(start * step) - 2, 0), limit - 1)
    high = max(min(int((start + length) * step) + 3, limit), low + 1)
    return low, high
