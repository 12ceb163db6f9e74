"""Strips of the page around words, cut in the background; the pages they come from are kept for the next words."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QImage

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


class ContextImages(QObject):
    """``want(ids)`` says which words will be looked at, the first first; ``ready(word_id)`` tells of each."""

    ready = Signal(int)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._strips: OrderedDict[int, ContextImage] = OrderedDict()
        self._pages = _Pages()
        self._wanted: list[int] = []
        self._cutting: int | None = None
        self._spoilt = False
        """Whether the word being cut changed meanwhile."""

    def get(self, word_id: int) -> ContextImage | None:
        """The strip, or None while it is not cut."""
        return self._strips.get(word_id)

    def want(self, ids: Sequence[int]) -> None:
        """Cut these words' strips, in this order; what was wanted before and not begun is dropped."""
        self._wanted = [word_id for word_id in ids if word_id not in self._strips]
        for word_id in reversed(ids):
            if word_id in self._strips:
                self._strips.move_to_end(word_id)
        self._next()

    def forget(self, ids: Iterable[int] | None) -> None:
        """These words' boxes may have changed (None: any)."""
        gone = list(self._strips) if ids is None else list(ids)
        self._spoilt |= ids is None or self._cutting in gone
        for word_id in gone:
            self._strips.pop(word_id, None)

    def _next(self) -> None:
        if self._cutting is not None or not self._wanted:
            return
        # one at a time, so that a word that is wanted sooner waits for no more than one other
        word_id, pages = self._wanted.pop(0), self._pages
        self._cutting, self._spoilt = word_id, False
        self._session.query(
            lambda project: [cut for ref in word_image_refs(project, [word_id]) for cut in pages.cut(ref)],
            lambda cuts: self._take(word_id, cuts[0][1] if cuts else _nothing("")),
            owner=self,
            failure=lambda error: self._take(word_id, _nothing(str(error))),
        )

    def _take(self, word_id: int, strip: ContextImage) -> None:
        self._cutting = None
        if self._spoilt:
            self._wanted.insert(0, word_id)
        else:
            self._strips[word_id] = strip
            while len(self._strips) > MOST_STRIPS:
                self._strips.popitem(last=False)
            self.ready.emit(word_id)
        self._next()


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
    return scan.gray.nbytes + sum(tint.nbytes for tint in scan.tint or ())


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
    if scan.tint is None:
        return gray
    import cv2

    from core.imaging.scan import coloured

    step = scan.step
    across, down = (slice(left // step, -(-(left + wide) // step)), slice(top // step, -(-(top + tall) // step)))
    tints = [cv2.resize(tint[down, across], None, fx=step, fy=step) for tint in scan.tint]
    x, y = left % step, top % step
    return coloured(gray, *(tint[y : y + tall, x : x + wide] for tint in tints))


def _nothing(trouble: str) -> ContextImage:
    return ContextImage(QImage(), QRectF(), trouble)
