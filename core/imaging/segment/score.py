"""How well found boxes match true ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from core.geometry import Box


class MatchScore(NamedTuple):
    """Result of `match_boxes`; precision and recall in 0..1 (1 where there is nothing to find or to judge)."""

    precision: float
    recall: float
    matched: tuple[tuple[int, int], ...]
    """Pairs (index into found, index into truth)."""


def iou_matrix(a: Sequence[Box], b: Sequence[Box]) -> npt.NDArray[np.float64]:
    """Intersection over union of every box of ``a`` with every box of ``b``: float64 [len(a), len(b)], 0..1."""
    first = np.asarray(a, np.float64).reshape(-1, 1, 4)
    second = np.asarray(b, np.float64).reshape(1, -1, 4)
    low = np.maximum(first[..., :2], second[..., :2])
    high = np.minimum(first[..., :2] + first[..., 2:], second[..., :2] + second[..., 2:])
    shared = np.clip(high - low, 0, None).prod(-1)
    both = first[..., 2:].prod(-1) + second[..., 2:].prod(-1) - shared
    return np.asarray(shared / np.maximum(both, 1e-9), np.float64)


def match_boxes(found: Sequence[Box], truth: Sequence[Box], iou: float = 0.5) -> MatchScore:
    """Match each found box to at most one true box, best overlaps first, where they overlap by ``iou`` or more."""
    overlap = iou_matrix(found, truth)
    rows, columns = np.nonzero(overlap >= iou)
    order = np.argsort(-overlap[rows, columns], kind="stable")
    used_found: set[int] = set()
    used_truth: set[int] = set()
    pairs = []
    for row, column in zip(rows[order].tolist(), columns[order].tolist(), strict=True):
        if row not in used_found and column not in used_truth:
            used_found.add(row)
            used_truth.add(column)
            pairs.append((row, column))
    precision = len(pairs) / len(found) if found else 1.0
    recall = len(pairs) / len(truth) if truth else 1.0
    return MatchScore(precision, recall, tuple(sorted(pairs)))
