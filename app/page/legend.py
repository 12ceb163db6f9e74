"""The legend: what each outline means, how many words have it, and a button for each to leave them out."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.page.page_queries import SHOWN
from app.style.theme import tabular
from app.style.tokens import DARK, LIGHT, Tokens
from app.widgets import word_outline

_SWATCH = QSize(32, 20)


class Legend(QWidget):
    """``filtered(hidden)``: the states that a person wants left out."""

    filtered = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._titles = {
            "typed": (self.tr("Typed"), self.tr("Words a person typed, or imported with the page")),
            "accepted": (self.tr("Accepted"), self.tr("Words of the model that a person accepted")),
            "seen": (
                self.tr("Suggested: known word"),
                self.tr("Suggested by the model as a word it was trained on (seen)"),
            ),
            "unseen": (
                self.tr("Suggested: new word"),
                self.tr("Suggested by the model as a word it was not trained on (unseen)"),
            ),
            "uncertain": (self.tr("Uncertain"), self.tr("Suggested by the model with little confidence")),
            "unread": (self.tr("Unread"), self.tr("No transcription and no suggestion yet")),
            "not_a_word": (self.tr("Not a word"), self.tr("Marked by a person: blots, rules, drawings")),
        }
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.buttons: dict[str, QToolButton] = {}
        for state in SHOWN:
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
            column.addWidget(button)
            self.buttons[state] = button
        self.set_counts(dict.fromkeys(SHOWN, 0))
        self.set_paper(dark=False)

    @property
    def hidden_states(self) -> frozenset[str]:
        return frozenset(state for state, button in self.buttons.items() if not button.isChecked())

    def set_counts(self, counts: Mapping[str, int]) -> None:
        """How many words of the page are in each state."""
        for state, button in self.buttons.items():
            title, hint = self._titles[state]
            button.setText(f"{title}  {counts[state]}")
            button.setToolTip(self.tr("{0}. Click to hide or show them.").format(hint))
            button.setAccessibleName(self.tr("{0}: %Ln word(s)", "", counts[state]).format(title))

    def set_paper(self, dark: bool) -> None:
        """Draw the swatches as the outlines are drawn on this page."""
        tokens = DARK if dark else LIGHT
        for state, button in self.buttons.items():
            icon = QIcon()
            for ratio in (1, 2):
                icon.addPixmap(_swatch(state, tokens, ratio, False), QIcon.Mode.Normal, QIcon.State.On)
                icon.addPixmap(_swatch(state, tokens, ratio, True), QIcon.Mode.Normal, QIcon.State.Off)
            button.setIcon(icon)

    def _toggled(self) -> None:
        self.filtered.emit(self.hidden_states)


def _swatch(state: str, tokens: Tokens, ratio: int, hidden: bool) -> QPixmap:
    """A piece of paper with the outline on it; blank when such words are left out."""
    pixmap = QPixmap(_SWATCH * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(QColor(tokens.sheet))
    painter = QPainter(pixmap)
    box = (4, 8, 18, 9)
    if hidden:
        painter.setPen(QColor(tokens.quiet))
        painter.drawLine(6, 10, _SWATCH.width() - 6, 10)
    else:
        painter.setPen(word_outline.outline_pen(state, tokens, ratio))
        if word_outline.has_rectangle(state):
            painter.drawRect(QRectF(*box))
        else:
            painter.drawLines(word_outline.outline_lines(state, box, 0.5))
        painter.setPen(word_outline.mark_pen(state, tokens, ratio))
        painter.drawLines(word_outline.mark_lines(state, (4, 8, 24, 9), 1.0))
    painter.end()
    return pixmap
