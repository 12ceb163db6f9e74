"""Text lines: curves through the middle of the small letters, and the connected components of each line."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from core.imaging.segment.binarise import Mask

Labels = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class LineCurve:
    """The middle of a line's small letters, as a polyline from left to right in working pixels."""

    xs: npt.NDArray[np.float64]
    ys: npt.NDArray[np.float64]

    def at(self, x: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Return the height of the curve at ``x``; beyond its ends it continues with its overall slope."""
        return heights_at(x, self.xs, self.ys, 0.2)


def heights_at(
    x: npt.ArrayLike, xs: npt.NDArray[np.float64], ys: npt.NDArray[np.float64], steepest: float
) -> npt.NDArray[np.float64]:
    """Return the height of a polyline at ``x``; beyond its ends it continues with its :func:`slope_of`."""
    x = np.asarray(x, np.float64)
    return np.interp(x, xs, ys) + slope_of(xs, ys, steepest) * (np.minimum(x - xs[0], 0) + np.maximum(x - xs[-1], 0))


def slope_of(xs: npt.NDArray[np.float64], ys: npt.NDArray[np.float64], steepest: float) -> float:
    """Return the slope of a polyline, at most ``steepest`` up or down; 0 for fewer than three points."""
    return float(np.clip(np.polyfit(xs, ys, 1)[0], -steepest, steepest)) if len(xs) > 2 else 0.0


def estimate_skew(mask: Mask, xheight: float) -> float:
    """Return the skew (rise of y per x, within +-0.2) with the sharpest horizontal projection profile."""
    shrink = max(1.0, xheight / 5)
    small = cv2.resize(mask * 255, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    ys, xs = np.nonzero(small > 60)
    if len(ys) < 20:
        return 0.0

    def sharpness(slope: float) -> float:
        rows = np.round(ys - slope * (xs - small.shape[1] / 2)).astype(np.int64)
        counts = np.bincount(rows - rows.min()).astype(np.float64)
        return float((np.diff(counts) ** 2).sum())

    coarse = max(np.linspace(-0.2, 0.2, 41), key=sharpness)
    return float(max(coarse + np.linspace(-0.01, 0.01, 9), key=sharpness))


def find_lines(mask: Mask, xheight: float) -> list[LineCurve]:
    """Return the curves of all lines, from top to bottom of the page."""
    skew = estimate_skew(mask, xheight)
    height, width = mask.shape
    shear = np.array([[1, 0, 0], [-skew, 1, skew * width / 2]], np.float32)
    deskewed = cv2.warpAffine(mask, shear, (width, height), flags=cv2.INTER_NEAREST)
    density = _stroke_density(deskewed, xheight)
    step = max(1, round(xheight))
    columns = np.arange(step // 2, width, step)
    chains = _chains(density[:, columns], xheight)
    lines = []
    for chain in _join_chains(chains, xheight / step, xheight):
        xs = columns[[c for c, _ in chain]].astype(np.float64)
        ys = _smooth(np.array([y for _, y in chain])) + skew * (xs - width / 2)
        lines.append(LineCurve(xs, ys))
    return sorted(lines, key=lambda line: float(line.at(width / 2)))


def _stroke_density(mask: Mask, xheight: float) -> npt.NDArray[np.float32]:
    """Return the smoothed number of stroke edges at each point; it peaks in the middle of the small letters.

    Counting stroke edges instead of ink keeps blots, bold headings and descender loops from dominating. The
    smoothing spans about a word (3 x-heights) along the line, and less than half an x-height across it, so that
    neighbouring lines stay apart.
    """
    edges = np.zeros(mask.shape, np.float32)
    edges[:, 1:] = (mask[:, 1:] != mask[:, :-1]).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(edges, (0, 0), sigmaX=3.0 * xheight, sigmaY=0.42 * xheight), np.float32)


def _chains(density: npt.NDArray[np.float32], xheight: float) -> list[list[tuple[int, float]]]:
    """Return chains ``[(column, y), ...]`` of local maxima, linked from column to column."""
    # Rows of ascenders or descenders look like faint lines: only the strongest maximum within 1.5 x-heights counts.
    window = np.ones((2 * round(1.5 * xheight) + 1, 1), np.uint8)
    floor = 0.22 * float(np.percentile(density.max(0), 70))
    peaks = ((density >= cv2.dilate(density, window)) & (density > floor))[1:-1]
    finished: list[list[tuple[int, float]]] = []
    active: list[list[tuple[int, float]]] = []
    for column in range(density.shape[1]):
        found = np.flatnonzero(peaks[:, column]) + 1
        pairs = sorted((abs(float(y) - chain[-1][1]), i, int(y)) for i, chain in enumerate(active) for y in found)
        used: set[int] = set()
        extended: set[int] = set()
        for distance, i, y in pairs:
            if distance > 0.5 * xheight:
                break
            if i not in extended and y not in used:
                active[i].append((column, float(y)))
                extended.add(i)
                used.add(y)
        finished += [chain for i, chain in enumerate(active) if i not in extended]
        active = [chain for i, chain in enumerate(active) if i in extended]
        active += [[(column, float(y))] for y in found if int(y) not in used]
    return finished + active


def _join_chains(
    chains: list[list[tuple[int, float]]], columns_per_xheight: float, xheight: float
) -> list[list[tuple[int, float]]]:
    """Join chains that continue one another into lines; drop those shorter than a word (2 x-heights)."""
    lines: list[list[tuple[int, float]]] = []
    for chain in sorted((c for c in chains if len(c) >= 2), key=len, reverse=True):
        best: tuple[float, int] | None = None
        for index, line in enumerate(lines):
            offset = _offset(line, chain)
            if offset is not None and offset < 0.9 * xheight and (best is None or offset < best[0]):
                best = (offset, index)
        if best is None:
            lines.append(list(chain))
        else:
            merged = dict(chain) | dict(lines[best[1]])
            lines[best[1]] = sorted(merged.items())
    return _drop_spurs([line for line in lines if len(line) >= 2.0 * columns_per_xheight])


def _offset(line: list[tuple[int, float]], chain: list[tuple[int, float]]) -> float | None:
    """Return the vertical distance between two chains where they meet, or None if one lies above the other."""
    columns = {column for column, _ in line}
    overlap = sum(column in columns for column, _ in chain)
    if overlap > 0.35 * len(chain):
        return None
    whole, part = np.asarray(line), np.asarray(chain)
    near = part[np.argsort(np.abs(part[:, 0] - np.clip(part[:, 0], whole[0, 0], whole[-1, 0])))[:6]]
    middle_x, middle_y = near.mean(0)
    around = np.argsort(np.abs(whole[:, 0] - middle_x))[:10]
    return abs(float(whole[around, 1].mean()) - float(middle_y))


def _drop_spurs(lines: list[list[tuple[int, float]]]) -> list[list[tuple[int, float]]]:
    """Drop the short lines that rows of ascenders, superscripts and descenders leave between two text lines."""
    tables = [np.asarray(line) for line in lines]
    longest = max((len(table) for table in tables), default=0)
    nearest = []
    for first in (t for t in tables if len(t) > 0.4 * longest):
        others = (t for t in tables if t is not first and len(t) > 0.4 * longest)
        distances = [d for d in (_distance(first, other) for other in others) if np.isfinite(d)]
        nearest += [min(distances)] if distances else []
    spacing = float(np.median(nearest)) if nearest else 0.0
    kept: list[int] = []
    for index in sorted(range(len(lines)), key=lambda i: -len(lines[i])):
        if all(_distance(tables[index], tables[other]) >= 0.6 * spacing for other in kept):
            kept.append(index)
    return [lines[index] for index in kept]


def _distance(line: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> float:
    """Return the mean vertical distance of two lines; infinite if they share less than half of ``line``."""
    shared = (line[:, 0] >= other[0, 0]) & (line[:, 0] <= other[-1, 0])
    if shared.sum() <= 0.5 * len(line):
        return float("inf")
    return float(np.abs(line[shared, 1] - np.interp(line[shared, 0], other[:, 0], other[:, 1])).mean())


def _smooth(ys: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Apply a running median, then a running mean, so that single capitals and descenders do not bend the curve."""
    for width, middle in ((9, np.median), (5, np.mean)):
        padded = np.pad(ys, width // 2, mode="edge")
        ys = middle(np.lib.stride_tricks.sliding_window_view(padded, width), axis=1)
    return ys


def assign_components(mask: Mask, lines: list[LineCurve], xheight: float) -> Labels:
    """Return the line of every ink pixel: int32 [h, w], -1 without ink or far from any line.

    A connected component belongs as a whole to the line that holds its small letters. Only components that reach
    into the small letters of two lines (touching ascenders and descenders) are cut, half way between them.
    """
    owner = np.full(mask.shape, -1, np.int32)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    if not lines or count < 2:
        return owner
    heights = np.stack([line.at(np.arange(mask.shape[1])) for line in lines])
    starts = np.array([line.xs[0] for line in lines]) - 3 * xheight
    ends = np.array([line.xs[-1] for line in lines]) + 3 * xheight
    for index in range(1, count):
        x, y, w, h = stats[index, :4]
        part = labels[y : y + h, x : x + w] == index
        rows, columns = np.nonzero(part)
        away = rows[None, :] + y - heights[:, columns + x]
        covered = (starts[:, None] <= columns + x) & (columns + x <= ends[:, None])
        distance = np.where(covered, np.abs(away), np.inf)
        core = (distance < 0.55 * xheight).sum(1)
        chosen = _owner_of_pixels(core, distance, away, h, xheight)
        if chosen is not None:
            owner[rows + y, columns + x] = chosen
    return owner


def pixels_by_line(line_of: Labels, count: int) -> list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """Return the rows and columns of the pixels of each of ``count`` lines; ``line_of`` is -1 where there is none."""
    ys, xs = np.nonzero(line_of >= 0)
    numbers = line_of[ys, xs]
    order = np.argsort(numbers, kind="stable")
    bounds = np.searchsorted(numbers[order], np.arange(count + 1))
    return [(ys[order[a:b]], xs[order[a:b]]) for a, b in pairwise(bounds)]


def _owner_of_pixels(
    core: npt.NDArray[np.int64],
    distance: npt.NDArray[np.float64],
    away: npt.NDArray[np.float64],
    height: int,
    xheight: float,
) -> npt.NDArray[np.int64] | int | None:
    """Return one line for all pixels of a component, a line per pixel, or None for ink far from any line."""
    most = int(core.argmax())
    if core[most] > 0:
        rivals = np.flatnonzero(core >= max(0.25 * core[most], 0.12 * xheight**2))
        if len(rivals) > 1 and height > 1.5 * xheight:
            return np.asarray(rivals[distance[rivals].argmin(0)], np.int64)
        return most
    # Marks above a line (dots, accents, ascender tips) are further from it than marks below (commas, descenders).
    biased = np.where(away < 0, distance, 1.25 * distance).mean(1)
    nearest = int(biased.argmin())
    return nearest if biased[nearest] < 2.6 * xheight else None
