"""The check of a downloaded file: it is one whole image."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.errors import InputError
from core.jobs.download.http_get import TransferError
from core.language import tr

_SUFFIXES = {"JPEG": ".jpg", "PNG": ".png", "TIFF": ".tif", "WEBP": ".webp", "GIF": ".gif", "BMP": ".bmp"}
SUFFIXES = frozenset(_SUFFIXES.values())


@dataclass(frozen=True, slots=True)
class ImageFacts:
    """Size in pixels, upright, and the suffix for a file of this kind."""

    width: int
    height: int
    suffix: str


def check_image(path: Path) -> ImageFacts:
    """Decode the file; raises TransferError if it is not an image, is incomplete, or is too large to be read."""
    from core.imaging.read import frame_sizes, is_pdf, open_frame, verify_pixels

    try:
        if is_pdf(path):
            raise TransferError(tr("the server sends a PDF, not an image"))
        width, height = frame_sizes(path)[0]
        with open_frame(path, 0) as image:
            suffix = _SUFFIXES.get(image.format or "", ".jpg")
        verify_pixels(path)
    except InputError as error:
        raise TransferError(error.about(path).rstrip(".")) from error
    return ImageFacts(width, height, suffix)
