"""The contents of an empty view: an icon, a title, a sentence, and the buttons that fill the view."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.style.icons import icon
from app.style.theme import Theme
from app.widgets import builders
from app.widgets.accessibility import LiveText
from app.widgets.button_row import ButtonAction, ButtonRow
from app.widgets.progress_bar import ProgressBar

_MAX_WIDTH = 640
_ICON_SIZE = QSize(56, 56)


class EmptyState(QWidget):
    """Shows a message with buttons, the first of them primary, or a progress bar while the view is being filled."""

    def __init__(self, theme: Theme, icon_name: str) -> None:
        super().__init__()
        self._theme, self._icon_name = theme, icon_name
        self._live = LiveText(self)
        self._icon, self.title, self.text = QLabel(), builders.label("", "title"), builders.label("", "quiet")
        for label in (self._icon, self.title, self.text):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.progress = ProgressBar(self.tr("Progress"))
        self.progress.setFixedWidth(240)
        self.progress.hide()
        self._row = ButtonRow()
        self._column = QVBoxLayout()
        self._column.setSpacing(16)
        self._column.addStretch(2)
        for label in (self._icon, self.title, self.text):
            self._column.addWidget(label)
        for widget in (self.progress, self._row):
            self._column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(3)
        # a column of limited width, in which labels wrap as high as they need
        body = QWidget()
        body.setMaximumWidth(_MAX_WIDTH)
        body.setLayout(self._column)
        row = QHBoxLayout(self)
        row.addStretch(1)
        row.addWidget(body, 8)
        row.addStretch(1)
        theme.follow(self._paint)

    @property
    def button(self) -> QPushButton:
        """The first button; hidden while there is none."""
        return self._row.first

    @property
    def buttons(self) -> list[QPushButton]:
        return self._row.buttons

    def show_message(self, title: str, text: str, *actions: ButtonAction) -> None:
        """Show what belongs here and the buttons that fill the view."""
        self.title.setText(title)
        builders.show_text(self.text, text)
        self.progress.hide()
        self._live.set_text(f"{title}. {text}" if text else title)
        self._row.set_actions([action._replace(kind="" if n else "primary") for n, action in enumerate(actions)])

    def show_progress(self, title: str, done: int = 0, total: int = 0) -> None:
        """Show that work is under way; a ``total`` of 0 means that its end is unknown."""
        self.show_message(title, "")
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        self.progress.show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._live.say()

    def add_below(self, widget: QWidget) -> None:
        """Add a widget of the view under the buttons."""
        self._column.insertWidget(self._column.count() - 1, widget, 0, Qt.AlignmentFlag.AlignHCenter)

    def _paint(self) -> None:
        self._icon.setPixmap(icon(self._icon_name, self._theme.tokens.quiet).pixmap(_ICON_SIZE))
