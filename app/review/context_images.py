"""Strips of the page around words, cut in the background; the pages they come from are kept for the next words."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QRectF
from PySide6.QtGui import QImage

from app.background.image_loader import ImageLoader
from app.session.session import Session
from core.errors import DuctusError
from core.geometry import Box
from core.project.files.crops import ImageWords, word_image_refs

if TYPE_CHECKING:
    import numpy as np

    from core.imaging.scan import Scan

PAGE_BYTES = 128_000_000
"""Decoded pages that are kept; the one in use is kept however large it is."""
MOST_STRIPS = 48
_TALL = 3.6
"""A strip shows so many heights of the word: the line before and after can be read, too ..."""
_WIDE = 5.5
"""... and is so many times wider than high."""
_MOST_WIDTH = 2000


@dataclass(frozen=True, slots=True)
class ContextImage:
    """A part of the page, and where the word is in it; ``trouble`` says why there is no picture."""

    image: QImage
    word: QRectF
    trouble: str = ""


class ContextImages(ImageLoader):
    """Context images by word id, cut one at a time: a word needed sooner waits for no more than one other."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent, max_size=MOST_STRIPS, size=lambda image: 1)
        self._session = session
        self._pages = _Pages()

    def _load(self, requests: dict[int, Any]) -> None:
        (word_id,), pages = requests, self._pages
        self._session.query(
            lambda project: [cut for ref in word_image_refs(project, [word_id]) for cut in pages.cut(ref)],
            lambda cuts: self._receive([(word_id, cuts[0][1] if cuts else _nothing(""), "")]),
            owner=self,
            on_error=lambda error: self._receive([(word_id, _nothing(str(error)), "")]),
        )


class _Pages:
    """Decoded pages; used from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, int], Scan] = OrderedDict()

    def cut(self, ref: ImageWords) -> list[tuple[int, ContextImage]]:
        try:
            scan = self._scan(ref)
            return [(word_id, _strip(scan, box)) for word_id, box in ref.words]
        except DuctusError as error:
            return [(word_id, _nothing(str(error))) for word_id, _ in ref.words]

    def _scan(self, ref: ImageWords) -> Scan:
        from core.imaging.scan import read_scan
        from core.project.files.linked_images import verify_trusted

        key = (str(ref.path), ref.frame)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        verify_trusted(ref.path)
        scan = read_scan(ref.path, ref.frame)
        with self._lock:
            self._kept[key] = scan
            while len(self._kept) > 1 and sum(map(_bytes, self._kept.values())) > PAGE_BYTES:
                self._kept.popitem(last=False)
        return scan


def _bytes(scan: Scan) -> int:
    return scan.gray.nbytes + sum(tint.nbytes for tint in scan.chroma or ())


def region(box: Box, width: int, height: int) -> Box:
    """The part of a page of this size to show around a word's box: x, y, w, h within the page."""
    x, y, w, h = box
    tall = max(round(h * _TALL), 24)
    wide = max(round(tall * _WIDE), round(w * 1.4))
    left = min(max(x + w // 2 - wide // 2, 0), max(width - wide, 0))
    top = min(max(y + h // 2 - tall // 2, 0), max(height - tall, 0))
    return left, top, min(wide, width - left), min(tall, height - top)


def _strip(scan: Scan, box: Box | None) -> ContextImage:
    import cv2
    import numpy as np

    height, width = scan.gray.shape
    left, top, wide, tall = (0, 0, width, height) if box is None else region(box, width, height)
    if wide <= 0 or tall <= 0:
        raise DuctusError("The box of this word lies off its page.")
    part = _part(scan, left, top, wide, tall)
    scale = min(1.0, _MOST_WIDTH / wide)
    if scale < 1:
        part = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    part = np.ascontiguousarray(part)
    kind = QImage.Format.Format_Grayscale8 if part.ndim == 2 else QImage.Format.Format_RGB32
    # a copy: the array may go before the picture does
    image = QImage(part.data, part.shape[1], part.shape[0], part.strides[0], kind).copy()
    x, y, w, h = (0, 0, width, height) if box is None else box
    return ContextImage(image, QRectF((x - left) * scale, (y - top) * scale, w * scale, h * scale))


def _part(scan: Scan, left: int, top: int, wide: int, tall: int) -> np.ndarray:
    """A part of the page: grey ``[tall, wide]``, or blue, green, red and 255 ``[tall, wide, 4]``."""
    gray = scan.gray[top : top + tall, left : left + wide]
    if scan.chroma is None:
        return gray
    import cv2

    from core.imaging.scan import to_bgra

    step = scan.step
    across, down = (slice(left // step, -(-(left + wide) // step)), slice(top // step, -(-(top + tall) // step)))
    tints = [cv2.resize(tint[down, across], None, fx=step, fy=step) for tint in scan.chroma]
    x, y = left % step, top % step
    return to_bgra(gray, *(tint[y : y + tall, x : x + wide] for tint in tints))


def _nothing(trouble: str) -> ContextImage:
    return ContextImage(QImage(), QRectF(), trouble)
