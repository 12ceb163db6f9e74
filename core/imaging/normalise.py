"""Normalisation of word crops to the 250 x 50 images that embedders read: dark ink on white, aspect kept."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

HEIGHT, WIDTH = 50, 250
"""Rows and columns of a normalised word image (the paper's 250 x 50)."""

PAPER = 255
"""The grey level of paper in a normalised image; a crop without ink is of no other."""

_WORKING_HEIGHT = 200
"""Crops are shrunk to at most this height, four times the result, before the costly steps."""

_MIN_CONTRAST = 12.0
"""Grey levels between ink and paper below which a crop is blank: stretching would only amplify noise."""


def normalise(gray: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a grey crop, uint8 [H, W] of any size, as dark ink on white paper: uint8 [50, 250], 255 is paper.

    Light ink on dark paper is inverted, uneven background is divided out, contrast is stretched, and the crop is
    cut to its ink, scaled with its aspect kept and centred. Deterministic. A crop without ink gives 255
    everywhere. Raises ValueError for an empty or not two-dimensional array.
    """
    if gray.ndim != 2 or 0 in gray.shape:
        raise ValueError(f"a crop is a grey image of at least one pixel, not an array of shape {gray.shape}")
    small = shrunk(np.ascontiguousarray(gray, dtype=np.uint8), _WORKING_HEIGHT, WIDTH * 4)
    stretched = _black_on_white(small)
    return np.full((HEIGHT, WIDTH), PAPER, np.uint8) if stretched is None else _fit(_cut_to_ink(stretched))


def normalise_line(gray: NDArray[np.uint8], height: int) -> NDArray[np.uint8]:
    """Return the grey image of a text line, uint8 [H, W], as dark ink on white paper, ``height`` rows high.

    It is treated as the crops of :func:`normalise`, but not cut: column x of the result is column x * H / height of
    ``gray``.
    """
    if gray.ndim != 2 or 0 in gray.shape:
        raise ValueError(f"a line is a grey image of at least one pixel, not an array of shape {gray.shape}")
    size = (max(1, round(gray.shape[1] * height / gray.shape[0])), height)
    method = cv2.INTER_AREA if height < gray.shape[0] else cv2.INTER_LINEAR
    stretched = _black_on_white(np.asarray(cv2.resize(gray, size, interpolation=method), np.uint8))
    return np.full(size[::-1], PAPER, np.uint8) if stretched is None else stretched


def _black_on_white(work: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """Return the image with ink near 0 on paper of 255; None if it shows no ink."""
    flat = _flatten_background(_dark_on_light(work))
    low, high = _ink_and_paper(flat)
    if high - low < _MIN_CONTRAST:
        return None
    return np.clip((flat - low) * (255.0 / (high - low)), 0, 255).astype(np.uint8)


def normalise_all(crops: Iterable[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Return the images of :func:`normalise` for many crops, in order: uint8 [N, 50, 250]."""
    images = [normalise(crop) for crop in crops]
    return np.stack(images) if images else np.zeros((0, HEIGHT, WIDTH), np.uint8)


def shrunk(gray: NDArray[np.uint8], most_height: int, most_width: int) -> NDArray[np.uint8]:
    """Return a crop with its aspect kept and neither side larger than this; the same array if it is small enough."""
    height, width = gray.shape
    scale = min(most_height / height, most_width / width, 1.0)
    if scale == 1.0:
        return gray
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(gray, size, interpolation=cv2.INTER_AREA), np.uint8)


def _dark_on_light(gray: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Invert light ink on dark paper: ink is the minority, and seldom covers most of the crop's border."""
    threshold, _ = cv2.threshold(gray, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    dark = gray <= threshold
    border = np.concatenate([dark[0], dark[-1], dark[:, 0], dark[:, -1]])
    if dark.mean() > 0.5 and border.mean() > 0.6:
        return np.asarray(255 - gray, np.uint8)
    return gray


def _flatten_background(gray: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Divide by the brightness of the paper, a wide smoothed grey closing, to remove stains and shadows."""
    # wider than any stroke, and not wider than half the crop
    side = int(min(max(gray.shape) // 2, gray.shape[0] * 1.5)) | 1
    if min(gray.shape) < 8 or side < 9:
        return gray.astype(np.float32)
    paper = cv2.morphologyEx(gray, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_RECT, (side, side)))
    paper = cv2.blur(paper, (side, side)).astype(np.float32)
    return np.asarray(np.minimum(gray.astype(np.float32) * (255.0 / np.maximum(paper, 1.0)), 255.0), np.float32)


def _ink_and_paper(flat: NDArray[np.float32]) -> tuple[float, float]:
    """Return the grey levels of full ink and of paper: percentiles of the two Otsu classes, robust to outliers."""
    eight_bit = flat.astype(np.uint8)
    threshold, _ = cv2.threshold(eight_bit, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    dark = flat[eight_bit <= threshold]
    light = flat[eight_bit > threshold]
    if not dark.size or not light.size:
        return 0.0, 0.0
    return float(np.percentile(dark, 25)), float(np.percentile(light, 30))


def _cut_to_ink(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the smallest part with the ink; rows and columns with only a speck do not count."""
    ink = (image < 128).astype(np.float32)
    rows, columns = ink.sum(axis=1), ink.sum(axis=0)
    total = float(rows.sum())
    if total < 1:
        return image
    top, bottom = _span(rows, total)
    left, right = _span(columns, total)
    pad = max(1, (bottom - top) // 25)
    return image[max(0, top - pad) : bottom + pad, max(0, left - pad) : right + pad]


def _span(profile: NDArray[np.float32], total: float) -> tuple[int, int]:
    """Return first and one-past-last index of a profile without 0.2 % of its mass at either end."""
    mass = np.cumsum(profile) / total
    first = int(np.searchsorted(mass, 0.002))
    last = int(np.searchsorted(mass, 0.998))
    return first, min(last + 1, profile.size)


def _fit(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Scale to fit 250 x 50 with the aspect kept, and centre on white."""
    height, width = image.shape
    scale = min(HEIGHT / height, WIDTH / width)
    size = (min(WIDTH, max(1, round(width * scale))), min(HEIGHT, max(1, round(height * scale))))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image, size, interpolation=method)
    result = np.full((HEIGHT, WIDTH), PAPER, np.uint8)
    top, left = (HEIGHT - size[1]) // 2, (WIDTH - size[0]) // 2
    result[top : top + size[1], left : left + size[0]] = small
    return result
