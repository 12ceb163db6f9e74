"""A bar in place that tells something and offers what to do; it also asks before what cannot be taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton

Offer = tuple[str, Callable[[], object], str]
"""A button: text, what it does, kind ("primary", "danger" or "")."""


class MessageBar(QFrame):
    """Hidden until it is told something."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("notice")
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.buttons: list[QPushButton] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 8, 8, 8)
        self._row.setSpacing(8)
        self._row.addWidget(self.text, 1)
        self.hide()

    def tell(self, text: str, offers: Sequence[Offer] = (), level: str = "info") -> None:
        """Show a sentence with its buttons; a button does its work and leaves the bar as that work leaves it."""
        self._clear()
        self.setProperty("level", level)
        self.style().unpolish(self)
        self.style().polish(self)
        self.text.setText(text)
        self.setAccessibleName(text)
        for title, run, kind in offers:
            button = QPushButton(title)
            button.setProperty("kind", kind)
            button.clicked.connect(lambda _=False, run=run: run())
            self._row.addWidget(button)
            self.buttons.append(button)
        self.show()

    def ask(self, question: str, yes: str, run: Callable[[], object], no: str) -> None:
        """Ask before something that cannot be undone; the harmless answer has the focus."""

        def agreed() -> None:
            self.close_bar()
            run()

        self.tell(question, [(yes, agreed, "danger"), (no, self.close_bar, "")], "warning")
        self.buttons[-1].setFocus(Qt.FocusReason.OtherFocusReason)

    def close_bar(self) -> None:
        """Hide it again."""
        self.hide()
        self._clear()

    def button(self, text: str) -> QPushButton:
        """The button with this text. Raises StopIteration when there is none."""
        return next(button for button in self.buttons if button.text() == text)

    def _clear(self) -> None:
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []
