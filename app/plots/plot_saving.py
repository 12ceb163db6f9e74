"""Saving a plot to a file: as an image, as a drawing, or as its numbers."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsView

from app.plots.plot_data import PlotData, to_csv

PNG_WIDTH = 1600


def save_plot(path: Path, view: QGraphicsView, plot: PlotData, background: str) -> None:
    """Write ``path`` by its suffix: ``.csv`` the numbers, ``.svg`` a drawing, otherwise an image.

    Raises OSError when it cannot be written.
    """
    if path.suffix == ".csv":
        path.write_text(to_csv(plot), encoding="utf-8")
        return
    # Qt reports no reason for a failure: opening the file first does
    path.open("wb").close()
    if path.suffix == ".svg":
        _draw_svg(path, view, plot.title)
    elif not _image(view, background).save(str(path)):
        raise OSError(errno.EIO, os.strerror(errno.EIO))


def _image(view: QGraphicsView, background: str) -> QImage:
    visible = view.viewport().rect()
    height = round(PNG_WIDTH * visible.height() / max(1, visible.width()))
    image = QImage(PNG_WIDTH, height, QImage.Format.Format_RGB32)
    image.fill(QColor(background))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    view.render(painter, QRectF(image.rect()), visible)
    painter.end()
    return image


def _draw_svg(path: Path, view: QGraphicsView, title: str) -> None:
    # pyqtgraph's own exporter fails on closed paths
    visible = view.viewport().rect()
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(visible.size())
    generator.setViewBox(visible)
    generator.setTitle(title)
    painter = QPainter(generator)
    view.render(painter, QRectF(visible), visible)
    painter.end()
