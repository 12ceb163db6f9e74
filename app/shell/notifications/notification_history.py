"""What the person was told since the window was opened, so that a notice that is gone can be read again."""

from __future__ import annotations

from datetime import date, datetime

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.notifications.notification_center import Notification, NotificationCenter
from app.style.icons import icon
from app.style.theme import Theme
from app.text.date_format import format_date, time_of_day

_NUMBER = Qt.ItemDataRole.UserRole


class NotificationHistory(QDialog):
    """The notifications's notices, newest first; new ones come in at the top. *Copy* takes those chosen, or all."""

    def __init__(self, window: QWidget, notifications: NotificationCenter, theme: Theme) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Notices"))
        self.resize(min(640, window.width() - 64), min(480, window.height() - 64))
        self._theme = theme
        about = QLabel(self.tr("What you were told since this window was opened, the latest first."))
        about.setProperty("kind", "quiet")
        about.setWordWrap(True)
        self.nothing = QLabel(self.tr("Nothing yet. Notices that appear in the corner are kept here."))
        self.nothing.setProperty("kind", "quiet")
        self.nothing.setWordWrap(True)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Past notices"))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setSpacing(4)
        self.copy = QPushButton(self.tr("Copy"))
        self.copy.clicked.connect(self._copy)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.list, self._copy)
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.close)
        foot = QHBoxLayout()
        foot.addWidget(self.copy)
        foot.addStretch(1)
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        for widget, stretch in ((about, 0), (self.nothing, 1), (self.list, 1)):
            column.addWidget(widget, stretch)
        column.addLayout(foot)
        for notice in notifications.notices:
            self._add(notice)
        self._tell_empty()
        notifications.told.connect(self._told)
        notifications.again.connect(self._told_again)
        self.list.setFocus()

    def shown(self) -> list[str]:
        """The notices listed, with their times."""
        return [self.list.item(row).text() for row in range(self.list.count())]

    def _told(self, notice: Notification) -> None:
        self._add(notice)
        self._tell_empty()

    def _told_again(self, notice: Notification) -> None:
        """It keeps one row, which comes to the top."""
        rows = range(self.list.count())
        row = next((row for row in rows if self.list.item(row).data(_NUMBER) == notice.number), None)
        if row is not None:
            self.list.takeItem(row)
        self._told(notice)

    def _add(self, notice: Notification) -> None:
        tokens = self._theme.tokens
        colours = {"info": tokens.accent, "warning": tokens.warn, "error": tokens.danger}
        item = QListWidgetItem(icon(notice.level, colours[notice.level]), f"{_time(notice.at)}\n{notice.counted}")
        item.setData(_NUMBER, notice.number)
        names = {"info": self.tr("Notice"), "warning": self.tr("Warning"), "error": self.tr("Error")}
        told = f"{names[notice.level]}, {_time(notice.at)}: {notice.counted}"
        item.setData(Qt.ItemDataRole.AccessibleTextRole, told)
        self.list.insertItem(0, item)

    def _tell_empty(self) -> None:
        self.nothing.setVisible(not self.list.count())
        self.list.setVisible(bool(self.list.count()))
        self.copy.setEnabled(bool(self.list.count()))

    def _copy(self) -> None:
        rows = sorted(self.list.row(item) for item in self.list.selectedItems()) or range(self.list.count())
        QGuiApplication.clipboard().setText("\n\n".join(self.list.item(row).text() for row in rows))


def _time(at: datetime) -> str:
    """The time of day; of another day with the date."""
    return time_of_day(at) if at.date() == date.today() else format_date(at)
