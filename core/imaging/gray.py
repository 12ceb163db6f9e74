"""Conversion of pixels of any kind to 8-bit grey, strip by strip: colour, transparency, 16 bits, floats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from PIL import Image

_STRIP = 4_000_000
"""Pixels converted at a time: a second copy of a whole page in colour would take too much memory."""

# numbers of TIFF tags
_BITS, _PHOTOMETRIC, _MAX_SAMPLE = 258, 262, 281


def tiff_tags(image: Image.Image) -> Any:
    """Return the values of a TIFF's tags by their numbers; none for other images."""
    return getattr(image, "tag_v2", {})


def gray_table(image: Image.Image) -> np.ndarray:
    """Return the grey of every 16-bit value, uint8 ``[65536]``; a TIFF may declare 12 bits or its own white."""
    white, inverted = 65535, False
    if image.format == "TIFF":
        tags = tiff_tags(image)
        bits = tags.get(_BITS, (16,))
        depth = int(bits[0] if isinstance(bits, tuple) else bits)
        declared = tags.get(_MAX_SAMPLE, 0)
        declared = int(declared[0] if isinstance(declared, tuple) else declared)
        white = declared if 255 < declared < 65535 else min(65535, 2**depth - 1 if depth > 8 else 65535)
        # Pillow inverts 8-bit images whose zero is white, but not 16-bit ones.
        inverted = tags.get(_PHOTOMETRIC) == 0
    values = np.minimum(np.arange(65536, dtype=np.int64), white)
    table = ((values * 255 + white // 2) // white).astype(np.uint8)
    return 255 - table if inverted else table


def to_gray(image: Image.Image, table: np.ndarray) -> np.ndarray:
    """Return a loaded image as uint8 ``[H, W]``; ``table`` is its :func:`gray_table`."""
    width, height = image.size
    gray = np.empty((height, width), np.uint8)
    value_range = _value_range(image) if image.mode in ("I", "F") else None
    for top, bottom in strips(height, width):
        gray[top:bottom] = _gray_strip(image.crop((0, top, width, bottom)), table, value_range)
    return gray


def strips(height: int, width: int, step: int = 1) -> Iterator[tuple[int, int]]:
    """Yield where the strips of an image begin and end, in rows; each but the last has a multiple of ``step`` rows."""
    rows = max(1, _STRIP // width // step) * step
    return ((top, min(top + rows, height)) for top in range(0, height, rows))


def on_white(image: Image.Image, mode: str) -> Image.Image:
    """Return an image with transparency on white paper, in ``mode`` "L" or "RGB"."""
    colours = image.convert("RGBA")
    paper = Image.new(mode, image.size, "white")
    paper.paste(colours.convert(mode), mask=colours.getchannel("A"))
    return paper


def _gray_strip(image: Image.Image, table: np.ndarray, value_range: tuple[float, float] | None) -> np.ndarray:
    mode = image.mode
    if mode.startswith("I;16"):
        return table[np.asarray(image).astype(np.uint16, copy=False)]
    if value_range is not None:
        return _scaled(_finite(np.asarray(image)), table, *value_range)
    if image.has_transparency_data:
        return np.asarray(on_white(image, "L"))
    if mode == "L":
        return np.asarray(image)
    if mode == "LAB":
        return np.asarray(image.getchannel(0))
    return np.asarray(image.convert("RGB").convert("L"))


def _value_range(image: Image.Image) -> tuple[float, float]:
    """Return the least and the greatest value of a 32-bit or float image."""
    low, high = float("inf"), float("-inf")
    for top, bottom in strips(image.height, image.width):
        values = _finite(np.asarray(image.crop((0, top, image.width, bottom))))
        low, high = min(low, float(values.min())), max(high, float(values.max()))
    return low, high


def _finite(values: np.ndarray) -> np.ndarray:
    if values.dtype.kind == "f":
        return np.nan_to_num(values, nan=1.0, posinf=1.0, neginf=0.0)
    return values


def _scaled(values: np.ndarray, table: np.ndarray, low: float, high: float) -> np.ndarray:
    """Convert 32-bit integers or floats ``[H, W]`` to uint8, by the range ``low``..``high`` of the whole image."""
    if values.dtype.kind == "f" and low >= 0 and high <= 1:
        return np.rint(values * 255).astype(np.uint8)
    if low >= 0 and high <= 255:
        return np.rint(values).astype(np.uint8)
    if low >= 0 and high <= 65535:
        return table[np.rint(values).astype(np.uint16)]
    if low == high:
        return np.full(values.shape, 255, np.uint8)
    return np.rint((values - low) * (255.0 / (high - low))).astype(np.uint8)
