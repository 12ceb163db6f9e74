"""The input of the line finder's network, made from a page, and its output for each place of the page."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from core.imaging.segment.binarise import Gray, background, is_light_on_dark

WORK_PIXELS = 1_200_000
"""Pixels of a page as the network sees it: small letters of most pages are then 6 to 14 pixels high."""

STRIDE = 2
"""Pixels of the network's input per value of its maps."""

_WINDOW = 48
"""Pixels of the input within which the brightness of the paper is taken; strokes are far thinner."""

_LEAST_BASELINE = 0.5
"""A baseline may run where its map is higher."""
_LEAST_LENGTH = 12
"""Values along baselines from which the height of the letters is measured."""


@dataclass(frozen=True, slots=True)
class LineInput:
    """A page without its background: uint8 [h, w], 0 for paper, up to 255 for the darkest ink."""

    depth: Gray
    scale: float
    """Pixels of ``depth`` per page pixel."""


@dataclass(frozen=True, slots=True)
class LineMaps:
    """The output of the network for a page: float32 [h, w] each, 0 to 1, one value for ``STRIDE`` input pixels."""

    baseline: npt.NDArray[np.float32]
    start: npt.NDArray[np.float32]
    """The left end of a line's baseline."""
    stop: npt.NDArray[np.float32]
    """The right end."""
    body: npt.NDArray[np.float32]
    """The small letters of a line, from the baseline up to their height."""
    scale: float
    """Values of the maps per page pixel."""


def line_input(gray: Gray, pixels: float = WORK_PIXELS) -> LineInput:
    """Shrink a page (uint8 [H, W]) to ``pixels`` in all and take its background away.

    Dark tables, lids and shadows become paper, light writing on dark becomes dark.
    """
    scale = min(1.0, (pixels / gray.size) ** 0.5)
    size = (max(8, round(gray.shape[1] * scale)), max(8, round(gray.shape[0] * scale)))
    small = np.asarray(cv2.resize(gray, size, interpolation=cv2.INTER_AREA), np.uint8) if scale < 1 else gray
    if is_light_on_dark(small):
        small = 255 - small
    window = max(9, round(_WINDOW * (small.size / WORK_PIXELS) ** 0.5))
    paper = background(small, window)
    bright = float(np.percentile(paper, 90))
    # what is far darker than the paper, the table or the scanner's lid, has no ink; its noise must not look like any
    depth = np.clip((paper - small) / np.maximum(paper, 0.4 * max(bright, 1.0)), 0, 1)
    contrast = float(np.clip(np.percentile(depth, 99), 0.2, 0.8))
    return LineInput(np.asarray(np.clip(depth / contrast, 0, 1.25) * (255 / 1.25), np.uint8), size[0] / gray.shape[1])


def small_letters(maps: LineMaps) -> float | None:
    """Return the usual height of small letters, in values of the maps; None where the maps show no line.

    It is the area of the small letters by the length of the baselines, less one: the map shows the rows of both edges.
    """
    length = int(baseline_peaks(maps.baseline).sum())
    if length < _LEAST_LENGTH:
        return None
    return max(1.0, float((maps.body > 0.5).sum()) / length - 1)


def baseline_peaks(baseline: npt.NDArray[np.float32], least: float = _LEAST_BASELINE) -> npt.NDArray[np.bool_]:
    """Return where the map of baselines is above ``least`` and highest among the values above and below."""
    highest = cv2.dilate(baseline, np.ones((5, 1), np.uint8))
    return (baseline >= highest) & (baseline > least)
