"""A figure as data: what is drawn, in what role of colour and line, and the same as a CSV table. Draws nothing."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

LINE, STEPS, BARS, POINTS = "line", "steps", "bars", "points"


@dataclass(frozen=True, slots=True)
class Series:
    """One row of points [n]. ``colour`` names a token; ``dash`` and ``symbol`` tell series apart without it.

    ``steps`` has one x more than y (the edges). ``bars`` stand on ``base`` and are ``width`` wide; ``hatched``
    bars are ruled.
    """

    name: str
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    kind: str = LINE
    colour: str = "accent"
    dash: str = "solid"
    symbol: str = ""
    base: NDArray[np.float64] | None = None
    width: float = 1.0
    hatched: bool = False
    strong: bool = True
    """Drawn as a main thing, or thin beside it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An upright line at ``x`` with a word at it."""

    x: float
    text: str


@dataclass(frozen=True, slots=True)
class Figure:
    """All of a plot but its pixels. Ranges of None fit the data."""

    title: str
    x_label: str
    y_label: str
    series: Sequence[Series]
    marks: Sequence[Mark] = ()
    x_range: tuple[float, float] | None = None
    y_range: tuple[float, float] | None = None
    log_y: bool = False
    x_ticks: Sequence[tuple[float, str]] | None = None


def to_csv(figure: Figure) -> str:
    """The figure's numbers: ``series, x, y`` with the axes' names as headings, one point a line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["series", figure.x_label, figure.y_label])
    for series in figure.series:
        for x, y in zip(series.x, series.y, strict=False):
            writer.writerow([_safe(series.name), f"{x:.6g}", f"{y:.6g}"])
    for mark in figure.marks:
        writer.writerow([_safe(mark.text), f"{mark.x:.6g}", ""])
    return out.getvalue()


def _safe(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return "'" + text if text[:1] in "=+-@\t" else text
