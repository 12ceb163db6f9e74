"""How much of something is read, drawn as one bar: solid what a person read, hatched what a model said."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from app.style.tokens import Tokens

_COLOURS = ("typed", "accepted", "seen", "unread")


def brush(share: int, tokens: Tokens) -> QBrush | None:
    """The filling of the share-th part (see ``tiles.SHARES``); None for what nobody read: it stays empty."""
    if share == len(_COLOURS) - 1:
        return None
    pattern = Qt.BrushStyle.BDiagPattern if _COLOURS[share] == "seen" else Qt.BrushStyle.SolidPattern
    return QBrush(QColor(tokens.state(_COLOURS[share])), pattern)


def paint_bar(painter: QPainter, rect: QRectF, shares: Sequence[int], tokens: Tokens, mirrored: bool = False) -> None:
    """Draw the parts side by side from the leading edge, in a thin frame; without any words only the frame."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shape = QPainterPath()
    radius = min(3.0, rect.height() / 2)
    shape.addRoundedRect(rect, radius, radius)
    painter.save()
    painter.setClipPath(shape)
    total = sum(shares)
    start = 0.0
    for place, count in enumerate(shares):
        width = rect.width() * count / total if total else 0.0
        filling = brush(place, tokens)
        if width and filling is not None:
            left = rect.right() - start - width if mirrored else rect.left() + start
            painter.fillRect(QRectF(left, rect.top(), width, rect.height()), filling)
        start += width
    painter.restore()
    painter.setPen(QPen(QColor(tokens.quiet), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(shape)
    painter.restore()
