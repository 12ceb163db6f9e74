"""What is said in place of words when there are none, and the line above the words when something is to be known."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

Offer = tuple[str, Callable[[], object]]


class Empty(QWidget):
    """A title, a sentence, and the buttons that help."""

    def __init__(self) -> None:
        super().__init__()
        self.title, self.text = QLabel(), QLabel()
        self.title.setProperty("kind", "title")
        self.text.setProperty("kind", "quiet")
        self.text.setWordWrap(True)
        self.text.setFixedWidth(520)
        for label in (self.title, self.text):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.buttons: list[QPushButton] = []
        self._row = QHBoxLayout()
        self._row.setSpacing(8)
        column = QVBoxLayout(self)
        column.setSpacing(16)
        column.addStretch(1)
        column.addWidget(self.title, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.text, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(self._row)
        column.addStretch(2)

    def say(self, title: str, text: str, offers: Sequence[Offer]) -> None:
        """Show these words and buttons, the first of them the one meant."""
        self.title.setText(title)
        self.text.setText(text)
        while item := self._row.takeAt(0):
            if widget := item.widget():
                widget.deleteLater()
        self.buttons = []
        self._row.addStretch(1)
        for label, run in offers:
            button = QPushButton(label)
            if not self.buttons:
                button.setProperty("kind", "primary")
            button.clicked.connect(lambda checked=False, run=run: run())
            self._row.addWidget(button)
            self.buttons.append(button)
        self._row.addStretch(1)


class Banner(QFrame):
    """One line with at most two buttons; hidden while there is nothing to say."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("notice")
        self._runs: list[Callable[[], object]] = []
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.button, self.other = QPushButton(), QPushButton()
        self._buttons = (self.button, self.other)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 4, 4)
        row.addWidget(self.text, 1)
        row.setSpacing(8)
        for place, button in enumerate(self._buttons):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda checked=False, place=place: self._runs[place]())
            row.addWidget(button)
        self.hide()

    def say(self, text: str, *offers: Offer) -> None:
        """Show a line with up to two offers; "" hides it."""
        self.text.setText(text)
        self._runs = [run for _, run in offers]
        for place, button in enumerate(self._buttons):
            button.setVisible(place < len(offers))
            if place < len(offers):
                button.setText(offers[place][0])
        self.setVisible(bool(text))
