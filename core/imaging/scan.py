"""A scan for the eye: its grey in full and its colour coarser, as a JPEG keeps it. Reading words uses the grey alone.

Colour in full would take three times the memory. The eye hardly sees where colour ends; edges are in the grey.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from core.imaging.read import decode_gray, is_pdf, open_frame, read_gray, upright_transform

__all__ = ["Scan", "coloured", "read_scan", "tint_step"]

_COLOURED = frozenset({"RGB", "RGBA", "RGBX", "RGBa", "P", "PA", "CMYK", "YCbCr"})
"""Modes of Pillow that can hold colour."""
_NEUTRAL = 128
_GREYISH = 3
"""A scan none of whose tints is further from neutral is grey."""
_FINE, _COARSE = 2, 4
_FINE_UP_TO = 40_000_000
"""Larger pages are scanned so finely that a tint for every 4 x 4 pixels does."""
_STRIP = 4_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """``gray``: uint8 ``[H, W]``, 0 black to 255 white. ``tint``: the red and the blue difference (Cr, Cb; 128 is
    neutral), each uint8 ``[H', W']`` with a value for ``step`` x ``step`` pixels; None for a grey scan."""

    gray: np.ndarray
    chroma: tuple[np.ndarray, np.ndarray] | None = None
    step: int = 1


def read_scan(path: Path, frame: int = 0, least: int | None = None) -> Scan:
    """One frame of an image in colour; of a PDF in grey. Raises InputError as :func:`read_gray` does.

    With ``least`` a smaller copy may come instead, whose sides are not shorter than that: quick for a JPEG.
    """
    if is_pdf(path):
        return Scan(read_gray(path, frame))
    with open_frame(path, frame) as image:
        if image.format == "JPEG":
            _draft(image, least)
        if image.mode not in _COLOURED:
            return Scan(decode_gray(image))
        return _in_colour(image)


def chroma_step(pixels: int) -> int:
    """So many pixels of a side share a tint on a page of so many ``pixels``."""
    return _FINE if pixels <= _FINE_UP_TO else _COARSE


def to_bgra(gray: np.ndarray, red: np.ndarray, blue: np.ndarray) -> np.ndarray:
    """uint8 ``[H, W, 4]``, blue, green, red and 255, of a grey and its red and blue difference, each ``[H, W]``."""
    import cv2

    return np.asarray(cv2.cvtColor(cv2.merge([gray, red, blue]), cv2.COLOR_YCrCb2BGR, dstCn=4), np.uint8)


def _draft(image: Any, least: int | None) -> None:
    """Let the decoder leave out what nobody needs: other sizes, and the way to red, green and blue and back."""
    size = None if least is None else (least, least)
    # that a file keeps luma and tints is certain only where it says so
    plain = image.mode == "RGB" and ("jfif" in image.info or image.info.get("adobe_transform") == 1)
    image.draft("YCbCr" if plain else image.mode, size)


def _in_colour(image: Image.Image) -> Scan:
    """A frame of which nothing is decoded yet, strip by strip."""
    turned = upright_transform(image)
    image.load()
    width, height = image.size
    step = chroma_step(width * height)
    gray = np.empty((height, width), np.uint8)
    red, blue = (np.empty((-(-height // step), -(-width // step)), np.uint8) for _ in range(2))
    rows = max(1, _STRIP // width // step) * step
    for top in range(0, height, rows):
        bottom = min(top + rows, height)
        strip = image.crop((0, top, width, bottom))
        if strip.mode == "YCbCr":
            gray[top:bottom] = np.asarray(strip.getchannel(0))
        else:
            strip = _on_paper(strip)
            gray[top:bottom] = np.asarray(strip.convert("L"))
        small = np.asarray(strip.reduce(step).convert("YCbCr"))
        blue[top // step : -(-bottom // step)] = small[:, :, 1]
        red[top // step : -(-bottom // step)] = small[:, :, 2]
    if all(abs(int(found) - _NEUTRAL) <= _GREYISH for tint in (red, blue) for found in (tint.min(), tint.max())):
        return Scan(turned(gray))
    return Scan(turned(gray), (turned(red), turned(blue)), step)


def _on_paper(image: Image.Image) -> Image.Image:
    """As red, green and blue; what is transparent is white paper."""
    if not image.has_transparency_data:
        return image.convert("RGB")
    colours = image.convert("RGBA")
    paper = Image.new("RGB", image.size, (255, 255, 255))
    paper.paste(colours, mask=colours.getchannel("A"))
    return paper
