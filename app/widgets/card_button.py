"""Large buttons with more than a line of text: the choices of the start page, and a project in a list."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.style.icons import icon
from app.style.theme import Theme


class LayoutButton(QPushButton):
    """A push button that is as large as the layout in it."""

    def __init__(self, row: QBoxLayout, name: str, about: str) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self.setLayout(row)
        self.setAccessibleName(name)
        self.setAccessibleDescription(about)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(row.hasHeightForWidth())
        self.setSizePolicy(policy)

    def put(self, widget: QWidget, stretch: int = 0) -> None:
        """Add a part; the mouse goes through it to the button."""
        widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row = self.layout()
        assert isinstance(row, QBoxLayout)
        row.addWidget(widget, stretch)

    def sizeHint(self) -> QSize:
        return self._asked().totalSizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._asked().totalMinimumSize()

    def hasHeightForWidth(self) -> bool:
        return self._asked().hasHeightForWidth()

    def heightForWidth(self, width: int) -> int:
        return self._asked().totalHeightForWidth(width)

    def _asked(self) -> QBoxLayout:
        row = self.layout()
        assert isinstance(row, QBoxLayout)
        return row


class ChoiceCard(LayoutButton):
    """An icon, what the choice does, and a sentence about it."""

    def __init__(self, theme: Theme, meaning: str, title: str, about: str) -> None:
        column = QVBoxLayout()
        column.setContentsMargins(20, 20, 20, 20)
        column.setSpacing(8)
        super().__init__(column, title, about)
        self._theme, self._meaning = theme, meaning
        self._sign = QLabel()
        head, text = QLabel(title), QLabel(about)
        head.setProperty("kind", "section")
        text.setProperty("kind", "quiet")
        for label in (head, text):
            label.setWordWrap(True)
        self.put(self._sign)
        self.put(head)
        self.put(text, 1)
        text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        theme.changed.connect(self._paint)
        self._paint()

    def _paint(self) -> None:
        self._sign.setPixmap(icon(self._meaning, self._theme.tokens.accent).pixmap(32, 32))
