"""A scan at several scales, each half the one before, from which tiles of any scale are cut. No Qt."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

Gray = npt.NDArray[np.uint8]

SMALLEST = 1024
"""The last level's longer side is at most so long."""

DARK_BELOW = 110
"""A page whose mean grey is lower is light writing on dark."""


class Pyramid:
    """The levels of one page, uint8; together a third more than the page itself."""

    def __init__(self, gray: Gray) -> None:
        import cv2

        self.levels: list[Gray] = [gray]
        while max(self.levels[-1].shape) > SMALLEST:
            last = self.levels[-1]
            size = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
            self.levels.append(np.asarray(cv2.resize(last, size, interpolation=cv2.INTER_AREA), np.uint8))
        self.is_dark = float(self.levels[-1].mean()) < DARK_BELOW

    @classmethod
    def read(cls, path: Path, frame: int) -> Pyramid:
        """Raises InputError for what cannot be read."""
        from core.imaging.read import read_gray

        return cls(read_gray(path, frame))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the page."""
        return self.levels[0].shape[1], self.levels[0].shape[0]

    @property
    def bytes(self) -> int:
        return sum(level.nbytes for level in self.levels)

    @property
    def overview(self) -> Gray:
        """The smallest level."""
        return self.levels[-1]

    def part(self, x: int, y: int, width: int, height: int, scale: float) -> Gray:
        """uint8 ``[height, width]`` from (x, y) of the page at ``scale``; off the page its edge goes on."""
        import cv2

        level = self._level(scale)
        pixels = self.levels[level]
        # pixels of the level for each pixel of the part; the sides of a level are rounded down
        step_x = pixels.shape[1] / (self.size[0] * scale)
        step_y = pixels.shape[0] / (self.size[1] * scale)
        left, right = _reach(x, width, step_x, pixels.shape[1])
        top, bottom = _reach(y, height, step_y, pixels.shape[0])
        turn = np.array(
            [
                [step_x, 0, (x + 0.5) * step_x - 0.5 - left],
                [0, step_y, (y + 0.5) * step_y - 0.5 - top],
            ]
        )
        return np.asarray(
            cv2.warpAffine(
                pixels[top:bottom, left:right], turn, (width, height),
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
            ),
            np.uint8,
        )  # fmt: skip

    def _level(self, scale: float) -> int:
        """The level whose pixels are nearest in size to those shown, rather finer than coarser."""
        level = 0
        while level + 1 < len(self.levels) and scale * 2**level < 0.6:
            level += 1
        return level


def _reach(start: int, length: int, step: float, limit: int) -> tuple[int, int]:
    """The pixels of a level that ``length`` pixels from ``start`` are made of, at least one."""
    low = min(max(int(start * step) - 2, 0), limit - 1)
    high = max(min(int((start + length) * step) + 3, limit), low + 1)
    return low, high
