"""The words of the word list that begin with the typed text, in a row: chosen with Up and Down or a click."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from app.style.theme import reading_font
from app.widgets.builders import label, row

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
