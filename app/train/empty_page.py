"""What is shown where nothing is yet: what belongs there, and the button that fills it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget


def empty_page(text: str, action: str, run: Callable[[], object]) -> QWidget:
    """What belongs here, and the button that fills it."""
    page = QWidget()
    column = QVBoxLayout(page)
    about = QLabel(text)
    about.setProperty("kind", "quiet")
    about.setWordWrap(True)
    about.setMaximumWidth(480)
    button = QPushButton(action)
    button.setProperty("kind", "primary")
    button.clicked.connect(lambda: run())
    column.addStretch(1)
    for widget in (about, button):
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(widget)
        row.addStretch(1)
        column.addLayout(row)
    column.addStretch(2)
    return page
