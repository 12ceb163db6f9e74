"""Small colour images of pages: read from files, cached in the project, and loaded for the screen."""

from contextlib import suppress
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QObject, QSize, Qt
from PySide6.QtGui import QImage, QPixmap

from app.background.image_loader import ImageLoader, to_qimage
from app.background.threads import run_in_thread
from app.collection.page_summaries import PageSummary
from app.session.worker import error_message
from core.errors import InputError
from core.project.project_files import ProjectFiles

_SIDE = 480
"""The longer side of a thumbnail in pixels: sharp on screens of twice the usual density."""
_JPEG_QUALITY = 85
_MEMORY_BYTES = 48_000_000
_MAX_QUEUED = 120
"""A few screens of pages; a person who scrolls back requests the others again."""


class ThumbnailLoader(ImageLoader):
    """Thumbnails by page id, requested with the page's summary; a null QImage for one that cannot be read."""

    def __init__(self, folder: Path, parent: QObject) -> None:
        super().__init__(parent, max_size=_MEMORY_BYTES, max_queued=_MAX_QUEUED)
        self._folder = folder
        self._errors: dict[int, str] = {}

    def error(self, page_id: int) -> str:
        """Return why the page has no thumbnail, or ""."""
        return self._errors.get(page_id, "")

    def _load(self, requests: dict[int, PageSummary]) -> None:
        ((page_id, page),) = requests.items()

        def fail(error: Exception) -> None:
            self._errors[page_id] = error_message(error)
            self._receive([(page_id, QImage(), self._errors[page_id])])

        work = partial(load_thumbnail, self._folder, page)
        run_in_thread(self, work, lambda image: self._receive([(page_id, image, "")]), fail, name="ductus-thumbnail")


def load_thumbnail(folder: Path, page: PageSummary) -> QImage:
    """Return the page's thumbnail from the cache of the project; if it is missing, create it there.

    Raises InputError for an image that cannot be read; a cache that cannot be written to is not an error.
    """
    from core.project.file_access import verify_trusted

    if page.image is None:
        return QImage()
    files, name = ProjectFiles(folder), f"cache/thumbs/{page.sha256}-{page.frame}-colour.jpg"
    cached = QImage(str(files.path(name)))
    if not cached.isNull():
        return cached
    verify_trusted(page.image)
    image = read_scaled(page.image, page.frame, _SIDE)
    data = QBuffer()
    data.open(QIODevice.OpenModeFlag.WriteOnly)
    # a full or write-protected disk: it is created again the next time
    with suppress(InputError):
        if image.save(data, "JPEG", _JPEG_QUALITY):  # type: ignore[call-overload]
            files.write(name, bytes(data.data().data()), durably=False)
    return image


def read_scaled(path: Path, frame: int, side: int) -> QImage:
    """Return the image in colour, scaled down to at most ``side`` pixels. Raises InputError if it cannot be read."""
    import cv2

    from core.imaging.scan import read_scan, to_bgra

    scan = read_scan(path, frame, side)
    height, width = scan.gray.shape
    scale = min(1.0, side / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    gray = cv2.resize(scan.gray, size, interpolation=cv2.INTER_AREA)
    if scan.chroma is None:
        return to_qimage(gray)
    red, blue = (cv2.resize(tint, size, interpolation=cv2.INTER_AREA) for tint in scan.chroma)
    return to_qimage(to_bgra(gray, red, blue))


def scaled_pixmap(image: QImage, size: QSize, ratio: float) -> QPixmap:
    """Return the image scaled into ``size``, for a screen with ``ratio`` device pixels a logical pixel."""
    keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    pixmap = QPixmap.fromImage(image.scaled(size * ratio, keep, smooth))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
