"""The lines of members and runs in plots: colour and dashes by number, and a sample of each."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.style.theme import Theme
from app.style.tokens import Tokens

_DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)


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
