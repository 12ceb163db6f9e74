"""One plot with its title, its legend and the button that saves it. This module and its users import pyqtgraph."""

from math import ceil
from pathlib import Path

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QMouseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QSizePolicy

from app.context import ProjectContext
from app.plots.plot_data import PlotData, Series, SeriesKind
from app.plots.plot_items import StillPlot, add_series, axis_ticks, mark_line, on_axis, pen
from app.plots.save_button import PlotSaveButton
from app.style.theme import text_scale
from app.widgets import builders

_MAX_LEGEND_ENTRIES = 30
_LEGEND_POINTS, _LABEL_POINTS = 8.5, 9
_LINE_HEIGHT = 16
"""Pixels of a line of text of the usual size, for which the sizes of axes and legends below hold."""
_MOST_SIDE = 420
"""Length in pixels of the axes of a square plot, which has its legend beside it."""
_LEGEND_COLUMN = 3
_TOP, _GAP = 8, 4
"""Pixels above the title, and around the plot."""
_REACH = 16
"""Pixels around a point in which it can be grasped."""
_AXIS_WIDTH, _SQUARE_AXIS = 48, 58
"""Pixels of an axis, and of one of a square plot, whose label mostly has two lines."""
_SAMPLE_WIDTH, _ENTRY_HEIGHT = 56, 17
"""Pixels of the legend: a line's sample with the space around it, and an entry."""


class PlotPanel(QFrame):
    """Draws a :class:`PlotData`.

    ``dragged(x)`` while a person moves the line of :meth:`set_handle`; ``point_dragged(series, x, y)`` while they drag
    a single point, which :meth:`move_points` then moves.
    """

    dragged = Signal(float)
    point_dragged = Signal(int, float, float)

    def __init__(self, context: ProjectContext, *, square: int = 0) -> None:
        """``square``: if not 0, both axes have the same length, as many pixels or more, for a plot of two shares."""
        super().__init__()
        self.setObjectName("sheet")
        self._theme = context.theme
        self._least_side, self._is_square = _scaled(square), square > 0
        self._grasped: int | None = None
        """The number of the series whose point is being dragged."""
        self.figure: PlotData | None = None
        self._handle: pg.InfiniteLine | None = None
        self._legend: pg.LegendItem | None = None
        self._columns = 1
        self._points: dict[int, pg.PlotDataItem] = {}
        """The items of single points, by the number of their series."""
        self._title = builders.label("", "section")
        self.view = StillPlot()
        """The widget in which the plot is drawn and dragged."""
        # the title is a label above the plot; the row of pyqtgraph's title is used for the legend
        self.plot.layout.removeItem(self.plot.titleLabel)
        # axes run from left to right in every language
        self.view.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.plot.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.save_button = PlotSaveButton(context)
        self._head = builders.row((self._title, 1))
        self._head.addWidget(self.save_button, 0, Qt.AlignmentFlag.AlignTop)
        self.view.viewport().setMouseTracking(True)
        self.view.viewport().installEventFilter(self)
        column = builders.column(self._head, (self.view, 100), parent=self, margins=(16, _TOP, 8, _GAP), spacing=_GAP)
        column.addStretch(1)  # below a square plot
        if square:
            # the plot, of fixed size, does not keep it wider
            self.setMinimumWidth(self._least_side + _scaled(_SQUARE_AXIS) + 24)
        self.save_button.chosen.connect(self.save)
        self._theme.changed.connect(self._theme_changed)
        self._restyle()

    @property
    def plot(self) -> pg.PlotItem:
        """The plot item of pyqtgraph."""
        return self.view.getPlotItem()

    def show_figure(self, figure: PlotData) -> None:
        """Draw ``figure`` in place of the present plot; a handle stays."""
        self.figure = figure
        self._title.setText(figure.title)
        self.save_button.setAccessibleName(self.tr("Save the plot “{0}”").format(figure.title))
        self.view.setAccessibleName(f"{figure.title}. {figure.y_label}; {figure.x_label}")
        item = self.plot
        for old in [i for i in item.items if i is not self._handle]:
            item.removeItem(old)
        self._replace_legend(figure)
        item.setLogMode(x=figure.log_x, y=figure.log_y)
        self._points = {}
        for number, series in enumerate(figure.series):
            points = add_series(item, series, figure, self._theme.tokens)
            if points is not None:
                self._points[number] = points
        for mark in figure.marks:
            item.addItem(mark_line(mark, figure.log_x, self._theme.tokens))
        self._label_axes(figure)
        item.getAxis("bottom").setTicks(axis_ticks(figure.x_ticks, figure.log_x))
        if self._is_square:
            self._keep_square()
        elif self._legend is not None:
            item.layout.setRowFixedHeight(0, self._legend.boundingRect().height())
        if figure.x_range:
            item.setXRange(*(on_axis(x, figure.log_x) for x in figure.x_range), padding=0)
        if figure.y_range:
            item.setYRange(*(on_axis(y, figure.log_y) for y in figure.y_range), padding=0)
        else:
            item.enableAutoRange(axis="y")

    def _label_axes(self, figure: PlotData) -> None:
        """Write the labels of the axes, in two lines where one is long, and the numbers at the left that have room."""
        style = {"color": self._theme.tokens.quiet, "font-size": f"{_LABEL_POINTS * text_scale():g}pt"}
        axes = self.plot.vb.size()
        lengths = {"bottom": (figure.x_label, axes.width()), "left": (figure.y_label, axes.height())}
        font = QFont(self.font())
        font.setPointSizeF(_LABEL_POINTS * text_scale())
        for side, (text, length) in lengths.items():
            self.plot.setLabel(side, _in_two_lines(text, QFontMetrics(font), length), **style)
            self.plot.getAxis(side).resizeEvent()  # an axis of fixed width does not move its new label
        most = max(2, int(axes.height() / QFontMetrics(self.font()).height()))
        ticks = figure.y_ticks and figure.y_ticks[:: ceil(len(figure.y_ticks) / most)]
        self.plot.getAxis("left").setTicks(axis_ticks(ticks, figure.log_y))

    def move_points(self, figure: PlotData) -> None:
        """Draw ``figure``; if it differs from the present plot in single points only, just move these.

        A full redraw takes tens of milliseconds, too long while a line is dragged.
        """
        shown, points = self.figure, SeriesKind.POINTS
        if (
            shown is None
            or len(shown.series) != len(figure.series)
            or len(self._points) != sum(series.kind == points for series in figure.series)
        ):
            self.show_figure(figure)
            return
        for number, (old, new) in enumerate(zip(shown.series, figure.series, strict=True)):
            if old.kind != new.kind or (new.kind != points and not _is_same(old, new)):
                self.show_figure(figure)
                return
            if new.kind == points and not _is_same(old, new):
                self._points[number].setData(new.x, new.y)
                label = self._legend.getLabel(self._points[number]) if self._legend is not None else None
                if label is not None:
                    label.setText(new.name)
        self.figure = figure

    def set_handle(self, x: float, low: float, high: float, text: str) -> None:
        """Show a line that a person can drag between ``low`` and ``high``; ``dragged`` is not emitted."""
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
        self._handle.setPen(pen(tokens.accent, 3))
        self._handle.setHoverPen(pen(tokens.ink, 4))
        self._handle.label.setColor(QColor(tokens.ink))
        self._handle.label.fill = QBrush(QColor(tokens.sheet))
        self._handle.label.setFormat(text)
        self._handle.setZValue(10)

    @property
    def handle(self) -> float | None:
        """The position of the line of :meth:`set_handle`."""
        return None if self._handle is None else float(self._handle.value())

    def save(self, path: Path) -> None:
        """Write the plot as ``.png``, ``.svg``, ``.pdf`` or ``.csv``, by the suffix of ``path``."""
        if self.figure is not None:
            self.save_button.save(path, self.view, self.figure)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.view.viewport() and isinstance(event, QMouseEvent) and self._points:
            return self._drag_point(event)
        return super().eventFilter(watched, event)

    def point_at(self, number: int) -> QPoint:
        """Return where the point of a series is drawn, in pixels of the view."""
        item = self._points[number]
        place = self.plot.vb.mapViewToScene(QPointF(float(item.xData[0]), float(item.yData[0])))
        return self.view.mapFromScene(place)

    def _drag_point(self, event: QMouseEvent) -> bool:
        spot, kind = event.position().toPoint(), event.type()
        if kind == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            self._grasped = self._point_under(spot)
        elif kind == QEvent.Type.MouseButtonRelease and self._grasped is not None:
            self._grasped = None
            return True
        elif kind == QEvent.Type.MouseMove and self._grasped is not None:
            at = self.plot.vb.mapSceneToView(self.view.mapToScene(spot))
            self.point_dragged.emit(self._grasped, at.x(), at.y())
            return True
        elif kind == QEvent.Type.MouseMove:
            over = self._point_under(spot) is not None
            self.view.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)
        return self._grasped is not None

    def _point_under(self, spot: QPoint) -> int | None:
        """Return the number of the series whose point is nearest to ``spot``, within reach."""
        single = [number for number, item in self._points.items() if len(item.xData) == 1]
        distances = {number: (self.point_at(number) - spot).manhattanLength() for number in single}
        nearest = min(distances, key=lambda number: distances[number], default=None)
        return nearest if nearest is not None and distances[nearest] <= _REACH else None

    def _keep_square(self) -> None:
        """Give the axes the same length, as long as there is room, and the legend its place beside them."""
        beside, height = (0, 0) if self._legend is None else _size(self._legend)
        room = self.contentsRect()
        axis, above = _scaled(_SQUARE_AXIS), _scaled(_LINE_HEIGHT // 2)
        self.plot.getAxis("left").setWidth(axis)
        self.plot.getAxis("bottom").setHeight(axis)
        head = _TOP + self._head.heightForWidth(room.width() - 24) + 2 * _GAP + above + 2
        self.setMinimumHeight(head + max(self._least_side + axis, height))
        side = min(room.width() - 26 - beside, room.height() - head, _MOST_SIDE) - axis
        side = max(side, self._least_side)
        self.plot.layout.setColumnFixedWidth(_LEGEND_COLUMN, beside)
        self.plot.layout.setColumnFixedWidth(1, side)
        self.plot.layout.setRowFixedHeight(0, above)  # the upper half of the highest number
        self.plot.layout.setRowFixedHeight(2, side)
        self.view.setFixedSize(side + axis + beside + 2, above + max(side + axis, height) + 2)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # drawn before it had its size, the axes would lie over the legend and their labels
        QTimer.singleShot(0, self, self._restyle)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._is_square:
            self._keep_square()
        if (
            self.figure is not None
            and self._legend is not None
            and self._count_legend_columns(self.figure) != self._columns
        ):
            self.show_figure(self.figure)
        elif self.figure is not None:
            self._label_axes(self.figure)

    def _replace_legend(self, figure: PlotData) -> None:
        """Put a legend above or beside the axes, where it hides nothing and is saved with the plot."""
        item = self.plot
        if self._legend is not None:
            item.layout.removeItem(self._legend)
            self._legend.scene().removeItem(self._legend)
            item.legend = self._legend = None
        if not 1 < len(_listed(figure)) <= _MAX_LEGEND_ENTRIES:
            item.layout.setRowFixedHeight(0, 0)
            return
        self._columns = self._count_legend_columns(figure)
        self._legend = item.legend = pg.LegendItem(
            colCount=self._columns,
            labelTextColor=self._theme.tokens.ink,
            labelTextSize=f"{_LEGEND_POINTS * text_scale():g}pt",
            horSpacing=16,
            verSpacing=-6,
        )
        if self._is_square:
            self._legend.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            # it may be higher than the axes: their rows, and one more
            item.layout.addItem(self._legend, 2, _LEGEND_COLUMN, 3, 1, Qt.AlignmentFlag.AlignTop)
        else:
            item.layout.addItem(self._legend, 0, 1)

    def _count_legend_columns(self, figure: PlotData) -> int:
        font = self.font()
        font.setPointSizeF(_LEGEND_POINTS * text_scale())
        names = [series.name for series in _listed(figure)]
        width = max(QFontMetrics(font).horizontalAdvance(name) for name in names) + _SAMPLE_WIDTH
        if not self._is_square:
            return max(1, min(len(names), (self.width() - 2 * _scaled(_AXIS_WIDTH)) // width))
        room = self.contentsRect()
        wanted = ceil(len(names) * _scaled(_ENTRY_HEIGHT) / self._least_side)
        return max(1, min(wanted, (room.width() - 24 - self._least_side - _scaled(_SQUARE_AXIS)) // width))

    def _theme_changed(self) -> None:
        if self.isVisible():  # otherwise it is drawn when it is shown
            self._restyle()

    def _restyle(self) -> None:
        tokens = self._theme.tokens
        self.view.setBackground(QColor(tokens.sheet))
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


def _scaled(pixels: int) -> int:
    """Return a length for the size of the texts, which a person, or the system, may have enlarged."""
    return ceil(pixels * max(1.0, QFontMetrics(QApplication.font()).height() / _LINE_HEIGHT))


def _size(legend: pg.LegendItem) -> tuple[int, int]:
    size = legend.effectiveSizeHint(Qt.SizeHint.PreferredSize)
    return ceil(size.width()), ceil(size.height())


def _listed(figure: PlotData) -> list[Series]:
    return [series for series in figure.series if series.is_listed]


def _is_same(one: Series, other: Series) -> bool:
    return (
        (one.name, one.colour, one.dash, one.strong) == (other.name, other.colour, other.dash, other.strong)
        and np.array_equal(one.x, other.x)
        and np.array_equal(one.y, other.y)
    )


def _in_two_lines(text: str, metrics: QFontMetrics, length: float) -> str:
    """Return the label of an axis, broken at the space nearest its middle if it is longer than ``length`` pixels."""
    spaces = [place for place, character in enumerate(text) if character == " "]
    if not spaces or metrics.horizontalAdvance(text) <= length:
        return text
    middle = min(spaces, key=lambda place: abs(place - len(text) / 2))
    return f"{text[:middle]}<br>{text[middle + 1 :]}"
