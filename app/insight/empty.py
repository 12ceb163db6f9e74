"""What an empty view says, and the button that fills it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

Offer = tuple[str, Callable[[], object] | None]
"""A button's text and what it does."""


class Empty(QWidget):
    """A title, a sentence, a button; or, while something runs, a bar."""

    def __init__(self) -> None:
        super().__init__()
        self.title = QLabel()
        self.title.setProperty("kind", "section")
        self.text = QLabel()
        self.text.setProperty("kind", "quiet")
        self.text.setWordWrap(True)
        self.text.setMaximumWidth(560)
        self.text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(240)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.button = QPushButton()
        self.button.setProperty("kind", "primary")
        self.other = QPushButton()
        self._runs: dict[QPushButton, Callable[[], object] | None] = {self.button: None, self.other: None}
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in self._runs:
            button.clicked.connect(lambda _=False, button=button: self._press(button))
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setSpacing(16)
        column.addStretch(2)
        for widget in (self.title, self.text, self.bar):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addLayout(buttons)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(3)

    def say(
        self,
        title: str,
        text: str,
        button: str = "",
        run: Callable[[], object] | None = None,
        *,
        why_not: str = "",
        other: Offer = ("", None),
    ) -> None:
        """What belongs here, and the button that fills it.

        ``why_not``: why that button cannot be pressed. ``other``: a second button beside it, and what it does.
        """
        self.title.setText(title)
        self.text.setText(text)
        self.text.setMinimumHeight(self.text.heightForWidth(min(560, max(320, self.width() - 64))))
        self.text.setMinimumWidth(min(560, max(320, self.width() - 64)))
        self._runs = {self.button: run, self.other: other[1]}
        for each, named in ((self.button, button), (self.other, other[0])):
            each.setText(named)
            each.setVisible(bool(named))
        self.button.setEnabled(not why_not)
        self.button.setToolTip(why_not)
        self.bar.hide()

    def busy(self, title: str, done: int = 0, total: int = 0) -> None:
        """Something runs; a total of 0 stands for an unknown end."""
        self.title.setText(title)
        self.text.setText("")
        self.button.hide()
        self.other.hide()
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        self.bar.show()
        self._runs = {self.button: None, self.other: None}

    def _press(self, button: QPushButton) -> None:
        if (run := self._runs[button]) is not None:
            run()
