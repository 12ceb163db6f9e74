"""The words of a page for screen readers: the canvas is a list, each word an item with its text, state and place."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface, QColor, QWindow
from PySide6.QtWidgets import QAccessibleWidget, QWidget
from shiboken6 import isValid

from app.page.canvas import PageCanvas
from app.page.page_queries import PageWord
from app.style.tokens import NOT_A_WORD
from app.text.names import state_names
from app.widgets import accessibility


def install() -> None:
    """Make every :class:`~app.page.canvas.PageCanvas` a list of its words. Installing it again changes nothing."""
    accessibility.install(PageCanvas, AccessibleCanvas)


def announce_selection(canvas: PageCanvas) -> None:
    """Announce the selected word to screen readers."""
    if not QAccessible.isActive() or not canvas.selection:
        return
    interface = QAccessible.queryAccessibleInterface(canvas)
    numbers = {word.id: number for number, word in enumerate(canvas.outlines.visible_words)}
    number = numbers.get(canvas.selection[-1])
    if interface is not None and number is not None:
        event = QAccessibleEvent(canvas, QAccessible.Event.Focus)
        event.setChild(number)
        QAccessible.updateAccessibility(event)


class AccessibleCanvas(QAccessibleWidget):
    """The list. Its items are the words whose states are shown, in reading order; then comes the open editor."""

    def __init__(self, canvas: PageCanvas) -> None:
        super().__init__(canvas, QAccessible.Role.List)
        self.canvas = canvas
        self._words: dict[int, AccessibleWord] = {}

    @property
    def words(self) -> list[PageWord]:
        return self.canvas.outlines.visible_words if isValid(self.canvas) else []

    @property
    def _over(self) -> list[QWidget]:
        """The widgets that lie on the page now."""
        if not isValid(self.canvas):
            return []
        return [item for item in self.canvas.viewport().children() if isinstance(item, QWidget) and item.isVisible()]

    def childCount(self) -> int:
        return len(self.words) + len(self._over)

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        words, over = self.words, self._over
        if 0 <= index < len(words):
            return self._item(words[index].id)
        if len(words) <= index < len(words) + len(over):
            return QAccessible.queryAccessibleInterface(over[index - len(words)])
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        if not isinstance(child, AccessibleWord):
            numbers = (number for number, widget in enumerate(self._over) if widget is child.object())
            return next((len(self.words) + number for number in numbers), -1)
        return next((number for number, word in enumerate(self.words) if word.id == child.word_id), -1)

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        at = self.canvas.viewport().mapFromGlobal(QRect(x, y, 1, 1).topLeft())
        word_id = self.canvas.word_at(at.toPointF())
        return None if word_id is None else self._item(word_id)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        selection = self.canvas.selection
        return self._item(selection[-1]) if selection and self.canvas.hasFocus() else None

    def word(self, word_id: int) -> PageWord | None:
        return self.canvas.word(word_id) if isValid(self.canvas) else None

    def _item(self, word_id: int) -> AccessibleWord:
        if word_id not in self._words:
            self._words[word_id] = AccessibleWord(self, word_id)
        return self._words[word_id]


class AccessibleWord(QAccessibleWidget):
    """One word: named by its transcription or its suggestion, described by its state.

    Pressing it opens the field for its transcription, as a click does; focusing it selects it.
    """

    def __init__(self, canvas: AccessibleCanvas, word_id: int) -> None:
        # an object of the canvas, because only those of widgets can have actions in Python
        super().__init__(canvas.canvas, QAccessible.Role.ListItem)
        self._list, self.word_id = canvas, word_id

    def isValid(self) -> bool:
        return isValid(self._list.canvas) and self._list.word(self.word_id) is not None

    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    def window(self) -> QWindow:
        return self._list.canvas.window().windowHandle()

    def parent(self) -> QAccessibleInterface:
        return self._list

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.ListItem

    def childCount(self) -> int:
        return 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def text(self, kind: QAccessible.Text) -> str:
        word = self._list.word(self.word_id)
        if word is None:
            return ""
        if kind == QAccessible.Text.Name:
            return word.text or QCoreApplication.translate("AccessibleWord", "word without text")
        if kind == QAccessible.Text.Description:
            if word.state == NOT_A_WORD:
                return QCoreApplication.translate("AccessibleWord", "not a word")
            return state_names()[word.state]
        return ""

    def actionNames(self) -> list[str]:
        return [self.pressAction(), self.setFocusAction()]

    def doAction(self, name: str) -> None:
        if not self.isValid() or name not in self.actionNames():
            return
        canvas = self._list.canvas
        canvas.setFocus()
        if name == self.pressAction():
            canvas.transcription_requested.emit(self.word_id)
        else:
            canvas.select([self.word_id])

    def keyBindingsForAction(self, name: str) -> list[str]:
        return []

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Do nothing: a word is transcribed in the field that Enter opens."""

    def rect(self) -> QRect:
        canvas, word = self._list.canvas, self._list.word(self.word_id)
        if word is None:
            return QRect()
        x, y, w, h = canvas.view.rect_to_window(word.box)
        corner = canvas.viewport().mapToGlobal(QRect(round(x), round(y), 1, 1).topLeft())
        return QRect(corner.x(), corner.y(), round(w), round(h))

    def state(self) -> QAccessible.State:
        canvas, state = self._list.canvas, QAccessible.State()
        state.selectable = state.focusable = 1
        state.selected = int(self.word_id in canvas.selection)
        state.focused = int(canvas.selection[-1:] == [self.word_id] and canvas.hasFocus())
        state.offscreen = int(not _visible(canvas.viewport()).intersects(self.rect()))
        return state

    def backgroundColor(self) -> QColor:
        return QColor(self._list.canvas.tokens.sheet)

    # Qt answers the following from the widget of `object`, which a word does not have

    def foregroundColor(self) -> QColor:
        return QColor(self._list.canvas.tokens.ink)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def relations(self, match: Any = None) -> list[Any]:
        return []


def _visible(widget: QWidget) -> QRect:
    """Return the part of the screen that a widget takes."""
    return QRect(widget.mapToGlobal(widget.rect().topLeft()), widget.size())
