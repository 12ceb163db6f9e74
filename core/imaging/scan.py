"""Scans in colour for display: luma at full and chroma at reduced resolution, as in a JPEG.

Colour at full resolution would take three times the memory. The eye sees edges in the luma. Recognition uses the
luma only.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from core.imaging.gray import on_white, strips
from core.imaging.jpeg2000 import read_codestream, reduction_to
from core.imaging.read import decode_gray, enlarged, is_pdf, open_frame, read_gray, set_reduction, upright_transform

_COLOURED = frozenset({"RGB", "RGBA", "RGBX", "RGBa", "P", "PA", "CMYK", "YCbCr"})
"""Modes of Pillow that can hold colour."""
_NEUTRAL = 128
_GRAY_TOLERANCE = 3
"""A scan whose chroma is nowhere further from neutral is grey."""
_FINE, _COARSE = 2, 4
_FINE_UP_TO = 40_000_000
"""Larger pages have so high a resolution that one chroma value for 4 x 4 pixels is enough."""


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """``gray``: uint8 ``[H, W]``, 0 black to 255 white. ``chroma``: Cr and Cb (128 is neutral), each uint8
    ``[H', W']`` with one value for ``step`` x ``step`` pixels; None for a grey scan."""

    gray: np.ndarray
    chroma: tuple[np.ndarray, np.ndarray] | None = None
    step: int = 1


def read_scan(path: Path, frame: int = 0, min_side: int | None = None) -> Scan:
    """Return one frame of an image in colour, or of a PDF in grey. Raises InputError as :func:`read_gray` does.

    With ``min_side`` a JPEG or JPEG 2000 is decoded at a reduced size, fast, with sides of at least that many pixels.
    """
    if is_pdf(path):
        return Scan(read_gray(path, frame))
    with open_frame(path, frame) as image:
        if image.format == "JPEG":
            _draft(image, min_side)
        enlarge = True
        if image.format == "JPEG2000" and min_side is not None:
            if reduction := reduction_to(read_codestream(path), min_side):
                set_reduction(image, reduction)
            enlarge = False
        return _in_colour(image, enlarge) if image.mode in _COLOURED else Scan(decode_gray(image, enlarge))


def chroma_step(pixels: int) -> int:
    """Return the side of the squares that share one chroma value on a page of ``pixels`` pixels."""
    return _FINE if pixels <= _FINE_UP_TO else _COARSE


def to_bgra(gray: np.ndarray, cr: np.ndarray, cb: np.ndarray) -> np.ndarray:
    """Convert luma and chroma, each ``[H, W]``, to blue, green, red and 255: uint8 ``[H, W, 4]``."""
    import cv2

    return np.asarray(cv2.cvtColor(cv2.merge([gray, cr, cb]), cv2.COLOR_YCrCb2BGR, dstCn=4), np.uint8)


def _draft(image: Any, min_side: int | None) -> None:
    """Let the JPEG decoder skip unneeded work: other sizes, and the conversion to RGB and back."""
    size = None if min_side is None else (min_side, min_side)
    # it is certain that a file holds luma and chroma only if it is marked so
    is_ycbcr = image.mode == "RGB" and ("jfif" in image.info or image.info.get("adobe_transform") == 1)
    image.draft("YCbCr" if is_ycbcr else image.mode, size)


def _in_colour(image: Image.Image, enlarge: bool) -> Scan:
    """Decode a frame strip by strip; ``enlarge`` as in :func:`core.imaging.read.decode_gray`."""
    transform = upright_transform(image)
    size = image.size
    image.load()
    width, height = image.size
    step = chroma_step(width * height)
    gray = np.empty((height, width), np.uint8)
    cr, cb = (np.empty((-(-height // step), -(-width // step)), np.uint8) for _ in range(2))
    for top, bottom in strips(height, width, step):
        strip = image.crop((0, top, width, bottom))
        if strip.mode == "YCbCr":
            gray[top:bottom] = np.asarray(strip.getchannel(0))
        else:
            strip = on_white(strip, "RGB") if strip.has_transparency_data else strip.convert("RGB")
            gray[top:bottom] = np.asarray(strip.convert("L"))
        small = np.asarray(strip.reduce(step).convert("YCbCr"))
        cb[top // step : -(-bottom // step)] = small[:, :, 1]
        cr[top // step : -(-bottom // step)] = small[:, :, 2]
    if enlarge and size != (width, height):
        step = chroma_step(size[0] * size[1])
        small_size = (-(-size[0] // step), -(-size[1] // step))
        gray, cr, cb = enlarged(gray, size), enlarged(cr, small_size), enlarged(cb, small_size)
    if all(abs(int(value) - _NEUTRAL) <= _GRAY_TOLERANCE for plane in (cr, cb) for value in (plane.min(), plane.max())):
        return Scan(transform(gray))
    return Scan(transform(gray), (transform(cr), transform(cb)), step)
