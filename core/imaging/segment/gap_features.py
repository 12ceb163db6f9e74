"""Features of the gaps between the ink runs of a page's lines, from which trees find the ends of words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.imaging.segment.words import LineRuns, word_gap_threshold

_Floats = npt.NDArray[np.float64]

FEATURES = 18
"""Numbers of a gap."""
_MOST = 4.0
"""Widths of gaps are clipped to this, in x-heights: the gap between two words is seldom wider."""
_LONGEST = 12.0
"""The same for the widths of runs and words."""


def gap_features(lines: Sequence[LineRuns], xheights: Sequence[float]) -> list[_Floats]:
    """Return the features [n - 1, :data:`FEATURES`] of the gaps of each line with n runs; widths are in x-heights.

    A gap is compared with those beside it, with those of its line and of its page, and so are the words that would
    stand on its two sides if the page were cut at the usual gap.
    """
    gaps = [np.clip(line.gaps / size, -1.0, _MOST) for line, size in zip(lines, xheights, strict=True)]
    pooled = np.sort(np.concatenate([np.zeros(0), *gaps]))
    usual = word_gap_threshold(pooled, 1.0)
    page = (
        usual,
        float(np.mean(pooled > usual)) if len(pooled) else 0.0,
        float(np.std(pooled)) if len(pooled) else 0.0,
    )
    return [
        _line_features(line, gap, size, pooled, page) for line, gap, size in zip(lines, gaps, xheights, strict=True)
    ]


def _line_features(
    line: LineRuns, gap: _Floats, size: float, pooled: _Floats, page: tuple[float, float, float]
) -> _Floats:
    count = len(gap)
    if not count:
        return np.zeros((0, FEATURES))
    usual, share, spread = page
    boxes = np.array([run.box for run in line.runs], np.float64) / size
    wide = np.clip(boxes[:, 2] - boxes[:, 0], 0, _LONGEST)
    tall = np.clip(boxes[:, 3] - boxes[:, 1], 0, _LONGEST)
    straight = np.clip(boxes[1:, 0] - boxes[:-1, 2], -_MOST, _MOST)
    padded = np.concatenate([[usual], gap, [usual]])
    before, after = padded[:-2], padded[2:]
    is_wide = gap > usual
    numbers = np.arange(count)
    # the first run after the last wide gap before each gap, and the last run before the next wide gap after it
    first = np.maximum.accumulate(np.concatenate([[0], np.where(is_wide, numbers + 1, 0)]))[:-1]
    last = np.minimum.accumulate(np.concatenate([np.where(is_wide, numbers, count), [count]])[::-1])[::-1][1:]
    left, right = boxes[:-1, 2] - boxes[first, 0], boxes[last, 2] - boxes[1:, 0]
    order = np.argsort(np.argsort(gap)) / max(1, count - 1)
    columns = [
        gap,
        gap - usual,
        before,
        after,
        gap - (before + after) / 2,
        np.searchsorted(pooled, gap) / max(1, len(pooled)),
        order,
        straight,
        wide[:-1],
        wide[1:],
        tall[:-1],
        tall[1:],
        np.clip(left, 0, _LONGEST),
        np.clip(right, 0, _LONGEST),
        boxes[:-1, 3] - boxes[1:, 3],
        np.full(count, usual),
        np.full(count, share),
        np.full(count, spread),
    ]
    return np.stack(columns, axis=1)
