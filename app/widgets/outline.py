"""A word's state as a line around it, told apart by its kind and an open corner, never by colour alone."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

BY_PERSON = ("typed", "accepted")
_LINES = {"uncertain": Qt.PenStyle.DashLine, "unread": Qt.PenStyle.DotLine}
_GAP = 14.0


def draw_outline(
    painter: QPainter, rect: QRectF, state: str, colour: QColor, width: float, *, radius: float = 0.0
) -> None:
    """A box in the manner of a state, one of ``word_states.STATES``.

    ``width`` is that of the line in pixels, 1 more where a person spoke; ``radius`` rounds its corners.
    """
    line = _LINES.get(state, Qt.PenStyle.SolidLine)
    painter.setPen(QPen(colour, width + 1 if state in BY_PERSON else width, line))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if state == "unseen":
        painter.drawPolyline(_open_corner(rect))
    else:
        painter.drawRoundedRect(rect, radius, radius)


def _open_corner(rect: QRectF) -> QPolygonF:
    """The outline without its upper right corner."""
    gap = min(_GAP, rect.height() / 2, rect.width() / 3)
    right, top = rect.right(), rect.top()
    return QPolygonF(
        [QPointF(right - gap, top), rect.topLeft(), rect.bottomLeft(), rect.bottomRight(), QPointF(right, top + gap)]
    )
