"""A plot as data: series with their colours and lines, axes and marks; and the same as a CSV table. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, floor, log10

import numpy as np
from numpy.typing import NDArray

from app.text.formats import short
from core.formats.table import csv_text, escape_formula


class SeriesKind(StrEnum):
    """The way a series is drawn."""

    LINE = "line"
    STEPS = "steps"
    BARS = "bars"
    POINTS = "points"


class Hatch(StrEnum):
    """The filling of bars."""

    NONE = "none"
    LINES = "lines"
    CROSSES = "crosses"


@dataclass(frozen=True, slots=True)
class Series:
    """One row of points [n]. ``colour`` names a token, or is the number of a reader (from 0).

    ``dash`` and ``symbol`` distinguish series without colour.

    ``STEPS`` have one x more than y (the edges). ``BARS`` stand on ``base``, are ``width`` wide, and have a
    ``hatch``.
    """

    name: str
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    kind: SeriesKind = SeriesKind.LINE
    colour: str | int = "accent"
    dash: str = "solid"
    symbol: str = ""
    base: NDArray[np.float64] | None = None
    width: float = 1.0
    hatch: Hatch = Hatch.NONE
    strong: bool = True
    """True if the line is thick."""
    is_listed: bool = True
    """True if the legend names it."""
    low: NDArray[np.float64] | None = None
    """The lower ends [n] of the intervals of ``POINTS``, in the unit of y; None for points without intervals."""
    high: NDArray[np.float64] | None = None
    """The upper ends [n]."""
    labels: tuple[str, ...] = ()
    """A text above each of the ``POINTS``."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A vertical line at ``x`` with a label."""

    x: float
    text: str
    position: float = 0.12
    """The height of the label, as a share of the plot."""


@dataclass(frozen=True, slots=True)
class PlotData:
    """The contents of a plot. Ranges and ticks of None fit the data; see also :func:`log_ticks`."""

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


def log_ticks(low: float, high: float, most: int = 6) -> list[tuple[float, str]]:
    """Return at most ``most`` round numbers from ``low`` to ``high`` (both above 0), with labels, for a log axis.

    They go by 1, 2, 5 and the like; within a narrow range, which may hold none of those, by equal steps.
    """
    first, last = floor(log10(low)), ceil(log10(high))
    for steps in (range(1, 10), (1, 2, 3, 5), (1, 2, 5), (1, 3), (1,)):
        ticks = [step * 10.0**power for power in range(first, last + 1) for step in steps]
        inside = [tick for tick in ticks if low <= tick <= high]
        if len(inside) <= most:
            break
    if len(inside) < 2:
        inside = _even_ticks(low, high, most)
    inside = inside[:: ceil(len(inside) / most)]
    return [(tick, short(tick)) for tick in inside]


def _even_ticks(low: float, high: float, most: int) -> list[float]:
    size = 10.0 ** floor(log10((high - low) / most)) if high > low else 0.0
    for step in (size, 2 * size, 5 * size, 10 * size):
        if step and floor(high / step) - ceil(low / step) < most:
            return [round(n * step, 12) for n in range(ceil(low / step), floor(high / step) + 1)] or [low]
    return [low]


def to_csv(plot: PlotData) -> str:
    """Return the points as ``series, x, y``, one a line, with the names of the axes as headings.

    If a series has intervals, their ends and the labels of its points are three more columns.
    """
    has_intervals = any(series.low is not None for series in plot.series)
    rows = [["series", plot.x_label, plot.y_label, *(("low", "high", "label") if has_intervals else ())]]
    for series in plot.series:
        for row, (x, y) in enumerate(zip(series.x, series.y, strict=False)):
            more = []
            if series.low is not None and series.high is not None:
                label = escape_formula(series.labels[row]) if row < len(series.labels) else ""
                more = [f"{series.low[row]:.6g}", f"{series.high[row]:.6g}", label]
            rows.append([escape_formula(series.name), f"{x:.6g}", f"{y:.6g}", *more])
    rows += [[escape_formula(mark.text), f"{mark.x:.6g}", ""] for mark in plot.marks]
    return csv_text(rows, "\n")
