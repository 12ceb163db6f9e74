"""The chart of "how many readers would be enough"."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject

from app.insight.ensemble_size.ensemble_size import SIZES, Aim, Basis
from app.insight.plots.plot_data import LINE, Mark, PlotData, Series

_TICKS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
_Y_TICKS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
_LOWEST = 0.1
"""Per cent; what lies lower is drawn at the frame."""


class SizePlot(QObject):
    """Builds the figure: shares of wrong verdicts by the number of readers, both on logarithmic axes."""

    def of(self, found: Basis, aim: Aim) -> PlotData:
        """``found.curve`` must not be empty."""
        sizes = np.array(SIZES, np.float64)

        def curve(name: str, by: str, colour: str, dash: str, *, strong: bool = True) -> Series:
            shares = np.array([getattr(point, by) for point in found.curve], np.float64)
            return Series(name, sizes, 100 * shares, LINE, colour, dash, strong=strong)

        series = []
        if found.rho is not None:
            series.append(curve(self.tr("Proven, errors in common"), "exchangeable", "accent", "solid"))
        series += [
            curve(self.tr("Proven if independent"), "hoeffding", "seen", "dash"),
            curve(self.tr("The paper's formula"), "theorem_2", "unread", "dashdot"),
            curve(self.tr("Expected if independent"), "exact", "typed", "dot"),
        ]
        if told := [(n, value) for n, value in enumerate(found.measured, 1) if value is not None]:
            n, shares = (np.array(part, np.float64) for part in zip(*told, strict=True))
            series.append(Series(self.tr("Measured"), n, 100 * shares, LINE, "uncertain", symbol="o"))
        wanted = np.full(2, 100 * aim.wanted)
        series.append(Series(self.tr("Aim"), np.array([sizes[0], sizes[-1]]), wanted, LINE, "warn", strong=False))
        top = max(found.readers, *(n for n in _shown(aim) if n is not None), 40)
        last = next((size for size in SIZES if size >= 1.4 * top), SIZES[-1])
        return PlotData(
            self.tr("Wrong verdicts by the number of readers"),
            self.tr("Readers (L)"),
            self.tr("Wrong verdicts, %"),
            series,
            self._marks(found, aim),
            x_range=(0.9, float(last) * 1.05),
            y_range=(_LOWEST, 130.0),
            log_x=True,
            log_y=True,
            x_ticks=[(n, f"{n:,}") for n in _TICKS],
            y_ticks=[(y, f"{y:g}") for y in _Y_TICKS],
        )

    def _marks(self, found: Basis, aim: Aim) -> list[Mark]:
        marks = [Mark(found.readers, self.tr("now: {0}").format(found.readers), 0.08)]
        if found.rho is not None and aim.enough.exchangeable is not None:
            marks.append(
                Mark(aim.enough.exchangeable, self.tr("enough: {0}").format(f"{aim.enough.exchangeable:,}"), 0.2)
            )
        elif found.rho is None and aim.enough.hoeffding is not None:
            text = self.tr("enough if independent: {0}").format(f"{aim.enough.hoeffding:,}")
            marks.append(Mark(aim.enough.hoeffding, text, 0.2))
        return marks


def _shown(aim: Aim) -> tuple[int | None, ...]:
    return aim.enough.exchangeable, aim.enough.hoeffding, aim.enough.exact
