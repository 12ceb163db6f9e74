"""What an empty view says, and the button that fills it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget


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
        self.button.clicked.connect(self._press)
        self._run: Callable[[], object] | None = None
        column = QVBoxLayout(self)
        column.setSpacing(16)
        column.addStretch(2)
        for widget in (self.title, self.text, self.bar, self.button):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    def say(self, title: str, text: str, button: str = "", run: Callable[[], object] | None = None) -> None:
        """What belongs here, and the button that fills it."""
        self.title.setText(title)
        self.text.setText(text)
        self.text.setMinimumHeight(self.text.heightForWidth(min(560, max(320, self.width() - 64))))
        self.text.setMinimumWidth(min(560, max(320, self.width() - 64)))
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self.bar.hide()
        self._run = run

    def busy(self, title: str, done: int = 0, total: int = 0) -> None:
        """Something runs; a total of 0 stands for an unknown end."""
        self.title.setText(title)
        self.text.setText("")
        self.button.hide()
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        self.bar.show()
        self._run = None

    def _press(self) -> None:
        if self._run is not None:
            self._run()
