"""Reading a word where it stands: a line to type in under the box, and the model's candidates on Alt+1 to Alt+9."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.page.completion_popup import CompletionPopup
from app.style.theme import reading_font, tabular
from app.text import number_format as figures
from app.widgets.disable_with_reason import disable_with_reason
from core.recognition.candidates import RankedCandidate

_COLUMNS = 2
_WIDTH = 376
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_KEYPAD = Qt.KeyboardModifier.KeypadModifier


class Editor(QFrame):
    """``saved(text, step)``: keep this, then go ``step`` words on (0 stays). ``left(step)``: nothing to keep.

    Enter saves, also what was not changed: that accepts it. Tab saves only what was changed. Esc leaves all as
    it was. ``typing(text)``: a person typed; :meth:`offer` then shows words that begin so, which Up and Down take.
    """

    typing = Signal(str)
    saved = Signal(str, int)
    left = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget, why_not: str) -> None:
        """``why_not``: why nothing can be kept, so that the word is only looked at; "" where it can."""
        super().__init__(parent)
        self._why_not = why_not
        self.setObjectName("sheet")
        self.setAutoFillBackground(True)
        self.word_id: int | None = None
        self._before = ""
        self.line = _Line()
        self.line.setFont(reading_font(15))
        self.line.setAccessibleName(self.tr("What the word says"))
        self.line.setPlaceholderText(self.tr("Not read yet") if why_not else self.tr("Type what you read"))
        disable_with_reason(why_not, self.line)
        self.line.enter.connect(lambda: self._save(1, always=True))
        self.line.step.connect(lambda step: self._save(step, always=False))
        self.line.escape.connect(self.cancel)
        self.line.textEdited.connect(self._typed)
        self.completing = CompletionPopup(_WIDTH - 16)
        self.completing.taken.connect(self._complete)
        self.line.steps = self.completing.step
        self.hint = QLabel()
        self.hint.setProperty("kind", "caption")
        self.hint.setWordWrap(True)
        self.buttons: list[QPushButton] = []
        self._choices: tuple[RankedCandidate, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(8)
        column.addWidget(self.line)
        column.addWidget(self.completing)
        self._grid = QGridLayout()
        self._grid.setSpacing(4)
        column.addLayout(self._grid)
        column.addWidget(self.hint)
        self.setFixedWidth(_WIDTH)
        self.hide()

    @property
    def text(self) -> str:
        return self.line.text()

    @property
    def is_changed(self) -> bool:
        """Whether something was typed that is not kept yet."""
        return self.word_id is not None and self.line.text() != self._before

    def open(self, word_id: int, text: str, typed: str | None = None) -> None:
        """Show a word's text for typing; ``typed`` is what was typed before and could not be kept."""
        self.word_id = word_id
        self._before = text
        self.line.setText(text)
        if typed is not None:
            self.line.setText(typed)
        self.line.selectAll()
        self.completing.put_away()
        self.set_choices(())
        self.show()
        self.raise_()
        self.line.setFocus()

    def refresh(self, text: str) -> None:
        """The word's text is another now; what is being typed stays."""
        if not self.is_changed:
            self._before = text
            self.line.setText(text)
            self.line.selectAll()

    def set_choices(self, choices: Sequence[RankedCandidate]) -> None:
        """The candidates, likeliest first."""
        self._choices = tuple(choices)
        for button in self.buttons:
            self._grid.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = [self._button(number, choice) for number, choice in enumerate(choices)]
        self._show_hint()

    def offer(self, typed: str, words: Sequence[str]) -> None:
        """Words of the lexicon for what was ``typed``; late ones, for a text that is another now, are dropped."""
        if self.word_id is not None and self.line.text() == typed:
            self.completing.offer(typed, words)
            self._show_hint()

    def choose(self, number: int) -> None:
        """Save the candidate of this number, counted from 1, and go on."""
        if 1 <= number <= len(self._choices) and not self._why_not:
            self.line.setText(self._choices[number - 1].word)
            self._save(1, always=True)

    def take(self) -> tuple[int, str] | None:
        """What was typed and not kept, with its word, once; None when there is nothing."""
        if self.word_id is None or not self.is_changed:
            return None
        self._before = self.line.text()
        return self.word_id, self._before

    def cancel(self) -> None:
        """Leave the word as it was."""
        self.close_quietly()
        self.closed.emit()

    def close_quietly(self) -> None:
        """Put the editor away."""
        self.word_id = None
        self.hide()

    def _typed(self, text: str) -> None:
        if text.strip():
            self.typing.emit(text)
        else:
            self.completing.put_away()
            self._show_hint()

    def _complete(self, text: str) -> None:
        # as if typed, so that the line's own undo takes it back; but it is not completed again
        self.line.blockSignals(True)
        self.line.selectAll()
        self.line.insert(text)
        self.line.blockSignals(False)
        self.line.setFocus()  # a click on a word took the keys to the page

    def _show_hint(self) -> None:
        choices = self._choices
        lines = [
            self.tr("Up and Down take a word of the lexicon.") if self.completing.offered else "",
            self._about_choices() if choices else "",
            self.tr("Letters alone: spelled by itself, not in the lexicon.")
            if any(choice.is_free for choice in choices)
            else "",
            self.tr("Enter or Tab next · Esc closes")
            if self._why_not
            else self.tr("Enter saves and goes on · Tab next · Esc as it was"),
        ]
        self.hint.setText("\n".join(line for line in lines if line))
        self._fit()

    def _about_choices(self) -> str:
        if self._why_not:
            return self.tr("The model's candidates. Distance: less is nearer.")
        return self.tr("Alt and its number takes a candidate. Distance: less is nearer.")

    def _save(self, step: int, *, always: bool) -> None:
        if not self._why_not and (always or self.is_changed):
            text = self.line.text()
            self._before = text
            self.saved.emit(text, step)
        else:
            self.left.emit(step)

    def _fit(self) -> None:
        """As high as its parts need; what wraps is asked for its height at this width."""
        layout = self.layout()
        assert layout is not None
        layout.invalidate()
        layout.activate()
        self.setFixedHeight(layout.totalHeightForWidth(_WIDTH))

    def _button(self, number: int, choice: RankedCandidate) -> QPushButton:
        free = choice.is_free or choice.distance is None
        told = self.tr("letters alone") if free else f"{choice.distance:.2f}"
        button = QPushButton(f"{number + 1}  {choice.word}  {told}")
        button.setProperty("kind", "candidate")
        button.setFont(tabular(reading_font(9)))
        # the line keeps the focus: the keyboard has Alt and the number
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setToolTip(self._told(choice))
        take = self.tr("Take candidate {0}: {1}").format(number + 1, choice.word)
        button.setAccessibleName(self.tr("{0}, {1}, not in the lexicon").format(take, told) if free else take)
        button.clicked.connect(lambda: self.choose(number + 1))
        disable_with_reason(self._why_not, button)
        self._grid.addWidget(button, number // _COLUMNS, number % _COLUMNS)
        button.show()  # now and not with the next event, or it would not count for the height
        return button

    def _told(self, choice: RankedCandidate) -> str:
        if choice.distance is None:
            text = self.tr("{0}: read without the word list by %Ln reader(s); it is not in the list", "", choice.votes)
            return text.format(choice.word)
        text = self.tr("{0}: chosen by %Ln reader(s), least distance {1}", "", choice.votes)
        return text.format(choice.word, figures.distance(choice.distance))


class _Line(QLineEdit):
    """A line that tells of the keys by which one moves between words; ``steps(±1)`` takes Down and Up if it can."""

    enter = Signal()
    escape = Signal()
    step = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.steps: Callable[[int], bool] = lambda by: False

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and self._is_for_the_window(event):  # type: ignore[arg-type]
            event.ignore()
            return False
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                self.step.emit(-1 if key == Qt.Key.Key_Backtab else 1)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.enter.emit()
        elif key == Qt.Key.Key_Escape:
            self.escape.emit()
        elif key in _STEPS and not event.modifiers() & ~_KEYPAD and self.steps(_STEPS[Qt.Key(key)]):
            return
        else:
            super().keyPressEvent(event)

    def _is_for_the_window(self, event: QKeyEvent) -> bool:
        """Where nothing was typed, undo and redo are those of the project."""
        if event.matches(QKeySequence.StandardKey.Undo):
            return not self.isUndoAvailable()
        if event.matches(QKeySequence.StandardKey.Redo):
            return not self.isRedoAvailable()
        return False
