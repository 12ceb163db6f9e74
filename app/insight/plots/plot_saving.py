"""Writing a plot to a file: a picture, a drawing, or its numbers."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsView

from app.insight.plots.plot_data import PlotData, to_csv

PNG_WIDTH = 1600


def write_plot(path: Path, view: QGraphicsView, figure: PlotData, paper: str) -> None:
    """Write to ``path`` by its ending: ``.csv`` the numbers, ``.svg`` a drawing, else a picture on ``paper``.

    Raises OSError when it cannot be written.
    """
    if path.suffix == ".csv":
        path.write_text(to_csv(figure), encoding="utf-8")
        return
    # Qt says nothing of why it could not write: opening the file first does
    path.open("wb").close()
    if path.suffix == ".svg":
        _draw_svg(path, view, figure.title)
    elif not _picture(view, paper).save(str(path)):
        raise OSError(errno.EIO, os.strerror(errno.EIO))


def _picture(view: QGraphicsView, paper: str) -> QImage:
    seen = view.viewport().rect()
    height = round(PNG_WIDTH * seen.height() / max(1, seen.width()))
    image = QImage(PNG_WIDTH, height, QImage.Format.Format_RGB32)
    image.fill(QColor(paper))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    view.render(painter, QRectF(image.rect()), seen)
    painter.end()
    return image


def _draw_svg(path: Path, view: QGraphicsView, title: str) -> None:
    # pyqtgraph's own exporter stumbles over closed paths
    seen = view.viewport().rect()
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(seen.size())
    generator.setViewBox(seen)
    generator.setTitle(title)
    painter = QPainter(generator)
    view.render(painter, QRectF(seen), seen)
    painter.end()
