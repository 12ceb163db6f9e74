"""A small mark that shows a word's state."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.style.icons import icon
from app.style.theme import Theme
from app.widgets.outline import BY_PERSON, draw_outline


class StateMark(QWidget):
    """A small box in the manner of a state; a pen or a tick for what a person said."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._state: str | None = None
        self._not_a_word = False
        self.setFixedSize(QSize(24, 20))
        theme.changed.connect(self.update)

    def show_state(self, state: str | None, *, not_a_word: bool = False) -> None:
        """Draw this state; None draws nothing."""
        self._state, self._not_a_word = state, not_a_word
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._state is None:
            return
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = tokens.state(self._state)
        if self._not_a_word or self._state in BY_PERSON:
            name = "not_a_word" if self._not_a_word else "pen" if self._state == "typed" else "accept"
            icon(name, colour).paint(painter, self.rect())
        else:
            draw_outline(painter, QRectF(2, 3, 20, 14), self._state, QColor(colour), 2.0, radius=3)
        painter.end()
