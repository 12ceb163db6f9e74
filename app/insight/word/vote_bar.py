"""A bar of votes out of n_k with the threshold's mark, painted in a table's cell."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.insight.word.vote_explanation import Reader
from app.style.theme import Theme, tabular

_HEIGHT = 10
_EDGE = 8


class VoteBar(QStyledItemDelegate):
    """Paints a :class:`Reader`, which the row carries: bar, mark, and the numbers in words beside it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        reader = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(reader, Reader):
            super().paint(painter, option, index)
            return
        tokens = self._theme.tokens
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        whole = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if selected:
            painter.fillRect(whole, QColor(tokens.accent))
        text = str(index.data(Qt.ItemDataRole.DisplayRole))
        font = tabular(option.font)
        painter.setFont(font)
        wide = min(whole.width() * 0.7, _widest(index, painter.fontMetrics()) + 2.0 * _EDGE)
        leftwards = option.direction == Qt.LayoutDirection.RightToLeft
        track = QRectF(
            whole.left() + _EDGE, whole.center().y() - _HEIGHT / 2, whole.width() - wide - 2 * _EDGE, _HEIGHT
        )
        words = QRectF(track.right() + _EDGE, whole.top(), wide - _EDGE, whole.height())
        if leftwards:
            words.moveLeft(whole.left() + _EDGE)
            track.moveLeft(words.right() + _EDGE)
        self._bar(painter, track, reader, leftwards)
        painter.setPen(QColor(tokens.on_accent if selected else tokens.ink))
        side = Qt.AlignmentFlag.AlignRight if leftwards else Qt.AlignmentFlag.AlignLeft
        painter.drawText(words, int(side | Qt.AlignmentFlag.AlignVCenter), text)
        painter.restore()

    def _bar(self, painter: QPainter, track: QRectF, reader: Reader, leftwards: bool) -> None:
        tokens = self._theme.tokens
        colour = QColor(tokens.seen if reader.seen else tokens.unseen)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.line))
        painter.drawRoundedRect(track, 3, 3)
        filled = QRectF(track)
        filled.setWidth(track.width() * min(1.0, reader.votes / max(1, reader.gates)))
        if leftwards:
            filled.moveRight(track.right())
        painter.setBrush(QBrush(colour) if reader.seen else QBrush(colour, Qt.BrushStyle.Dense3Pattern))
        painter.drawRoundedRect(filled, 3, 3)
        share = min(1.0, reader.thres / max(1, reader.gates))
        x = track.right() - share * track.width() if leftwards else track.left() + share * track.width()
        painter.setPen(QPen(QColor(tokens.ink), 2))
        painter.drawLine(QPointF(x, track.top() - 4), QPointF(x, track.bottom() + 4))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.ink))
        top = track.top() - 4
        painter.drawPolygon(QPolygonF([QPointF(x - 4, top - 4), QPointF(x + 4, top - 4), QPointF(x, top + 1)]))


def _widest(index: QModelIndex | QPersistentModelIndex, metrics: QFontMetrics) -> int:
    """The widest text of the column, so that all bars are of one length."""
    model, column = index.model(), index.column()
    return max(metrics.horizontalAdvance(str(model.index(row, column).data())) for row in range(model.rowCount()))
