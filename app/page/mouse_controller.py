"""What the mouse does on the page: which drag or deed begins where it is pressed."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent

from app.page import boxes, gestures
from app.page.key_controller import KeyController
from app.page.page_view import PageCanvas
from app.page.tool import Tool

_REACH = 9
"""A handle is caught from so far, in the window's pixels."""


class MouseController:
    """The mouse of a canvas; ``keys`` are told when the space bar was held for a drag."""

    def __init__(self, canvas: PageCanvas, keys: KeyController) -> None:
        self._canvas, self._keys = canvas, keys

    def press(self, event: QMouseEvent) -> None:
        """A button went down."""
        canvas = self._canvas
        canvas.let_go()
        at = event.position()
        if event.button() == Qt.MouseButton.MiddleButton or canvas.space_down:
            self._keys.space_was_used()
            canvas.gesture = gestures.Pan(canvas, at, only_pan=True)
        elif event.button() == Qt.MouseButton.LeftButton:
            canvas.gesture = self._left_press(at, event.modifiers())

    def press_twice(self, event: QMouseEvent) -> None:
        """A double click reads a word also while boxes are put right."""
        word = self._canvas.word_at(event.position())
        if word is not None and self._canvas.tool is Tool.BOXES:
            self._canvas.picked.emit(word)
        else:
            self.press(event)

    def move(self, at: QPointF) -> None:
        """The mouse is here now, with or without a button down."""
        canvas = self._canvas
        if canvas.gesture is not None:
            canvas.gesture.move(at)
        elif canvas.tool is Tool.SPLIT:
            self._aim(at)
        elif canvas.tool is Tool.BOXES:
            canvas.viewport().setCursor(_cursor(self._handle_at(at), canvas.word_at(at) is not None))

    def release(self) -> None:
        """The button went up: what was under way ends."""
        canvas = self._canvas
        gesture, canvas.gesture = canvas.gesture, None
        if gesture is not None:
            if gesture.moved:
                gesture.ended()
            else:
                gesture.clicked()
            canvas.viewport().update()

    def _left_press(self, at: QPointF, keys: Qt.KeyboardModifier) -> gestures.Gesture | None:
        canvas = self._canvas
        word = canvas.word_at(at)
        if canvas.tool is Tool.DRAW:
            return gestures.Draw(canvas, at)
        if canvas.tool is Tool.SPLIT:
            self._aim(at)
            canvas.cut_here()
            return None
        if keys & Qt.KeyboardModifier.ShiftModifier:
            return gestures.Band(canvas, at)
        if keys & Qt.KeyboardModifier.ControlModifier and word is not None:
            selected = [w for w in canvas.selection if w != word]
            canvas.select(selected if word in canvas.selection else [*selected, word])
            return None
        if canvas.tool is Tool.BOXES:
            if (handle := self._handle_at(at)) is not None:
                return gestures.Shift(canvas, at, handle)
            if word is not None:
                if word not in canvas.selection:
                    canvas.select([word])
                return gestures.Shift(canvas, at, None)
        return gestures.Pan(canvas, at, word)

    def _handle_at(self, at: QPointF) -> int | None:
        canvas = self._canvas
        if len(canvas.selection) != 1:
            return None
        box = next(iter(canvas.selected_boxes().values()))
        return boxes.handle_at(box, *canvas.view.to_page(at.x(), at.y()), _REACH / canvas.view.scale)

    def _aim(self, at: QPointF) -> None:
        """Put the cut where the mouse is, in the word under it."""
        canvas = self._canvas
        word = canvas.word_at(at)
        if word is not None:
            canvas.select([word])
        if canvas.selection:
            canvas.aim_at(round(canvas.view.to_page(at.x(), at.y())[0]))


def _cursor(handle: int | None, on_word: bool) -> Qt.CursorShape:
    if handle is None:
        return Qt.CursorShape.SizeAllCursor if on_word else Qt.CursorShape.ArrowCursor
    across, down = boxes.HANDLES[handle]
    if across == 1:
        return Qt.CursorShape.SizeVerCursor
    if down == 1:
        return Qt.CursorShape.SizeHorCursor
    return Qt.CursorShape.SizeFDiagCursor if across == down else Qt.CursorShape.SizeBDiagCursor
