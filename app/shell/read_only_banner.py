"""The strip under the header of a project that is open for reading only: why, and a button that tries again."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton

from app.session.write_access import ReadOnlyReason
from app.style.icons import icon
from app.style.theme import Theme


class ReadOnlyBanner(QFrame):
    """``wanted()``: open it for writing after all. Hidden while the project may be written."""

    wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("readonly")
        self._theme = theme
        self._sign = QLabel()
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.button = QPushButton(self.tr("Open for writing"))
        self.button.clicked.connect(self.wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(12)
        row.addWidget(self._sign)
        row.addWidget(self.label, 1)
        row.addWidget(self.button)
        theme.changed.connect(self._paint)
        self._paint()
        self.hide()

    def tell(self, hindrance: ReadOnlyReason | None) -> None:
        """Say why nothing can be written; None hides the strip."""
        self.label.setText(hindrance.told() if hindrance else "")
        self.setAccessibleName(self.label.text())
        self.button.setAccessibleDescription(self.label.text())
        self.setVisible(hindrance is not None)

    def _paint(self) -> None:
        self._sign.setPixmap(icon("lock", self._theme.tokens.warn).pixmap(20, 20))
