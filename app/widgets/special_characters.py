"""A panel of letters and signs of old scripts that no keyboard has, for a field to type words in."""

import unicodedata
from functools import partial

from PySide6.QtGui import QAction, QFontMetrics
from PySide6.QtWidgets import QGridLayout, QLineEdit, QPlainTextEdit, QPushButton

from app.style.icons import icon
from app.style.theme import reading_font
from app.widgets.popover import Popover

LETTERS = "ſæœßðþȝꝛ"
MARKS = "\u0304\u0303\u0308\u0301\u0300\u0302\u030a\u0364"
ABBREVIATIONS = "ꝑꝓꝗꝙꝝꝯꝰ⁊"
_CARRIER = "◌"
"""Shows a mark that is drawn above the letter before it."""
_SIDE, _POINTS = 40, 13


class SpecialCharacters(Popover):
    """One row each of letters, of marks for the letter before the cursor, and of signs of abbreviation."""

    def __init__(self, field: QLineEdit | QPlainTextEdit) -> None:
        super().__init__(field)
        self._field = field
        self.setAccessibleName(self.tr("Special characters"))
        grid = QGridLayout(self)
        grid.setSpacing(4)
        self.buttons: dict[str, QPushButton] = {}
        metrics = QFontMetrics(reading_font(_POINTS))
        for row, characters in enumerate((LETTERS, MARKS, ABBREVIATIONS)):
            # no font of this computer may have some of them
            for place, character in enumerate(filter(lambda letter: metrics.inFontUcs4(ord(letter)), characters)):
                shown = _CARRIER + character if unicodedata.combining(character) else character
                button = self.buttons[character] = QPushButton(shown)
                button.setFont(reading_font(_POINTS))
                button.setFixedSize(_SIDE, _SIDE)
                name = unicodedata.name(character).capitalize()
                button.setToolTip(name)
                button.setAccessibleName(name)
                button.clicked.connect(partial(self._insert, character))
                grid.addWidget(button, row, place)
        self.action = QAction(self.tr("Special characters (Alt+C)"), self)
        self.action.triggered.connect(self.show_below)
        if isinstance(field, QLineEdit):
            field.addAction(self.action, QLineEdit.ActionPosition.TrailingPosition)
        self.action.setIcon(icon("word", "quiet"))

    def show_below(self) -> None:
        """Show the panel below the field, if that can be typed in."""
        if not self._field.isReadOnly() and self._field.isEnabled():
            self.show_at(self._field)

    def _insert(self, character: str) -> None:
        self.hide()
        self._field.setFocus()
        if isinstance(self._field, QLineEdit):
            self._field.insert(character)
        else:
            self._field.insertPlainText(character)
