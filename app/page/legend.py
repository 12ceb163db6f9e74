"""The legend: the meaning of each outline, the number of words that have it, and buttons to hide these words."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from app.page.page_queries import LEGEND_STATES
from app.style.theme import tabular
from app.style.tokens import LIGHT, Tokens
from app.text.names import state_meanings
from app.widgets.builders import column
from app.widgets.word_outline import has_rectangle, mark_lines, mark_pen, outline_lines, outline_pen

_SWATCH = QSize(32, 20)


class Legend(QWidget):
    """``hidden_changed(states)``: a person hid or showed the words in a state."""

    hidden_changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._titles = {
            "typed": self.tr("Typed or imported"),
            "accepted": self.tr("Accepted"),
            "aligned": self.tr("Aligned automatically"),
            "seen": self.tr("Suggested: known word"),
            "unseen": self.tr("Suggested: new word"),
            "unlisted": self.tr("Suggested: in no list"),
            "uncertain": self.tr("Uncertain"),
            "unread": self.tr("No suggestion"),
            "not_a_word": self.tr("Not a word"),
        }
        self.buttons = {state: self._button() for state in LEGEND_STATES}
        column(*self.buttons.values(), parent=self, spacing=0)
        self.set_counts(dict.fromkeys(LEGEND_STATES, 0))
        self.set_paper(LIGHT)

    def set_counts(self, counts: Mapping[str, int]) -> None:
        """Show the number of words of the page in each state."""
        meanings = state_meanings()
        for state, button in self.buttons.items():
            title = self._titles[state]
            button.setText(f"{title}  {counts[state]}")
            button.setToolTip(self.tr("{0}. Click to hide or show them.").format(meanings[state]))
            button.setAccessibleName(self.tr("{0}: %Ln word(s)", "", counts[state]).format(title))

    def set_paper(self, tokens: Tokens) -> None:
        """Draw the samples as the outlines are drawn on this page."""
        for state, button in self.buttons.items():
            icon = QIcon()
            for ratio in (1, 2):
                icon.addPixmap(_sample(state, tokens, ratio), QIcon.Mode.Normal, QIcon.State.On)
                icon.addPixmap(_sample(None, tokens, ratio), QIcon.Mode.Normal, QIcon.State.Off)
            button.setIcon(icon)

    def _button(self) -> QToolButton:
        button = QToolButton()
        button.setProperty("kind", "legend")
        button.setCheckable(True)
        button.setChecked(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIconSize(_SWATCH)
        button.setFont(tabular(button.font()))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        button.toggled.connect(self._toggled)
        return button

    def _toggled(self) -> None:
        self.hidden_changed.emit(frozenset(state for state, button in self.buttons.items() if not button.isChecked()))


def _sample(state: str | None, tokens: Tokens, ratio: int) -> QPixmap:
    """Return the outline of a state on a piece of paper; None: a stroke, for hidden words."""
    pixmap = QPixmap(_SWATCH * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(QColor(tokens.sheet))
    painter = QPainter(pixmap)
    if state is None:
        painter.setPen(QColor(tokens.quiet))
        painter.drawLine(6, 10, _SWATCH.width() - 6, 10)
    else:
        box = (4, 8, 18, 9)
        painter.setPen(outline_pen(state, tokens, ratio))
        if has_rectangle(state):
            painter.drawRect(QRectF(*box))
        else:
            painter.drawLines(outline_lines(state, box, 0.5))
        painter.setPen(mark_pen(state, tokens, ratio))
        painter.drawLines(mark_lines(state, (4, 8, 24, 9), 1.0))
    painter.end()
    return pixmap
