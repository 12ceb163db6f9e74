"""Scans as a PDF can hold them: JPEG files as they are, other images as JPEG, black and white ones without loss."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import DuctusError, InputError
from core.imaging.gray import strips
from core.imaging.pdf import PDF_DPI
from core.imaging.read import exif_orientation, is_pdf, open_frame
from core.imaging.scan import Scan, read_scan
from core.language import tr

UNKNOWN_DPI = 300.0

_MIN_DPI, _MAX_DPI = 10.0, 10_000.0
"""Other values are taken for nonsense."""

_QUALITY = 90
_MAX_JPEG_SIDE = 65_500
_MAX_JPEG_BYTES = 300_000_000
"""Larger JPEG files are decoded and encoded again, so that memory is bounded."""

_STANDALONE = frozenset({0x01, *range(0xD0, 0xD8)})
"""JPEG markers without a length."""
_FRAMES = frozenset({0xC0, 0xC1, 0xC2})
"""Baseline, extended and progressive frames with Huffman codes: those that readers of PDFs decode."""
_START_OF_SCAN = 0xDA


@dataclass(frozen=True, slots=True)
class EmbeddedImage:
    """An encoded image. ``width`` and ``height`` are those of the pixels as stored, before ``orientation``."""

    data: bytes
    filter: str
    """``DCTDecode`` (JPEG) or ``FlateDecode``."""
    width: int
    height: int
    channels: int
    """1 grey, 3 RGB, 4 CMYK."""
    bits: int = 8
    orientation: int = 1
    """EXIF orientation, 1 to 8."""
    inverted: bool = False
    """True if 0 is full ink, as in CMYK files by the convention of Adobe programs."""
    dpi: tuple[float, float] = (UNKNOWN_DPI, UNKNOWN_DPI)
    """Pixels per inch across and down the upright image."""

    @property
    def upright_size(self) -> tuple[int, int]:
        """Width and height after ``orientation``."""
        return (self.height, self.width) if self.orientation >= 5 else (self.width, self.height)


def embed_image(path: Path, frame: int = 0) -> EmbeddedImage:
    """Return one frame of an image file or PDF for embedding; raises InputError as :func:`read_gray` does."""
    if is_pdf(path):
        return _encode(path, read_scan(path, frame), (PDF_DPI, PDF_DPI))
    with open_frame(path, frame) as image:
        orientation = exif_orientation(image)
        dpi = _dpi(image, swapped=orientation >= 5)
        size, kind = image.size, image.format
    if kind in ("JPEG", "MPO") and (found := _whole_jpeg(path, size)):
        data, channels = found
        return EmbeddedImage(data, "DCTDecode", *size, channels, 8, orientation, channels == 4, dpi)
    return _encode(path, read_scan(path, frame), dpi)


def _whole_jpeg(path: Path, size: tuple[int, int]) -> tuple[bytes, int] | None:
    """Return the bytes of a JPEG file and its channels; None if readers may not decode it."""
    try:
        if path.stat().st_size > _MAX_JPEG_BYTES:
            return None
        data = path.read_bytes()
    except OSError as error:
        raise InputError.from_os_error(path, tr("the file cannot be opened"), error) from error
    if data.rfind(b"\xff\xd9") < 0:
        return None  # cut short: it fails when it is decoded
    channels, position = 0, 2
    while position + 4 <= len(data) and data[position] == 0xFF:
        marker = data[position + 1]
        if marker == 0xFF or marker in _STANDALONE:
            position += 1 if marker == 0xFF else 2
            continue
        length = int.from_bytes(data[position + 2 : position + 4], "big")
        segment = data[position + 4 : position + 2 + length]
        if marker == _START_OF_SCAN:
            return (data, channels) if channels in (1, 3, 4) else None
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            stored = (int.from_bytes(segment[3:5], "big"), int.from_bytes(segment[1:3], "big"))
            if marker not in _FRAMES or segment[:1] != b"\x08" or stored != size or channels:
                return None
            channels = segment[5] if len(segment) > 5 else 0
        position += 2 + length
    return None


def _dpi(image: Any, swapped: bool) -> tuple[float, float]:
    """Return the pixels per inch that the file states, or 300 if it does not."""
    stated = image.info.get("dpi")
    try:
        across, down = (float(value) for value in stated)
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        return UNKNOWN_DPI, UNKNOWN_DPI
    if not (_MIN_DPI <= across <= _MAX_DPI and _MIN_DPI <= down <= _MAX_DPI):
        return UNKNOWN_DPI, UNKNOWN_DPI
    return (down, across) if swapped else (across, down)


def _encode(path: Path, scan: Scan, dpi: tuple[float, float]) -> EmbeddedImage:
    height, width = scan.gray.shape
    if scan.chroma is None and _is_black_and_white(scan.gray):
        rows = np.packbits(scan.gray >= 128, axis=1)
        return EmbeddedImage(zlib.compress(rows.tobytes()), "FlateDecode", width, height, 1, bits=1, dpi=dpi)
    if max(height, width) > _MAX_JPEG_SIDE:
        return EmbeddedImage(zlib.compress(scan.gray.data, 6), "FlateDecode", width, height, 1, dpi=dpi)
    import cv2

    pixels = scan.gray if scan.chroma is None else _bgr(scan)
    try:
        done, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    except cv2.error as error:
        raise InputError.at(path, tr("the image cannot be encoded as JPEG")) from error
    if not done:
        raise DuctusError.of("A page could not be encoded as JPEG.")
    return EmbeddedImage(data.tobytes(), "DCTDecode", width, height, 1 if pixels.ndim == 2 else 3, dpi=dpi)


def _is_black_and_white(gray: np.ndarray) -> bool:
    parts = (gray[top:bottom] for top, bottom in strips(*gray.shape))
    return all(bool(((part == 0) | (part == 255)).all()) for part in parts)


def _bgr(scan: Scan) -> np.ndarray:
    """Return a scan in colour as uint8 ``[H, W, 3]``, converted strip by strip."""
    import cv2

    assert scan.chroma is not None
    height, width = scan.gray.shape
    pixels = np.empty((height, width, 3), np.uint8)
    for top, bottom in strips(height, width, scan.step):
        cr, cb = (
            plane[top // scan.step : -(-bottom // scan.step)]
            .repeat(scan.step, axis=0)
            .repeat(scan.step, axis=1)[: bottom - top, :width]
            for plane in scan.chroma
        )
        strip = cv2.merge([np.ascontiguousarray(scan.gray[top:bottom]), cr, cb])
        pixels[top:bottom] = cv2.cvtColor(strip, cv2.COLOR_YCrCb2BGR)
    return pixels
