"""Beside the list of words: what it is for, and the ways to add to it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QProgressBar, QPushButton, QVBoxLayout

from app.style.icons import icon
from app.style.theme import Theme, reading_font


class AddWordsPanel(QFrame):
    """``add_wanted(str)``, ``list_wanted()``, ``readings_wanted()``: its buttons."""

    add_wanted = Signal(str)
    list_wanted = Signal()
    readings_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("sheet")
        self.setFixedWidth(304)
        self._theme = theme
        heading = QLabel(self.tr("Words that may occur"))
        heading.setProperty("kind", "section")
        about = QLabel(
            self.tr(
                "A model answers only with words of this list, among them words it was never trained on. A "
                "place or a family name that is missing here cannot be read: add it."
            )
        )
        about.setWordWrap(True)
        about.setProperty("kind", "quiet")
        self.word = QLineEdit()
        self.word.setFont(reading_font())
        self.word.setPlaceholderText(self.tr("Type words"))
        self.word.setAccessibleName(self.tr("Words to add"))
        self.add = QPushButton(self.tr("Add to the list"))
        self.list = QPushButton(self.tr("Add a list …"))
        list_told = _quiet(self.tr("A text file in UTF-8: one word a line, or word, tab and how often it occurs."))
        self.readings = QPushButton(self.tr("Take in all words read"))
        readings_told = _quiet(self.tr("Puts every word that a person has read here into the list."))
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setFixedHeight(6)
        keep = self.busy.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self.busy.setSizePolicy(keep)
        self.busy.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        column.addWidget(heading)
        column.addWidget(about)
        column.addSpacing(8)
        column.addWidget(self.word)
        column.addWidget(self.add)
        column.addSpacing(16)
        column.addWidget(self.list)
        column.addWidget(list_told)
        column.addSpacing(16)
        column.addWidget(self.readings)
        column.addWidget(readings_told)
        column.addStretch(1)
        column.addWidget(self.busy)
        self.word.returnPressed.connect(self._add)
        self.add.clicked.connect(self._add)
        self.word.textChanged.connect(self._typed)
        self.list.clicked.connect(self.list_wanted)
        self.readings.clicked.connect(self.readings_wanted)
        theme.changed.connect(self._paint)
        self._typed("")
        self._paint()

    def set_busy(self, busy: bool) -> None:
        """Show that words are being written; long lists take some seconds."""
        self.busy.setVisible(busy)

    def _typed(self, text: str) -> None:
        self.add.setEnabled(bool(text.strip()))

    def _add(self) -> None:
        if self.word.text().strip():
            self.add_wanted.emit(self.word.text())
            self.word.clear()

    def _paint(self) -> None:
        ink = self._theme.tokens.ink
        self.add.setIcon(icon("add", ink))
        self.list.setIcon(icon("import", ink))
        self.readings.setIcon(icon("accept", ink))


def _quiet(text: str) -> QLabel:
    label = QLabel(text)
    label.setWordWrap(True)
    label.setProperty("kind", "caption")
    return label
