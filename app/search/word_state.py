"""A word's state, drawn and in words: by the line around it and a sign, never by colour alone."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from app.ground.tokens import Tokens
from app.search.painting import draw_icon

MARK = 16
_SIGNS = {"typed": "pen", "accepted": "accept"}
_CORNER = 8


def state_words() -> dict[str, str]:
    """What a person calls each state."""
    translate = QCoreApplication.translate
    return {
        "typed": translate("WordState", "read by a person"),
        "accepted": translate("WordState", "accepted"),
        "seen": translate("WordState", "predicted, a word of the training"),
        "unseen": translate("WordState", "predicted, not in the training"),
        "uncertain": translate("WordState", "predicted, uncertain"),
        "unread": translate("WordState", "unread"),
    }


def draw_outline(painter: QPainter, box: QRect, state: str, tokens: Tokens) -> None:
    """The line around a picture: thick for a person's reading, thin, open, dashed or dotted for the others."""
    pen = QPen(QColor(tokens.state(state)), 2 if state in _SIGNS else 1)
    if state == "uncertain":
        pen.setStyle(Qt.PenStyle.DashLine)
    elif state == "unread":
        pen.setStyle(Qt.PenStyle.DotLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    frame = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5)
    if state != "unseen":
        painter.drawRect(frame)
        return
    right, top = frame.right(), frame.top()
    painter.drawPolyline(
        QPolygonF([
            QPointF(right - _CORNER, top), frame.topLeft(), frame.bottomLeft(), frame.bottomRight(),
            QPointF(right, top + _CORNER),
        ])
    )  # fmt: skip


def draw_sign(painter: QPainter, box: QRect, state: str, tokens: Tokens) -> None:
    """A pen for a person's reading, a tick for an accepted one, else a small frame drawn as the outline is."""
    if state in _SIGNS:
        draw_icon(painter, box, _SIGNS[state], tokens.state(state))
        return
    inner = box.adjusted(2, 3, -2, -3)
    draw_outline(painter, inner, state, tokens)
    if state == "uncertain":
        painter.save()
        font = painter.font()
        font.setPointSizeF(font.pointSizeF() * 0.75)
        painter.setFont(font)
        painter.drawText(inner, Qt.AlignmentFlag.AlignCenter, "?")
        painter.restore()
