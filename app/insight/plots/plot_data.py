"""A figure as data: what is drawn, in what role of colour and line, and the same as a CSV table. Draws nothing."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

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
    at: float = 0.12
    """How high the word stands, as a share of the plot."""


@dataclass(frozen=True, slots=True)
class PlotData:
    """All of a plot but its pixels. Ranges of None fit the data."""

    title: str
    x_label: str
    y_label: str
    series: Sequence[Series]
    marks: Sequence[Mark] = ()
    x_range: tuple[float, float] | None = None
    y_range: tuple[float, float] | None = None
    log_y: bool = False
    log_x: bool = False
    x_ticks: Sequence[tuple[float, str]] | None = None
    y_ticks: Sequence[tuple[float, str]] | None = None
    """Ticks of None are those that fit; see also :func:`log_ticks`."""


def log_ticks(low: float, high: float, most: int = 6) -> list[tuple[float, str]]:
    """At most so many round numbers from ``low`` to ``high`` (both above 0) for a logarithmic axis, with labels.

    They go by 1, 2, 5 and the like; within a narrow range, which may hold none of those, by equal steps.
    """
    first, last = floor(log10(low)), ceil(log10(high))
    for steps in (range(1, 10), (1, 2, 3, 5), (1, 2, 5), (1, 3), (1,)):
        found = [step * 10.0**power for power in range(first, last + 1) for step in steps]
        inside = [tick for tick in found if low <= tick <= high]
        if len(inside) <= most:
            break
    if len(inside) < 2:
        inside = _even_ticks(low, high, most)
    inside = inside[:: ceil(len(inside) / most)]
    return [(tick, f"{tick:g}") for tick in inside]


def _even_ticks(low: float, high: float, most: int) -> list[float]:
    size = 10.0 ** floor(log10((high - low) / most)) if high > low else 0.0
    for step in (size, 2 * size, 5 * size, 10 * size):
        if step and floor(high / step) - ceil(low / step) < most:
            return [round(n * step, 12) for n in range(ceil(low / step), floor(high / step) + 1)] or [low]
    return [low]


def to_csv(figure: PlotData) -> str:
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
