"""The lines of a search in the text: picture, the text with what was found in bold, state, page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.search.painting import draw_picture, draw_ring, elided, fitted
from app.search.word_info_cache import WordInfoCache
from app.search.word_table import Index, WordTable
from app.session.crop_loader import CropLoader
from app.style.theme import Theme, reading_font
from app.text.state_names import state_names
from app.widgets.word_outline import draw_outline, draw_state_icon

HEIGHT = 56
_PICTURE = 192
_MARK = 16
_TEXT_POINTS = 1.2


class LineDelegate(QStyledItemDelegate):
    """Draws one word found; ``spans(text)`` are the parts of its text to set in bold."""

    def __init__(
        self,
        table: WordTable,
        crops: CropLoader,
        facts: WordInfoCache,
        theme: Theme,
        spans: Callable[[str], Sequence[tuple[int, int]]],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._table, self._crops, self._facts, self._theme, self._spans = table, crops, facts, theme, spans
        self._plain = reading_font()
        self._plain.setPointSizeF(self._plain.pointSizeF() * _TEXT_POINTS)
        self._words = state_names()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        word_id = self._table.id_at(index)
        if word_id is None:
            return
        tokens, direction = self._theme.tokens, option.direction
        box = option.rect.adjusted(4, 2, -4, -2)
        painter.save()
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(QRect(box.left(), box.bottom() + 2, box.width(), 1), QColor(tokens.line))
        facts, image = self._facts.get(word_id), self._crops.get(word_id)
        room = QStyle.visualRect(direction, box, QRect(box.left() + 12, box.top() + 7, _PICTURE, box.height() - 14))
        side = QStyle.visualAlignment(direction, Qt.AlignmentFlag.AlignLeft)
        target = room if image is None else fitted(image, room, side)
        draw_picture(painter, image, target, tokens)
        if facts is not None:
            draw_outline(painter, QRectF(target).adjusted(-2.5, -2.5, 2.5, 2.5), facts.state, tokens)
            rest = box.width() - _PICTURE - 44
            wide = [rest * 4 // 10, rest * 3 // 10, rest * 3 // 10 - 8]
            left = box.left() + _PICTURE + 36
            cells = [QRect(left + sum(wide[:n]), box.top(), wide[n] - 16, box.height()) for n in range(3)]
            text, state, page = (QStyle.visualRect(direction, box, cell) for cell in cells)
            self._draw_text(painter, text, facts.text, direction)
            sign = QRect(state.left(), state.top() + (state.height() - _MARK) // 2, _MARK, _MARK)
            draw_state_icon(painter, QStyle.visualRect(direction, state, sign), facts.state, tokens)
            words = QStyle.visualRect(direction, state, state.adjusted(_MARK + 8, 0, 0, 0))
            for where, told in ((words, self._words[facts.state]), (page, facts.page)):
                painter.setFont(option.font)
                painter.setPen(QColor(tokens.quiet))
                told = elided(painter, told, where.width())
                painter.drawText(where, side | Qt.AlignmentFlag.AlignVCenter, told)
        current = getattr(option.widget, "currentIndex", None)
        if current is not None and QPersistentModelIndex(current()) == QPersistentModelIndex(index):
            draw_ring(painter, box, tokens, focused=bool(option.widget.hasFocus()))
        painter.restore()

    def _draw_text(self, painter: QPainter, box: QRect, text: str, direction: Qt.LayoutDirection) -> None:
        layout = QTextLayout(text, self._plain)
        option = QTextOption(QStyle.visualAlignment(direction, Qt.AlignmentFlag.AlignLeft))
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        layout.setTextOption(option)
        bold = QTextCharFormat()
        bold.setFontWeight(QFont.Weight.Bold)
        bold.setForeground(QColor(self._theme.tokens.accent))
        ranges = []
        for begin, end in utf16(text, self._spans(text)):
            part = QTextLayout.FormatRange()
            part.start, part.length, part.format = begin, end - begin, bold
            ranges.append(part)
        layout.setFormats(ranges)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(box.width())
        layout.endLayout()
        painter.setPen(QColor(self._theme.tokens.ink))
        painter.setClipRect(box)
        layout.draw(painter, QPointF(box.left(), box.top() + (box.height() - line.height()) / 2))
        painter.setClipping(False)


def utf16(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same parts counted as Qt counts: in 16-bit units, of which a rare character has two."""
    return [(_units(text[:begin]), _units(text[:end])) for begin, end in spans]


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
