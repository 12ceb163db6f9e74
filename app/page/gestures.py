"""Mouse drags on the page, for words and for lines: pan, select, draw, move, resize, split, number by clicking."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.page.boxes import words_in
from app.page.canvas import PageCanvas, Tool
from app.widgets.box_handles import REACH, box_between, handle_at, move_or_resize
from core.geometry import Box

DRAG_THRESHOLD = 4
"""A mouse that moved by fewer pixels was clicked, not dragged."""


class Gesture:
    """One drag, from press to release; ``moved``: it is not a click any more. Positions are pixels of the window."""

    def __init__(self, canvas: PageCanvas, start: QPointF) -> None:
        self.canvas, self.start, self.position = canvas, start, start
        self.moved = False

    def move(self, to: QPointF) -> None:
        """Follow the mouse."""
        self.position = to
        self.moved = self.moved or (to - self.start).manhattanLength() >= DRAG_THRESHOLD
        if self.moved:
            self.drag()

    def drag(self) -> None:
        """Show the effect of the drag so far."""
        self.canvas.viewport().update()

    def finish(self) -> None:
        """End the drag."""

    def click(self) -> None:
        """Handle a release where the mouse was pressed."""

    def cancel(self) -> None:
        """Take the effect of the drag back."""

    def draw(self, painter: QPainter) -> None:
        """Draw the drag, in pixels of the window."""

    def page_box(self) -> Box | None:
        """Return the rectangle from the start to the mouse, in pixels of the page; None if it is too small."""
        start = self.canvas.view.to_page(self.start.x(), self.start.y())
        end = self.canvas.view.to_page(self.position.x(), self.position.y())
        return box_between(*start, *end, self.canvas.page_size)


class Pan(Gesture):
    """Pans the page; a click selects ``word_id``, or nothing, unless ``clicks`` is False."""

    def __init__(self, canvas: PageCanvas, start: QPointF, word_id: int | None = None, *, clicks: bool = True) -> None:
        super().__init__(canvas, start)
        self._word_id, self._clicks, self._latest = word_id, clicks, start

    def drag(self) -> None:
        step = (self.position - self._latest).toPoint()
        self._latest = QPointF(self._latest + QPointF(step))
        self.canvas.pan(step.x(), step.y())

    def click(self) -> None:
        if self._clicks:
            self.canvas.click_word(self._word_id)


class RectangleGesture(Gesture):
    """A gesture that spans a rectangle."""

    def draw(self, painter: QPainter) -> None:
        colour = QColor(self.canvas.tokens.accent)
        painter.setPen(QPen(colour, 1.5))
        colour.setAlpha(30)
        painter.setBrush(colour)
        painter.drawRect(QRectF(self.start, self.position).normalized())


class RubberBand(RectangleGesture):
    """Adds the words whose centre lies in the rectangle to the selection."""

    def finish(self) -> None:
        if area := self.page_box():
            found = words_in(self.canvas.outlines.visible_words, area)
            self.canvas.select([*self.canvas.selection, *found])

    def click(self) -> None:
        if (word_id := self.canvas.word_at(self.start)) is not None:
            self.canvas.select([*self.canvas.selection, word_id])


class DrawBox(RectangleGesture):
    """Draws a new box."""

    def finish(self) -> None:
        if box := self.page_box():
            self.canvas.box_drawn.emit(box)


class Move(Gesture):
    """Moves boxes, or one ``handle`` of the only box, and shows them by ``preview`` meanwhile."""

    def __init__(
        self,
        canvas: PageCanvas,
        start: QPointF,
        handle: int | None,
        boxes: dict[int, Box],
        preview: Callable[[dict[int, Box]], object],
    ) -> None:
        super().__init__(canvas, start)
        self._handle, self._boxes, self._preview = handle, boxes, preview

    def drag(self) -> None:
        shift = (self.position - self.start) / self.canvas.view.scale
        dx, dy = round(shift.x()), round(shift.y())
        self._preview(move_or_resize(self._boxes, self._handle, dx, dy, self.canvas.page_size))

    def finish(self) -> None:
        self.canvas.commit()

    def cancel(self) -> None:
        self._preview({})


class MoveWords(Move):
    """Moves the selected words; a click on one of several selects it."""

    def __init__(self, canvas: PageCanvas, start: QPointF, handle: int | None) -> None:
        super().__init__(canvas, start, handle, canvas.selected_boxes(), canvas.preview_boxes)

    def click(self) -> None:
        if self._handle is None and len(self._boxes) > 1:
            self.canvas.click_word(self.canvas.word_at(self.start))


class DrawLine(RectangleGesture):
    """Draws a new line; a click selects nothing."""

    def finish(self) -> None:
        if box := self.page_box():
            self.canvas.line_drawn.emit(box)

    def click(self) -> None:
        self.canvas.select_lines([])


def press_line(canvas: PageCanvas, at: QPointF, modifiers: Qt.KeyboardModifier) -> Gesture | None:
    """Begin what a press of the left button does with a tool for lines."""
    x, y = canvas.view.to_page(at.x(), at.y())
    line_id = canvas.line_layer.line_at(x, y)
    if canvas.tool is Tool.SPLIT_LINE:
        if line_id is not None:
            is_horizontal = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
            canvas.line_split.emit(line_id, None if is_horizontal else round(x), round(y) if is_horizontal else None)
        return None
    if canvas.tool is Tool.NUMBER_LINES:
        if line_id is not None and line_id not in canvas.line_layer.numbered:
            canvas.line_layer.numbered.append(line_id)
            canvas.viewport().update()
            if len(canvas.line_layer.numbered) == len(canvas.line_layer.stored()):
                canvas.finish_numbering()
        return None
    boxes = canvas.line_layer.selected_boxes()
    if len(boxes) == 1:
        handle = handle_at(next(iter(boxes.values())), x, y, REACH / canvas.view.scale)
        if handle is not None:
            return Move(canvas, at, handle, boxes, canvas.preview_lines)
    if line_id is None:
        return DrawLine(canvas, at)
    if modifiers & Qt.KeyboardModifier.ControlModifier:
        others = [selected for selected in canvas.line_layer.selection if selected != line_id]
        canvas.select_lines(others if line_id in canvas.line_layer.selection else [*others, line_id])
        return None
    if line_id not in canvas.line_layer.selection:
        canvas.select_lines([line_id])
    return Move(canvas, at, None, canvas.line_layer.selected_boxes(), canvas.preview_lines)
