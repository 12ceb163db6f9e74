"""Synthetic paper: grain, uneven light, stains, rules."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Sheet = npt.NDArray[np.float32]


def blank_paper(shape: tuple[int, ...], tone: float, rng: np.random.Generator, *, stains: int = 0) -> Sheet:
    """Return empty paper: float32 [H, W] around ``tone`` (0..255), with grain, uneven light and stains."""
    height, width = shape[:2]
    paper = np.full((height, width), tone, np.float32)
    paper += _clouds(height, width, 800.0, rng) * 5.0
    paper += _clouds(height, width, 100.0, rng) * 1.6
    paper += _grain(height, width, rng)
    for _ in range(stains):
        _stain(paper, rng)
    return paper


def darken_edges(paper: Sheet, depth: float) -> None:
    """Darken the borders of a whole page by ``depth`` grey levels, in place."""
    height, width = paper.shape
    y = np.minimum(np.arange(height), np.arange(height)[::-1])[:, None] / (0.06 * width)
    x = np.minimum(np.arange(width), np.arange(width)[::-1])[None, :] / (0.06 * width)
    paper -= (depth * (np.exp(-y) + np.exp(-x))).astype(np.float32)


def draw_rules(paper: Sheet, baselines: npt.NDArray[np.float64], slope: float, depth: float) -> None:
    """Draw faint printed lines under the writing, in place; ``slope`` is their fall per length."""
    height, width = paper.shape
    lines = np.zeros((height, width), np.uint8)
    for y in baselines:
        ends = [(0, round(16 * y)), (16 * (width - 1), round(16 * (y + slope * width)))]
        cv2.line(lines, ends[0], ends[1], 255, 1, cv2.LINE_AA, 4)
    paper -= lines.astype(np.float32) * (depth / 255.0)


def _clouds(height: int, width: int, patch: float, rng: np.random.Generator) -> Sheet:
    """Return smooth noise of about unit amplitude with patches of about ``patch`` pixels."""
    rows, columns = 2 + int(height / patch), 2 + int(width / patch)
    coarse = rng.standard_normal((rows, columns), dtype=np.float32)
    # The result is a window on whole patches, so that a small crop is as even as its place on a page.
    grid = cv2.resize(coarse, (min(width, 8 * columns), min(height, 8 * rows)), interpolation=cv2.INTER_CUBIC)
    keep_x = max(1, round(grid.shape[1] * width / (patch * columns)))
    keep_y = max(1, round(grid.shape[0] * height / (patch * rows)))
    return np.asarray(cv2.resize(grid[:keep_y, :keep_x], (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


_TILE = 256


def _grain(height: int, width: int, rng: np.random.Generator) -> Sheet:
    """Return fine noise; large sheets repeat one softened tile, which is not visible."""
    tile = rng.standard_normal((min(_TILE, height), min(_TILE, width)), dtype=np.float32)
    tile = 2.0 * tile + 4.0 * cv2.blur(tile, (3, 3), borderType=cv2.BORDER_REFLECT_101)
    across, down = -(-width // tile.shape[1]), -(-height // tile.shape[0])
    return np.tile(tile, (down, across))[:height, :width]


def _stain(paper: Sheet, rng: np.random.Generator) -> None:
    """Draw one soft spot with a darker rim, like that of dried water, in place."""
    height, width = paper.shape
    radius = rng.uniform(0.015, 0.07) * width
    x, y = rng.uniform(0, width), rng.uniform(0, height)
    reach = int(2.2 * radius) + 2
    x0, x1 = max(0, int(x) - reach), min(width, int(x) + reach)
    y0, y1 = max(0, int(y) - reach), min(height, int(y) + reach)
    rows, columns = np.mgrid[y0:y1, x0:x1].astype(np.float32)
    dx, dy = columns - x, (rows - y) * rng.uniform(0.7, 1.3)
    angle = np.arctan2(dy, dx)
    bumps = 1.0 + 0.1 * np.sin(3 * angle + rng.uniform(0, 6)) + 0.06 * np.sin(7 * angle + rng.uniform(0, 6))
    away = np.hypot(dx, dy) / (radius * bumps)
    depth = rng.uniform(4, 11)
    inside = 1.0 / (1.0 + np.exp(14 * (away - 1.0)))
    rim = np.exp(-((away - 0.97) ** 2) / 0.004)
    paper[y0:y1, x0:x1] -= (depth * (0.6 * inside + 0.8 * rim)).astype(np.float32)
