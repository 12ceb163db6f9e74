"""Any word crop to the 250 x 50 picture the embedders read: dark ink on white paper, aspect kept."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

HEIGHT, WIDTH = 50, 250
"""Rows and columns of a normalised word image (the paper's 250 x 50)."""

_WORKING_HEIGHT = 200
"""Crops are brought to at most this height before the costly steps: finer strokes than that tell nothing."""

_MIN_CONTRAST = 12.0
"""Grey levels between ink and paper under which a crop counts as blank rather than as noise to be amplified."""


def normalise(gray: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """One grey crop, uint8 [H, W] of any size, as ink on paper: uint8 [50, 250], 255 is paper.

    Light ink on dark paper is turned round, uneven background is divided out, contrast is stretched, the
    picture is cut to its ink, scaled with its aspect kept and centred. Deterministic. A crop without ink is
    all 255. Raises ValueError on an empty or not two-dimensional array.
    """
    if gray.ndim != 2 or 0 in gray.shape:
        raise ValueError(f"a crop is a grey picture of at least one pixel, not an array of shape {gray.shape}")
    work = _bounded(np.ascontiguousarray(gray, dtype=np.uint8))
    work = _dark_on_light(work)
    level = _flatten_background(work)
    low, high = _ink_and_paper(level)
    if high - low < _MIN_CONTRAST:
        return np.full((HEIGHT, WIDTH), 255, np.uint8)
    stretched = np.clip((level - low) * (255.0 / (high - low)), 0, 255).astype(np.uint8)
    return _fit(_cut_to_ink(stretched))


def normalise_all(crops: Iterable[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Many crops at once: uint8 [N, 50, 250], in order; the same pixels as :func:`normalise` one by one."""
    pictures = [normalise(crop) for crop in crops]
    return np.stack(pictures) if pictures else np.zeros((0, HEIGHT, WIDTH), np.uint8)


def _bounded(gray: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Shrink so that neither side is larger than the result can use; tiny crops are left as they are."""
    height, width = gray.shape
    scale = min(_WORKING_HEIGHT / height, WIDTH * 4 / width, 1.0)
    if scale == 1.0:
        return gray
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(gray, size, interpolation=cv2.INTER_AREA), np.uint8)


def _dark_on_light(gray: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Turn a negative round. Ink is the minority, and it seldom makes up most of the crop's rim."""
    threshold, _ = cv2.threshold(gray, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    dark = gray <= threshold
    rim = np.concatenate([dark[0], dark[-1], dark[:, 0], dark[:, -1]])
    if dark.mean() > 0.5 and rim.mean() > 0.6:
        return np.asarray(255 - gray, np.uint8)
    return gray


def _flatten_background(gray: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Divide by the paper's own brightness, taken as a wide grey closing smoothed: stains and shadows go."""
    side = int(min(max(gray.shape) // 2, gray.shape[0] * 1.5)) | 1
    if min(gray.shape) < 8 or side < 9:
        return gray.astype(np.float32)
    paper = cv2.morphologyEx(gray, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_RECT, (side, side)))
    paper = cv2.blur(paper, (side, side)).astype(np.float32)
    return np.asarray(np.minimum(gray.astype(np.float32) * (255.0 / np.maximum(paper, 1.0)), 255.0), np.float32)


def _ink_and_paper(level: NDArray[np.float32]) -> tuple[float, float]:
    """Grey levels of full ink and of paper: means of the two Otsu sides, robust to a few odd pixels."""
    eight_bit = level.astype(np.uint8)
    threshold, _ = cv2.threshold(eight_bit, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    dark = level[eight_bit <= threshold]
    light = level[eight_bit > threshold]
    if not dark.size or not light.size:
        return 0.0, 0.0
    return float(np.percentile(dark, 25)), float(np.percentile(light, 30))


def _cut_to_ink(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The smallest part that holds the ink; rows and columns with a mere speck do not count as ink."""
    ink = (picture < 128).astype(np.float32)
    rows, columns = ink.sum(axis=1), ink.sum(axis=0)
    total = float(rows.sum())
    if total < 1:
        return picture
    top, bottom = _span(rows, total)
    left, right = _span(columns, total)
    pad = max(1, (bottom - top) // 25)
    return picture[max(0, top - pad) : bottom + pad, max(0, left - pad) : right + pad]


def _span(profile: NDArray[np.float32], total: float) -> tuple[int, int]:
    """First and one-past-last place of a profile once 0.2 % of its mass is dropped at either end."""
    mass = np.cumsum(profile) / total
    first = int(np.searchsorted(mass, 0.002))
    last = int(np.searchsorted(mass, 0.998))
    return first, min(last + 1, profile.size)


def _fit(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Scale to fit 50 x 250 with the aspect kept and centre on white."""
    height, width = picture.shape
    scale = min(HEIGHT / height, WIDTH / width)
    size = (min(WIDTH, max(1, round(width * scale))), min(HEIGHT, max(1, round(height * scale))))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(picture, size, interpolation=method)
    result = np.full((HEIGHT, WIDTH), 255, np.uint8)
    top, left = (HEIGHT - size[1]) // 2, (WIDTH - size[0]) // 2
    result[top : top + size[1], left : left + size[0]] = small
    return result
