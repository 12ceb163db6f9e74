"""Words of the lexicon that begin as what is being typed: offered in a row, taken with Up and Down or a click."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from app.style.theme import reading_font

MOST = 5
_GAP = 4


class CompletionPopup(QWidget):
    """``taken(str)``: this text shall stand in the line, an offered word or again what was typed.

    As many words are shown as have room. The row keeps its height while one types, so that nothing jumps.
    """

    taken = Signal(str)

    def __init__(self, width: int) -> None:
        super().__init__()
        self._width = width
        self.offered: list[str] = []
        self._typed = ""
        self._at = -1
        self._none = QLabel(self.tr("No word of the lexicon begins so."))
        self._none.setProperty("kind", "caption")
        self.buttons = [QPushButton() for _ in range(MOST)]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP)
        row.addWidget(self._none)
        for place, button in enumerate(self.buttons):
            button.setProperty("kind", "candidate")
            button.setFont(reading_font(9))
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(lambda _=False, place=place: self._take(place))
            row.addWidget(button)
        row.addStretch(1)
        self.put_away()

    def put_away(self) -> None:
        """Nothing is being typed."""
        self.offered, self._at = [], -1
        self.hide()

    def offer(self, typed: str, words: Sequence[str]) -> None:
        """Show the words for what was typed; none of them is taken by itself."""
        self._typed, self.offered, self._at = typed, [], -1
        left = self._width
        for place, button in enumerate(self.buttons):
            button.hide()
            if place < len(words) and left > 0:
                button.setText(words[place].replace("&", "&&"))
                button.setAccessibleName(self.tr("Take {0} from the lexicon").format(words[place]))
                left -= button.sizeHint().width() + _GAP
                if left >= -_GAP:
                    button.show()
                    self.offered.append(words[place])
        self._none.setVisible(not self.offered)
        self.setFixedHeight(self.buttons[0].sizeHint().height())
        self._mark()
        self.show()

    def step(self, by: int) -> bool:
        """Take the next (1) or the one before (-1), what was typed between last and first; False without any."""
        if not self.offered:
            return False
        count = len(self.offered) + 1
        self._take((self._at + 1 + by) % count - 1)
        return True

    def _take(self, place: int) -> None:
        self._at = place
        self._mark()
        self.taken.emit(self._typed if place < 0 else self.offered[place])

    def _mark(self) -> None:
        for place, button in enumerate(self.buttons):
            button.setChecked(place == self._at)
