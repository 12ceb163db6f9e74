"""Notices as toasts in the lower right corner of the window."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from app.notifications.notification_center import Notification, NotificationCenter
from app.style.icons import icon
from app.style.theme import Theme

_SHOWN_MS = {"info": 6000, "warning": 12000, "error": 0}
_MOST = 3
_GAP = 8


class Toasts(QObject):
    """Shows the notifications's notices over ``window``, the newest lowest; at most three at a time.

    What is told again while it is shown is counted in its toast, which then stays as long as a new one.
    """

    def __init__(self, window: QWidget, notifications: NotificationCenter, theme: Theme) -> None:
        super().__init__(window)
        self._window, self._notifications, self._theme = window, notifications, theme
        self.shown: list[Toast] = []
        notifications.told.connect(self._show)
        notifications.again.connect(self._count)
        window.installEventFilter(self)

    def _show(self, notice: Notification) -> None:
        toast = Toast(self._window, notice, self._theme)
        toast.closed = lambda: self._drop(toast)
        toast.resized.connect(self._arrange)
        self._notifications.on_screen.add(notice.number)
        self.shown.append(toast)
        while len(self.shown) > _MOST:
            self._drop(self.shown[0])
        toast.show()
        self._arrange()

    def _count(self, notice: Notification) -> None:
        toast = next(toast for toast in self.shown if toast.notice.number == notice.number)
        toast.tell_again(notice)
        self.shown.remove(toast)
        self.shown.append(toast)
        self._arrange()

    def _drop(self, toast: Toast) -> None:
        if toast in self.shown:
            self.shown.remove(toast)
            self._notifications.on_screen.discard(toast.notice.number)
            toast.hide()
            toast.deleteLater()
            self._arrange()

    def _arrange(self) -> None:
        bottom = self._window.height() - 28 - 2 * _GAP
        for toast in reversed(self.shown):
            toast.fit(min(480, self._window.width() - 4 * _GAP))
            bottom -= toast.height()
            toast.move(self._window.width() - toast.width() - 2 * _GAP, bottom)
            toast.raise_()
            bottom -= _GAP

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._arrange()
        return super().eventFilter(watched, event)


class Toast(QFrame):
    """One notice with its button and a cross. ``resized()``: its text is another."""

    resized = Signal()

    def __init__(self, parent: QWidget, notice: Notification, theme: Theme) -> None:
        super().__init__(parent)
        self.notice = notice
        self.closed = lambda: None
        self._runs = [notice.run]
        """What the button does: for a notice told several times first the latest, then the ones before."""
        self.setObjectName("toast")
        self.setProperty("level", notice.level)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 8, 8)
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row.addWidget(self.text, 1)
        if notice.action and notice.run is not None:
            button = QPushButton(notice.action)
            button.clicked.connect(self._act)
            row.addWidget(button)
        cross = QToolButton()
        cross.setProperty("kind", "flat")
        cross.setIcon(icon("close", theme.tokens.quiet))
        cross.setAccessibleName(self.tr("Close this notice"))
        cross.clicked.connect(lambda: self.closed())
        row.addWidget(cross, 0, Qt.AlignmentFlag.AlignTop)
        self._time = QTimer(self, interval=_SHOWN_MS[notice.level], singleShot=True)
        self._time.timeout.connect(lambda: self.closed())
        self._say(notice)

    def fit(self, width: int) -> None:
        """So wide, and as high as the text then needs."""
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.setFixedSize(width, layout.totalHeightForWidth(width))

    def tell_again(self, notice: Notification) -> None:
        """The same was told once more."""
        self._runs.append(notice.run)
        self._say(notice)

    def _say(self, notice: Notification) -> None:
        # what was undone by the button is no longer counted here
        self.notice = replace(notice, count=len(self._runs))
        self.text.setText(self.notice.counted)
        self.setAccessibleName(self.notice.counted)
        if self._time.interval():
            self._time.start()

    def _act(self) -> None:
        """Do it for the latest; one that was told of before can be done after that."""
        run = self._runs.pop()
        assert run is not None
        run()
        if self._runs:
            self._say(self.notice)
            self.resized.emit()
        else:
            self.closed()
