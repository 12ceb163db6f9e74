"""A word's state drawn by the line around its picture and by a sign, never by colour alone."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from app.search.painting import draw_icon
from app.style.tokens import Tokens
from app.widgets.outline import draw_outline

MARK = 16
_SIGNS = {"typed": "pen", "accepted": "accept"}


def outline(painter: QPainter, box: QRect, state: str, tokens: Tokens) -> None:
    """The line around a picture of a word in this state."""
    frame = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5)
    draw_outline(painter, frame, state, QColor(tokens.state(state)), 1.0)


def draw_sign(painter: QPainter, box: QRect, state: str, tokens: Tokens) -> None:
    """A pen for a person's reading, a tick for an accepted one, else a small frame drawn as the outline is."""
    if state in _SIGNS:
        draw_icon(painter, box, _SIGNS[state], tokens.state(state))
        return
    inner = box.adjusted(2, 3, -2, -3)
    outline(painter, inner, state, tokens)
    if state == "uncertain":
        painter.save()
        font = painter.font()
        font.setPointSizeF(font.pointSizeF() * 0.75)
        painter.setFont(font)
        painter.drawText(inner, Qt.AlignmentFlag.AlignCenter, "?")
        painter.restore()
