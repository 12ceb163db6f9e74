"""Large buttons that contain other widgets: the choices of the start page and the recent projects."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from app.style.icons import icon
from app.style.theme import Theme
from app.widgets import builders


class LayoutButton(QPushButton):
    """A push button as large as its layout."""

    def __init__(self, box: QBoxLayout, name: str, about: str) -> None:
        super().__init__()
        self._box = box
        self.setProperty("kind", "card")
        self.setLayout(box)
        self.setAccessibleName(name)
        self.setAccessibleDescription(about)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(box.hasHeightForWidth())
        self.setSizePolicy(policy)

    def add_part(self, widget: QWidget, stretch: int = 0) -> None:
        """Add a widget. Mouse events pass through it to the button."""
        widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._box.addWidget(widget, stretch)

    def sizeHint(self) -> QSize:
        return self._box.totalSizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._box.totalMinimumSize()

    def hasHeightForWidth(self) -> bool:
        return self._box.hasHeightForWidth()

    def heightForWidth(self, width: int) -> int:
        return self._box.totalHeightForWidth(width)


class ChoiceCard(LayoutButton):
    """An icon, the title of a choice, and a sentence about it."""

    def __init__(self, theme: Theme, icon_name: str, title: str, about: str) -> None:
        super().__init__(builders.column(margins=(20, 20, 20, 20)), title, about)
        self._theme, self._icon_name = theme, icon_name
        self._icon = QLabel()
        text = builders.label(about, "quiet")
        self.add_part(self._icon)
        self.add_part(builders.label(title, "section"))
        self.add_part(text, 1)
        text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        theme.follow(self._paint)

    def _paint(self) -> None:
        self._icon.setPixmap(icon(self._icon_name, self._theme.tokens.accent).pixmap(32, 32))
