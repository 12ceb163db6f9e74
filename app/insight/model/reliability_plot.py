"""The plot of the confidence's reliability: the share right against the confidence, with counts and intervals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QObject

from app.insight.model.results import Band
from app.plots.plot_data import PlotData, Series, SeriesKind
from app.text.number_format import integer


class ReliabilityPlot(QObject):
    """Builds the plot of measured bins."""

    def plot(self, bins: Sequence[Band]) -> PlotData:
        """Plot the bins in percent. On the diagonal, accuracy equals confidence."""
        shares = [(band.accuracy.value or 0.0, band.accuracy.low or 0.0, band.accuracy.high or 0.0) for band in bins]
        right, low, high = 100 * np.asarray(shares, np.float64).reshape(-1, 3).T
        counts = tuple(integer(band.words) for band in bins)
        ends = np.array([0.0, 100.0])
        return PlotData(
            self.tr("Reliability of the confidence"),
            self.tr("Mean confidence, %"),
            self.tr("Suggestions that are right, %"),
            [
                Series(self.tr("as it should be"), ends, ends, colour="quiet", dash="dash", strong=False),
                Series(
                    self.tr("test words"),
                    np.array([100 * band.confidence for band in bins]),
                    right,
                    SeriesKind.POINTS,
                    low=low,
                    high=high,
                    labels=counts,
                ),
            ],
            x_range=(-4, 104),
            y_range=(-4, 112),
            y_ticks=[(share, str(share)) for share in range(0, 101, 20)],
        )
