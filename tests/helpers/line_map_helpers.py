"""Maps of the line finder as a perfect network would draw them, for lines at known places."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from core.imaging.segment.line_maps import LineMaps
from core.imaging.segment.trace import Baseline

XHEIGHT = 5.0


def level(left: float, right: float, y: float, slope: float = 0.0, xheight: float = XHEIGHT) -> Baseline:
    xs = np.linspace(left, right, max(2, int((right - left) / 5)))
    return Baseline(xs, y + slope * (xs - left), xheight)


def drawn_maps(lines: Sequence[Baseline], shape: tuple[int, int], scale: float = 1.0, *, ends: bool = True) -> LineMaps:
    """Return the maps of ``shape`` (height, width), ``scale`` values a page pixel."""
    rows, columns = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    maps = np.zeros((4, *shape), np.float32)
    for line in lines:
        bare: np.ndarray = np.ones(shape, np.uint8)
        points = np.round(np.stack([line.xs, line.ys], 1) * 8).astype(np.int32)
        cv2.polylines(bare, [points], False, 0, 1, cv2.LINE_8, 3)
        away = np.minimum(cv2.distanceTransform(bare, cv2.DIST_L2, 5), 9)
        maps[0] = np.maximum(maps[0], np.exp(-(away**2) / 2.4))
        body: np.ndarray = np.zeros(shape, np.uint8)
        upper = points - np.array([0, round(8 * line.xheight)])
        cv2.fillPoly(body, [np.concatenate([points, upper[::-1]]).astype(np.int32)], 1, cv2.LINE_8, 3)
        maps[3] = np.maximum(maps[3], body)
        for side, at in ((1, 0), (2, -1)) if ends else ():
            spot = np.exp(-((columns - line.xs[at]) ** 2 + (rows - line.ys[at]) ** 2) / 12)
            maps[side] = np.maximum(maps[side], spot)
    return LineMaps(*maps, scale=scale)
