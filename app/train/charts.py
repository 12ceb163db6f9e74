"""The curves of training: loss on a log scale, and the share of held-back images read rightly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.style.theme import Theme
from app.train.line_styles import colour, pen
from app.train.run_progress import MemberProgress
from app.train.train_messages import tr


@dataclass(frozen=True, slots=True)
class Curve:
    """One member's curves: ``stroke`` chooses the line, ``label`` stands at its end."""

    member: MemberProgress
    stroke: int
    label: str


class Charts(QWidget):
    """Two plots over the epochs. Curves are kept and given new data: a redraw costs no new items."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: list[Curve] = []
        self.loss = _plot(tr("Loss, falling is better (log scale)"), LogAxis(orientation="left"))
        self.loss.setLogMode(x=False, y=True)
        self.accuracy = _plot(tr("Held-back images read rightly, in percent; a star marks the best"))
        self.accuracy.setYRange(0, 104, padding=0)
        self._lines: list[dict[str, pg.PlotDataItem | pg.TextItem]] = []
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        for plot, title in ((self.loss, tr("Loss")), (self.accuracy, tr("Read rightly"))):
            column = QVBoxLayout()
            column.setSpacing(4)
            heading = QLabel(plot.accessibleName())
            heading.setProperty("kind", "quiet")
            plot.setToolTip(title)
            column.addWidget(heading)
            column.addWidget(plot, 1)
            row.addLayout(column, 1)
        theme.changed.connect(self._paint)
        self._paint()

    def show_curves(self, curves: Sequence[Curve]) -> None:
        """Draw these, in place of what was drawn."""
        self._shown = list(curves)
        while len(self._lines) < len(curves):
            self._lines.append(self._new_lines())
        for number, lines in enumerate(self._lines):
            if number < len(curves):
                self._draw(lines, curves[number])
            else:
                self._clear(lines)
        self._describe()

    def _new_lines(self) -> dict[str, pg.PlotDataItem | pg.TextItem]:
        lines: dict[str, pg.PlotDataItem | pg.TextItem] = {
            "loss": self.loss.plot([], []),
            "accuracy": self.accuracy.plot([], [], symbolSize=5),
            "best": self.accuracy.plot([], [], pen=None, symbol="star", symbolSize=14),
            "loss_end": pg.TextItem(anchor=(0, 0.5)),
            "accuracy_end": pg.TextItem(anchor=(0, 0.5)),
        }
        self.loss.addItem(lines["loss_end"], ignoreBounds=True)
        self.accuracy.addItem(lines["accuracy_end"], ignoreBounds=True)
        return lines

    def _draw(self, lines: dict, curve: Curve) -> None:
        tokens, member = self._theme.tokens, curve.member
        line, tint = pen(tokens, curve.stroke), colour(tokens, curve.stroke)
        lines["loss"].setData(member.epochs, [max(value, 1e-6) for value in member.loss], pen=line)
        percent = [100 * value for value in member.accuracy]
        lines["accuracy"].setData(member.looked, percent, pen=line, symbol="o", symbolBrush=tint, symbolPen=tint)
        best = member.best
        lines["best"].setData(
            [best[0]] if best else [], [100 * best[1]] if best else [], symbolBrush=tint, symbolPen=pg.mkPen(tokens.ink)
        )
        self._end(lines["loss_end"], member.epochs, [_log(v) for v in member.loss], curve)
        self._end(lines["accuracy_end"], member.looked, percent, curve)

    def _end(self, text: pg.TextItem, xs: list[int], ys: list[float], curve: Curve) -> None:
        text.setVisible(bool(xs))
        if xs:
            text.setText(curve.label, color=colour(self._theme.tokens, curve.stroke))
            # side by side: the curves often end at one height
            text.setAnchor((-1.1 * (curve.stroke % 5), 0.5))
            text.setPos(xs[-1], ys[-1])

    @staticmethod
    def _clear(lines: dict) -> None:
        for name, item in lines.items():
            if name.endswith("_end"):
                item.setVisible(False)
            else:
                item.setData([], [])

    def _describe(self) -> None:
        """The curves in words, for those who do not see them."""
        said = [
            tr("{0}: loss {1:.3g}").format(curve.label, curve.member.loss[-1])
            for curve in self._shown
            if curve.member.loss
        ]
        self.loss.setAccessibleDescription("; ".join(said))
        self.accuracy.setAccessibleDescription(
            "; ".join(
                tr("{0}: best {1:.0f} percent at epoch {2}").format(
                    curve.label, 100 * curve.member.best[1], curve.member.best[0]
                )
                for curve in self._shown
                if curve.member.best
            )
        )

    def _paint(self) -> None:
        tokens = self._theme.tokens
        for plot in (self.loss, self.accuracy):
            plot.setBackground(tokens.sheet)
            for side in ("left", "bottom"):
                axis = plot.getAxis(side)
                axis.setPen(tokens.line)
                axis.setTextPen(tokens.quiet)
            plot.getAxis("bottom").setLabel(tr("epoch"), color=tokens.quiet)
        self.show_curves(self._shown)


_FEWEST_LABELS = 3


class LogAxis(pg.AxisItem):
    """Labels at powers of ten, and between them where they are few; the usual ones overlap in a small plot."""

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        marks: list[float] = []
        for mantissas in ((1,), (1, 2, 5), range(1, 10)):
            powers = range(floor(low), ceil(high) + 1)
            marks = [log10(mantissa) + power for power in powers for mantissa in mantissas]
            marks = [mark for mark in marks if low <= mark <= high]
            if len(marks) >= _FEWEST_LABELS:
                break
        return [(1.0, marks)]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        return [f"{10**value:.2g}" for value in values]


def _plot(name: str, axis: pg.AxisItem | None = None) -> pg.PlotWidget:
    plot = pg.PlotWidget(axisItems={"left": axis} if axis is not None else {})
    plot.setAccessibleName(name)
    plot.setMouseEnabled(x=False, y=False)
    plot.setMenuEnabled(False)
    plot.setLimits(xMin=0, minXRange=5)
    plot.hideButtons()
    plot.showGrid(x=False, y=True, alpha=0.15)
    plot.setMinimumSize(240, 160)
    plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    plot.getPlotItem().setContentsMargins(0, 8, 56, 0)
    return plot


def _log(value: float) -> float:
    return log10(max(value, 1e-6))
