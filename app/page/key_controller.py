"""The keys of the page itself: arrows, Enter, Esc and the space bar, which do as the tool in hand says."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.page import boxes
from app.page.gestures import changed
from app.page.page_view import PageCanvas
from app.page.tool import Tool

_ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
_LOWER_RIGHT = 4
"""The handle that Shift and the arrows pull."""
_PAN = 64


class KeyController:
    """Keys pressed while the page has the focus and nothing is being typed."""

    def __init__(self, canvas: PageCanvas) -> None:
        self._canvas = canvas
        self._space_alone = False

    def keeps(self, event: QKeyEvent) -> bool:
        """Whether a key is for the page and not for a shortcut: the space bar may begin a drag."""
        return event.key() == Qt.Key.Key_Space and not event.modifiers()

    def press(self, event: QKeyEvent) -> bool:
        key, canvas = Qt.Key(event.key()), self._canvas
        if key in _ARROWS and not event.modifiers() & ~_ALLOWED:
            self._arrow(*_ARROWS[key], bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
        elif key == Qt.Key.Key_Escape:
            self._escape()
        elif key == Qt.Key.Key_Space and not event.isAutoRepeat():
            canvas.space_down = self._space_alone = True
            canvas.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            return key == Qt.Key.Key_Space
        return True

    def release(self, event: QKeyEvent) -> bool:
        if event.isAutoRepeat():
            return False
        key, canvas = Qt.Key(event.key()), self._canvas
        if key in _ARROWS:
            canvas.let_go()
        elif key == Qt.Key.Key_Space:
            canvas.space_down = False
            canvas.viewport().unsetCursor()
            if self._space_alone:
                canvas.space_tapped.emit()
        else:
            return False
        return True

    def space_was_used(self) -> None:
        """The space bar was held for a drag: letting it go is no tap."""
        self._space_alone = False

    def _arrow(self, dx: int, dy: int, resize: bool) -> None:
        canvas = self._canvas
        step = max(1, round(1 / canvas.view.scale))
        if canvas.tool is Tool.SPLIT and canvas.cut_x is not None and canvas.selection:
            canvas.aim_at(canvas.cut_x + dx * step)
        elif canvas.tool is Tool.BOXES and canvas.selection and (not resize or len(canvas.selection) == 1):
            handle = _LOWER_RIGHT if resize else None
            now = canvas.selected_boxes()
            canvas.hold(changed(now, handle, dx * step, dy * step, canvas.page_size))
        else:
            canvas.pan(-dx * _PAN, -dy * _PAN)

    def _enter(self) -> None:
        canvas = self._canvas
        if canvas.tool is Tool.SPLIT:
            canvas.cut_here()
        elif canvas.tool is Tool.DRAW:
            self._draw_in_the_middle()
        elif canvas.selection:
            canvas.picked.emit(canvas.selection[0])
        elif canvas.outlines.shown:
            canvas.picked.emit(canvas.outlines.shown[0].id)

    def _draw_in_the_middle(self) -> None:
        """A box of the usual size where one looks, to be moved and resized by the arrows."""
        canvas = self._canvas
        middle = canvas.view.to_page(canvas.viewport().width() / 2, canvas.viewport().height() / 2)
        sizes = sorted((w.box[2], w.box[3]) for w in canvas.outlines.words)
        w, h = sizes[len(sizes) // 2] if sizes else (canvas.page_size[0] // 12, canvas.page_size[1] // 40)
        w, h = max(w, 2 * boxes.LEAST), max(h, 2 * boxes.LEAST)
        x, y = middle[0] - w / 2, middle[1] - h / 2
        if box := boxes.spanned(x, y, x + w, y + h, canvas.page_size):
            canvas.drawn.emit(box)

    def _escape(self) -> None:
        canvas = self._canvas
        if canvas.gesture is not None:
            canvas.gesture.cancelled()
            canvas.gesture = None
            canvas.viewport().update()
        elif not canvas.tool.stays:
            canvas.set_tool(canvas.resting)
        else:
            canvas.hold({})
            canvas.select([])


_ALLOWED = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
