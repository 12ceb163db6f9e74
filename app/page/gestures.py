"""What a drag of the mouse does on the page: move the sheet, select, draw, move or resize a box."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from app.page import boxes
from app.page.page_view import PageCanvas
from core.geometry import Box, union

THRESHOLD = 4
"""A mouse that moved less was clicked, not dragged; pixels of the window."""


class Gesture:
    """One drag, from press to release. ``moved``: it went further than a click does."""

    def __init__(self, canvas: PageCanvas, start: QPointF) -> None:
        self.canvas, self.start, self.now = canvas, start, start
        self.moved = False

    def move(self, to: QPointF) -> None:
        self.now = to
        self.moved = self.moved or (to - self.start).manhattanLength() >= THRESHOLD
        if self.moved:
            self.dragged()

    def dragged(self) -> None:
        """The mouse moved on."""
        self.canvas.viewport().update()

    def ended(self) -> None:
        """The button was let go after a drag."""

    def clicked(self) -> None:
        """The button was let go where it was pressed."""

    def cancelled(self) -> None:
        """Leave all as it was."""

    def draw(self, painter: QPainter) -> None:
        """Show what is under way, in the window's pixels."""

    def page_box(self) -> Box | None:
        """The rectangle between start and now, on the page."""
        view = self.canvas.view
        x0, y0 = view.to_page(self.start.x(), self.start.y())
        x1, y1 = view.to_page(self.now.x(), self.now.y())
        return boxes.spanned(x0, y0, x1, y1, self.canvas.page_size)


class Pan(Gesture):
    """The sheet follows the mouse; a click on a word chooses it, elsewhere it chooses nothing."""

    def __init__(self, canvas: PageCanvas, start: QPointF, word: int | None = None, *, only_pan: bool = False) -> None:
        super().__init__(canvas, start)
        self._word, self._only_pan, self._last = word, only_pan, start

    def dragged(self) -> None:
        step = (self.now - self._last).toPoint()
        self._last = QPointF(self._last + QPointF(step))
        self.canvas.pan(step.x(), step.y())

    def clicked(self) -> None:
        if not self._only_pan:
            self.canvas.click_word(self._word)


class Band(Gesture):
    """A rubber band: the words whose middle lies in it join the selection."""

    def ended(self) -> None:
        if area := self.page_box():
            found = boxes.words_in(self.canvas.outlines.shown, area)
            self.canvas.select([*self.canvas.selection, *found])

    def clicked(self) -> None:
        if (word := self.canvas.word_at(self.start)) is not None:
            self.canvas.select([*self.canvas.selection, word])

    def draw(self, painter: QPainter) -> None:
        _draw_rubber(painter, self)


class Draw(Gesture):
    """A new box."""

    def ended(self) -> None:
        if box := self.page_box():
            self.canvas.drawn.emit(box)

    def draw(self, painter: QPainter) -> None:
        _draw_rubber(painter, self)


class Shift(Gesture):
    """The selected boxes follow the mouse, or one handle of the one selected box does."""

    def __init__(self, canvas: PageCanvas, start: QPointF, handle: int | None) -> None:
        super().__init__(canvas, start)
        self._handle = handle
        self._before = dict(canvas.selected_boxes())

    def dragged(self) -> None:
        scale = self.canvas.view.scale
        dx = round((self.now.x() - self.start.x()) / scale)
        dy = round((self.now.y() - self.start.y()) / scale)
        self.canvas.hold(changed(self._before, self._handle, dx, dy, self.canvas.page_size))

    def ended(self) -> None:
        self.canvas.let_go()

    def clicked(self) -> None:
        if self._handle is None and len(self._before) > 1:
            self.canvas.click_word(self.canvas.word_at(self.start))

    def cancelled(self) -> None:
        self.canvas.hold({})


def changed(before: dict[int, Box], handle: int | None, dx: int, dy: int, page: tuple[int, int]) -> dict[int, Box]:
    """The boxes moved together (kept on the page together), or the one resized at a handle."""
    if handle is not None:
        return {word: boxes.resized(box, handle, dx, dy, page) for word, box in before.items()}
    whole = union(before.values())
    to = boxes.moved(whole, dx, dy, page)
    dx, dy = to[0] - whole[0], to[1] - whole[1]
    return {word: (box[0] + dx, box[1] + dy, box[2], box[3]) for word, box in before.items()}


def _draw_rubber(painter: QPainter, gesture: Gesture) -> None:
    accent = QColor(gesture.canvas.tokens.accent)
    painter.setPen(QPen(accent, 1.5))
    veil = QColor(accent)
    veil.setAlpha(30)
    painter.setBrush(veil)
    painter.drawRect(QRectF(gesture.start, gesture.now).normalized())
