"""How a word's state is drawn around it: kind of line and open corner, so that it can be told without colour."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.ground.icons import icon
from app.ground.theme import Theme

_LINES = {"uncertain": Qt.PenStyle.DashLine, "unread": Qt.PenStyle.DotLine}
_BY_PERSON = ("typed", "accepted")
_GAP = 14.0


def draw_outline(painter: QPainter, rect: QRectF, state: str, colour: QColor) -> None:
    """A box in the manner of a state, one of ``word_states.STATES``."""
    painter.setPen(
        QPen(colour, 3.0 if state in _BY_PERSON else 2.0, _LINES.get(state, Qt.PenStyle.SolidLine))
    )
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if state == "unseen":
        painter.drawPath(_open_corner(rect))
    else:
        painter.drawRoundedRect(rect, 3, 3)


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
        if self._not_a_word or self._state in _BY_PERSON:
            name = "not_a_word" if self._not_a_word else "pen" if self._state == "typed" else "accept"
            icon(name, colour).paint(painter, self.rect())
        else:
            draw_outline(painter, QRectF(2, 3, 20, 14), self._state, QColor(colour))
        painter.end()


def _open_corner(rect: QRectF) -> QPainterPath:
    """The outline without its upper right corner."""
    gap = min(_GAP, rect.height() / 2, rect.width() / 3)
    path = QPainterPath()
    path.moveTo(rect.right() - gap, rect.top())
    path.lineTo(rect.topLeft())
    path.lineTo(rect.bottomLeft())
    path.lineTo(rect.bottomRight())
    path.lineTo(rect.right(), rect.top() + gap)
    return path
