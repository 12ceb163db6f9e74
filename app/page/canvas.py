"""The page under mouse and keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent

from app.page import viewport as view
from app.page.key_controller import KeyController
from app.page.mouse_controller import MouseController
from app.page.page_view import PageCanvas
from app.style.theme import Theme


class Canvas(PageCanvas):
    """The board with a hand and keys."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._keys = KeyController(self)
        self._hand = MouseController(self, self._keys)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._hand.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hand.move(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._hand.release()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._hand.press_twice(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(view.STEP ** (turned / 120), event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and self._keys.keeps(event):  # type: ignore[arg-type]
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._keys.press(event):
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not self._keys.release(event):
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.let_go()
        self.space_down = False
        self.viewport().update()
