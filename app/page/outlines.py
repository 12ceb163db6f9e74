"""Draws the words of a page: outlines and marks by state, and the text of each below it.

A page that is checked is quiet: its words have no outlines unless boxes are edited.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import inf

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen, QStaticText

from app.page.page_queries import PageWord
from app.page.viewport import Rect, Viewport
from app.style.theme import reading_font
from app.style.tokens import NOT_A_WORD, Tokens
from app.widgets.word_outline import (
    BY_PERSON,
    draw_handles,
    halo_pen,
    has_mark,
    has_rectangle,
    mark_lines,
    mark_pen,
    outline_lines,
    outline_pen,
)
from core.geometry import Box
from core.project.content.pages import Line

_MIN_HEIGHT_FOR_MARKS = 16
"""Height of a usual word on the screen from which marks are drawn; they would cover smaller writing."""
_LABEL_PIXELS = (9, 15)
"""Smallest and largest letters of labels; labels that need smaller ones are not shown."""
_LABEL_SHARE = 0.36
"""Height of a label's letters relative to a usual word."""
_LINE_HEIGHT = 1.2
"""Height of a label relative to that of its letters."""
_OVER_WORD = 0.35
"""Share of a word's height on which its label may lie, where the next line leaves too little space."""
_OPACITY, _OPACITY_OVER_WORD = 225, 110
"""Opacity (0 to 255) of a label's background."""
_WASH = 36
"""Opacity of the colour in words that are uncertain."""
_COLUMN = 64
"""Width in pixels of the columns by which the word below another is found."""


class WordOutlines:
    """The words of one page. Shapes are computed once for each scale, so that panning only draws them."""

    def __init__(self) -> None:
        self.words: tuple[PageWord, ...] = ()
        self.lines: tuple[Line, ...] = ()
        self.proposed: tuple[Box, ...] = ()
        """Boxes that the words of better aligned lines would have."""
        self.typed: tuple[tuple[Box, str], ...] = ()
        """Words of a line that is being typed, where they would stand."""
        self.labels_on = True
        self._hidden_states: frozenset[str] = frozenset()
        self._excluded: frozenset[int] = frozenset()
        self._visible: list[PageWord] | None = None
        self._scale = 0.0
        """The scale of the shapes; 0 when they must be computed."""
        self._sorted = False
        self._by_state: dict[str, list[PageWord]] = {}
        self._rects: dict[str, list[QRectF]] = {}
        self._lines: dict[str, list[QLineF]] = {}
        self._marks: dict[str, list[QLineF]] = {}
        self._labels: dict[int, tuple[QStaticText, float]] = {}
        self._font = reading_font()
        self._usual_height = 0.0
        self._spaces: dict[int, float] = {}
        """Space in page pixels between each word and the next one below it; infinite in the last line."""
        self._gap = 0.0
        """The median of these spaces."""

    def set_words(self, words: Sequence[PageWord], lines: Sequence[Line]) -> None:
        self.words, self.lines = tuple(words), tuple(lines)
        heights = sorted(word.box[3] for word in words)
        self._usual_height = float(heights[len(heights) // 2]) if heights else 0.0
        spaces = _spaces_below([word.box for word in words])
        self._spaces = {word.id: space for word, space in zip(words, spaces, strict=True)}
        finite = sorted(space for space in spaces if space < inf)
        self._gap = finite[len(finite) // 2] if finite else inf
        self._invalidate()

    def set_hidden(self, states: Iterable[str]) -> None:
        """Hide the words in these states."""
        self._hidden_states = frozenset(states)
        self._invalidate()

    def exclude(self, ids: Collection[int]) -> None:
        """Do not draw these words: they are being moved and drawn elsewhere."""
        self._excluded = frozenset(ids)
        self._sorted = False
        self._scale = 0.0

    @property
    def visible_words(self) -> list[PageWord]:
        """The words whose state is not hidden, in reading order."""
        if self._visible is None:
            self._visible = [word for word in self.words if word.state not in self._hidden_states]
        return self._visible

    def draw(
        self,
        painter: QPainter,
        view: Viewport,
        window: Rect,
        tokens: Tokens,
        *,
        with_labels: bool = True,
        with_checked: bool = False,
    ) -> None:
        """Draw outlines, marks and, where there is room and unless they are in the way, labels.

        ``with_checked``: also the outlines of words that a person has checked.
        """
        if view.scale != self._scale:
            self._compute_shapes(view.scale)
        ratio = painter.device().devicePixelRatioF()
        painter.save()
        painter.translate(view.left, view.top)
        painter.scale(view.scale, view.scale)
        if unread := [*self._rects.get("unread", ()), *(QRectF(*line.box) for line in self.lines)]:
            painter.setPen(halo_pen(tokens, ratio))
            painter.drawRects(unread)
        wash = QColor(tokens.uncertain)
        wash.setAlpha(_WASH)
        for rect in self._rects.get("uncertain", ()):
            painter.fillRect(rect, wash)
        for state, rects in self._rects.items():
            if with_checked or state not in BY_PERSON:
                painter.setPen(outline_pen(state, tokens, ratio))
                painter.drawRects(rects)
        for state, lines in self._lines.items():
            painter.setPen(outline_pen(state, tokens, ratio))
            painter.drawLines(lines)
        for state, lines in self._marks.items():
            painter.setPen(mark_pen(state, tokens, ratio))
            painter.drawLines(lines)
        if self.lines:
            painter.setPen(outline_pen("unread", tokens, ratio))
            painter.drawRects([QRectF(*line.box) for line in self.lines])
        if proposed := [*self.proposed, *(box for box, _ in self.typed)]:
            pen = QPen(QColor(tokens.accent), 2.0 * ratio, Qt.PenStyle.DashLine)
            pen.setCosmetic(True)
            painter.setPen(pen)
            painter.drawRects([QRectF(*box) for box in proposed])
        painter.restore()
        if with_labels and self.labels_on and self._usual_height * view.scale * _LABEL_SHARE >= _LABEL_PIXELS[0]:
            self._draw_labels(painter, view, window, tokens)
        self._draw_typed(painter, view, tokens)

    def _invalidate(self) -> None:
        self._visible = None
        self._sorted = False
        self._scale = 0.0

    def _sort_by_state(self) -> None:
        self._sorted = True
        self._by_state = {}
        for word in self.visible_words:
            if word.id not in self._excluded:
                self._by_state.setdefault(word.state, []).append(word)
        self._rects = {
            state: [QRectF(*word.box) for word in words]
            for state, words in self._by_state.items()
            if has_rectangle(state)
        }

    def _compute_shapes(self, scale: float) -> None:
        if not self._sorted:
            self._sort_by_state()
        self._scale = scale
        self._lines, self._marks, self._labels = {}, {}, {}
        pixel = 1 / scale
        for state, words in self._by_state.items():
            if not has_rectangle(state):
                self._lines[state] = [line for word in words for line in outline_lines(state, word.box, pixel)]
            if has_mark(state) and self._usual_height * scale >= _MIN_HEIGHT_FOR_MARKS:
                self._marks[state] = [line for word in words for line in mark_lines(state, word.box, pixel)]
        low, high = _LABEL_PIXELS
        wanted = min(high, round(self._usual_height * scale * _LABEL_SHARE))
        # as large as the space above the next line allows, if that is enough to be read
        self._font.setPixelSize(max(low, min(wanted, int(min(self._gap * scale, 1000) / _LINE_HEIGHT))))

    def _draw_labels(self, painter: QPainter, view: Viewport, window: Rect, tokens: Tokens) -> None:
        painter.save()
        painter.setFont(self._font)
        metrics = QFontMetrics(self._font)
        background = QColor(tokens.sheet)
        height = metrics.height()
        for word in self.visible_words:
            if not word.text or word.state == NOT_A_WORD or word.id in self._excluded:
                continue
            x, y, w, h = view.rect_to_window(word.box)
            if not (x + w > 0 and x < window[2] and y + h + height > 0 and y < window[3]):
                continue
            over_word = max(0.0, height + 1 - self._spaces[word.id] * view.scale)
            if over_word > _OVER_WORD * h:
                continue  # it would lie on the next line of writing
            text, width = self._label(word, metrics, max(w, 24))
            top = y + h + 1 - over_word
            background.setAlpha(_OPACITY_OVER_WORD if over_word else _OPACITY)
            painter.fillRect(QRectF(x, top, width + 4, height), background)
            painter.setPen(QColor(tokens.state(word.state)))
            painter.drawStaticText(QPointF(x + 2, top), text)
        painter.restore()

    def _draw_typed(self, painter: QPainter, view: Viewport, tokens: Tokens) -> None:
        """Draw the words that are being typed below their boxes."""
        painter.save()
        painter.setFont(self._font)
        height = QFontMetrics(self._font).height()
        for box, text in self.typed:
            x, y, w, h = view.rect_to_window(box)
            place = QRectF(x, y + h + 1, w + 8, height)
            painter.fillRect(place, QColor(tokens.sheet))
            painter.setPen(QColor(tokens.state("aligned")))
            painter.drawText(place, Qt.AlignmentFlag.AlignLeft, text)
        painter.restore()

    def _label(self, word: PageWord, metrics: QFontMetrics, max_width: float) -> tuple[QStaticText, float]:
        if word.id not in self._labels:
            elided = metrics.elidedText(word.text or "", Qt.TextElideMode.ElideRight, int(max_width))
            text = QStaticText(elided)
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.prepare(font=self._font)
            self._labels[word.id] = (text, float(metrics.horizontalAdvance(elided)))
        return self._labels[word.id]


def _spaces_below(boxes: Sequence[Box]) -> list[float]:
    """Return the space between each box and the nearest box below it that it overlaps sideways.

    It is 0 where they touch, and infinite without one.
    """
    columns: defaultdict[int, list[tuple[float, int, int]]] = defaultdict(list)
    for x, y, w, _ in boxes:
        for column in range(x // _COLUMN, (x + w) // _COLUMN + 1):
            columns[column].append((y, x, x + w))
    for tops in columns.values():
        tops.sort()
    spaces = []
    for x, y, w, h in boxes:
        nearest = inf
        for column in range(x // _COLUMN, (x + w) // _COLUMN + 1):
            below = columns[column][bisect_right(columns[column], (y + h / 2, inf, inf)) :]
            first = next((top for top, left, right in below if left < x + w and x < right), inf)
            nearest = min(nearest, first - (y + h))
        spaces.append(max(0.0, nearest))
    return spaces


def draw_selection(
    painter: QPainter, view: Viewport, boxes: Mapping[int, Box], tokens: Tokens, with_handles: bool
) -> None:
    """Draw the boxes of the selected words or lines, a single one with handles to resize it if it is to have them."""
    accent = QColor(tokens.accent)
    fill = QColor(accent)
    fill.setAlpha(40)
    for box in boxes.values():
        rect = QRectF(*view.rect_to_window(box))
        painter.setPen(QPen(accent, 3.0))
        painter.setBrush(fill)
        painter.drawRect(rect.adjusted(-2, -2, 2, 2))
        if with_handles and len(boxes) == 1:
            painter.setPen(QPen(accent, 1.5))
            painter.setBrush(QColor(tokens.sheet))
            draw_handles(painter, rect)
