"""A strip over the page that says what is the matter with it, with the button that mends it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton


class Banner(QFrame):
    """``pressed()``: its button. Hidden while there is nothing to say."""

    pressed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sheet")
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.button = QPushButton()
        self.button.setProperty("kind", "primary")
        self.button.clicked.connect(self.pressed)
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setFixedWidth(120)
        self.bar.setTextVisible(False)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(16)
        row.addWidget(self.label, 1)
        row.addWidget(self.bar)
        row.addWidget(self.button)
        self.hide()

    def say(self, text: str, button: str = "", *, busy: bool = False) -> None:
        """Show a sentence; with a button, or with a bar that runs while work is under way."""
        self.label.setText(text)
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self.bar.setVisible(busy)
        self.bar.setAccessibleName(text)
        self.setVisible(bool(text))
