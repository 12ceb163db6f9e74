"""The page with mouse and keyboard: their effect depends on the tool."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent

from app.page import gestures
from app.page.canvas import PageCanvas, Tool
from app.page.viewport import ZOOM_STEP
from app.style.theme import Theme
from app.widgets.box_handles import (
    ARROWS,
    LOWER_RIGHT,
    MIN_SIDE,
    REACH,
    box_between,
    handle_at,
    handle_cursor,
    move_or_resize,
)

_PAN_STEP = 64
_ARROW_MODIFIERS = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


class InteractiveCanvas(PageCanvas):
    """Turns mouse and keys into gestures, selections and edits. The space bar pans while held, and can be tapped."""

    gesture: gestures.Gesture | None

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._space_down = False
        self._space_unused = False
        """True if nothing was dragged since the space bar was pressed: its release is a tap."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.commit()
        at = event.position()
        if event.button() == Qt.MouseButton.MiddleButton or self._space_down:
            self._space_unused = False
            self.gesture = gestures.Pan(self, at, clicks=False)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.gesture = self._press_left(at, event.modifiers())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        # with the box tool, too, a double click opens a word for transcription
        word_id = self.word_at(event.position())
        if word_id is not None and self.tool is Tool.BOXES:
            self.transcription_requested.emit(word_id)
        else:
            self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self.gesture is not None:
            self.gesture.move(at)
        elif self.tool is Tool.SPLIT:
            self._aim_split(at)
        elif self.tool is Tool.BOXES:
            if (handle := self._handle_at(at)) is not None:
                shape = handle_cursor(handle)
            else:
                shape = Qt.CursorShape.ArrowCursor if self.word_at(at) is None else Qt.CursorShape.SizeAllCursor
            self.viewport().setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        gesture, self.gesture = self.gesture, None
        if gesture is not None:
            if gesture.moved:
                gesture.finish()
            else:
                gesture.click()
            self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(ZOOM_STEP ** (event.angleDelta().y() / 120), event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and _is_space(event):
            event.accept()  # not left to a shortcut: the space bar may begin a drag
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in ARROWS and not event.modifiers() & ~_ARROW_MODIFIERS:
            self._press_arrow(*ARROWS[key], bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._press_enter()
        elif key == Qt.Key.Key_Escape:
            self._press_escape()
        elif key != Qt.Key.Key_Space:
            event.ignore()
        elif not event.isAutoRepeat():
            self._space_down = self._space_unused = True
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if event.isAutoRepeat() or key not in (*ARROWS, Qt.Key.Key_Space):
            event.ignore()
        elif key in ARROWS:
            self.commit()
        else:
            self._space_down = False
            self.viewport().unsetCursor()
            if self._space_unused:
                self.space_tapped.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.commit()
        self._space_down = False
        self.viewport().update()

    def _press_left(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> gestures.Gesture | None:
        if self.tool.is_for_lines:
            return gestures.press_line(self, at, modifiers)
        word_id = self.word_at(at)
        if self.tool is Tool.DRAW:
            return gestures.DrawBox(self, at)
        if self.tool is Tool.SPLIT:
            self._aim_split(at)
            self.split_word()
            return None
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            return gestures.RubberBand(self, at)
        if modifiers & Qt.KeyboardModifier.ControlModifier and word_id is not None:
            others = [selected for selected in self.selection if selected != word_id]
            self.select(others if word_id in self.selection else [*others, word_id])
            return None
        if self.tool is Tool.BOXES:
            if (handle := self._handle_at(at)) is not None:
                return gestures.MoveWords(self, at, handle)
            if word_id is not None:
                if word_id not in self.selection:
                    self.select([word_id])
                return gestures.MoveWords(self, at, None)
        return gestures.Pan(self, at, word_id)

    def _handle_at(self, at: QPointF) -> int | None:
        if len(self.selection) != 1:
            return None
        (box,) = self.selected_boxes().values()
        return handle_at(box, *self.view.to_page(at.x(), at.y()), REACH / self.view.scale)

    def _aim_split(self, at: QPointF) -> None:
        """Put the split line where the mouse is, in the word under it."""
        if (word_id := self.word_at(at)) is not None:
            self.select([word_id])
        if self.selection:
            self.set_split_x(round(self.view.to_page(at.x(), at.y())[0]))

    def _press_arrow(self, dx: int, dy: int, resize: bool) -> None:
        step = max(1, round(1 / self.view.scale))
        if self.tool is Tool.SPLIT and self.split_x is not None and self.selection:
            self.set_split_x(self.split_x + dx * step)
        elif self.tool is Tool.BOXES and self.selection and (not resize or len(self.selection) == 1):
            handle = LOWER_RIGHT if resize else None
            self.preview_boxes(move_or_resize(self.selected_boxes(), handle, dx * step, dy * step, self.page_size))
        elif self.tool is Tool.LINES and (lines := self.line_layer.selected_boxes()):
            handle = LOWER_RIGHT if resize and len(lines) == 1 else None
            self.preview_lines(move_or_resize(lines, handle, dx * step, dy * step, self.page_size))
        else:
            self.pan(-dx * _PAN_STEP, -dy * _PAN_STEP)

    def _press_enter(self) -> None:
        if self.tool is Tool.SPLIT:
            self.split_word()
        elif self.tool is Tool.DRAW:
            self._draw_in_centre()
        elif self.tool is Tool.NUMBER_LINES:
            self.finish_numbering()
        elif self.selection:
            self.transcription_requested.emit(self.selection[0])
        elif self.outlines.visible_words:
            self.transcription_requested.emit(self.outlines.visible_words[0].id)

    def _draw_in_centre(self) -> None:
        """Draw a box of the usual size in the centre of the window, for the arrow keys to move and resize."""
        sizes = sorted((word.box[2], word.box[3]) for word in self.outlines.words)
        # without words: about the size of a word in a page of handwriting
        width, height = sizes[len(sizes) // 2] if sizes else (self.page_size[0] // 12, self.page_size[1] // 40)
        width, height = max(width, 2 * MIN_SIDE), max(height, 2 * MIN_SIDE)
        x, y = self.view.to_page(self.viewport().width() / 2, self.viewport().height() / 2)
        x, y = x - width / 2, y - height / 2
        if box := box_between(x, y, x + width, y + height, self.page_size):
            self.box_drawn.emit(box)

    def _press_escape(self) -> None:
        if self.gesture is not None:
            self.gesture.cancel()
            self.gesture = None
            self.viewport().update()
        elif not self.tool.is_permanent:
            self.set_tool(self.permanent_tool)
        else:
            self.preview_boxes({})
            self.preview_lines({})
            self.select([])
            self.select_lines([])


def _is_space(event: QEvent) -> bool:
    return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space and not event.modifiers()
