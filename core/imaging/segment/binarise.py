"""Binarisation: the ink pixels of a page, without rules, borders and specks, at a normalised scale.

Lengths in all modules of segmentation are multiples of the x-height, the height of a small letter without
ascender, so that no constant depends on the resolution of the scan. The constants are heuristics;
research/measurements/bench_segmentation.py measures their effect.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Gray = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.uint8]

WORK_XHEIGHT = 16.0
"""The x-height in pixels to which a page is scaled: pen strokes, about a tenth of it, are then one to two pixels
wide, and a page has a few megapixels."""

_HYSTERESIS = 0.55
"""Share of the threshold that faint ink must reach where it is connected to clear ink."""

_ESTIMATE_PIXELS = 4_000_000
"""Size of the page for the first estimate of the x-height."""

_MAX_WORK_PIXELS = 12_000_000
"""Limit on time and memory for pages with very small writing."""


@dataclass(frozen=True, slots=True)
class BinaryPage:
    """The ink of a page at working scale."""

    mask: Mask
    """uint8 [h, w], 1 for ink."""
    scale: float
    """Working pixels per page pixel."""
    xheight: float
    """Height of the small letters in working pixels."""


def binarise(gray: Gray, xheight: float | None = None, max_pixels: int = _MAX_WORK_PIXELS) -> BinaryPage | None:
    """Return the writing on ``gray`` (uint8 [H, W], dark on light or light on dark), or None if there is none.

    The height of the small letters is estimated unless ``xheight`` gives it, in pixels of ``gray``.
    """
    if gray.ndim != 2 or gray.dtype != np.uint8:
        raise ValueError(f"a page must be uint8 [H, W], not {gray.dtype} {list(gray.shape)}")
    if min(gray.shape) < 8:
        return None
    preview_scale = min(1.0, (_ESTIMATE_PIXELS / gray.size) ** 0.5)
    preview = _resized(gray, preview_scale)
    if is_light_on_dark(preview):
        gray, preview = 255 - gray, 255 - preview
    if xheight is None:
        # before the x-height is known, a thirtieth of the shorter side is about the height of one line
        window = max(15, round(min(1500, *preview.shape) / 30))
        estimate = _estimate_xheight(_threshold(preview, window))
        if estimate is None:
            return None
        xheight = estimate / preview_scale
    scale = min(WORK_XHEIGHT / xheight, 2.0, (max_pixels / gray.size) ** 0.5)
    work = _resized(gray, scale)
    scale = work.shape[1] / gray.shape[1]
    xheight *= scale
    mask = _threshold(work, round(4 * xheight))
    mask = _remove_rules(mask, xheight)
    mask = _remove_noise(mask, xheight)
    if not mask.any():
        return None
    return BinaryPage(mask, scale, xheight)


def _resized(gray: Gray, scale: float) -> Gray:
    if abs(scale - 1.0) < 0.02:
        return gray
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    size = (max(8, round(gray.shape[1] * scale)), max(8, round(gray.shape[0] * scale)))
    return np.asarray(cv2.resize(gray, size, interpolation=method), np.uint8)


def is_light_on_dark(gray: Gray) -> bool:
    """Return whether thin light structure (top hat) is stronger than thin dark structure (black hat)."""
    small = _resized(gray, min(1.0, 1000 / max(gray.shape)))
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (11, 11))
    dark = cv2.morphologyEx(small, cv2.MORPH_BLACKHAT, kernel)
    light = cv2.morphologyEx(small, cv2.MORPH_TOPHAT, kernel)
    # The white between dark strokes is light structure too, so the paper must be dark as well.
    return bool(np.median(small) < 110 and light.mean() > dark.mean())


def _threshold(gray: Gray, window: int) -> Mask:
    """Return 1 for pixels clearly darker than the paper within ``window`` pixels: Otsu with local contrast."""
    paper = background(gray, window)
    level = np.clip(gray.astype(np.float32) / np.maximum(paper, 1.0), 0, 1)
    depth = ((1.0 - level) * 255).astype(np.uint8)
    # Areas darker than half the usual paper are the table or the scanner's lid.
    on_paper = cv2.erode((paper > 0.5 * np.percentile(paper, 60)).astype(np.uint8), np.ones((5, 5), np.uint8))
    inside = depth[(on_paper > 0) & (depth > 10)]
    if inside.size == 0:
        return np.zeros(gray.shape, np.uint8)
    otsu, _ = cv2.threshold(inside.reshape(-1, 1), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    # Local contrast keeps faint strokes that a page-wide threshold would lose, and blots from growing.
    size = window | 1
    strongest = cv2.blur(cv2.dilate(depth, np.ones((size // 3 | 1, size // 3 | 1), np.uint8)), (size, size))
    local = np.clip(0.36 * strongest.astype(np.float32), 0.45 * otsu, 1.1 * otsu)
    strong = (depth > np.maximum(local, 14)) & (on_paper > 0)
    # Hairlines between letters are far fainter than down strokes: they count if connected to strong ink.
    noise = 3.0 * float(np.median(depth[on_paper > 0]))
    weak = (depth > np.maximum(_HYSTERESIS * local, max(10.0, noise))) & (on_paper > 0)
    return _connected_to(weak.astype(np.uint8), strong)


def _connected_to(weak: Mask, strong: npt.NDArray[np.bool_]) -> Mask:
    """Return the connected components of ``weak`` that hold pixels of ``strong`` (hysteresis)."""
    count, labels = cv2.connectedComponents(weak, connectivity=8)
    keep = np.zeros(count, np.uint8)
    keep[np.unique(labels[strong])] = 1
    keep[0] = 0
    return np.asarray(keep[labels], np.uint8)


def background(gray: Gray, window: int) -> npt.NDArray[np.float32]:
    """Return the brightness of the paper under the ink: closing removes strokes, blurring smooths its blocks."""
    shrink = max(1, window // 12)
    small = cv2.resize(gray, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    size = max(3, round(window / shrink)) | 1
    closed = cv2.morphologyEx(small, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    soft = cv2.blur(closed, (size, size), borderType=cv2.BORDER_REPLICATE)
    soft = np.minimum(soft, closed)
    return np.asarray(cv2.resize(soft, gray.shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def _estimate_xheight(mask: Mask) -> float | None:
    """Return the median x-height of all word-like components, weighted by width (pixels), or None.

    In a component the rows between base line and mean line are crossed by the most strokes; their number is its
    x-height.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    if count < 2:
        return None
    height, width = mask.shape
    heights: list[float] = []
    weights: list[float] = []
    wide = stats[1:, cv2.CC_STAT_WIDTH] >= 1.2 * stats[1:, cv2.CC_STAT_HEIGHT]
    sized = (stats[1:, cv2.CC_STAT_HEIGHT] >= 5) & (stats[1:, cv2.CC_STAT_HEIGHT] < height / 3)
    sized &= stats[1:, cv2.CC_STAT_WIDTH] < 0.7 * width
    for index in np.flatnonzero(wide & sized) + 1:
        x, y, w, h = stats[index, :4]
        part = labels[y : y + h, x : x + w] == index
        crossings = (part[:, 1:] & ~part[:, :-1]).sum(1).astype(np.float32)
        if crossings.max() < 3:  # a rule or a dash
            continue
        # relative to the upper eighth of the rows: a single row with many crossings is noise
        core = crossings >= 0.4 * np.sort(crossings)[-max(1, h // 8)]
        heights.append(float(core.sum()))
        weights.append(float(w))
    if not heights:
        tall = stats[1:, cv2.CC_STAT_HEIGHT].astype(np.float64)
        tall = tall[(tall >= 5) & (tall < 0.9 * height)]
        return float(np.median(tall)) * 0.7 if tall.size else None  # separate letters, some with ascenders
    order = np.argsort(heights)
    share = np.cumsum(np.asarray(weights)[order])
    return max(3.0, float(np.asarray(heights)[order][np.searchsorted(share, share[-1] / 2)]))


def _remove_rules(mask: Mask, xheight: float) -> Mask:
    """Return ``mask`` without long straight thin lines, horizontal or vertical; letters crossing them stay."""
    kept = mask.copy()
    thin = max(3, round(0.45 * xheight))
    bridge = max(2, round(0.15 * xheight))
    for horizontal in (True, False):
        # joined writing keeps to a level line for longer than down strokes stay upright
        long = round((9 if horizontal else 6) * xheight)
        if long >= mask.shape[1 if horizontal else 0]:
            continue

        def kernel(along: int, across: int, horizontal: bool = horizontal) -> Mask:
            return np.ones((across, along) if horizontal else (along, across), np.uint8)

        # Rules are seldom perfectly level and unbroken: they are thickened and their breaks bridged a little;
        # with more of it the feet of joined letters would look like a rule.
        wide = cv2.morphologyEx(cv2.dilate(mask, kernel(1, 3)), cv2.MORPH_CLOSE, kernel(bridge, 1))
        rule = cv2.morphologyEx(wide, cv2.MORPH_OPEN, kernel(long, 1))
        if not rule.any():
            continue
        # Ink much thicker than a rule is a letter that crosses it; it is kept.
        crossing = cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel(1, thin + 2))
        kept[(cv2.dilate(rule, kernel(1, 3)) > 0) & (crossing == 0)] = 0
    return kept


def _remove_noise(mask: Mask, xheight: float) -> Mask:
    """Return ``mask`` without the connected components that are dust, page edges or remains of rules."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    height, width = mask.shape
    left, top, wide, tall, area = stats.T[:5]
    speck = (area < 0.03 * xheight**2) | (np.maximum(wide, tall) < 0.15 * xheight)
    at_edge = (left <= 1) | (top <= 1) | (left + wide >= width - 1) | (top + tall >= height - 1)
    frame = at_edge & ((tall > 4 * xheight) | (wide > 4 * xheight)) & (np.minimum(tall, wide) < 3 * xheight)
    huge = (tall > 14 * xheight) | (area > 120 * xheight**2)
    flat = (wide > 5 * xheight) & (tall < 0.5 * xheight)
    upright = (tall > 5 * xheight) & (wide < 0.5 * xheight)
    bar = (np.maximum(wide, tall) > 2.5 * xheight) & (area > 0.7 * wide * tall)
    bar |= (tall > 4 * xheight) & (tall > 2.5 * wide) & (area > 0.42 * wide * tall)
    bar |= (wide > 12 * xheight) & (wide > 6 * tall) & (area > 0.5 * wide * tall)
    keep = ~(speck | frame | huge | flat | upright | bar)
    keep[0] = False
    return np.asarray(keep[labels], np.uint8)
