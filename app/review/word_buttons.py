"""The buttons under the field of a single word."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QPushButton

from app.style.icons import icon
from app.style.theme import Theme

_COLUMNS = 3


class WordButtons(QGridLayout):
    """``named``: the buttons by the names of their icons."""

    def __init__(self, theme: Theme, commands: Mapping[str, Callable[[], object]]) -> None:
        """``commands``: what each button does, by the name of its icon."""
        super().__init__()
        self._theme = theme
        self.named: dict[str, QPushButton] = {}
        self.setSpacing(8)
        texts = {
            "accept": (self.tr("Accept"), self.tr("Accept what is shown and go on (Enter)")),
            "not_a_word": (self.tr("Not a word"), self.tr("A blot, a rule, part of a word (Delete)")),
            "history": (self.tr("Postpone"), self.tr("Move it to the end of the queue (Alt+U)")),
            "page": (self.tr("Show on page"), self.tr("Show the whole page (Space)")),
            "insight": (self.tr("Explain"), self.tr("Show the vote of every reader (Ctrl+I)")),
            "box": (
                self.tr("Edit the box"),
                self.tr("Move, resize or draw it, split it, join it with a word beside it (Ctrl+B)"),
            ),
        }
        for place, (name, (text, tip)) in enumerate(texts.items()):
            button = QPushButton(text)
            button.setToolTip(tip)
            # a click must not take the focus away from the field
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda checked=False, run=commands[name]: run())
            self.addWidget(button, place // _COLUMNS, place % _COLUMNS)
            self.named[name] = button
        self.named["accept"].setProperty("kind", "primary")
        theme.changed.connect(self._paint)
        self._paint()

    def show_saving(self, as_typed: bool) -> None:
        """Name the first button after what it does: save a text as it was typed, or accept the text that is shown."""
        self.named["accept"].setText(self.tr("Save as typed") if as_typed else self.tr("Accept"))

    def _paint(self) -> None:
        tokens = self._theme.tokens
        for name, button in self.named.items():
            button.setIcon(icon(name, tokens.on_accent if name == "accept" else tokens.ink))
