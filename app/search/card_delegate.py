"""The cards of the wall: picture, mark, text, state and distance of one word."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.search.painting import draw_picture, draw_ring, elided, fitted
from app.search.word_info_cache import WordInfoCache
from app.search.word_table import Index, WordTable
from app.session.crop_loader import CropLoader
from app.style.icons import draw_icon
from app.style.theme import Theme, reading_font, tabular
from app.widgets.word_outline import draw_outline, draw_state_icon

CARD = QSize(188, 136)
_PICTURE = QSize(160, 56)
_BADGE = 20
_MARK = 16


class CardDelegate(QStyledItemDelegate):
    """Draws one word of the wall; ``distance(place)`` is what stands in its corner, as text."""

    def __init__(
        self,
        table: WordTable,
        crops: CropLoader,
        facts: WordInfoCache,
        theme: Theme,
        distance: Callable[[int], str],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._table, self._crops, self._facts, self._theme = table, crops, facts, theme
        self._distance = distance
        self._reading: QFont = reading_font()
        self._figures: QFont = tabular(QApplication.font())

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return CARD

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        word_id, place = self._table.id_at(index), self._table.place(index)
        if word_id is None or place is None:
            return
        tokens = self._theme.tokens
        view = option.widget
        box = option.rect.adjusted(4, 4, -4, -4)
        marked = self._table.is_marked(word_id)
        painter.save()
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.hover if marked else tokens.page))
        painter.drawRoundedRect(box, 6, 6)
        self._draw_word(painter, box, word_id, place, option.direction)
        self._draw_badge(painter, box, marked, option.direction)
        current = getattr(view, "currentIndex", None)
        if current is not None and QPersistentModelIndex(current()) == QPersistentModelIndex(index):
            draw_ring(painter, box, tokens, focused=bool(view.hasFocus()))
        painter.restore()

    def _draw_word(
        self, painter: QPainter, box: QRect, word_id: int, place: int, direction: Qt.LayoutDirection
    ) -> None:
        tokens = self._theme.tokens
        facts = self._facts.get(word_id)
        image = self._crops.get(word_id)
        left = box.left() + (box.width() - _PICTURE.width()) // 2
        room = QRect(left, box.top() + 34, _PICTURE.width(), _PICTURE.height())
        target = room if image is None else fitted(image, room, Qt.AlignmentFlag.AlignHCenter)
        draw_picture(painter, image, target, tokens)
        side = QStyle.visualAlignment(direction, Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(self._figures)
        painter.setPen(QColor(tokens.quiet))
        painter.drawText(QRect(box.left() + 8, box.top() + 4, box.width() - 16, 24), side, self._distance(place))
        foot = QRect(box.left() + 8, box.top() + 98, box.width() - 16, 24)
        if facts is None:
            return
        draw_outline(painter, QRectF(target).adjusted(-2.5, -2.5, 2.5, 2.5), facts.state, tokens)
        sign = QRect(foot.left(), foot.top() + (foot.height() - _MARK) // 2, _MARK, _MARK)
        draw_state_icon(painter, QStyle.visualRect(direction, foot, sign), facts.state, tokens)
        painter.setFont(self._reading)
        painter.setPen(QColor(tokens.ink if facts.text else tokens.quiet))
        space = foot.adjusted(_MARK + 8, 0, 0, 0)
        text = elided(painter, facts.text or "–", space.width())
        painter.drawText(QStyle.visualRect(direction, foot, space), side, text)

    def _draw_badge(self, painter: QPainter, box: QRect, marked: bool, direction: Qt.LayoutDirection) -> None:
        tokens = self._theme.tokens
        corner = QRect(box.right() - _BADGE - 3, box.top() + 4, _BADGE, _BADGE)
        corner = QStyle.visualRect(direction, box, corner)
        painter.setPen(QPen(QColor(tokens.accent if marked else tokens.unread), 1.5))
        painter.setBrush(QColor(tokens.accent if marked else tokens.sheet))
        painter.drawRoundedRect(corner.adjusted(2, 2, -2, -2), 4, 4)
        if marked:
            draw_icon(painter, corner.adjusted(3, 3, -3, -3), "accept", tokens.on_accent)
