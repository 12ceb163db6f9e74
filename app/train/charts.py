"""The training curves: loss on a logarithmic scale, accuracy on reserved images, and a sample of each line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil, floor, log10
from pathlib import Path

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.context import ProjectContext
from app.plots.plot_data import PlotData, Series
from app.plots.plot_items import StillPlot
from app.plots.save_button import PlotSaveButton
from app.session.run_progress import MemberProgress
from app.style.theme import Theme
from app.style.tokens import Tokens
from app.text.formats import short
from app.train.train_messages import tr
from app.widgets import builders

_MIN_LOSS = 1e-6
"""Lower values, 0 among them, are drawn here: they have no place on a logarithmic axis."""
_MIN_LABELS = 3
_DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)

Lines = dict[str, pg.PlotDataItem | pg.TextItem]


@dataclass(frozen=True, slots=True)
class Curve:
    """The curves of one member: ``number`` chooses the line, ``label`` stands at its end."""

    member: MemberProgress
    number: int
    label: str


def line_pen(tokens: Tokens, number: int, width: float = 2.0) -> QPen:
    """Return the pen of line ``number`` (from 0)."""
    pen = QPen(QColor(tokens.reader(number)), width)
    pen.setCosmetic(True)
    pen.setStyle(_DASHES[number % len(_DASHES)])
    return pen


class LineSample(QWidget):
    """A piece of a line as the plots draw it."""

    def __init__(self, theme: Theme, number: int) -> None:
        super().__init__()
        self._theme, self._number = theme, number
        self.setFixedSize(QSize(32, 16))
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(line_pen(self._theme.tokens, self._number, 3))
        middle = self.height() / 2
        painter.drawLine(QPointF(0, middle), QPointF(self.width(), middle))
        painter.end()


class Charts(QWidget):
    """Two plots over the epochs. Items are kept and given new data, so that updates are fast."""

    def __init__(self, context: ProjectContext) -> None:
        super().__init__()
        self._theme = context.theme
        self._curves: list[Curve] = []
        self._lines: list[Lines] = []
        self.loss = _make_plot(tr("Loss, lower is better (log scale)"), LogAxis(orientation="left"))
        self.loss.setLogMode(x=False, y=True)
        self.accuracy = _make_plot(tr("Accuracy on reserved images, in percent; a star marks the best"))
        self.accuracy.setYRange(0, 104, padding=0)
        columns = []
        self.save_buttons: dict[str, PlotSaveButton] = {}
        for name, plot, title in (("loss", self.loss, tr("Loss")), ("accuracy", self.accuracy, tr("Accuracy"))):
            plot.setToolTip(title)
            heading = builders.label(plot.accessibleName(), "quiet")
            button = self.save_buttons[name] = PlotSaveButton(context)
            button.setAccessibleName(tr("Save the plot “{0}”").format(title))
            button.chosen.connect(partial(self.save, name))
            columns.append((builders.column(builders.row((heading, 1), button), (plot, 1), spacing=4), 1))
        builders.row(*columns, parent=self, spacing=16)
        self._theme.follow(self._paint)

    def show_curves(self, curves: Sequence[Curve]) -> None:
        """Replace the curves."""
        self._curves = list(curves)
        while len(self._lines) < len(curves):
            self._lines.append(self._new_lines())
        for number, lines in enumerate(self._lines):
            if number < len(curves):
                self._draw(lines, curves[number])
            else:
                self._clear(lines)
        self._describe()

    def save(self, name: str, path: Path) -> None:
        """Write ``loss`` or ``accuracy`` as ``.png``, ``.svg``, ``.pdf`` or ``.csv``, by the suffix of ``path``."""
        view = self.loss if name == "loss" else self.accuracy
        self.save_buttons[name].save(path, view, self._plot_data(name))

    def _plot_data(self, name: str) -> PlotData:
        """Return the numbers of a plot; accuracies in percent."""
        series = []
        for curve in self._curves:
            member = curve.member
            if name == "loss":
                x, y = np.asarray(member.epochs, np.float64), np.asarray(member.loss, np.float64)
            else:
                x = np.asarray(member.measured_epochs, np.float64)
                y = 100 * np.asarray(member.accuracy, np.float64)
            series.append(Series(curve.label, x, y))
        title, y_label = (tr("Loss"), tr("loss")) if name == "loss" else (tr("Accuracy"), tr("correct, %"))
        return PlotData(title, tr("epoch"), y_label, series, log_y=name == "loss")

    def _new_lines(self) -> Lines:
        lines: Lines = {
            "loss": self.loss.plot([], []),
            "accuracy": self.accuracy.plot([], [], symbolSize=5),
            "best": self.accuracy.plot([], [], pen=None, symbol="star", symbolSize=14),
            "loss_end": pg.TextItem(anchor=(0, 0.5)),
            "accuracy_end": pg.TextItem(anchor=(0, 0.5)),
        }
        self.loss.addItem(lines["loss_end"], ignoreBounds=True)
        self.accuracy.addItem(lines["accuracy_end"], ignoreBounds=True)
        return lines

    def _draw(self, lines: Lines, curve: Curve) -> None:
        tokens, member = self._theme.tokens, curve.member
        pen, colour = line_pen(tokens, curve.number), tokens.reader(curve.number)
        loss = [max(value, _MIN_LOSS) for value in member.loss]
        percent = [100 * value for value in member.accuracy]
        lines["loss"].setData(member.epochs, loss, pen=pen)
        lines["accuracy"].setData(
            member.measured_epochs, percent, pen=pen, symbol="o", symbolBrush=colour, symbolPen=colour
        )
        best = [member.best] if member.best else []
        x, y = [epoch for epoch, _ in best], [100 * accuracy for _, accuracy in best]
        lines["best"].setData(x, y, symbolBrush=colour, symbolPen=pg.mkPen(tokens.ink))
        self._label_end(lines["loss_end"], member.epochs, [log10(value) for value in loss], curve)
        self._label_end(lines["accuracy_end"], member.measured_epochs, percent, curve)

    def _label_end(self, text: pg.TextItem, x: list[int], y: list[float], curve: Curve) -> None:
        text.setVisible(bool(x))
        if x:
            text.setText(curve.label, color=self._theme.tokens.reader(curve.number))
            # side by side: curves often end at the same height
            text.setAnchor((-1.1 * (curve.number % 5), 0.5))
            text.setPos(x[-1], y[-1])

    @staticmethod
    def _clear(lines: Lines) -> None:
        for name, item in lines.items():
            if name.endswith("_end"):
                item.setVisible(False)
            else:
                item.setData([], [])

    def _describe(self) -> None:
        """Describe the curves for screen readers."""
        losses, accuracies = [], []
        for curve in self._curves:
            if curve.member.loss:
                losses.append(tr("{0}: loss {1}").format(curve.label, short(curve.member.loss[-1], 3)))
            if curve.member.best:
                epoch, accuracy = curve.member.best
                text = tr("{0}: best {1} percent at epoch {2}")
                accuracies.append(text.format(curve.label, round(100 * accuracy), epoch))
        self.loss.setAccessibleDescription("; ".join(losses))
        self.accuracy.setAccessibleDescription("; ".join(accuracies))

    def _paint(self) -> None:
        tokens = self._theme.tokens
        for plot in (self.loss, self.accuracy):
            plot.setBackground(tokens.sheet)
            for side in ("left", "bottom"):
                plot.getAxis(side).setPen(tokens.line)
                plot.getAxis(side).setTextPen(tokens.quiet)
            plot.getAxis("bottom").setLabel(tr("epoch"), color=tokens.quiet)
            plot.getAxis("left").setLabel(tr("loss") if plot is self.loss else tr("correct, %"), color=tokens.quiet)
        self.show_curves(self._curves)


class LogAxis(pg.AxisItem):
    """Labels at powers of ten, and between them if there are few; those of pyqtgraph overlap in a small plot."""

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        marks: list[float] = []
        for mantissas in ((1,), (1, 2, 5), range(1, 10)):
            powers = range(floor(low), ceil(high) + 1)
            marks = [log10(mantissa) + power for power in powers for mantissa in mantissas]
            marks = [mark for mark in marks if low <= mark <= high]
            if len(marks) >= _MIN_LABELS:
                break
        return [(1.0, marks)]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        return [short(10**value, 2) for value in values]


def _make_plot(name: str, axis: pg.AxisItem | None = None) -> pg.PlotWidget:
    plot = builders.named(StillPlot(axisItems={"left": axis} if axis is not None else {}), name)
    plot.setLimits(xMin=0, minXRange=5)
    plot.showGrid(x=False, y=True, alpha=0.15)
    plot.setMinimumSize(180, 160)
    plot.getPlotItem().setContentsMargins(0, 8, 56, 0)
    return plot
