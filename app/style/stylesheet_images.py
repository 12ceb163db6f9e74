"""Arrows and ticks of boxes in the colours of the theme, as image files for the style sheet."""

from functools import cache
from pathlib import Path

from PySide6.QtCore import QDir, QPointF, Qt, QTemporaryDir
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF

_SIZE, _SCALE = 12, 4
_PREFIX = "marks"
"""Search path for the folder: a style sheet cannot contain a path with a bracket or a quotation mark."""
_SHAPES = {
    "down": [(2.5, 4.5), (6, 8), (9.5, 4.5)],
    "up": [(2.5, 7.5), (6, 4), (9.5, 7.5)],
    "tick": [(2.5, 6.5), (5, 9), (9.5, 3.5)],
}


def stylesheet_images(ink: str, on_accent: str) -> dict[str, str]:
    """Return the paths of the images: ``down`` and ``up`` in the colour ``ink``, ``tick`` in ``on_accent``."""
    return {name: _file(name, on_accent if name == "tick" else ink) for name in _SHAPES}


@cache
def _folder() -> QTemporaryDir:
    folder = QTemporaryDir()
    QDir.addSearchPath(_PREFIX, folder.path())
    return folder


@cache
def _file(name: str, colour: str) -> str:
    pixmap = QPixmap(_SIZE * _SCALE, _SIZE * _SCALE)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(_SCALE, _SCALE)
    pen = QPen(QColor(colour), 1.6)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPolyline(QPolygonF([QPointF(*point) for point in _SHAPES[name]]))
    painter.end()
    file = f"{name}-{colour.lstrip('#')}.png"
    pixmap.save(str(Path(_folder().path()) / file))
    return f"{_PREFIX}:{file}"
