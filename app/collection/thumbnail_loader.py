"""Thumbnails of pages for the screen: made in a thread, newest wish first, the latest kept in memory."""

from __future__ import annotations

import threading
from collections import OrderedDict
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from app.background.threads import MainThreadCallback
from app.collection.page_summaries import PageSummary
from app.collection.thumbnails import reason, thumbnail

MEMORY_BYTES = 48_000_000
_MOST_WISHES = 120
"""Older wishes are forgotten: the person has scrolled on, and will wish again when back."""


class ThumbnailLoader(QObject):
    """``get(tile)`` gives the picture, or fetches it and emits ``ready(page_id)``.

    A page whose image cannot be read has an empty picture; ``why(page_id)`` says the reason.
    """

    ready = Signal(int)

    def __init__(self, folder: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._images: OrderedDict[int, QImage] = OrderedDict()
        self._reasons: dict[int, str] = {}
        self._bytes = 0
        wishes, voice = _RequestQueue(), MainThreadCallback(self, self._take)
        self._wishes = wishes
        self.destroyed.connect(lambda: wishes.close())
        self.destroyed.connect(lambda: voice.close())
        threading.Thread(target=_serve, args=(folder, wishes, voice), name="ductus-thumbs", daemon=True).start()

    def get(self, tile: PageSummary) -> QImage | None:
        """The picture, or None for now."""
        image = self._images.get(tile.page_id)
        if image is None:
            self._wishes.add(tile)
            return None
        self._images.move_to_end(tile.page_id)
        return image

    def why(self, page_id: int) -> str:
        """Why the page has no picture; empty when it has one."""
        return self._reasons.get(page_id, "")

    def _take(self, page_id: int, image: QImage, problem: str) -> None:
        self._bytes += image.sizeInBytes() - self._images.pop(page_id, QImage()).sizeInBytes()
        self._images[page_id] = image
        if problem:
            self._reasons[page_id] = problem
        while self._bytes > MEMORY_BYTES and len(self._images) > 1:
            self._bytes -= self._images.popitem(last=False)[1].sizeInBytes()
        self.ready.emit(page_id)


class _RequestQueue:
    """What is asked for, between the window's thread and the one that makes pictures."""

    def __init__(self) -> None:
        self._wake = threading.Condition()
        self._wanted: OrderedDict[int, PageSummary] = OrderedDict()
        self._under_way = -1
        self._closed = False

    def add(self, tile: PageSummary) -> None:
        with self._wake:
            if tile.page_id != self._under_way:
                self._wanted[tile.page_id] = tile
                self._wanted.move_to_end(tile.page_id)
                while len(self._wanted) > _MOST_WISHES:
                    self._wanted.popitem(last=False)
                self._wake.notify()

    def next(self) -> PageSummary | None:
        """The latest wish, waited for; None when nobody wishes any more."""
        with self._wake:
            self._under_way = -1
            while not self._wanted and not self._closed:
                self._wake.wait()
            if self._closed:
                return None
            tile = self._wanted.popitem()[1]
            self._under_way = tile.page_id
            return tile

    def close(self) -> None:
        with self._wake:
            self._closed = True
            self._wake.notify_all()


def _serve(folder: Path, wishes: _RequestQueue, voice: MainThreadCallback) -> None:
    while (tile := wishes.next()) is not None:
        image, problem = QImage(), ""
        try:
            if tile.image is not None:
                image = thumbnail(folder, tile.sha256, tile.image, tile.frame)
        except Exception as error:
            problem = reason(error)
        voice(tile.page_id, image, problem)
