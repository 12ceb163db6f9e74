"""Messages as toasts in the lower right corner of the window."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from app.notifications.notification_center import Notification, NotificationCenter
from app.style.icons import icon
from app.style.theme import Theme
from app.widgets import builders

_VISIBLE_MS = {"info": 6000, "warning": 12000, "error": 0}
_MAX_TOASTS = 3
_GAP = 8


class Toasts(QObject):
    """Shows the messages over ``window``, the newest lowest, at most three at a time.

    A message that is repeated while it is shown is counted in its toast, which then stays as long as a new one.
    """

    def __init__(self, window: QWidget, notifications: NotificationCenter, theme: Theme) -> None:
        super().__init__(window)
        self._window, self._notifications, self._theme = window, notifications, theme
        self.shown: list[Toast] = []
        notifications.added.connect(self._show)
        notifications.repeated.connect(self._count)
        window.installEventFilter(self)

    def _show(self, notification: Notification) -> None:
        toast = Toast(self._window, notification, self._theme)
        toast.closed = lambda: self._drop(toast)
        toast.resized.connect(self._arrange)
        self._notifications.visible_ids.add(notification.id)
        self.shown.append(toast)
        while len(self.shown) > _MAX_TOASTS:
            self._drop(self.shown[0])
        toast.show()
        self._arrange()

    def _count(self, notification: Notification) -> None:
        toast = next(toast for toast in self.shown if toast.notification.id == notification.id)
        toast.repeat(notification)
        self.shown.remove(toast)
        self.shown.append(toast)
        self._arrange()

    def _drop(self, toast: Toast) -> None:
        if toast in self.shown:
            self.shown.remove(toast)
            self._notifications.visible_ids.discard(toast.notification.id)
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
    """One message with its button and a cross. ``resized()``: its text has changed."""

    resized = Signal()

    def __init__(self, parent: QWidget, notification: Notification, theme: Theme) -> None:
        super().__init__(parent)
        self.notification = notification
        self.closed = lambda: None
        self._callbacks = [notification.on_action]
        """The actions of a repeated message; the button runs the latest one first."""
        self.setObjectName("toast")
        self.setProperty("level", notification.level)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 8, 8)
        self.text = builders.label()
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row.addWidget(self.text, 1)
        if notification.action and notification.on_action is not None:
            button = QPushButton(notification.action)
            button.clicked.connect(self._act)
            row.addWidget(button)
        cross = builders.flat_button(self.tr("Close this message"), lambda: self.closed())
        cross.setIcon(icon("close", theme.tokens.quiet))
        row.addWidget(cross, 0, Qt.AlignmentFlag.AlignTop)
        self._time = QTimer(self, interval=_VISIBLE_MS[notification.level], singleShot=True)
        self._time.timeout.connect(lambda: self.closed())
        self._set(notification)

    def fit(self, width: int) -> None:
        """Set the width, and the height that the text then needs."""
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.setFixedSize(width, layout.totalHeightForWidth(width))

    def repeat(self, notification: Notification) -> None:
        """Count the same message once more."""
        self._callbacks.append(notification.on_action)
        self._set(notification)

    def _set(self, notification: Notification) -> None:
        # without those whose action was run by the button
        self.notification = replace(notification, count=len(self._callbacks))
        self.text.setText(self.notification.text_with_count)
        self.setAccessibleName(self.notification.text_with_count)
        if self._time.interval():
            self._time.start()

    def _act(self) -> None:
        callback = self._callbacks.pop()
        assert callback is not None
        callback()
        if self._callbacks:
            self._set(self.notification)
            self.resized.emit()
        else:
            self.closed()
