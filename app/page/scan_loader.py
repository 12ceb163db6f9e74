"""Scans for the screen: read in a thread, one at a time, the latest wish first; a small picture until then."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from app.background.threads import run_in_thread
from app.page.pyramid import Pyramid
from app.session.worker import error_message
from core.project.content.pages import Page

KEPT_BYTES = 160_000_000
"""Scans shown before are kept in memory up to this; one of 100 megapixels takes 150 MB in colour."""


class ScanLoader(QObject):
    """``show(page)`` asks for a scan; of several wishes the latest is served.

    ``preview(page_id, QImage)`` when a small picture was kept from before, then ``ready(page_id, Pyramid)``;
    ``failed(page_id, sentence)`` for a scan that cannot be read.
    """

    preview = Signal(int, QImage)
    ready = Signal(int, object)
    failed = Signal(int, str)

    def __init__(self, cache: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._folder = cache / "previews"
        self._kept: OrderedDict[int, Pyramid] = OrderedDict()
        self._wanted: Page | None = None
        self._busy = False

    def show(self, page: Page) -> None:
        """Ask for the scan of a page; it comes through the signals, at once when it is in memory."""
        if page.id in self._kept:
            self._wanted = None
            self._kept.move_to_end(page.id)
            self.ready.emit(page.id, self._kept[page.id])
            return
        self._wanted = page
        self._next()

    def _next(self) -> None:
        if self._busy or self._wanted is None:
            return
        page, self._wanted = self._wanted, None
        self._make_room(_room(page.width * page.height))
        small = self._folder / f"{page.sha256[:32]}-{page.frame}-colour.jpg"
        if small.is_file() and not (image := QImage(str(small))).isNull():
            self.preview.emit(page.id, image)
        self._busy = True
        run_in_thread(
            self,
            lambda: _read(page, small),
            lambda pyramid: self._done(page.id, pyramid, ""),
            lambda error: self._done(page.id, None, error_message(error)),
        )

    def _done(self, page_id: int, pyramid: Pyramid | None, trouble: str) -> None:
        self._busy = False
        if pyramid is None:
            self.failed.emit(page_id, trouble)
        else:
            self._kept[page_id] = pyramid
            self.ready.emit(page_id, pyramid)
        self._next()

    def _make_room(self, needed: int) -> None:
        while self._kept and needed + sum(kept.bytes for kept in self._kept.values()) > KEPT_BYTES:
            self._kept.popitem(last=False)


def picture(pixels: np.ndarray) -> QImage:
    """uint8 ``[H, W]`` or, in colour, ``[H, W, 4]`` as a picture of its own, in the format that is drawn fastest."""
    import cv2

    rows = np.ascontiguousarray(pixels if pixels.ndim == 3 else cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGRA))
    height, width = rows.shape[:2]
    return QImage(rows.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()


def _room(pixels: int) -> int:
    """Bytes that the pyramid of a coloured page of so many pixels takes."""
    from core.imaging.scan import tint_step

    return round(pixels * 4 / 3 * (1 + 2 / tint_step(pixels) ** 2))


def _read(page: Page, small: Path) -> Pyramid:
    pyramid = Pyramid.read(page.image, page.frame)
    if not small.exists():
        _keep_small(pyramid, small)
    return pyramid


def _keep_small(pyramid: Pyramid, small: Path) -> None:
    import cv2

    aside = small.with_suffix(".part")
    shown = pyramid.overview()
    try:
        small.parent.mkdir(parents=True, exist_ok=True)
        aside.write_bytes(cv2.imencode(".jpg", shown[..., :3] if shown.ndim == 3 else shown)[1].tobytes())
        aside.replace(small)
    except OSError:
        # without it the page is only blank a moment longer the next time
        return
