"""Shares of true lines and words that were found on a page."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.geometry import Box, Polygon

MIN_OVERLAP = 0.5
"""More than this share of the ink, or of the area, must be common."""

Shape = Sequence[Box | Polygon]
"""Parts of a line, together its area: its outline, its box, or the boxes of its words."""


def found_lines(is_ink: NDArray[np.bool_], true: Sequence[Shape], found: Sequence[Shape]) -> int:
    """Return how many true lines of a page with ink [H, W] share more than half of their ink with a line found.

    It must be more than half of the ink of either, so that a line is paired with at most one other.
    """
    if not true or not found:
        return 0
    pixels = np.flatnonzero(is_ink)
    ours, theirs = (
        np.array([_mask(shape, is_ink.shape).ravel()[pixels] for shape in shapes], np.float32)
        for shapes in (true, found)
    )
    shared = ours @ theirs.T
    of_true, of_found = ours.sum(axis=1)[:, None], theirs.sum(axis=1)[None]
    return int(((shared > MIN_OVERLAP * of_true) & (shared > MIN_OVERLAP * of_found)).any(axis=1).sum())


def found_boxes(true: Sequence[Box], found: Sequence[Box]) -> int:
    """Return how many true boxes have a box found with an intersection over union of .5 or more, one to one."""
    from scipy.optimize import linear_sum_assignment

    if not true or not found:
        return 0
    overlap = iou_matrix(true, found)
    pairs = linear_sum_assignment(overlap, maximize=True)
    return int((overlap[pairs] >= MIN_OVERLAP).sum())


def iou_matrix(a: Sequence[Box], b: Sequence[Box]) -> NDArray[np.float64]:
    """Return the intersection over union of every box of ``a`` and every box of ``b``: float64 [len(a), len(b)]."""
    first = np.asarray(a, np.float64).reshape(-1, 1, 4)
    second = np.asarray(b, np.float64).reshape(1, -1, 4)
    low = np.maximum(first[..., :2], second[..., :2])
    high = np.minimum(first[..., :2] + first[..., 2:], second[..., :2] + second[..., 2:])
    shared = np.clip(high - low, 0, None).prod(-1)
    both = first[..., 2:].prod(-1) + second[..., 2:].prod(-1) - shared
    return np.asarray(shared / np.maximum(both, 1e-9), np.float64)


def _mask(shape: Shape, size: tuple[int, ...]) -> NDArray[np.bool_]:
    import cv2

    mask: NDArray[np.uint8] = np.zeros(size[:2], np.uint8)
    for part in shape:
        if isinstance(part[0], int):
            x, y, w, h = (int(value) for value in part)
            mask[max(0, y) : max(0, y + h), max(0, x) : max(0, x + w)] = 1
        else:
            cv2.fillPoly(mask, [np.asarray(part, np.int32)], 1)
    return mask > 0
