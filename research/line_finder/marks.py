"""Ink on a page that is no line: stamps, flourishes, crosses, blots."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray


def draw_marks(ink: NDArray[np.float32], xheight: float, rng: np.random.Generator) -> None:
    """Draw stamps, flourishes, crosses and blots into ``ink`` [h, w], 0 to 1, of letters ``xheight`` pixels high."""
    height, width = ink.shape
    for _ in range(int(rng.integers(0, 3)) if rng.random() < 0.5 else 0):
        centre = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        axes = (int(rng.uniform(2, 7) * xheight + 8), int(rng.uniform(2, 7) * xheight + 8))
        tone = float(rng.uniform(0.3, 0.9))
        for shrink in (1.0, 0.9, 0.6)[: int(rng.integers(1, 4))]:
            cv2.ellipse(
                ink,
                centre,
                (int(axes[0] * shrink), int(axes[1] * shrink)),
                0,
                0,
                360,
                tone,
                int(rng.integers(1, 3)),
                cv2.LINE_AA,
            )
        for _ in range(int(rng.integers(5, 40))):
            a = np.asarray(centre) + rng.normal(0, 0.3, 2) * axes
            b = a + rng.normal(0, 0.12, 2) * axes
            cv2.line(ink, a.astype(int).tolist(), b.astype(int).tolist(), tone, 1, cv2.LINE_AA)
    if rng.random() < 0.15:  # crossed out, a bracket, a long stroke
        for _ in range(int(rng.integers(1, 4))):
            ends = (rng.uniform(0, 1, 4) * (width, height, width, height)).astype(int).tolist()
            cv2.line(ink, ends[:2], ends[2:], float(rng.uniform(0.4, 1)), int(rng.integers(1, 3)), cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 4)) if rng.random() < 0.3 else 0):  # flourishes
        x, y = rng.uniform(0.1, 0.9, 2) * (width, height)
        t = np.linspace(0, rng.uniform(6, 25), 120)
        path = np.stack(
            [
                x + xheight * (t * rng.uniform(0.1, 1.0) + rng.uniform(1, 5) * np.sin(t * rng.uniform(0.5, 1))),
                y + xheight * rng.uniform(0.6, 4) * np.sin(t + rng.uniform(0, 6)),
            ],
            1,
        )
        cv2.polylines(ink, [np.round(path * 8).astype(np.int32)], False, float(rng.uniform(0.5, 1)), 1, cv2.LINE_AA, 3)
    for _ in range(int(rng.poisson(1.5))):
        at = (rng.uniform(0, 1, 2) * (width, height)).astype(int).tolist()
        cv2.circle(ink, at, int(rng.uniform(1, 0.9 * xheight)), float(rng.uniform(0.3, 1)), -1, cv2.LINE_AA)
