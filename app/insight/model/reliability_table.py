"""How far the confidence can be trusted: bands of it, and what share of the words in each was read rightly."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.insight.model.results import Band
from app.text.number_format import percent
from app.widgets.text_table import NUMBER, Column, TextTable


class ReliabilityTable(QWidget):
    """A heading, the table of bands and what it is for; hidden without bands."""

    def __init__(self) -> None:
        super().__init__()
        title = QLabel(self.tr("How far the confidence can be trusted"))
        title.setProperty("kind", "section")
        about = QLabel(
            self.tr(
                "Test words by how sure the model was of them. Where as many were read rightly as it said, its "
                "confidence elsewhere can be believed. It may say a little less: test words stand in the lexicon, "
                "and some of the words to come will not."
            )
        )
        about.setProperty("kind", "quiet")
        about.setWordWrap(True)
        self.table = TextTable(
            title.text(),
            [
                Column(self.tr("Confidence")),
                Column(self.tr("Words"), kind=NUMBER, width=120),
                Column(self.tr("Sure on average"), kind=NUMBER, width=160),
                Column(self.tr("Read rightly"), self.tr("in brackets the 95 % interval"), NUMBER, 200),
                Column(self.tr("So the model is"), width=280),
            ],
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for widget in (title, about, self.table):
            column.addWidget(widget)
        self.hide()

    def put(self, bands: Sequence[Band]) -> None:
        """Show other bands, the surest first."""
        self.setVisible(bool(bands))
        rows = []
        for band in bands:
            right = band.right
            assert right.value is not None and right.low is not None and right.high is not None
            rows.append(
                [
                    self._name(band),
                    f"{band.words:,}",
                    f"{percent(band.told)} %",
                    f"{100 * right.value:.1f} % ({100 * right.low:.0f}–{100 * right.high:.0f})",
                    self._verdict(band.told, right.low, right.high),
                ]
            )
        self.table.show_rows(rows)

    def _name(self, band: Band) -> str:
        if band.high > 1:
            return self.tr("{0} % and more").format(f"{100 * band.low:.0f}")
        return self.tr("{0} to {1} %").format(f"{100 * band.low:.0f}", f"{100 * band.high:.0f}")

    def _verdict(self, told: float, low: float, high: float) -> str:
        if told > high:
            return self.tr("too sure: check these words")
        if told < low:
            return self.tr("more often right than it says")
        return self.tr("as sure as it may be")
