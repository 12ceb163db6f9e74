"""What cards and lines have in common when they are drawn."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter, QPen

from app.style.tokens import Tokens


def fitted(image: QImage, box: QRect, align: Qt.AlignmentFlag) -> QRect:
    """Where a picture goes in ``box``: whole, never enlarged more than twice."""
    if image.isNull():
        return QRect(box)
    scale = min(2.0, box.width() / image.width(), box.height() / image.height())
    width, height = max(1, round(image.width() * scale)), max(1, round(image.height() * scale))
    left = box.left() + (box.width() - width) // 2
    if align & Qt.AlignmentFlag.AlignLeft:
        left = box.left()
    elif align & Qt.AlignmentFlag.AlignRight:
        left = box.right() + 1 - width
    return QRect(left, box.top() + (box.height() - height) // 2, width, height)


def draw_picture(painter: QPainter, image: QImage | None, target: QRect, tokens: Tokens) -> None:
    """The picture, or a quiet surface while it is on its way."""
    if image is None or image.isNull():
        painter.fillRect(target, QColor(tokens.hover))
    else:
        painter.drawImage(target, image)


def draw_ring(painter: QPainter, box: QRect, tokens: Tokens, *, focused: bool) -> None:
    """The ring around the word the keys act on: strong while the keys come here."""
    painter.setPen(QPen(QColor(tokens.accent if focused else tokens.line), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 6, 6)


def elided(painter: QPainter, text: str, width: int) -> str:
    return QFontMetrics(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, width)
