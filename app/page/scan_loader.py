"""Scans of pages for the screen, and a small image of each until its scan is loaded."""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from app.background.image_loader import ImageLoader
from app.background.threads import run_in_thread
from app.page.pyramid import Pyramid
from app.session.worker import error_message
from core.errors import InputError
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
