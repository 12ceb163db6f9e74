"""One plot with its title, its legend and the button that saves it. This module and its users import pyqtgraph."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import log10
from pathlib import Path

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPen, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QLabel, QMenu, QToolButton, QVBoxLayout, QWidget

from app.insight.plots.plot_data import BARS, POINTS, STEPS, PlotData, Series
from app.insight.plots.plot_saving import write_plot
from app.style.file_dialog import style_file_dialog
from app.style.icons import icon
from app.style.theme import Theme

_STYLES = {
    "solid": Qt.PenStyle.SolidLine,
    "dash": Qt.PenStyle.DashLine,
    "dot": Qt.PenStyle.DotLine,
    "dashdot": Qt.PenStyle.DashDotLine,
}
_MOST_IN_LEGEND = 9
_LEGEND_POINTS = 8.5
_COLUMNS = 3
_AXIS, _SAMPLE = 48, 56
"""Pixels of the axis, and of a line's sample in the legend with the space about it."""


class PlotPanel(QFrame):
    """Draws a :class:`PlotData`. ``dragged(x)`` while a person moves the line of :meth:`set_handle`;
    ``saved(path)`` and ``failed(text)`` tell how saving went."""

    dragged = Signal(float)
    saved = Signal(str)
    failed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sheet")
        self._theme = theme
        self.figure: PlotData | None = None
        self._handle: pg.InfiniteLine | None = None
        self._legend: pg.LegendItem | None = None
        self._columns = 1
        self._points: dict[int, pg.PlotDataItem] = {}
        self._title = QLabel()
        self._title.setProperty("kind", "section")
        self._title.setWordWrap(True)
        self.save_button = QToolButton()
        self.save_button.setProperty("kind", "flat")
        self.save_button.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self.save_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.save_button.setToolTip(self.tr("Save this plot as a picture or a table"))
        self.save_button.setAccessibleName(self.save_button.toolTip())
        menu = QMenu(self.save_button)
        for suffix, text in (
            ("png", self.tr("Save as PNG picture …")),
            ("svg", self.tr("Save as SVG drawing …")),
            ("csv", self.tr("Save the numbers as CSV …")),
        ):
            menu.addAction(text).triggered.connect(partial(self._ask, suffix))
        self.save_button.setMenu(menu)
        self._plot = pg.PlotWidget()
        # our own title stands outside; its row is where the legend goes
        self.plot.layout.removeItem(self.plot.titleLabel)
        self._plot.setMenuEnabled(False)
        # axes run from left to right in every language
        self._plot.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.plot.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._plot.hideButtons()
        self._plot.setMouseEnabled(x=False, y=False)
        self._plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._plot.setFrameShape(QFrame.Shape.NoFrame)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.save_button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 8, 8)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self._plot, 1)
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def plot(self) -> pg.PlotItem:
        """The plot within, for what only this panel's user knows of."""
        return self._plot.getPlotItem()

    @property
    def view(self) -> pg.PlotWidget:
        """The widget that the plot is drawn in and a person drags on."""
        return self._plot

    def show_figure(self, figure: PlotData) -> None:
        """Draw ``figure`` in place of what was there; a handle stays where it is."""
        self.figure = figure
        self._title.setText(figure.title)
        self.save_button.setAccessibleName(self.tr("Save the plot “{0}”").format(figure.title))
        self._plot.setAccessibleName(f"{figure.title}. {figure.y_label}; {figure.x_label}")
        item = self.plot
        for old in [i for i in item.items if i is not self._handle]:
            item.removeItem(old)
        tokens = self._theme.tokens
        self._legend_above(figure)
        item.setLogMode(x=figure.log_x, y=figure.log_y)
        self._points = {}
        for place, series in enumerate(figure.series):
            self._draw(place, series)
        for mark in figure.marks:
            line = pg.InfiniteLine(
                _along(mark.x, figure.log_x),
                angle=90,
                pen=_pen(tokens.uncertain, 1.2, "dash"),
                label=mark.text,
                labelOpts={"position": mark.at, "color": tokens.ink, "fill": QColor(tokens.sheet)},
            )
            item.addItem(line)
        style = {"color": tokens.quiet, "font-size": "9pt"}
        item.setLabel("bottom", figure.x_label, **style)
        item.setLabel("left", figure.y_label, **style)
        item.getAxis("bottom").setTicks(_ticks(figure.x_ticks, figure.log_x))
        item.getAxis("left").setTicks(_ticks(figure.y_ticks, figure.log_y))
        if self._legend is not None:
            item.layout.setRowFixedHeight(0, self._legend.boundingRect().height())
        if figure.x_range:
            item.setXRange(*(_along(x, figure.log_x) for x in figure.x_range), padding=0)
        if figure.y_range:
            item.setYRange(*(_along(y, figure.log_y) for y in figure.y_range), padding=0)
        else:
            item.enableAutoRange(axis="y")

    def move_points(self, figure: PlotData) -> None:
        """Draw ``figure``; where it differs from the shown one in single points alone, only they are moved.

        Drawing all anew takes tens of milliseconds, too long while a line is dragged.
        """
        shown = self.figure
        if (
            shown is None
            or len(shown.series) != len(figure.series)
            or len(self._points) != sum(series.kind == POINTS for series in figure.series)
        ):
            self.show_figure(figure)
            return
        for place, (old, new) in enumerate(zip(shown.series, figure.series, strict=True)):
            if old.kind != new.kind or (new.kind != POINTS and not _same(old, new)):
                self.show_figure(figure)
                return
            if new.kind == POINTS and not _same(old, new):
                self._points[place].setData(new.x, new.y)
                label = self._legend.getLabel(self._points[place]) if self._legend is not None else None
                if label is not None:
                    label.setText(new.name)
        self.figure = figure

    def set_handle(self, x: float, low: float, high: float, text: str) -> None:
        """A line that a person drags between ``low`` and ``high``; moving it here emits nothing."""
        tokens = self._theme.tokens
        if self._handle is None:
            self._handle = pg.InfiniteLine(
                x, angle=90, movable=True, label="", labelOpts={"position": 0.92, "movable": False}
            )
            self._handle.sigPositionChanged.connect(lambda line: self.dragged.emit(float(line.value())))
            self.plot.addItem(self._handle)
        with QSignalBlocker(self._handle):
            self._handle.setBounds((low, high))
            if not self._handle.moving:
                self._handle.setValue(x)
        self._handle.setPen(_pen(tokens.accent, 3))
        self._handle.setHoverPen(_pen(tokens.ink, 4))
        self._handle.label.setColor(QColor(tokens.ink))
        self._handle.label.fill = QBrush(QColor(tokens.sheet))
        self._handle.label.setFormat(text)
        self._handle.setZValue(10)

    @property
    def handle(self) -> float | None:
        """Where the line stands."""
        return None if self._handle is None else float(self._handle.value())

    def save(self, path: Path) -> None:
        """Write the plot as ``.png``, ``.svg`` or ``.csv``, by the ending of ``path``."""
        if self.figure is None:
            return
        try:
            write_plot(path, self._plot, self.figure, self._theme.tokens.sheet)
        except OSError as error:
            self.failed.emit(self.tr("{0} could not be written ({1}). Choose another place.").format(path.name, error))
        else:
            self.saved.emit(str(path))

    def _ask(self, suffix: str) -> None:
        dialog = QFileDialog(self.window(), self.tr("Save the plot"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffix)
        dialog.setNameFilter(f"{suffix.upper()} (*.{suffix})")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        style_file_dialog(dialog)
        dialog.fileSelected.connect(lambda name: self.save(Path(name)))
        dialog.open()

    def _legend_above(self, figure: PlotData) -> None:
        """The legend stands above the axes, where it hides nothing, and is saved with the plot."""
        item, tokens = self.plot, self._theme.tokens
        if self._legend is not None:
            item.layout.removeItem(self._legend)
            self._legend.scene().removeItem(self._legend)
            item.legend = self._legend = None
        if not 1 < len(figure.series) <= _MOST_IN_LEGEND:
            item.layout.setRowFixedHeight(0, 0)
            return
        self._columns = self._fitting(figure)
        self._legend = item.legend = pg.LegendItem(
            colCount=self._columns,
            labelTextColor=tokens.ink,
            labelTextSize=f"{_LEGEND_POINTS}pt",
            horSpacing=16,
            verSpacing=-6,
        )
        item.layout.addItem(self._legend, 0, 1)

    def _fitting(self, figure: PlotData) -> int:
        """How many columns of the legend there is room for."""
        font = self.font()
        font.setPointSizeF(_LEGEND_POINTS)
        widest = max(QFontMetrics(font).horizontalAdvance(series.name) for series in figure.series)
        room = self.width() - 2 * _AXIS
        return max(1, min(_COLUMNS, len(figure.series), room // (widest + _SAMPLE)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        figure = self.figure
        if figure is not None and self._legend is not None and self._fitting(figure) != self._columns:
            self.show_figure(figure)

    def _draw(self, place: int, series: Series) -> None:
        colour = QColor(getattr(self._theme.tokens, series.colour))
        item = self.plot
        if series.kind == BARS:
            soft = QColor(colour)
            soft.setAlpha(110 if series.colour == "unread" else 170)
            brush = QBrush(colour, Qt.BrushStyle.BDiagPattern) if series.hatched else QBrush(soft)
            bars = pg.BarGraphItem(
                x=series.x,
                y0=np.zeros(len(series.x)) if series.base is None else series.base,
                height=series.y,
                width=series.width,
                brush=brush,
                pen=_pen(colour, 1),
                name=series.name,
            )
            item.addItem(bars)
            return
        dots = {"symbol": series.symbol, "symbolSize": 6, "symbolPen": colour, "symbolBrush": colour}
        if series.kind == POINTS:
            self._points[place] = item.plot(
                series.x,
                series.y,
                pen=None,
                symbol=series.symbol or "o",
                symbolSize=11,
                symbolBrush=colour,
                symbolPen=_pen(self._theme.tokens.sheet, 1.5),
                name=series.name,
            )
            return
        y = series.y
        if self.figure is not None and self.figure.log_y and self.figure.y_range:
            y = np.maximum(y, self.figure.y_range[0])  # what has no logarithm stands on the frame
        item.plot(
            series.x,
            y,
            pen=_pen(colour, 2.2 if series.strong else 1, series.dash),
            name=series.name,
            stepMode="center" if series.kind == STEPS else None,
            antialias=True,
            **(dots if series.symbol else {}),
        )

    def _restyle(self) -> None:
        tokens = self._theme.tokens
        self.save_button.setIcon(icon("save", tokens.quiet))
        self._plot.setBackground(QColor(tokens.sheet))
        for side in ("bottom", "left"):
            axis = self.plot.getAxis(side)
            axis.setPen(QColor(tokens.line))
            axis.setTextPen(QColor(tokens.quiet))
            axis.setTickPen(QColor(tokens.line))
        if self.figure is not None:
            self.show_figure(self.figure)
        if self._handle is not None:
            low, high = self._handle.maxRange
            self.set_handle(self._handle.value(), low, high, self._handle.label.format)


def _along(value: float, log: bool) -> float:
    """Where a value stands on an axis."""
    return log10(value) if log else value


def _ticks(ticks: Sequence[tuple[float, str]] | None, log: bool) -> list[list[tuple[float, str]]] | None:
    return [[(_along(value, log), text) for value, text in ticks]] if ticks else None


def _pen(colour: str | QColor, width: float, dash: str = "solid") -> QPen:
    pen = QPen(QColor(colour), width, _STYLES[dash])
    pen.setCosmetic(True)
    return pen


def _same(one: Series, other: Series) -> bool:
    return (
        (one.name, one.colour, one.dash, one.strong) == (other.name, other.colour, other.dash, other.strong)
        and np.array_equal(one.x, other.x)
        and np.array_equal(one.y, other.y)
    )
