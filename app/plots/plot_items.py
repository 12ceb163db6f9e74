"""Series and marks of a plot as items of pyqtgraph, which this module imports."""

from collections.abc import Sequence
from math import log10

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QBrush, QColor, QPen, QWheelEvent

from app.plots.plot_data import Hatch, Mark, PlotData, Series, SeriesKind
from app.style.tokens import Tokens
from app.widgets.accessibility import set_role

_STYLES = {
    "solid": Qt.PenStyle.SolidLine,
    "dash": Qt.PenStyle.DashLine,
    "dot": Qt.PenStyle.DotLine,
    "dashdot": Qt.PenStyle.DashDotLine,
}
_PATTERNS = {Hatch.LINES: Qt.BrushStyle.BDiagPattern, Hatch.CROSSES: Qt.BrushStyle.DiagCrossPattern}


class StillPlot(pg.PlotWidget):
    """A plot that nobody zooms or moves: the wheel scrolls what it stands in."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        set_role(self, QAccessible.Role.Chart)
        self.setMenuEnabled(False)
        self.hideButtons()
        self.setMouseEnabled(x=False, y=False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the axes of pyqtgraph would keep it


def add_series(plot: pg.PlotItem, series: Series, figure: PlotData, tokens: Tokens) -> pg.PlotDataItem | None:
    """Draw a series of ``figure``; return the item of single points, which may be moved, otherwise None."""
    name = series.colour
    colour = QColor(tokens.reader(name) if isinstance(name, int) else getattr(tokens, name))
    if series.kind == SeriesKind.BARS:
        _add_bars(plot, series, colour)
        return None
    if series.kind == SeriesKind.POINTS:
        return _add_points(plot, series, colour, tokens)
    _add_line(plot, series, colour, figure)
    return None


def mark_line(mark: Mark, log: bool, tokens: Tokens) -> pg.InfiniteLine:
    """Return the vertical line of a mark with its label."""
    options = {"position": mark.position, "color": tokens.ink, "fill": QColor(tokens.sheet)}
    dashes = pen(tokens.uncertain, 1.2, "dash")
    return pg.InfiniteLine(on_axis(mark.x, log), angle=90, pen=dashes, label=mark.text, labelOpts=options)


def on_axis(value: float, log: bool) -> float:
    """Return the position of a value on its axis, which may be logarithmic."""
    return log10(value) if log else value


def axis_ticks(ticks: Sequence[tuple[float, str]] | None, log: bool) -> list[list[tuple[float, str]]] | None:
    """Return ticks in the form of pyqtgraph; None, for ticks of its own, without any."""
    return [[(on_axis(value, log), text) for value, text in ticks]] if ticks else None


def pen(colour: str | QColor, width: float, dash: str = "solid") -> QPen:
    """Return a pen as wide in pixels at every scale."""
    made = QPen(QColor(colour), width, _STYLES[dash])
    made.setCosmetic(True)
    return made


def _add_points(plot: pg.PlotItem, series: Series, colour: QColor, tokens: Tokens) -> pg.PlotDataItem:
    points = plot.plot(
        series.x,
        series.y,
        pen=None,
        symbol=series.symbol or "o",
        symbolSize=11,
        symbolBrush=colour,
        symbolPen=pen(tokens.sheet, 1.5),
        name=series.name if series.is_listed else None,
    )
    _add_intervals(plot, series, colour, tokens)
    return points


def _add_intervals(plot: pg.PlotItem, series: Series, colour: QColor, tokens: Tokens) -> None:
    """Draw the interval of each point as a bar, and its label above it."""
    if series.low is not None and series.high is not None:
        bars = pg.ErrorBarItem(
            x=series.x,
            y=series.y,
            top=series.high - series.y,
            bottom=series.y - series.low,
            beam=1.5,
            pen=pen(colour, 1.5),
        )
        plot.addItem(bars)
    tops = series.y if series.high is None else series.high
    for x, top, text in zip(series.x, tops, series.labels, strict=False):
        label = pg.TextItem(text, color=QColor(tokens.ink), anchor=(0.5, 1.0))
        label.setPos(float(x), float(top))
        plot.addItem(label, ignoreBounds=True)


def _add_bars(plot: pg.PlotItem, series: Series, colour: QColor) -> None:
    soft = QColor(colour)
    soft.setAlpha(110 if series.colour == "unread" else 170)
    bars = pg.BarGraphItem(
        x=series.x,
        y0=np.zeros(len(series.x)) if series.base is None else series.base,
        height=series.y,
        width=series.width,
        brush=QBrush(colour, _PATTERNS[series.hatch]) if series.hatch in _PATTERNS else QBrush(soft),
        pen=pen(colour, 1),
        name=series.name if series.is_listed else None,
    )
    plot.addItem(bars)


def _add_line(plot: pg.PlotItem, series: Series, colour: QColor, figure: PlotData) -> None:
    symbols = {"symbol": series.symbol, "symbolSize": 6, "symbolPen": colour, "symbolBrush": colour}
    y = series.y
    if figure.log_y and figure.y_range:
        y = np.maximum(y, figure.y_range[0])  # values without a logarithm are drawn at the frame
    plot.plot(
        series.x,
        y,
        pen=pen(colour, 2.2 if series.strong else 1, series.dash),
        name=series.name if series.is_listed else None,
        stepMode="center" if series.kind == SeriesKind.STEPS else None,
        antialias=True,
        **(symbols if series.symbol else {}),
    )
