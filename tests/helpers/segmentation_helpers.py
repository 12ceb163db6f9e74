"""Drawn pages with lines of words at known places."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from core.formats.records import LineRecord

SIZE = (900, 420)
TOPS = (60, 180, 300)
LETTERS = (5, 3, 7)


def written(path: Path, tops: tuple[int, ...] = TOPS, seed: int = 0) -> None:
    """A page with a line of three words at each height: 5, 3 and 7 joined arches for letters."""
    image = Image.new("L", SIZE, 240)
    draw = ImageDraw.Draw(image)
    for top in tops:
        x = 60
        for letters in LETTERS:
            for _ in range(letters):
                draw.arc((x, top, x + 26, top + 60), 180, 360, 30, 4)
                draw.line((x + 2, top + 26, x + 2, top + 40), 30, 4)
                x += 22
            x += 70
    pixels = np.asarray(image).astype(np.int16)
    pixels += np.random.default_rng(seed).integers(-4, 5, pixels.shape, np.int16)
    Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8)).save(path)


def line(top: int, text: str | None, ref: str | None = None) -> LineRecord:
    return LineRecord((40, top - 20, 820, 90), text, None, ref)
