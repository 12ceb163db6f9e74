"""The messages since the window was opened, so that one that has disappeared can be read again."""

from datetime import date, datetime

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from app.notifications import Notification, NotificationCenter
from app.style.icons import icon
from app.text.formats import format_date, time_of_day
from app.widgets import builders
from app.widgets.dialog import Dialog

_ID = Qt.ItemDataRole.UserRole


class NotificationHistory(Dialog):
    """All messages, newest first; new ones are added at the top. *Copy* copies the selected ones, or all."""

    def __init__(self, window: QWidget, notifications: NotificationCenter) -> None:
        super().__init__(self.tr("Messages"), window, (640, 480))
        description = builders.label(self.tr("Messages from this session, newest first."), "quiet")
        self.nothing = builders.label(self.tr("Nothing yet. Messages in the corner are kept here."), "quiet")
        self.list = builders.named(QListWidget(), self.tr("Past messages"))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setSpacing(4)
        self.copy = builders.push_button(self.tr("Copy"), self._copy)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.list, self._copy)
        close = builders.push_button(self.tr("Close"), self.close)
        content = (description, (self.nothing, 1), (self.list, 1), builders.row(self.copy, 1, close))
        builders.column(*content, parent=self, margins=(16, 16, 16, 16))
        for notification in notifications.history:
            self._insert(notification)
        self._show_or_hide_list()
        notifications.added.connect(self._add)
        notifications.repeated.connect(self._move_to_top)
        self.list.setFocus()

    def shown(self) -> list[str]:
        """Return the listed messages with their times."""
        return [self.list.item(row).text() for row in range(self.list.count())]

    def _add(self, notification: Notification) -> None:
        self._insert(notification)
        self._show_or_hide_list()

    def _move_to_top(self, notification: Notification) -> None:
        rows = range(self.list.count())
        row = next((row for row in rows if self.list.item(row).data(_ID) == notification.id), None)
        if row is not None:
            self.list.takeItem(row)
        self._add(notification)

    def _insert(self, notification: Notification) -> None:
        colours = {"info": "accent", "warning": "warn", "error": "danger"}
        levels = {"info": self.tr("Message"), "warning": self.tr("Warning"), "error": self.tr("Error")}
        level, text, time = notification.level, notification.text_with_count, _format_time(notification.time)
        item = QListWidgetItem(icon(level, colours[level]), f"{time}\n{text}")
        item.setData(_ID, notification.id)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{levels[level]}, {time}: {text}")
        self.list.insertItem(0, item)

    def _show_or_hide_list(self) -> None:
        self.nothing.setVisible(not self.list.count())
        self.list.setVisible(bool(self.list.count()))
        self.copy.setEnabled(bool(self.list.count()))

    def _copy(self) -> None:
        rows = sorted(self.list.row(item) for item in self.list.selectedItems()) or range(self.list.count())
        QGuiApplication.clipboard().setText("\n\n".join(self.list.item(row).text() for row in rows))


def _format_time(time: datetime) -> str:
    """Return the time of day, with the date if that is not today."""
    return time_of_day(time) if time.date() == date.today() else format_date(time)
