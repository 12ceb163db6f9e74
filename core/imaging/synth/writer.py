"""One synthetic hand: how it leans, how wide and how steadily it writes, with which pen on which paper."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Writer:
    """The habits of one hand. Lengths are in x-heights, where no other unit is named."""

    seed: int = 0
    """Fixes the writer's own letter shapes."""
    hand: str = "cursive"
    """One of `core.imaging.synth.glyphs.STYLES`."""
    xheight: float = 23.0
    """Pixels on the page."""
    slant: float = 0.22
    """Lean added to the font's own: shift to the right per height."""
    width: float = 1.0
    """Letter width against the font's."""
    ascender: float = 0.9
    """Reach of what stands above the small letters, against the font's."""
    pen: float = 0.1
    """Width of the thinnest stroke."""
    contrast: float = 0.9
    """How much wider down strokes are: 0 (ball pen) to about 1.5 (pointed nib)."""
    shapes: float = 0.05
    """How far the writer's own letter shapes stray from the font's."""
    jitter: float = 0.025
    """How far each written letter strays from the writer's own shape."""
    wobble: float = 0.03
    """Unsteadiness of speed and direction along a word."""
    drift: float = 0.05
    """How far words leave their base line."""
    join: float = 0.97
    """Share of letters joined to the next (cursive hands)."""
    space: float = 1.25
    """White between words."""
    leading: float = 3.7
    """Distance of base lines."""
    skew: float = 0.0
    """Slope of the lines (rise per length, downwards positive)."""
    ink: float = 0.82
    """Darkness of a full stroke, 0 to 1."""
    fade: float = 0.14
    """How much the ink thins out between dips of the pen."""
    paper: float = 231.0
    """Brightness of the sheet, 0 to 255."""
    ruled: bool = False
    stains: int = 2

    @classmethod
    def random(cls, seed: int) -> Writer:
        """A writer drawn from the range of plausible hands; the same seed gives the same writer."""
        rng = np.random.default_rng([seed, 0x11A2D])
        return cls(
            seed=seed,
            hand="print" if rng.random() < 0.15 else "cursive",
            xheight=float(rng.uniform(20, 27)),
            slant=float(rng.normal(0.15, 0.16)),
            width=float(rng.uniform(0.85, 1.2)),
            ascender=float(rng.uniform(0.75, 1.1)),
            pen=float(rng.uniform(0.08, 0.14)),
            contrast=float(rng.uniform(0.1, 1.2)),
            shapes=float(rng.uniform(0.03, 0.09)),
            jitter=float(rng.uniform(0.02, 0.05)),
            wobble=float(rng.uniform(0.02, 0.06)),
            drift=float(rng.uniform(0.03, 0.1)),
            join=float(rng.uniform(0.8, 1.0)),
            space=float(rng.uniform(1.1, 1.6)),
            leading=float(rng.uniform(3.4, 4.3)),
            skew=float(rng.normal(0, 0.006)),
            ink=float(rng.uniform(0.62, 0.9)),
            fade=float(rng.uniform(0.05, 0.25)),
            paper=float(rng.uniform(212, 243)),
            ruled=bool(rng.random() < 0.4),
            stains=int(rng.integers(0, 5)),
        )
