"""Splitting a text line into words: gaps between runs of ink are classified by their width, for each page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from core.imaging.segment.binarise import BinaryPage, Mask

T = TypeVar("T")
_Floats = npt.NDArray[np.float64]
_Pixels = npt.NDArray[np.int64]
_Span = tuple[float, float, npt.NDArray[np.int64]]
"""Left edge, right edge and pixel indices of connected components, in deslanted coordinates."""

_BODY_ZONE = 0.6
"""Half height, in x-heights, of the zone in which letters have ink and diacritics have none: half an x-height and
a tolerance for uneven writing."""
_GAP_ZONE = 0.7
"""Half height of the zone in which gaps are measured, in x-heights: ascenders and descenders lie outside."""
_USUAL_GAP = 1.3
"""Threshold between gaps inside words and between words in most handwriting, in x-heights."""
_PRIOR_WEIGHT = 200.0
"""Weight of the usual threshold, in gaps: a page with 200 gaps counts as much as the prior."""


@dataclass(frozen=True, slots=True)
class InkRun:
    """A run of ink without a gap; ``box`` is ``(x0, y0, x1, y1)``, end excluded, in working pixels."""

    box: tuple[int, int, int, int]
    area: int
    body: int
    """Ink pixels in the zone of small letters."""


@dataclass(frozen=True, slots=True)
class LineRuns:
    """The ink runs of a line in reading order and the gaps between them (float64 [n - 1], working pixels)."""

    runs: list[InkRun]
    gaps: _Floats


def estimate_slant(mask: Mask, xheight: float) -> float:
    """Return the slant of down strokes: shift of x per y upwards (0 upright, 1 for 45 degrees), -0.4 to 1.4.

    It is the shear with the sharpest vertical projection profile.
    """
    ys, xs = np.nonzero(mask)
    if len(ys) < 50:
        return 0.0
    if len(ys) > 150_000:  # a sample is enough for the profile
        pick = np.linspace(0, len(ys) - 1, 150_000).astype(np.int64)
        ys, xs = ys[pick], xs[pick]
    # One profile per band of about one line, so that the strokes of one line do not blur those of another.
    band = np.floor(ys / (2.5 * xheight)).astype(np.int64)
    inner = ys - band * 2.5 * xheight
    width = int(mask.shape[1] + 6 * xheight)

    def sharpness(slant: float) -> float:
        columns = np.round(xs + slant * inner).astype(np.int64)
        columns -= columns.min()
        counts = np.bincount(band * width + np.minimum(columns, width - 1)).astype(np.float64)
        return float((counts**2).sum())

    return float(max(np.linspace(-0.4, 1.4, 37), key=sharpness))


def split_lines(page: BinaryPage, lines: Iterable[tuple[_Pixels, _Pixels, _Floats, float]]) -> list[LineRuns]:
    """Return the ink runs of the lines of a page and the gaps between them.

    A line is given by rows and columns of its ink, the height of the middle of its small letters there, and its
    x-height.
    """
    slant = estimate_slant(page.mask, page.xheight)
    labels = cv2.connectedComponents(page.mask, connectivity=8)[1]
    return [_split_line(labels[ys, xs], ys, xs, middle, slant, xheight) for ys, xs, middle, xheight in lines]


def _split_line(
    labels: npt.NDArray[np.int32], ys: _Pixels, xs: _Pixels, middle: _Floats, slant: float, xheight: float
) -> LineRuns:
    """Return the ink runs of one line and the gaps between them.

    ``labels``, ``ys``, ``xs``: connected component and position of each ink pixel of the line; ``middle``: height
    of the middle of the small letters there. Deslanted components with ink among the small letters that do not
    overlap are runs; dots, accents and commas join the nearest run.
    """
    rise = ys - middle
    deslanted = xs + slant * rise
    order = np.argsort(labels, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(labels[order])) + 1) if len(order) else []
    body = np.abs(rise) < _BODY_ZONE * xheight
    letters: list[_Span] = []
    marks: list[_Span] = []
    for part in parts:
        inside = part[body[part]]
        # A letter fills part of the zone, or (l, i) at least crosses most of it; a dot does neither.
        is_letter = len(inside) >= 0.15 * xheight**2 or (len(inside) > 0 and np.ptp(rise[inside]) > 0.6 * xheight)
        (letters if is_letter else marks).append((float(deslanted[part].min()), float(deslanted[part].max()), part))
    if not letters:
        return LineRuns([], np.zeros(0))
    groups = _merge_overlapping(sorted(letters, key=lambda span: span[0] + span[1]))
    centres = np.array([(left + right) / 2 for left, right, _ in groups])
    halves = np.array([(right - left) / 2 for left, right, _ in groups])
    members = [[part] for _, _, part in groups]
    for left, right, part in marks:
        distance = np.abs(centres - (left + right) / 2) - halves
        if distance.min() < 2 * xheight:
            members[int(distance.argmin())].append(part)
    runs = []
    for run in members:
        part = np.concatenate(run)
        x0, y0, x1, y1 = xs[part].min(), ys[part].min(), xs[part].max() + 1, ys[part].max() + 1
        runs.append(InkRun((int(x0), int(y0), int(x1), int(y1)), len(part), int(body[part].sum())))
    edges = [_profile(rise[part], deslanted[part], xheight) for _, _, part in groups]
    return LineRuns(runs, _gaps(edges, xheight))


def _merge_overlapping(spans: list[_Span]) -> list[_Span]:
    """Merge spans (sorted by centre) that overlap by more than half of the smaller one."""
    merged: list[_Span] = []
    for left, right, part in spans:
        if merged:
            last = merged[-1]
            if last[1] - left > 0.5 * min(right - left, last[1] - last[0]):
                merged[-1] = (min(left, last[0]), max(right, last[1]), np.concatenate([last[2], part]))
                continue
        merged.append((left, right, part))
    return merged


def _profile(rise: _Floats, deslanted: _Floats, xheight: float) -> tuple[_Floats, _Floats]:
    """Return the leftmost and rightmost ink in every row of the gap zone (infinite for rows without ink)."""
    rows = np.floor(rise + _GAP_ZONE * xheight).astype(np.int64)
    count = max(1, int(2 * _GAP_ZONE * xheight))
    inside = (rows >= 0) & (rows < count)
    left = np.full(count, np.inf)
    right = np.full(count, -np.inf)
    np.minimum.at(left, rows[inside], deslanted[inside])
    np.maximum.at(right, rows[inside], deslanted[inside])
    return left, right


def _gaps(edges: list[tuple[_Floats, _Floats]], xheight: float) -> _Floats:
    """Return the width of the white between neighbours: the mean of its narrowest and its average row.

    A connecting stroke or cross bar that reaches out in a few rows shortens the gap but does not close it.
    """
    found = []
    for i in range(len(edges) - 1):
        right = np.max([e[1] for e in edges[max(0, i - 1) : i + 1]], axis=0)
        left = np.min([e[0] for e in edges[i + 1 : i + 3]], axis=0)
        white = np.clip(left - right, -xheight, 2.5 * xheight)
        found.append(0.5 * (float(white.min()) + float(white.mean())))
    return np.asarray(found, np.float64)


def word_gap_threshold(all_gaps: _Floats, xheight: float) -> float:
    """Return the width that separates gaps inside words from gaps between words, for a page or a line (pixels).

    It is the isodata threshold, half way between the means of two clusters, drawn towards the usual threshold if
    there are few gaps.
    """
    usual = _USUAL_GAP * xheight
    cut = usual
    if len(all_gaps) < 3:
        return usual
    for _ in range(20):
        low, high = all_gaps[all_gaps <= cut], all_gaps[all_gaps > cut]
        if min(len(low), len(high)) < 3:
            break
        moved = 0.5 * float(low.mean() + high.mean())
        if abs(moved - cut) < 0.01:
            break
        cut = moved
    low, high = all_gaps[all_gaps <= cut], all_gaps[all_gaps > cut]
    if not len(low) or not len(high) or float(high.mean() - low.mean()) < 0.5 * xheight:
        # One kind of gap only: fully joined handwriting has no gaps but those between words.
        middle = float(all_gaps.mean())
        return 0.7 * middle if middle > xheight else usual
    weight = len(all_gaps) / (len(all_gaps) + _PRIOR_WEIGHT)
    return float(np.clip(weight * cut + (1 - weight) * usual, 0.7 * xheight, 2.2 * xheight))


def group_by_gap(items: Sequence[T], gaps: Sequence[float] | _Floats, threshold: float) -> list[list[T]]:
    """Group runs or boxes into words: a new word begins after every gap wider than ``threshold``."""
    words: list[list[T]] = []
    for index, item in enumerate(items):
        if index == 0 or gaps[index - 1] > threshold:
            words.append([item])
        else:
            words[-1].append(item)
    return words


def outer_edges(word: list[InkRun]) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of all runs together, ends excluded."""
    left, top, right, bottom = zip(*(run.box for run in word), strict=True)
    return min(left), min(top), max(right), max(bottom)


def is_word(word: list[InkRun], xheight: float) -> bool:
    """Return False for a dash, a dot, a comma or a smear on its own."""
    left, top, right, bottom = outer_edges(word)
    tall, wide, area = bottom - top, right - left, sum(run.area for run in word)
    if tall < 0.75 * xheight or wide < 0.4 * xheight or area > 0.75 * tall * wide:
        return False
    return sum(run.body for run in word) >= 0.1 * xheight**2
