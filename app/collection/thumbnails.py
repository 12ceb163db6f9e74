"""Small pictures of pages and word images, in colour."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

SIDE = 480
"""The longer side of a kept thumbnail in pixels: sharp on screens of twice the usual density."""
_QUALITY = 85


def small(path: Path, frame: int, side: int) -> QImage:
    """The image no larger than ``side``, in colour; raises InputError for one that cannot be read."""
    import cv2

    from core.imaging.scan import read_scan, to_bgra

    scan = read_scan(path, frame, side)
    height, width = scan.gray.shape
    scale = min(1.0, side / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    gray = cv2.resize(scan.gray, size, interpolation=cv2.INTER_AREA)
    if scan.chroma is None:
        rows = np.ascontiguousarray(gray)
        return QImage(rows.data, *size, size[0], QImage.Format.Format_Grayscale8).copy()
    red, blue = (cv2.resize(tint, size, interpolation=cv2.INTER_AREA) for tint in scan.chroma)
    rows = np.ascontiguousarray(to_bgra(gray, red, blue))
    return QImage(rows.data, *size, 4 * size[0], QImage.Format.Format_RGB32).copy()


def thumbnail(folder: Path, sha256: str, image: Path, frame: int) -> QImage:
    """The page's small picture, from the project's cache or made now and kept there.

    Raises InputError for an image that cannot be read; a cache that cannot be written is no error.
    """
    from core.project.files.linked_images import verify_trusted

    kept = folder / "cache" / "thumbs" / f"{sha256}-{frame}-colour.jpg"
    found = QImage(str(kept))
    if not found.isNull():
        return found
    verify_trusted(image)
    made = small(image, frame, SIDE)
    aside = kept.with_name(f"{kept.name}.{os.getpid()}.new")
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        if made.save(str(aside), "JPEG", _QUALITY):  # type: ignore[call-overload]
            aside.replace(kept)
    except OSError:
        pass  # a full or write-protected disk: it is made anew the next time
    return made
