"""The plot of the confidence's reliability: the share right against the confidence, with counts and intervals."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.insight.model.results import Band, share_text
from app.plots.plot_data import PlotData, Series, SeriesKind
from app.text.formats import integer, percent, with_percent_sign
from app.widgets import builders
from app.widgets.text_table import NUMBER, Column, TextTable


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


class ReliabilityTable(QWidget):
    """A heading, an explanation and the table; hidden without bands."""

    def __init__(self) -> None:
        super().__init__()
        title = self.tr("Reliability of the confidence")
        about = self.tr(
            "Test words by their confidence. Where accuracy matches confidence, the confidence is well calibrated: in "
            "the plot, where the number of words stands above each interval, such points lie on the dashed line. It "
            "may be a little too low: test words stand in the word list, but some future words will not."
        )
        self.table = TextTable(
            title,
            [
                Column(self.tr("Confidence")),
                Column(self.tr("Words"), kind=NUMBER, width=120),
                Column(self.tr("Mean confidence"), kind=NUMBER, width=160),
                Column(self.tr("Correct"), self.tr("95 % interval in brackets"), NUMBER, 200),
                Column(self.tr("The confidence is"), width=280),
            ],
        )
        builders.column(builders.label(title, "section"), builders.label(about, "quiet"), self.table, parent=self)
        self.hide()

    def show_bands(self, bands: Sequence[Band]) -> None:
        """Replace the bands."""
        self.setVisible(bool(bands))
        rows = []
        for band in bands:
            share = band.accuracy
            assert share.value is not None and share.low is not None and share.high is not None
            rows.append(
                [
                    self._range(band),
                    integer(band.words),
                    with_percent_sign(percent(band.confidence)),
                    share_text(share),
                    self._verdict(band.confidence, share.low, share.high),
                ]
            )
        self.table.show_rows(rows)

    def _range(self, band: Band) -> str:
        if band.high > 1:
            return self.tr("{0} % and more").format(f"{100 * band.low:.0f}")
        return self.tr("{0} to {1} %").format(f"{100 * band.low:.0f}", f"{100 * band.high:.0f}")

    def _verdict(self, confidence: float, low: float, high: float) -> str:
        if confidence > high:
            return self.tr("too high: check these words")
        return self.tr("too low") if confidence < low else self.tr("well calibrated")
