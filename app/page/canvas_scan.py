"""The scan of the open page on the canvas: its small image, then its pyramid, with the person's brightness."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from app.background.image_loader import to_qimage
from app.page.canvas import PageCanvas
from app.page.page_model import PageModel
from app.page.pyramid import Pyramid
from app.page.scan_loader import ScanLoader
from app.scan_display import ScanDisplay
from app.style.theme import Theme
from core.geometry import Box


class CanvasScan(QObject):
    """``paper_changed()``: outlines have other colours now. ``failed(message)``: the open page has no scan to show."""

    paper_changed = Signal()
    failed = Signal(str)

    def __init__(
        self, loader: ScanLoader, page: PageModel, canvas: PageCanvas, display: ScanDisplay, theme: Theme
    ) -> None:
        super().__init__(canvas)
        self._loader, self._page, self._canvas, self._display = loader, page, canvas, display
        self._has_dark_paper = False
        display.changed.connect(self.refresh)
        theme.changed.connect(self.refresh)
        loader.preview.connect(self._show_preview)
        loader.ready.connect(self._show_scan)
        loader.failed.connect(self._report)

    def refresh(self) -> None:
        """Show the scan brighter, darker or inverted, with outlines that can be seen on it."""
        adjustment = self._display.adjustment
        self._canvas.tiles.set_adjustment(adjustment)
        self._canvas.is_dark_scan = self._has_dark_paper != adjustment.is_inverted
        self.paper_changed.emit()
        self._canvas.viewport().update()

    def cut(self, box: Box, scale: float) -> QImage | None:
        """Return a part of the open page as it is shown, at a scale; None until the scan is loaded."""
        pyramid: Pyramid | None = self._loader.cached(self._page.page_id) if self._page.page_id is not None else None
        if pyramid is None:
            return None
        left, top, width, height = (round(side * scale) for side in box)
        image = to_qimage(pyramid.cut(left, top, max(1, width), max(1, height), scale))
        return self._display.adjustment.apply(image)

    def _show_preview(self, page_id: int, image: QImage) -> None:
        if page_id == self._page.page_id:
            self._canvas.tiles.set_preview(image)
            self._canvas.viewport().update()

    def _show_scan(self, page_id: int) -> None:
        pyramid: Pyramid | None = self._loader.cached(page_id)
        if page_id == self._page.page_id and pyramid is not None:
            self._canvas.tiles.set_pyramid(pyramid)
            self._has_dark_paper = pyramid.is_dark
            self.refresh()

    def _report(self, page_id: int, message: str) -> None:
        if page_id == self._page.page_id:
            self.failed.emit(message)
