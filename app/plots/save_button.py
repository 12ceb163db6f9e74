"""The button that saves a plot as an image, a drawing or a table."""

import errno
import os
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMarginsF, QRectF, QSizeF, Signal
from PySide6.QtGui import QColor, QImage, QPageSize, QPaintDevice, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsView, QMenu, QToolButton

from app.context import ProjectContext
from app.plots.plot_data import PlotData, to_csv
from app.style.file_dialog import choose_new_file
from app.style.icons import icon

PNG_WIDTH = 1600
_POINTS_PER_INCH = 72


class PlotSaveButton(QToolButton):
    """``chosen(Path)``: a person wants the plot in this file.

    ``saved(path)`` or ``failed(message)`` after saving, which is also reported to the person.
    """

    chosen = Signal(object)
    saved = Signal(str)
    failed = Signal(str)

    def __init__(self, context: ProjectContext) -> None:
        super().__init__()
        self._theme = context.theme
        self.setProperty("kind", "flat")
        self.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolTip(self.tr("Save this plot as an image or a table"))
        self.setAccessibleName(self.toolTip())
        menu = QMenu(self)
        for suffix, text in (
            ("png", self.tr("Save as PNG image …")),
            ("svg", self.tr("Save as SVG drawing …")),
            ("pdf", self.tr("Save as PDF drawing …")),
            ("csv", self.tr("Save the numbers as CSV …")),
        ):
            menu.addAction(text).triggered.connect(partial(self._choose_file, suffix))
        self.setMenu(menu)
        self.setIcon(icon("save", "quiet"))
        self.saved.connect(lambda path: context.notifications.info(self.tr("Saved: {0}").format(path)))
        self.failed.connect(context.notifications.error)

    def save(self, path: Path, view: QGraphicsView, plot: PlotData) -> None:
        """Write the plot drawn in ``view`` as ``.png``, ``.svg``, ``.pdf`` or ``.csv``, by the suffix of ``path``."""
        try:
            _save(path, view, plot, self._theme.tokens.sheet)
        except OSError as error:
            text = self.tr("{0} could not be written ({1}). Choose another folder.")
            self.failed.emit(text.format(path.name, error))
        else:
            self.saved.emit(str(path))

    def _choose_file(self, suffix: str) -> None:
        choose_new_file(self.window(), self.tr("Save the plot"), "", suffix, self.chosen.emit)


def _save(path: Path, view: QGraphicsView, plot: PlotData, background: str) -> None:
    """Write ``path`` by its suffix: ``.csv`` the numbers, ``.svg`` and ``.pdf`` a drawing, otherwise an image.

    Raises OSError when it cannot be written.
    """
    if path.suffix == ".csv":
        path.write_text(to_csv(plot), encoding="utf-8")
        return
    # Qt reports no reason for a failure: opening the file first does
    path.open("wb").close()
    if path.suffix == ".svg":
        drawn = _paint(view, _svg(path, view, plot.title))
    elif path.suffix == ".pdf":
        drawn = _paint(view, _pdf(path, view, plot.title))
    else:
        image = _image(view, background)
        drawn = _paint(view, image) and image.save(str(path))
    if not drawn:
        raise OSError(errno.EIO, os.strerror(errno.EIO))


def _paint(view: QGraphicsView, device: QPaintDevice) -> bool:
    """Draw what ``view`` shows over the whole of ``device``; return whether it took it."""
    painter = QPainter(device)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    view.render(painter, QRectF(0, 0, device.width(), device.height()), view.viewport().rect())
    return painter.end()


def _image(view: QGraphicsView, background: str) -> QImage:
    visible = view.viewport().rect()
    height = round(PNG_WIDTH * visible.height() / max(1, visible.width()))
    image = QImage(PNG_WIDTH, height, QImage.Format.Format_RGB32)
    image.fill(QColor(background))
    return image


# The axes are recorded at the resolution of the screen, and at another one they would be drawn at another scale than
# the curves. (pyqtgraph's own exporter to SVG fails on closed paths.)


def _svg(path: Path, view: QGraphicsView, title: str) -> QSvgGenerator:
    visible = view.viewport().rect()
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setResolution(view.logicalDpiX())
    generator.setSize(visible.size())
    generator.setViewBox(visible)
    generator.setTitle(title)
    return generator


def _pdf(path: Path, view: QGraphicsView, title: str) -> QPdfWriter:
    writer = QPdfWriter(str(path))
    writer.setResolution(view.logicalDpiX())
    size = QSizeF(view.viewport().size()) * (_POINTS_PER_INCH / view.logicalDpiX())
    writer.setPageSize(QPageSize(size, QPageSize.Unit.Point))
    writer.setPageMargins(QMarginsF())
    writer.setTitle(title)
    return writer
