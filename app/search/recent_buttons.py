"""The latest searches as buttons, under the message of an empty result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.widgets.button_row import ButtonAction, ButtonRow

_MAX_LETTERS = 20


class RecentButtons(QWidget):
    """A caption and a row of buttons; hidden while there are none."""

    def __init__(self) -> None:
        super().__init__()
        caption = QLabel(self.tr("Recent searches"))
        caption.setProperty("kind", "caption")
        self.row = ButtonRow()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for widget in (caption, self.row):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        self.hide()

    def show_texts(self, texts: Sequence[str], chosen: Callable[[str], object]) -> None:
        """Offer these texts; a click calls ``chosen`` with the text."""
        self.row.set_actions([ButtonAction(_shorten(text), partial(chosen, text)) for text in texts])
        for button, text in zip(self.row.buttons, texts, strict=True):
            button.setAccessibleName(self.tr("Search for {0} again").format(text))
        self.setVisible(bool(texts))


def _shorten(text: str) -> str:
    return text if len(text) <= _MAX_LETTERS else f"{text[: _MAX_LETTERS - 1]}…"
