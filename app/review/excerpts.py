"""Images of words with the part of the page around them, cut in the background; decoded pages are kept."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QRectF
from PySide6.QtGui import QImage

from app.background.image_loader import ImageLoader, to_qimage
from app.session.session import Session
from core.errors import DuctusError
from core.geometry import Box
from core.language import tr as engine_text
from core.project.content.words import usual_height
from core.project.word_images import ImageWords, word_image_refs

if TYPE_CHECKING:
    import numpy as np

    from core.imaging.scan import Scan

PAGE_CACHE_BYTES = 128_000_000
"""Decoded pages that are kept; the latest is kept however large it is."""
MAX_IMAGES = 48
_HEIGHT_FACTOR = 5.0
"""Height of an image relative to a usual word of the page: the lines before and after it can be read, too.

All words of a page have the same, so that the writing keeps its size from word to word.
"""
_LEAST_FACTOR = 1.3
"""Height of an image relative to its own word, however large that is."""
_ASPECT = 5.5
"""Width of an image relative to its height."""
_MIN_HEIGHT = 24
_MAX_WIDTH = 2000


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A part of the page, and where the word is in it; ``error`` gives the reason for a missing image."""

    image: QImage
    word: QRectF
    error: str
    corner: tuple[int, int] = (0, 0)
    """The upper left corner of the image on the page, in pixels of the page."""
    scale: float = 1.0
    """Pixels of the image to a pixel of the page."""
    page: tuple[int, int] | None = None
    """Width and height of the page; None for a word image of its own, which has no box."""


class ExcerptLoader(ImageLoader):
    """Excerpts by word id, cut one at a time: a word needed sooner waits for at most one other."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent, max_size=MAX_IMAGES, size=lambda image: 1)
        self._session = session
        self._pages = PageCache()

    def _load(self, requests: dict[int, Any]) -> None:
        (word_id,), pages = requests, self._pages
        self._session.query(
            lambda project: [
                image
                for ref in word_image_refs(project, [word_id])
                for image in pages.cut(ref, usual_height(project, word_id))
            ],
            lambda images: self._receive([(word_id, images[0] if images else _without_image(""), "")]),
            owner=self,
            on_error=lambda error: self._receive([(word_id, _without_image(str(error)), "")]),
        )


class PageCache:
    """Decoded pages; used from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pages: OrderedDict[tuple[str, int], Scan] = OrderedDict()

    def cut(self, ref: ImageWords, usual_height: int) -> list[Excerpt]:
        try:
            scan = self._read(ref)
            return [cut_excerpt(scan, box, usual_height) for _, box in ref.words]
        except DuctusError as error:
            return [_without_image(str(error)) for _ in ref.words]

    def _read(self, ref: ImageWords) -> Scan:
        from core.imaging.scan import read_scan
        from core.project.file_access import verify_trusted

        key = (str(ref.path), ref.frame)
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
                return self._pages[key]
        verify_trusted(ref.path)
        scan = read_scan(ref.path, ref.frame)
        with self._lock:
            self._pages[key] = scan
            while len(self._pages) > 1 and sum(map(_size, self._pages.values())) > PAGE_CACHE_BYTES:
                self._pages.popitem(last=False)
        return scan


def excerpt_box(box: Box, width: int, height: int, usual_height: int) -> Box:
    """Return the part of a page of this size to show around a word."""
    x, y, w, h = box
    tall = max(round(usual_height * _HEIGHT_FACTOR), round(h * _LEAST_FACTOR), _MIN_HEIGHT)
    wide = max(round(tall * _ASPECT), round(w * 1.4))  # a long word keeps some space at its sides
    left = min(max(x + w // 2 - wide // 2, 0), max(width - wide, 0))
    top = min(max(y + h // 2 - tall // 2, 0), max(height - tall, 0))
    return left, top, min(wide, width - left), min(tall, height - top)


def cut_excerpt(scan: Scan, box: Box | None, usual_height: int) -> Excerpt:
    """Return the excerpt around a word, or of the whole scan without a box; ``usual_height`` is that of its words.

    Raises DuctusError for a box outside the page.
    """
    import cv2

    height, width = scan.gray.shape
    whole = (0, 0, width, height)
    left, top, wide, tall = whole if box is None else excerpt_box(box, width, height, usual_height)
    if wide <= 0 or tall <= 0:
        raise DuctusError(engine_text("The box of this word lies outside its page."))
    part = _cut(scan, left, top, wide, tall)
    scale = min(1.0, _MAX_WIDTH / wide)
    if scale < 1:
        part = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    image = to_qimage(part)
    x, y, w, h = box or whole
    word = QRectF((x - left) * scale, (y - top) * scale, w * scale, h * scale)
    return Excerpt(image, word, "", (left, top), scale, None if box is None else (width, height))


def _cut(scan: Scan, left: int, top: int, wide: int, tall: int) -> np.ndarray:
    """Return a part of the page: grey ``[tall, wide]``, or blue, green, red and 255 ``[tall, wide, 4]``."""
    gray = scan.gray[top : top + tall, left : left + wide]
    if scan.chroma is None:
        return gray
    import cv2

    from core.imaging.scan import to_bgra

    step = scan.step
    across, down = (slice(left // step, -(-(left + wide) // step)), slice(top // step, -(-(top + tall) // step)))
    planes = [cv2.resize(plane[down, across], None, fx=step, fy=step) for plane in scan.chroma]
    x, y = left % step, top % step
    return to_bgra(gray, *(plane[y : y + tall, x : x + wide] for plane in planes))


def _size(scan: Scan) -> int:
    return scan.gray.nbytes + sum(plane.nbytes for plane in scan.chroma or ())


def _without_image(error: str) -> Excerpt:
    return Excerpt(QImage(), QRectF(), error)
