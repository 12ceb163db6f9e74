"""Mouse and keys for the lines of a page: select, draw, move, resize, split, and number them by clicking."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt

from app.page.canvas import PageCanvas, Tool
from app.page.gestures import Gesture, RectangleGesture
from app.widgets.box_handles import handle_at, move_or_resize

_HANDLE_REACH = 9


class DrawLine(RectangleGesture):
    """Draws a new line; a click selects nothing."""

    def finish(self) -> None:
        if box := self.page_box():
            self.canvas.line_drawn.emit(box)

    def click(self) -> None:
        self.canvas.select_lines([])


class MoveLine(Gesture):
    """Moves the selected lines, or one ``handle`` of the only one."""

    def __init__(self, canvas: PageCanvas, start: QPointF, handle: int | None) -> None:
        super().__init__(canvas, start)
        self._handle, self._boxes = handle, canvas.line_layer.selected_boxes()

    def drag(self) -> None:
        shift = (self.position - self.start) / self.canvas.view.scale
        size = self.canvas.page_size
        self.canvas.preview_lines(move_or_resize(self._boxes, self._handle, round(shift.x()), round(shift.y()), size))

    def finish(self) -> None:
        self.canvas.commit_lines()

    def cancel(self) -> None:
        self.canvas.preview_lines({})


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
        handle = handle_at(next(iter(boxes.values())), x, y, _HANDLE_REACH / canvas.view.scale)
        if handle is not None:
            return MoveLine(canvas, at, handle)
    if line_id is None:
        return DrawLine(canvas, at)
    if modifiers & Qt.KeyboardModifier.ControlModifier:
        others = [selected for selected in canvas.line_layer.selection if selected != line_id]
        canvas.select_lines(others if line_id in canvas.line_layer.selection else [*others, line_id])
        return None
    if line_id not in canvas.line_layer.selection:
        canvas.select_lines([line_id])
    return MoveLine(canvas, at, None)
