"""A page of ink as a scan: paper, rules, stains, shadows, and what lies around the page."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from research.starter.pictures import clouds

Layer = NDArray[np.float32]


def scan(
    ink: Layer, rules: Layer, back: Layer | None, rng: np.random.Generator, *, is_double: bool
) -> tuple[NDArray[np.uint8], tuple[int, int]]:
    """Return ink on paper with rules, shadows and borders, uint8 [h, w], and the place of the page in it, x and y.

    ``ink``, ``rules`` and the ``back`` that shines through are float32 [h, w], 0 to 1. Rules of ruled paper are drawn
    into ``rules``.
    """
    height, width = ink.shape
    kind = rng.random()
    step = rng.uniform(8, 30)
    dark = float(rng.uniform(0.06, 0.5))
    if kind < 0.35:  # ruled, or squared paper
        for y in np.arange(rng.uniform(0, step), height, step):
            cv2.line(rules, (0, int(y)), (width, int(y + rng.normal(0, 1))), dark, 1, cv2.LINE_AA)
        if kind < 0.12:
            for x in np.arange(rng.uniform(0, step), width, step):
                cv2.line(rules, (int(x), 0), (int(x + rng.normal(0, 1)), height), dark, 1, cv2.LINE_AA)
    ink = np.maximum(ink, rules * rng.uniform(0.6, 1.0))
    if back is not None:
        ink = np.maximum(ink, back)
    paper = rng.uniform(120, 245) + (clouds(ink.shape, rng, 200) - 0.5) * rng.uniform(0, 70)
    paper += (clouds(ink.shape, rng, 40) - 0.5) * rng.uniform(0, 25)
    if is_double or rng.random() < 0.15:
        x = width / 2 if is_double else rng.choice([0.02, 0.98]) * width
        away = np.abs(np.arange(width) - x) / (0.03 * width)
        paper *= 1 - rng.uniform(0.1, 0.8) * np.exp(-away)[None]
    for _ in range(int(rng.poisson(0.7))):  # stains
        spot = np.zeros_like(paper, np.float32)
        centre = (rng.uniform(0, 1, 2) * (width, height)).astype(int).tolist()
        axes = (rng.uniform(0.02, 0.15, 2) * width).astype(int).tolist()
        cv2.ellipse(spot, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1, cv2.LINE_AA)
        paper *= 1 - rng.uniform(0.05, 0.5) * cv2.GaussianBlur(spot, (0, 0), rng.uniform(2, 15))
    gray = paper * (1 - rng.uniform(0.35, 0.95) * ink)
    corner = 0, 0
    if rng.random() < 0.5:
        gray, corner = _bordered(gray, rng)
    if rng.random() < 0.6:
        gray = cv2.GaussianBlur(gray, (0, 0), rng.uniform(0.3, 0.9))
    gray += rng.normal(0, rng.uniform(0.5, 7), gray.shape)
    return np.clip(gray, 0, 255).astype(np.uint8), corner


def _bordered(gray: NDArray[np.float64], rng: np.random.Generator) -> tuple[NDArray[np.float64], tuple[int, int]]:
    """Add the table, the lid or the next sheet around the page; return that and the place of the page in it."""
    pads = (rng.uniform(0, 0.12, 4) * gray.shape[1] * (rng.random(4) < 0.7)).astype(int)
    up, down, left, right = pads.tolist()
    tone = rng.choice([0, rng.uniform(0, 60), rng.uniform(60, 250)])
    framed = np.full((gray.shape[0] + up + down, gray.shape[1] + left + right), tone, np.float64)
    framed += (clouds(framed.shape, rng, 25) - 0.5) * rng.uniform(0, 40)
    framed[up : up + gray.shape[0], left : left + gray.shape[1]] = gray
    if rng.random() < 0.2 and right > 20:  # a scale of greys
        for n in range(8):
            y = up + 20 + 30 * n
            framed[y : y + 26, -right + 4 : -right + 18] = 30 * n
    return framed, (left, up)
