"""The editor of a word, under its box: a line to type in, completions, and the candidates on Alt+1 to Alt+9."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QPushButton, QWidget

from app.style.theme import reading_font, tabular
from app.text.formats import decimal, distance
from app.widgets.builders import column, label, named, push_button, row
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.special_characters import SpecialCharacters
from app.widgets.typing_keys import LeavesExport, candidate_of_key
from core.recognition.candidates import RankedCandidate

MAX_COMPLETIONS = 5
_GAP = 4


class CompletionPopup(QWidget):
    """``chosen(str)``: the text for the line, a completion or the typed text again.

    Shows as many words as fit. The row keeps its height during typing, so that nothing moves.
    """

    chosen = Signal(str)

    def __init__(self, width: int) -> None:
        super().__init__()
        self._width = width
        self.completions: list[str] = []
        self._typed = ""
        self._index = -1
        """The completion in the line; -1 for the typed text."""
        self._empty_text = label(self.tr("No word of the word list begins like this."), "caption", wrap=False)
        self.buttons = [QPushButton() for _ in range(MAX_COMPLETIONS)]
        for index, button in enumerate(self.buttons):
            button.setProperty("kind", "candidate")
            button.setFont(reading_font(9))
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(lambda _=False, index=index: self._choose(index))
        row(self._empty_text, *self.buttons, 1, parent=self, spacing=_GAP)
        self.clear()

    def clear(self) -> None:
        self.completions, self._index = [], -1
        self.hide()

    def show_completions(self, typed: str, words: Sequence[str]) -> None:
        """Show the completions of the typed text; none of them is chosen."""
        self._typed, self.completions, self._index = typed, [], -1
        free_width = self._width
        for index, button in enumerate(self.buttons):
            button.hide()
            if index < len(words) and free_width > 0:
                button.setText(words[index].replace("&", "&&"))
                button.setAccessibleName(self.tr("Choose {0} from the word list").format(words[index]))
                free_width -= button.sizeHint().width() + _GAP
                if free_width >= -_GAP:
                    button.show()
                    self.completions.append(words[index])
        self._empty_text.setVisible(not self.completions)
        self.setFixedHeight(self.buttons[0].sizeHint().height())
        self._mark_chosen()
        self.show()

    def step(self, by: int) -> bool:
        """Choose the next (1) or previous (-1) completion, the typed text between last and first; False if none."""
        if not self.completions:
            return False
        self._choose((self._index + 1 + by) % (len(self.completions) + 1) - 1)
        return True

    def _choose(self, index: int) -> None:
        self._index = index
        self._mark_chosen()
        self.chosen.emit(self._typed if index < 0 else self.completions[index])

    def _mark_chosen(self) -> None:
        for index, button in enumerate(self.buttons):
            button.setChecked(index == self._index)


_COLUMNS = 2
_WIDTH = 376
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


class Editor(QFrame):
    """``saved(text, step)``: save this and go ``step`` words on. ``skipped(step)``: the same without saving.

    Enter saves an unchanged text, too: that accepts it. Tab saves only what was changed, Esc cancels.
    ``typed(text)``: a person typed; :meth:`show_completions` answers. ``closed()``: after Esc.
    """

    typed = Signal(str)
    saved = Signal(str, int)
    skipped = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget, read_only_reason: str) -> None:
        """``read_only_reason``: why nothing can be saved; "" if it can."""
        super().__init__(parent)
        self._read_only_reason = read_only_reason
        self.setObjectName("sheet")
        self.setAutoFillBackground(True)
        self.word_id: int | None = None
        self._saved_text = ""
        self.line = named(_Line(), self.tr("Transcription of the word"))
        self.line.setFont(reading_font(15))
        self.line.setPlaceholderText(
            self.tr("Not transcribed yet") if read_only_reason else self.tr("Type the transcription")
        )
        disable_with_reason(read_only_reason, self.line)
        self.line.enter.connect(lambda: self._save(1, always=True))
        self.line.step.connect(lambda step: self._save(step, always=False))
        self.line.escape.connect(self.cancel)
        self.line.candidate.connect(self.choose)
        LeavesExport(self.line)
        self.line.textEdited.connect(self._edited)
        self.characters = SpecialCharacters(self.line)
        self.completions = CompletionPopup(_WIDTH - 16)
        self.completions.chosen.connect(self._complete)
        self.line.step_completion = self.completions.step
        self.hint = label("", "caption")
        self.candidate_buttons: list[QPushButton] = []
        self._candidates: tuple[RankedCandidate, ...] = ()
        self._grid = QGridLayout()
        self._grid.setSpacing(4)
        column(self.line, self.completions, self._grid, self.hint, parent=self, margins=(8, 8, 8, 8))
        self.setFixedWidth(_WIDTH)
        self.hide()

    @property
    def is_changed(self) -> bool:
        """Return whether the text has not been saved."""
        return self.word_id is not None and self.line.text() != self._saved_text

    def open(self, word_id: int, text: str, unsaved: str | None = None) -> None:
        """Edit the text of a word; ``unsaved`` is what was typed before and could not be saved."""
        self.word_id = word_id
        self._saved_text = text
        self.line.setText(text)
        if unsaved is not None:
            self.line.setText(unsaved)
        self.line.selectAll()
        self.completions.clear()
        self.show_candidates(())
        self.show()
        self.raise_()
        if self.line.hasFocus():
            # a screen reader has just announced the word on the page; the typed text goes here
            QAccessible.updateAccessibility(QAccessibleEvent(self.line, QAccessible.Event.Focus))
        self.line.setFocus()

    def refresh(self, text: str) -> None:
        """Show a text that was changed elsewhere, unless a person is typing."""
        if not self.is_changed:
            self._saved_text = text
            self.line.setText(text)
            self.line.selectAll()

    def show_candidates(self, candidates: Sequence[RankedCandidate]) -> None:
        self._candidates = tuple(candidates)
        for button in self.candidate_buttons:
            self._grid.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.candidate_buttons = [self._button(number, candidate) for number, candidate in enumerate(candidates, 1)]
        self._show_hint()

    def show_completions(self, typed: str, words: Sequence[str]) -> None:
        """Show the words that begin with ``typed``, unless the text has changed since."""
        if self.word_id is not None and self.line.text() == typed:
            self.completions.show_completions(typed, words)
            self._show_hint()

    def choose(self, number: int) -> None:
        """Save the candidate of this number, counted from 1, and go to the next word."""
        if 1 <= number <= len(self._candidates) and not self._read_only_reason:
            self.line.setText(self._candidates[number - 1].word)
            self._save(1, always=True)

    def take_unsaved(self) -> tuple[int, str] | None:
        """Return the word and its text if it was not saved, and take it for saved from now on."""
        if self.word_id is None or not self.is_changed:
            return None
        self._saved_text = self.line.text()
        return self.word_id, self._saved_text

    def cancel(self) -> None:
        """Close without saving."""
        self.dismiss()
        self.closed.emit()

    def dismiss(self) -> None:
        self.word_id = None
        self.hide()

    def _edited(self, text: str) -> None:
        if text.strip():
            self.typed.emit(text)
        else:
            self.completions.clear()
            self._show_hint()

    def _complete(self, text: str) -> None:
        # inserted, so that the line's own undo removes it; without signals, so that it is not completed again
        self.line.blockSignals(True)
        self.line.selectAll()
        self.line.insert(text)
        self.line.blockSignals(False)
        self.line.setFocus()  # a click on a word gave the focus to the page

    def _show_hint(self) -> None:
        lines = [self.tr("Up and Down choose from the word list.")] if self.completions.completions else []
        if self._candidates and self._read_only_reason:
            lines.append(self.tr("The model's candidates. Distance: smaller is nearer."))
        elif self._candidates:
            lines.append(self.tr("Alt and its number chooses a candidate. Distance: smaller is nearer."))
        if any(candidate.is_free for candidate in self._candidates):
            lines.append(self.tr("Not in list: spelled without the word list, and not in the list."))
        lines.append(
            self.tr("Enter or Tab next · Esc closes")
            if self._read_only_reason
            else self.tr("Enter saves and goes on · Tab next · Esc cancels")
        )
        self.hint.setText("\n".join(lines))
        self._fit_height()

    def _save(self, step: int, *, always: bool) -> None:
        if not self._read_only_reason and (always or self.is_changed):
            self._saved_text = self.line.text()
            self.saved.emit(self._saved_text, step)
        else:
            self.skipped.emit(step)

    def _fit_height(self) -> None:
        layout = self.layout()
        assert layout is not None
        layout.invalidate()
        layout.activate()
        self.setFixedHeight(layout.totalHeightForWidth(_WIDTH))

    def _button(self, number: int, candidate: RankedCandidate) -> QPushButton:
        is_free = candidate.is_free
        detail = self.tr("not in list") if is_free else decimal(candidate.distance or 0, 2)
        button = push_button(f"{number}  {candidate.word}  {detail}", lambda: self.choose(number), "candidate")
        button.setFont(tabular(reading_font(9)))
        # the line keeps the focus: the keyboard has Alt and the number
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setToolTip(self._explanation(candidate))
        name = self.tr("Choose candidate {0}: {1}").format(number, candidate.word)
        button.setAccessibleName(self.tr("{0}, not in the word list").format(name) if is_free else name)
        disable_with_reason(self._read_only_reason, button)
        self._grid.addWidget(button, (number - 1) // _COLUMNS, (number - 1) % _COLUMNS)
        button.show()  # at once, or it would not count for the height
        return button

    def _explanation(self, candidate: RankedCandidate) -> str:
        votes = candidate.votes
        if candidate.distance is None:
            text = self.tr("{0}: read without the word list by %Ln reader(s); it is not in the list", "", votes)
            return text.format(candidate.word)
        if candidate.is_free:
            text = self.tr("{0}: not in the word list; spelled so by %Ln reader(s), least distance {1}", "", votes)
            return text.format(candidate.word, distance(candidate.distance))
        text = self.tr("{0}: chosen by %Ln reader(s), least distance {1}", "", votes)
        return text.format(candidate.word, distance(candidate.distance))


class _Line(QLineEdit):
    """A line with signals for the keys that lead to other words; ``step_completion(±1)`` handles Down and Up first."""

    enter = Signal()
    escape = Signal()
    step = Signal(int)
    candidate = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.step_completion: Callable[[int], bool] = lambda by: False

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride and self._is_project_undo(event):
                event.ignore()
                return False
            if event.type() == QEvent.Type.KeyPress and event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                self.step.emit(-1 if event.key() == Qt.Key.Key_Backtab else 1)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.enter.emit()
        elif key == Qt.Key.Key_Escape:
            self.escape.emit()
        elif (number := candidate_of_key(event)) is not None:
            self.candidate.emit(number)
        elif not (key in _STEPS and is_plain and self.step_completion(_STEPS[Qt.Key(key)])):
            super().keyPressEvent(event)

    def _is_project_undo(self, event: QKeyEvent) -> bool:
        """Return whether the key undoes or redoes an edit of the project, because nothing was typed here."""
        if event.matches(QKeySequence.StandardKey.Undo):
            return not self.isUndoAvailable()
        return event.matches(QKeySequence.StandardKey.Redo) and not self.isRedoAvailable()
