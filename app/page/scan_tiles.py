"""Draws the scan: tiles of what is seen, cut sharp at the scale in force, a coarse picture where one lacks."""

from __future__ import annotations

import time

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from app.page.pyramid import Pyramid
from app.page.scan_loader import picture
from app.page.viewport import Viewport

TILE = 256
BUDGET_S = 0.009
"""Cutting tiles may take so long in one frame; the rest comes in the next ones."""
KEPT_SHARE = 3
"""Tiles out of sight are kept until there are so many times as many as in sight."""


class ScanTiles:
    """The tiles of one page at one scale. Positions are the screen's own pixels, counted from the page's corner."""

    def __init__(self) -> None:
        self._pyramid: Pyramid | None = None
        self._coarse: QImage | None = None
        self._scale = 0.0
        self._tiles: dict[tuple[int, int], QImage] = {}

    def set_preview(self, image: QImage) -> None:
        """A small picture of the whole page, until the scan is there."""
        self._pyramid, self._coarse = None, image
        self._tiles.clear()

    def set_pyramid(self, pyramid: Pyramid) -> None:
        self._pyramid = pyramid
        self._coarse = picture(pyramid.overview())
        self._tiles.clear()

    def clear(self) -> None:
        """Nothing is known of the page's pixels."""
        self._pyramid = self._coarse = None
        self._tiles.clear()

    @property
    def is_sharp(self) -> bool:
        """Whether the scan itself, not only a small picture of it, is there."""
        return self._pyramid is not None

    def draw(
        self, painter: QPainter, view: Viewport, page: tuple[int, int], window: QRect, ratio: float, paper: QColor
    ) -> bool:
        """Draw what is seen of the page; False when tiles were left for the next frame.

        ``ratio``: pixels of the screen for each of the window's.
        """
        sheet = QRectF(view.left, view.top, page[0] * view.scale, page[1] * view.scale)
        painter.fillRect(sheet, paper)
        if self._coarse is None:
            return True
        if self._pyramid is None:
            # coarse as it is: smoothing it would cost more time than waiting for the scan
            painter.drawImage(sheet, self._coarse)
            return True
        return self._draw_tiles(painter, view, sheet, window, ratio)

    def _draw_tiles(self, painter: QPainter, view: Viewport, sheet: QRectF, window: QRect, ratio: float) -> bool:
        assert self._pyramid is not None and self._coarse is not None
        scale = view.scale * ratio
        if scale != self._scale:
            self._scale = scale
            self._tiles.clear()
        seen = sheet.toAlignedRect().intersected(window)
        width, height = (round(side * scale) for side in self._pyramid.size)
        # the seen part in the screen's pixels, from the page's corner
        x0, y0 = (round((seen.left() - view.left) * ratio), round((seen.top() - view.top) * ratio))
        x1 = min(round((seen.right() + 1 - view.left) * ratio), width)
        y1 = min(round((seen.bottom() + 1 - view.top) * ratio), height)
        wanted = [(i, j) for j in range(y0 // TILE, -(-y1 // TILE)) for i in range(x0 // TILE, -(-x1 // TILE))]
        middle = (x0 + x1) / 2 / TILE - 0.5, (y0 + y1) / 2 / TILE - 0.5
        wanted.sort(key=lambda at: (at[0] - middle[0]) ** 2 + (at[1] - middle[1]) ** 2)
        self._forget(wanted)
        until = time.perf_counter() + BUDGET_S
        whole = True
        for i, j in wanted:
            w, h = min(TILE, width - i * TILE), min(TILE, height - j * TILE)
            tile = self._tiles.get((i, j))
            if tile is None and time.perf_counter() < until:
                tile = picture(self._pyramid.part(i * TILE, j * TILE, w, h, scale))
                self._tiles[i, j] = tile
            target = QRectF(view.left + i * TILE / ratio, view.top + j * TILE / ratio, w / ratio, h / ratio)
            if tile is not None:
                painter.drawImage(target, tile)
            else:
                whole = False
                across, down = self._coarse.width() / width, self._coarse.height() / height
                part = QRectF(i * TILE * across, j * TILE * down, w * across, h * down)
                painter.drawImage(target, self._coarse, part)
        return whole

    def _forget(self, wanted: list[tuple[int, int]]) -> None:
        if len(self._tiles) > KEPT_SHARE * len(wanted) + 16:
            near = set(wanted)
            self._tiles = {at: tile for at, tile in self._tiles.items() if at in near}
