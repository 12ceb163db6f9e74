"""What stands in an empty place: a sign, what belongs there, and the buttons that fill it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.style.icons import icon
from app.style.theme import Theme


class Empty(QWidget):
    """A title, a sentence, and buttons of which the first is the one to press."""

    def __init__(
        self, theme: Theme, sign: str, title: str, text: str, buttons: Sequence[tuple[str, Callable[[], object]]]
    ) -> None:
        super().__init__()
        self._theme, self._sign = theme, sign
        self.picture = QLabel()
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        heading = QLabel(title)
        heading.setProperty("kind", "title")
        heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        told = QLabel(text)
        told.setProperty("kind", "quiet")
        told.setWordWrap(True)
        told.setAlignment(Qt.AlignmentFlag.AlignCenter)
        told.setMaximumWidth(560)
        told.setMinimumWidth(320)
        self.buttons: list[QPushButton] = []
        row = QHBoxLayout()
        row.addStretch(1)
        for name, run in buttons:
            button = QPushButton(name)
            button.clicked.connect(lambda checked=False, run=run: run())
            if not self.buttons:
                button.setProperty("kind", "primary")
            self.buttons.append(button)
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setSpacing(16)
        column.addStretch(2)
        column.addWidget(self.picture)
        column.addWidget(heading)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(told, 4)
        middle.addStretch(1)
        column.addLayout(middle)
        column.addLayout(row)
        column.addStretch(3)
        theme.changed.connect(self._paint)
        self._paint()

    def _paint(self) -> None:
        self.picture.setPixmap(icon(self._sign, self._theme.tokens.quiet).pixmap(QSize(56, 56)))
