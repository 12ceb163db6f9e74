"""The ink of lines whose baselines are known: which pixels belong to which line, and an outline around them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from core.geometry import Polygon
from core.imaging.segment.binarise import Mask
from core.imaging.segment.trace import Baseline

Labels = npt.NDArray[np.int32]

_ABOVE, _BELOW = 3.2, 2.4
"""Reach of the ink of a line above and below the middle of its small letters, in x-heights."""
_BESIDE = 1.0
"""Reach beyond the ends of its baseline, in x-heights."""
_CORE = 0.6
"""Half height of the zone of the small letters, in x-heights."""
_NEAR = 1.9
"""Of components taller than ``_TALL``, such as drawings and flourishes, a line has what is this near to it."""
_TALL = 6.0
_RIVAL = 0.25
"""A component is cut between lines that have more than this share of its ink among small letters."""


def assign_ink(mask: Mask, lines: Sequence[Baseline]) -> Labels:
    """Return the line of every ink pixel: int32 [h, w], -1 without ink or far from any line.

    A connected component belongs as a whole to the line that holds its small letters. One that reaches into the small
    letters of several lines, or far beyond any, is cut half way between them.
    """
    nearest, distance = _nearest_line(mask.shape, lines)
    owner = np.where(mask > 0, nearest, -1).astype(np.int32)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    if not lines or count < 2:
        return owner
    inside = owner >= 0
    pixels = np.bincount(labels[inside], minlength=count)
    core = inside & (distance < _CORE)
    keys, sizes = np.unique(labels[core].astype(np.int64) * len(lines) + owner[core], return_counts=True)
    component, line = keys // len(lines), keys % len(lines)
    most = np.zeros(count, np.int64)
    np.maximum.at(most, component, sizes)
    heights = np.array([line.xheight for line in lines])
    is_rival = sizes >= np.maximum(_RIVAL * most[component], 0.12 * heights[line] ** 2)
    rivals = np.bincount(component[is_rival], minlength=count)
    best = np.full(count, -1, np.int64)
    by_size = np.argsort(sizes, kind="stable")
    best[component[by_size]] = line[by_size]
    tall = stats[:, cv2.CC_STAT_HEIGHT] > 1.5 * np.where(best >= 0, heights[best], np.inf)
    # ink that mostly lies where no line is, such as a frame or a flourish, stays outside
    strays = pixels < 0.6 * stats[:, cv2.CC_STAT_AREA]
    whole = (best >= 0) & ~((rivals > 1) & tall) & ~strays
    whole[0] = False
    huge = stats[:, cv2.CC_STAT_HEIGHT] > _TALL * np.where(best >= 0, heights[best], 0)
    whole &= ~huge
    chosen = whole[labels] & (mask > 0)
    owner[chosen] = best[labels[chosen]]
    owner[huge[labels] & inside & (distance > _NEAR)] = -1
    return owner


def _nearest_line(shape: tuple[int, ...], lines: Sequence[Baseline]) -> tuple[Labels, npt.NDArray[np.float32]]:
    """Return the nearest line of every pixel, -1 where none is near, and its distance in x-heights."""
    nearest = np.full(shape[:2], -1, np.int32)
    distance = np.full(shape[:2], np.inf, np.float32)
    for number, line in enumerate(lines):
        beside = _BESIDE * line.xheight
        left = int(np.clip(line.xs[0] - beside, 0, shape[1]))
        right = int(np.clip(line.xs[-1] + beside + 1, 0, shape[1]))
        if right <= left:
            continue
        columns = np.arange(left, right)
        middle = line.at(columns) - line.xheight / 2
        top = int(np.clip(middle.min() - _ABOVE * line.xheight, 0, shape[0]))
        bottom = int(np.clip(middle.max() + _BELOW * line.xheight + 1, 0, shape[0]))
        away = ((np.arange(top, bottom)[:, None] - middle[None]) / line.xheight).astype(np.float32)
        near = (away > -_ABOVE) & (away < _BELOW)
        # marks above a line, dots, accents and ascenders, are further from it than commas and descenders below
        away = np.where(away < 0, -away, 1.25 * away)
        # beyond its ends a line reaches less far
        out = np.maximum(line.xs[0] - columns, columns - line.xs[-1]).clip(0) / line.xheight
        away += out[None].astype(np.float32)
        place = distance[top:bottom, left:right]
        closer = near & (away < place)
        place[closer] = away[closer]
        nearest[top:bottom, left:right][closer] = number
    return nearest, distance


def ink_outline(
    ys: npt.NDArray[np.int64], xs: npt.NDArray[np.int64], line: Baseline, margin: float
) -> list[tuple[float, float]]:
    """Return a polygon around the ink of a line, at ``ys`` and ``xs``, and around its small letters between it."""
    step = max(2.0, 0.5 * line.xheight)
    left, right = float(xs.min()), float(xs.max()) + 1
    count = max(1, round((right - left) / step))
    step = (right - left) / count
    bins = np.minimum(((xs - left) / step).astype(int), count - 1)
    middle = line.at(left + (np.arange(count) + 0.5) * step) - line.xheight / 2
    top, bottom = middle - 0.5 * line.xheight, middle + 0.5 * line.xheight
    np.minimum.at(top, bins, ys.astype(np.float64))
    np.maximum.at(bottom, bins, ys + 1.0)
    edges = left - margin, *(left + (np.arange(1, count)) * step), right + margin
    upper = [(x, y - margin) for n, y in enumerate(top) for x in edges[n : n + 2]]
    lower = [(x, y + margin) for n, y in enumerate(bottom) for x in edges[n : n + 2]]
    return upper + lower[::-1]


def to_page(points: Sequence[tuple[float, float]], scale: float, shape: tuple[int, ...]) -> Polygon:
    """Return points of an image in pixels of a page of ``shape``, which is smaller by ``scale``."""
    size = np.array([shape[1] - 1, shape[0] - 1])
    whole = np.clip(np.round(np.asarray(points, np.float64) / scale), 0, size).astype(int).tolist()
    kept = [tuple(point) for n, point in enumerate(whole) if n == 0 or point != whole[n - 1]]
    return tuple((x, y) for x, y in kept)
