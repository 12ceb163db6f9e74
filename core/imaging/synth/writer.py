"""The parameters of a synthetic writer: shapes, slant, steadiness, pen and paper."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Writer:
    """The parameters of one handwriting. Lengths are in x-heights unless another unit is given."""

    seed: int = 0
    """Determines the writer's own letter shapes."""
    style: str = "cursive"
    """"cursive" or "print"."""
    xheight: float = 23.0
    """Pixels on the page."""
    slant: float = 0.22
    """Slant added to that of the font: shift to the right per height."""
    width: float = 1.0
    """Letter width relative to the font."""
    ascender: float = 0.9
    """Length of ascenders relative to the font."""
    pen: float = 0.1
    """Width of the thinnest stroke."""
    contrast: float = 0.9
    """Additional width of down strokes: 0 (ball pen) to about 1.5 (pointed nib)."""
    shapes: float = 0.05
    """Deviation of the writer's letter shapes from the font."""
    jitter: float = 0.025
    """Deviation of each written letter from the writer's shape."""
    wobble: float = 0.03
    """Unsteadiness of speed and direction along a word."""
    drift: float = 0.05
    """Deviation of words from their base line."""
    join: float = 0.97
    """Share of letters joined to the next (cursive only)."""
    space: float = 1.25
    """Space between words."""
    leading: float = 3.7
    """Distance of base lines."""
    skew: float = 0.0
    """Slope of the lines (rise per length, downwards positive)."""
    ink: float = 0.82
    """Darkness of a full stroke, 0 to 1."""
    fade: float = 0.14
    """Loss of ink between dips of the pen."""
    paper: float = 231.0
    """Brightness of the sheet, 0 to 255."""
    ruled: bool = False
    stains: int = 2

    @classmethod
    def random(cls, seed: int) -> Writer:
        """Return a writer drawn from the range of plausible handwriting; the same seed gives the same writer."""
        rng = np.random.default_rng([seed, 0x11A2D])
        return cls(
            seed=seed,
            style="print" if rng.random() < 0.15 else "cursive",
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
