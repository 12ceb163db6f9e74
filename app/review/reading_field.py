"""The large field of Review: at rest it shows a reading and takes commands, while typing it takes letters."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLineEdit

from app.style.theme import reading_font

_POINTS = 22
_MOVES = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)


class ReadingField(QLineEdit):
    """At rest the text shown is a placeholder, so that the first letter typed takes its place.

    ``typing`` begins with a letter, a click or :meth:`begin`, and ends with :meth:`rest`. While it lasts every
    key is text; at rest figures, arrows, the space bar and Delete are left to the actions of the place.
    ``started()`` and ``rested()`` tell of both; ``picked(int)``: up (-1) or down (1) was pressed while typing.
    """

    started = Signal()
    rested = Signal()
    picked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("reading")
        self._shown = ""
        self._sure = False
        self.typing = False
        self._upright, self._leaning = reading_font(_POINTS), reading_font(_POINTS)
        self._leaning.setItalic(True)
        self.setFont(self._upright)
        self.setMinimumHeight(56)
        self.setAccessibleName(self.tr("Reading of the word"))
        self.textEdited.connect(self._edited)
        self._paint()

    @property
    def shown(self) -> str:
        """The reading shown at rest."""
        return self._shown

    @property
    def changed_text(self) -> str | None:
        """What a person typed, trimmed; None at rest, when nothing was changed, or when nothing is left."""
        text = self.text().strip()
        return text if self.typing and self.isModified() and text else None

    def rest(self, shown: str, *, sure: bool) -> None:
        """Show a reading: a suggestion is quiet, a person's own (``sure``) in ink."""
        was_typing, self.typing = self.typing, False
        self._shown, self._sure = shown, sure
        self.clear()
        self.setPlaceholderText(shown)
        self._paint()
        if was_typing:
            self.rested.emit()

    def begin(self) -> None:
        """Put the reading shown into the field, chosen whole: to change letters of it, or to write figures."""
        if not self.typing and not self.isReadOnly():
            self.setText(self._shown)
            self.selectAll()
            self._start()

    def put(self, text: str) -> None:
        """Take over a text that was offered while typing."""
        self.setText(text)
        self.setModified(True)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if self.typing and event.key() in _MOVES and event.modifiers() in _PLAIN:
                event.accept()
                return True
            if not self.typing and _is_command(event):
                event.ignore()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.typing and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.picked.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.typing and event.button() == Qt.MouseButton.LeftButton:
            self.begin()
            return
        super().mousePressEvent(event)

    def _edited(self, text: str) -> None:
        if not self.typing:
            self._start()

    def _start(self) -> None:
        self.typing = True
        self.setPlaceholderText("")
        self._paint()
        self.started.emit()

    def _paint(self) -> None:
        if self.property("sure") != self._sure:
            self.setProperty("sure", self._sure)
            self.style().unpolish(self)
            self.style().polish(self)
        # a suggestion leans, so that it can be told from a reading without its colour
        leans = not self.typing and not self._sure
        if self.font().italic() != leans:
            self.setFont(self._leaning if leans else self._upright)


_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


def _is_command(event: QKeyEvent) -> bool:
    """Whether a key at rest belongs to the place, or the window: figures, space, Delete, arrows, undo and redo."""
    if event.modifiers() in _PLAIN:
        return event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Delete, *_MOVES) or (
            Qt.Key.Key_1 <= event.key() <= Qt.Key.Key_9
        )
    control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    return control and event.key() in (Qt.Key.Key_Z, Qt.Key.Key_Y)
