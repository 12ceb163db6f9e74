"""Paint words among the results: as cards with their images, or as lines with their texts."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.search.results_panel import ResultsPanel
from app.search.word_info import WordInfo
from app.search.word_table import Index
from app.style.icons import draw_icon
from app.style.theme import reading_font, tabular
from app.text.names import state_names
from app.widgets.word_outline import draw_outline, draw_state_icon

CARD_SIZE = QSize(188, 136)
LINE_HEIGHT = 56
_CARD_IMAGE = QSize(160, 56)
_LINE_IMAGE_WIDTH = 192
_BADGE = 20
_ICON = 16
_LINE_FONT_SCALE = 1.2
_MAX_IMAGE_SCALE = 2.0
_LEFT, _CENTRE = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter


class WordDelegate(QStyledItemDelegate):
    """Paints one of the words of a panel; subclasses arrange its parts."""

    _margins = (4, 4, -4, -4)

    def __init__(self, panel: ResultsPanel) -> None:
        super().__init__(panel.view)
        self._table, self._infos, self._view = panel.table, panel.infos, panel.view
        self._crops, self._theme = panel.session.crops, panel.context.theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        word_id, position = self._table.id_at(index), self._table.position(index)
        if word_id is None or position is None:
            return
        box = option.rect.adjusted(*self._margins)
        painter.save()
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self._paint_word(painter, option, box, word_id, position)
        # the word that keys act on has a ring, which is strong while the view has the focus
        if QPersistentModelIndex(self._view.currentIndex()) == QPersistentModelIndex(index):
            tokens = self._theme.tokens
            painter.setPen(QPen(QColor(tokens.accent if self._view.hasFocus() else tokens.line), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 6, 6)
        painter.restore()

    def _paint_word(
        self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, word_id: int, position: int
    ) -> None:
        raise NotImplementedError

    def _draw_image(self, painter: QPainter, word_id: int, room: QRect, side: Qt.AlignmentFlag) -> WordInfo | None:
        """Draw the image, or a grey area until it is loaded, with the outline of the state; return the info."""
        info, image = self._infos.get(word_id), self._crops.get(word_id)
        target = room if image is None or image.isNull() else fit_image(image, room, side)
        if image is None or image.isNull():
            painter.fillRect(target, QColor(self._theme.tokens.hover))
        else:
            painter.drawImage(target, image)
        if info is not None:
            outline = QRectF(target).adjusted(-2.5, -2.5, 2.5, 2.5)
            draw_outline(painter, outline, info.state, self._theme.tokens)
        return info

    def _draw_state(self, painter: QPainter, area: QRect, state: str, direction: Qt.LayoutDirection) -> QRect:
        """Draw the icon of the state at the leading edge of ``area``; return the rest of the area."""
        icon = QRect(area.left(), area.top() + (area.height() - _ICON) // 2, _ICON, _ICON)
        draw_state_icon(painter, QStyle.visualRect(direction, area, icon), state, self._theme.tokens)
        return QStyle.visualRect(direction, area, area.adjusted(_ICON + 8, 0, 0, 0))

    def _draw_text(self, painter: QPainter, area: QRect, text: str, colour: str, direction: Qt.LayoutDirection) -> None:
        painter.setPen(QColor(colour))
        side = QStyle.visualAlignment(direction, _LEFT) | Qt.AlignmentFlag.AlignVCenter
        shown = QFontMetrics(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, side, shown)


class CardDelegate(WordDelegate):
    """Paints a card: distance, mark, image, state and text. ``distance(position)`` is the text in its corner."""

    def __init__(self, panel: ResultsPanel, distance: Callable[[int], str]) -> None:
        super().__init__(panel)
        self._distance = distance
        self._word_font, self._number_font = reading_font(), tabular(QApplication.font())

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return CARD_SIZE

    def _paint_word(
        self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, word_id: int, position: int
    ) -> None:
        tokens, direction = self._theme.tokens, option.direction
        is_marked = self._table.is_marked(word_id)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.hover if is_marked else tokens.page))
        painter.drawRoundedRect(box, 6, 6)
        left = box.left() + (box.width() - _CARD_IMAGE.width()) // 2
        room = QRect(left, box.top() + 34, _CARD_IMAGE.width(), _CARD_IMAGE.height())
        info = self._draw_image(painter, word_id, room, _CENTRE)
        painter.setFont(self._number_font)
        head = QRect(box.left() + 8, box.top() + 4, box.width() - 16, 24)
        self._draw_text(painter, head, self._distance(position), tokens.quiet, direction)
        if info is not None:
            area = self._draw_state(painter, head.translated(0, 94), info.state, direction)
            painter.setFont(self._word_font)
            self._draw_text(painter, area, info.text or "–", tokens.ink if info.text else tokens.quiet, direction)
        corner = QRect(box.right() - _BADGE - 3, box.top() + 4, _BADGE, _BADGE)
        corner = QStyle.visualRect(direction, box, corner)
        painter.setPen(QPen(QColor(tokens.accent if is_marked else tokens.unread), 1.5))
        painter.setBrush(QColor(tokens.accent if is_marked else tokens.sheet))
        painter.drawRoundedRect(corner.adjusted(2, 2, -2, -2), 4, 4)
        if is_marked:
            draw_icon(painter, corner.adjusted(3, 3, -3, -3), "accept", tokens.on_accent)


class LineDelegate(WordDelegate):
    """Paints a line: image, text, state and page. ``spans(text)`` are the parts of the text to set in bold."""

    _margins = (4, 2, -4, -2)

    def __init__(self, panel: ResultsPanel, spans: Callable[[str], Sequence[tuple[int, int]]]) -> None:
        super().__init__(panel)
        self._spans = spans
        self._word_font = reading_font(times=_LINE_FONT_SCALE)
        self._state_names = state_names()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, LINE_HEIGHT)

    def _paint_word(
        self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, word_id: int, position: int
    ) -> None:
        tokens, direction = self._theme.tokens, option.direction
        painter.fillRect(QRect(box.left(), box.bottom() + 2, box.width(), 1), QColor(tokens.line))
        room = QRect(box.left() + 12, box.top() + 7, _LINE_IMAGE_WIDTH, box.height() - 14)
        side = QStyle.visualAlignment(direction, _LEFT)
        info = self._draw_image(painter, word_id, QStyle.visualRect(direction, box, room), side)
        if info is None:
            return
        # four tenths of the width for the state, which is the longest text, three each for word and page
        rest, left = box.width() - _LINE_IMAGE_WIDTH - 44, box.left() + _LINE_IMAGE_WIDTH + 36
        widths = [rest * 3 // 10, rest * 4 // 10, rest * 3 // 10 - 8]
        cells = [QRect(left + sum(widths[:n]), box.top(), widths[n] - 16, box.height()) for n in range(3)]
        text, state, page = (QStyle.visualRect(direction, box, cell) for cell in cells)
        self._draw_word(painter, text, info.text, direction)
        name = self._draw_state(painter, state, info.state, direction)
        painter.setFont(option.font)
        self._draw_text(painter, name, self._state_names[info.state], tokens.quiet, direction)
        self._draw_text(painter, page, info.page, tokens.quiet, direction)

    def _draw_word(self, painter: QPainter, box: QRect, text: str, direction: Qt.LayoutDirection) -> None:
        layout = QTextLayout(text, self._word_font)
        option = QTextOption(QStyle.visualAlignment(direction, _LEFT))
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        layout.setTextOption(option)
        bold = QTextCharFormat()
        bold.setFontWeight(QFont.Weight.Bold)
        bold.setForeground(QColor(self._theme.tokens.accent))
        ranges = []
        for start, end in to_utf16(text, self._spans(text)):
            part = QTextLayout.FormatRange()
            part.start, part.length, part.format = start, end - start, bold
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


def fit_image(image: QImage, room: QRect, side: Qt.AlignmentFlag) -> QRect:
    """Return the rectangle of the whole image in ``room``, enlarged at most to twice its size."""
    scale = min(_MAX_IMAGE_SCALE, room.width() / image.width(), room.height() / image.height())
    width, height = max(1, round(image.width() * scale)), max(1, round(image.height() * scale))
    left = room.left() + (room.width() - width) // 2
    if side & Qt.AlignmentFlag.AlignLeft:
        left = room.left()
    elif side & Qt.AlignmentFlag.AlignRight:
        left = room.right() + 1 - width
    return QRect(left, room.top() + (room.height() - height) // 2, width, height)


def to_utf16(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return spans of characters as spans of the 16-bit units of Qt; a rare character has two of them."""

    def units(length: int) -> int:
        return len(text[:length].encode("utf-16-le")) // 2

    return [(units(start), units(end)) for start, end in spans]
