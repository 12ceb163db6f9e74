"""The large field of Review: at first it shows a text and its keys are commands; while typing they are letters."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLineEdit

from app.style.theme import reading_font
from app.widgets.builders import restyle
from app.widgets.typing_keys import LeavesExport, candidate_of_key, number_of_key

_POINTS = 22
_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
_NO_MODIFIERS = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class TranscriptionField(QLineEdit):
    """The text shown is the placeholder until a person types, so that the first letter replaces it.

    Typing begins with a letter, a click or :meth:`start_typing` and ends with :meth:`show_text`; before it digits,
    arrows, space and Delete are left to the actions of the view. ``typing_started()``, ``typing_ended()``, ``typed()``:
    the text is another one; ``completion_stepped(int)``: Up (-1) or Down (1) was pressed while typing.
    ``candidate_pressed(int)``: a key of the number row with Alt, or with Shift where the row has digits only with it.
    """

    typing_started = Signal()
    typing_ended = Signal()
    typed = Signal()
    completion_stepped = Signal(int)
    candidate_pressed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("reading")
        self.shown_text = ""
        self.is_typing = False
        self._is_checked = False
        self._upright, self._italic = reading_font(_POINTS), reading_font(_POINTS)
        self._italic.setItalic(True)
        self.setFont(self._upright)
        self.setAccessibleName(self.tr("Transcription of the word"))
        self._is_own = False
        """True while the field itself changes its text."""
        self.textEdited.connect(self._edited)
        self.textChanged.connect(self._take_from_outside)
        self._paint()
        LeavesExport(self)

    def show_text(self, text: str, *, is_checked: bool) -> None:
        """Show a suggestion in quiet italics, or a person's transcription in ink; typing ends."""
        was_typing, self.is_typing = self.is_typing, False
        self.shown_text, self._is_checked = text, is_checked
        self._set_own("")
        self.setPlaceholderText(text)
        self._paint()
        if was_typing:
            self.typing_ended.emit()

    def start_typing(self) -> None:
        """Select the text for typing: to change letters of it, or to type digits."""
        if not self.is_typing and not self.isReadOnly():
            self._set_own(self.shown_text)
            self.selectAll()
            self._edited()

    def replace_text(self, text: str) -> None:
        """Replace the typed text, for instance by a completion."""
        self._set_own(text)
        self.setModified(True)
        self.typed.emit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if self.is_typing and event.key() in _ARROWS and event.modifiers() in _NO_MODIFIERS:
                event.accept()
                return True
            if not self.is_typing and _is_command(event):
                event.ignore()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.is_typing and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.completion_stepped.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
        elif (number := candidate_of_key(event)) is not None or (number := self._shifted_digit(event)) is not None:
            self.candidate_pressed.emit(number)
        else:
            super().keyPressEvent(event)

    def _shifted_digit(self, event: QKeyEvent) -> int | None:
        is_shifted = event.modifiers() == Qt.KeyboardModifier.ShiftModifier and not self.is_typing
        return number_of_key(event) if is_shifted and event.text().isdigit() else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.is_typing and event.button() == Qt.MouseButton.LeftButton:
            self.start_typing()
        else:
            super().mousePressEvent(event)

    def _set_own(self, text: str) -> None:
        self._is_own = True
        self.setText(text)
        self._is_own = False

    def _take_from_outside(self, text: str) -> None:
        """Take a text that a screen reader or dictation has put here for one that was typed."""
        if not self._is_own and not self.isModified() and text not in ("", self.shown_text):
            self.setModified(True)
            self.textEdited.emit(text)

    def _edited(self) -> None:
        self._begin()
        self.typed.emit()

    def _begin(self) -> None:
        if not self.is_typing:
            self.is_typing = True
            self.setPlaceholderText("")
            self._paint()
            self.typing_started.emit()

    def _paint(self) -> None:
        # "sure" and "reading" are names in the style sheet
        restyle(self, "sure", self._is_checked)
        # italics distinguish a suggestion from a transcription without colour
        is_italic = not self.is_typing and not self._is_checked
        if self.font().italic() != is_italic:
            self.setFont(self._italic if is_italic else self._upright)


def _is_command(event: QKeyEvent) -> bool:
    """Return whether a key is for the view or the window while nothing is typed."""
    if event.modifiers() in _NO_MODIFIERS:
        return event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Delete, *_ARROWS) or (
            Qt.Key.Key_1 <= event.key() <= Qt.Key.Key_9
        )
    has_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    return has_control and event.key() in (Qt.Key.Key_Z, Qt.Key.Key_Y)
