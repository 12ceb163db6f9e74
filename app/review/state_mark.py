"""A small mark of a word's state."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.style.theme import Theme
from app.widgets.word_outline import draw_state_icon


class StateMark(QWidget):
    """Draws nothing until a state is shown."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._state: str | None = None
        self.setFixedSize(QSize(24, 20))
        theme.changed.connect(self.update)

    def show_state(self, state: str | None) -> None:
        """Draw this state; None draws nothing."""
        self._state = state
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._state is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_state_icon(painter, self.rect(), self._state, self._theme.tokens, 2.0)
        painter.end()
