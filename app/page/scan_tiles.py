"""Draws the scan in tiles, each cut at the present scale; a small image of the page stands in for missing ones."""

from __future__ import annotations

import time

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from app.background.image_loader import to_qimage
from app.page.pyramid import Pyramid
from app.page.viewport import Size, Viewport
from app.scan_display import NEUTRAL, ScanAdjustment

TILE = 256
FRAME_BUDGET_S = 0.009
"""Time for cutting tiles in one frame; the remaining tiles are cut in the next frames."""
CACHE_FACTOR = 3
"""Tiles out of sight are dropped when there are this many times as many tiles as in sight."""


class ScanTiles:
    """The tiles of one page at one scale, by column and row, in pixels of the screen."""

    def __init__(self) -> None:
        self._pyramid: Pyramid | None = None
        self._overview: QImage | None = None
        self._scale = 0.0
        self._tiles: dict[tuple[int, int], QImage] = {}
        self._adjustment = NEUTRAL
        self._adjusted: dict[int, QImage] = {}
        """Adjusted tiles and overview, by the cache keys of the images."""

    def set_adjustment(self, adjustment: ScanAdjustment) -> None:
        """Show the scan brighter, darker or inverted. The tiles are kept: adjusting is far faster than cutting."""
        self._adjustment = adjustment
        self._adjusted.clear()

    def set_preview(self, image: QImage) -> None:
        """Show a small image of the page until the scan is loaded."""
        self._pyramid, self._overview = None, image
        self._forget_tiles()

    def set_pyramid(self, pyramid: Pyramid) -> None:
        self._pyramid = pyramid
        self._overview = to_qimage(pyramid.overview())
        self._forget_tiles()

    def clear(self) -> None:
        self._pyramid = self._overview = None
        self._forget_tiles()

    def draw(self, painter: QPainter, view: Viewport, page: Size, window: QRect, ratio: float, paper: QColor) -> bool:
        """Draw the visible part of the page; return False if tiles are missing and another frame is needed.

        ``ratio``: pixels of the screen for each of the window.
        """
        sheet = QRectF(view.left, view.top, page[0] * view.scale, page[1] * view.scale)
        painter.fillRect(sheet, paper)
        if self._overview is None:
            return True
        if self._pyramid is None:
            # not smoothed: that would take longer than loading the scan
            painter.drawImage(sheet, self._shown(self._overview))
            return True
        scale = view.scale * ratio
        if scale != self._scale:
            self._scale = scale
            self._forget_tiles()
        visible = sheet.toAlignedRect().intersected(window)
        width, height = (round(side * scale) for side in self._pyramid.size)
        # the visible part, in pixels of the screen from the corner of the page
        x0, y0 = (round((visible.left() - view.left) * ratio), round((visible.top() - view.top) * ratio))
        x1 = min(round((visible.right() + 1 - view.left) * ratio), width)
        y1 = min(round((visible.bottom() + 1 - view.top) * ratio), height)
        needed = [(i, j) for j in range(y0 // TILE, -(-y1 // TILE)) for i in range(x0 // TILE, -(-x1 // TILE))]
        centre = (x0 + x1) / 2 / TILE - 0.5, (y0 + y1) / 2 / TILE - 0.5
        needed.sort(key=lambda at: (at[0] - centre[0]) ** 2 + (at[1] - centre[1]) ** 2)
        self._drop_distant(needed)
        deadline = time.perf_counter() + FRAME_BUDGET_S
        complete = True
        for i, j in needed:
            w, h = min(TILE, width - i * TILE), min(TILE, height - j * TILE)
            tile = self._tiles.get((i, j))
            if tile is None and time.perf_counter() < deadline:
                tile = to_qimage(self._pyramid.cut(i * TILE, j * TILE, w, h, scale))
                self._tiles[i, j] = tile
            target = QRectF(view.left + i * TILE / ratio, view.top + j * TILE / ratio, w / ratio, h / ratio)
            if tile is not None:
                painter.drawImage(target, self._shown(tile))
            else:
                complete = False
                across, down = self._overview.width() / width, self._overview.height() / height
                part = QRectF(i * TILE * across, j * TILE * down, w * across, h * down)
                painter.drawImage(target, self._shown(self._overview), part)
        return complete

    def _shown(self, image: QImage) -> QImage:
        """Return a tile or the overview as it is to be shown."""
        if self._adjustment.is_neutral:
            return image
        key = image.cacheKey()
        if key not in self._adjusted:
            self._adjusted[key] = self._adjustment.apply(image)
        return self._adjusted[key]

    def _forget_tiles(self) -> None:
        self._tiles.clear()
        self._adjusted.clear()

    def _drop_distant(self, needed: list[tuple[int, int]]) -> None:
        if len(self._tiles) > CACHE_FACTOR * len(needed) + 16:
            near = set(needed)
            self._tiles = {at: tile for at, tile in self._tiles.items() if at in near}
            self._adjusted.clear()
