"""Thumbnails of pages for the screen."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from app.background.image_loader import ImageLoader
from app.background.threads import run_in_thread
from app.collection.page_summaries import PageSummary
from app.collection.thumbnails import thumbnail
from app.session.worker import error_message

MEMORY_BYTES = 48_000_000
_MAX_QUEUED = 120
"""A few screens of pages; a person who scrolls back requests the others again."""


class ThumbnailLoader(ImageLoader):
    """Thumbnails by page id, requested with the page's summary; a null QImage for one that cannot be read."""

    def __init__(self, folder: Path, parent: QObject) -> None:
        super().__init__(parent, max_size=MEMORY_BYTES, max_queued=_MAX_QUEUED)
        self._folder = folder
        self._errors: dict[int, str] = {}
        self.failed.connect(self._keep_error)

    def error(self, page_id: int) -> str:
        """Return why the page has no thumbnail, or ""."""
        return self._errors.get(page_id, "")

    def _keep_error(self, page_id: int, message: str) -> None:
        self._errors[page_id] = message

    def _load(self, requests: dict[int, PageSummary]) -> None:
        ((page_id, page),) = requests.items()
        run_in_thread(
            self,
            partial(_thumbnail, self._folder, page),
            lambda image: self._receive([(page_id, image, "")]),
            lambda error: self._receive([(page_id, QImage(), error_message(error))]),
            name="ductus-thumbnail",
        )


def _thumbnail(folder: Path, page: PageSummary) -> QImage:
    return QImage() if page.image is None else thumbnail(folder, page.sha256, page.image, page.frame)
