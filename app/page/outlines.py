"""Draws the words of a page: outlines and marks by state, and what each was read as, small below it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen, QStaticText

from app.page.boxes import HANDLES
from app.page.page_queries import PageWord
from app.page.viewport import Rect, Viewport
from app.style.theme import reading_font
from app.style.tokens import NOT_A_WORD, Tokens
from app.widgets import word_outline
from core.geometry import Box
from core.project.content.pages import Line

_MARK_FROM = 16
"""Marks are drawn when a usual word is so high on the screen; smaller, they would cover the writing."""
_LABEL_PIXELS = (9, 15)
_LABEL_SHARE = 0.36
"""Height of a label's letters to that of a usual word."""


class Outlines:
    """The words of one page. Shapes are made once for each scale, so that panning only draws them."""

    def __init__(self) -> None:
        self.words: tuple[PageWord, ...] = ()
        self.lines: tuple[Line, ...] = ()
        self.labels_on = True
        self._hidden: frozenset[str] = frozenset()
        self._aside: frozenset[int] = frozenset()
        self._shown: list[PageWord] | None = None
        self._scale = 0.0
        self._sorted = False
        self._by_state: dict[str, list[PageWord]] = {}
        self._rects: dict[str, list[QRectF]] = {}
        self._lines: dict[str, list[QLineF]] = {}
        self._marks: dict[str, list[QLineF]] = {}
        self._labels: dict[int, tuple[QStaticText, float]] = {}
        self._font = reading_font()
        self._usual_height = 0.0

    def set_words(self, words: Sequence[PageWord], lines: Sequence[Line]) -> None:
        self.words, self.lines = tuple(words), tuple(lines)
        heights = sorted(word.box[3] for word in words)
        self._usual_height = float(heights[len(heights) // 2]) if heights else 0.0
        self._forget()

    def set_hidden(self, states: Iterable[str]) -> None:
        """Leave words in these states out."""
        self._hidden = frozenset(states)
        self._forget()

    def set_aside(self, ids: Collection[int]) -> None:
        """Leave these words out while they are drawn elsewhere, under the hand."""
        self._aside = frozenset(ids)
        self._sorted = False
        self._scale = 0.0

    @property
    def shown(self) -> list[PageWord]:
        """The words that are not filtered out, in reading order."""
        if self._shown is None:
            self._shown = [word for word in self.words if word.state not in self._hidden]
        return self._shown

    def draw(self, painter: QPainter, view: Viewport, window: Rect, tokens: Tokens) -> None:
        """Outlines, marks and, when there is room, labels."""
        if view.scale != self._scale:
            self._make(view.scale)
        ratio = painter.device().devicePixelRatioF()
        painter.save()
        painter.translate(view.left, view.top)
        painter.scale(view.scale, view.scale)
        for state, rects in self._rects.items():
            painter.setPen(word_outline.outline_pen(state, tokens, ratio))
            painter.drawRects(rects)
        for state, lines in self._lines.items():
            painter.setPen(word_outline.outline_pen(state, tokens, ratio))
            painter.drawLines(lines)
        for state, lines in self._marks.items():
            painter.setPen(word_outline.mark_pen(state, tokens, ratio))
            painter.drawLines(lines)
        if self.lines:
            painter.setPen(word_outline.outline_pen("unread", tokens, ratio))
            painter.drawRects([QRectF(*line.box) for line in self.lines])
        painter.restore()
        if self.labels_on and self._usual_height * view.scale * _LABEL_SHARE >= _LABEL_PIXELS[0]:
            self._draw_labels(painter, view, window, tokens)

    def _forget(self) -> None:
        self._shown = None
        self._sorted = False
        self._scale = 0.0

    def _sort(self) -> None:
        """Put the words together that are drawn alike, and make what does not depend on the scale."""
        self._sorted = True
        self._by_state = {}
        for word in self.shown:
            if word.id not in self._aside:
                self._by_state.setdefault(word.state, []).append(word)
        self._rects = {
            state: [QRectF(*word.box) for word in words]
            for state, words in self._by_state.items()
            if word_outline.has_rectangle(state)
        }

    def _make(self, scale: float) -> None:
        if not self._sorted:
            self._sort()
        self._scale = scale
        self._lines, self._marks, self._labels = {}, {}, {}
        pixel = 1 / scale
        for state, words in self._by_state.items():
            if not word_outline.has_rectangle(state):
                self._lines[state] = [
                    line for word in words for line in word_outline.outline_lines(state, word.box, pixel)
                ]
            if word_outline.has_mark(state) and self._usual_height * scale >= _MARK_FROM:
                self._marks[state] = [
                    line for word in words for line in word_outline.mark_lines(state, word.box, pixel)
                ]
        low, high = _LABEL_PIXELS
        self._font.setPixelSize(max(low, min(high, round(self._usual_height * scale * _LABEL_SHARE))))

    def _draw_labels(self, painter: QPainter, view: Viewport, window: Rect, tokens: Tokens) -> None:
        painter.save()
        painter.setFont(self._font)
        metrics = QFontMetrics(self._font)
        sheet = QColor(tokens.sheet)
        sheet.setAlpha(225)
        height = metrics.height()
        for word in self.shown:
            if not word.text or word.state == NOT_A_WORD or word.id in self._aside:
                continue
            x, y, w, h = view.rect_to_window(word.box)
            if not (x + w > 0 and x < window[2] and y + h + height > 0 and y < window[3]):
                continue
            text, width = self._label(word, metrics, max(w + 8, 24))
            painter.fillRect(QRectF(x, y + h + 1, width + 4, height), sheet)
            painter.setPen(QColor(tokens.state(word.state)))
            painter.drawStaticText(QPointF(x + 2, y + h + 1), text)
        painter.restore()

    def _label(self, word: PageWord, metrics: QFontMetrics, room: float) -> tuple[QStaticText, float]:
        if word.id not in self._labels:
            shown = metrics.elidedText(word.text or "", Qt.TextElideMode.ElideRight, int(room))
            text = QStaticText(shown)
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.prepare(font=self._font)
            self._labels[word.id] = (text, float(metrics.horizontalAdvance(shown)))
        return self._labels[word.id]


def draw_chosen(painter: QPainter, view: Viewport, boxes: Iterable[Box], tokens: Tokens, handles: bool) -> None:
    """The words that are selected; with handles when there is one to be resized."""
    accent = QColor(tokens.accent)
    veil = QColor(accent)
    veil.setAlpha(40)
    pen = QPen(accent, 3.0)
    for box in boxes:
        rect = QRectF(*view.rect_to_window(box))
        painter.setPen(pen)
        painter.setBrush(veil)
        painter.drawRect(rect.adjusted(-2, -2, 2, 2))
        if handles:
            painter.setPen(QPen(accent, 1.5))
            painter.setBrush(QColor(tokens.sheet))
            for across, down in HANDLES:
                x, y = rect.left() + rect.width() * across / 2, rect.top() + rect.height() * down / 2
                painter.drawRect(QRectF(x - 4, y - 4, 8, 8))
