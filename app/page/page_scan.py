"""The scan of the open page: loaded in the background, with a small image until then, and shown on the canvas."""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from app.background.image_loader import ImageLoader, to_qimage
from app.background.threads import run_in_thread
from app.page.canvas import PageCanvas
from app.page.page_model import PageModel
from app.page.pyramid import Pyramid
from app.scan_display import ScanDisplay
from app.session.worker import error_message
from app.style.theme import Theme
from core.errors import InputError
from core.geometry import Box
from core.project.content.pages import Page
from core.project.project_files import ProjectFiles

logger = logging.getLogger(__name__)

MEMORY_BYTES = 160_000_000
"""One scan of 100 megapixels takes 150 MB in colour."""


class ScanLoader(ImageLoader):
    """Pyramids by page id. Only the latest requested page is loaded.

    ``preview(page_id, QImage)``: a small image of the page was found on disk.
    """

    preview = Signal(int, QImage)

    def __init__(self, folder: Path, parent: QObject) -> None:
        super().__init__(parent, max_size=MEMORY_BYTES, size=lambda pyramid: pyramid.size_in_bytes, max_queued=1)
        self._files = ProjectFiles(folder)

    def show(self, page: Page) -> None:
        """Request the scan of a page; ``ready`` is emitted at once if it is in memory."""
        self.clear_queue()
        if self.get(page.id, page) is not None:
            self.ready.emit(page.id)
        elif not (image := QImage(str(self._files.path(_preview_name(page))))).isNull():
            self.preview.emit(page.id, image)

    def _load(self, requests: dict[int, Page]) -> None:
        (page,) = requests.values()
        self.make_room(_pyramid_bytes(page.width * page.height))
        run_in_thread(
            self,
            partial(_read, self._files, page),
            lambda pyramid: self._receive([(page.id, pyramid, "")]),
            lambda error: self._receive([(page.id, None, error_message(error))]),
            name="ductus-scan",
        )


def _pyramid_bytes(pixels: int) -> int:
    """Return the size of a coloured page's pyramid from its number of pixels: each level has a quarter of them."""
    from core.imaging.scan import chroma_step

    return round(pixels * 4 / 3 * (1 + 2 / chroma_step(pixels) ** 2))


def _preview_name(page: Page) -> str:
    return f"cache/previews/{page.sha256[:32]}-{page.frame}-colour.jpg"


def _read(files: ProjectFiles, page: Page) -> Pyramid:
    pyramid = Pyramid.read(page.image, page.frame)
    if not files.is_file(_preview_name(page)):
        _save_preview(pyramid, files, _preview_name(page))
    return pyramid


def _save_preview(pyramid: Pyramid, files: ProjectFiles, name: str) -> None:
    import cv2

    pixels = pyramid.overview()
    try:
        image = cv2.imencode(".jpg", pixels[..., :3] if pixels.ndim == 3 else pixels)[1].tobytes()
        files.write(name, image, durably=False)
    except InputError as error:
        # without a preview the page is only blank a little longer the next time
        logger.warning("A preview cannot be kept: %s", error)


class CanvasScan(QObject):
    """Shows the small image, then the pyramid, with the person's brightness.

    ``paper_changed()``: outlines have other colours now. ``failed(message)``: the open page has no scan to show.
    """

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
