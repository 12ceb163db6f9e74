"""Messages as toasts in a corner of the window where they cover no button and no field."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)
from shiboken6 import isValid

from app.notifications.notification_center import Notification, NotificationCenter
from app.settings import KEEP_MESSAGES, Settings
from app.style.icons import icon
from app.style.theme import Theme
from app.widgets import builders
from app.widgets.announcing import announce

_VISIBLE_MS = {"info": 6000, "warning": 12000, "error": 0}
_MAX_TOASTS = 3
_GAP = 8
_WIDTH = 480
_HEADER, _STATUS = 44, 28
"""Heights of the header and of the status line, in pixels."""


class Toasts(QObject):
    """Shows the messages over ``window``, the newest lowest, at most three at a time; lower right if that is free.

    A message that is repeated while it is shown is counted in its toast, which then stays as long as a new one.
    None goes away under the mouse or with the focus, and none at all where the settings have it so.
    """

    def __init__(
        self, window: QWidget, notifications: NotificationCenter, theme: Theme, settings: Settings | None = None
    ) -> None:
        super().__init__(window)
        self._window, self._notifications, self._theme = window, notifications, theme
        self._settings = settings
        self.shown: list[Toast] = []
        self._focus_before: QWidget | None = None
        """The widget that had the focus before a message was answered by keyboard."""
        notifications.added.connect(self._show)
        notifications.repeated.connect(self._count)
        window.installEventFilter(self)

    def focus_newest(self) -> None:
        """Give the focus to the first button of the newest message; when that is closed, it returns."""
        if self.shown:
            focused = self._window.focusWidget()
            if focused is not None and not any(toast.isAncestorOf(focused) for toast in self.shown):
                self._focus_before = focused
            self.shown[-1].buttons[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _say(self, notification: Notification) -> None:
        action = f" ({notification.action}: F6)" if notification.action else ""
        announce(self._window, notification.text_with_count + action, urgent=notification.level == "error")

    def _show(self, notification: Notification) -> None:
        self._say(notification)
        stays = self._settings is not None and self._settings.get(KEEP_MESSAGES)
        toast = Toast(self._window, notification, self._theme, stays=stays)
        toast.closed = lambda: self._drop(toast)
        toast.resized.connect(self.arrange)
        self._notifications.visible_ids.add(notification.id)
        self.shown.append(toast)
        while len(self.shown) > _MAX_TOASTS:
            self._drop(self.shown[0])
        toast.show()
        self.arrange()

    def _count(self, notification: Notification) -> None:
        self._say(notification)
        toast = next(toast for toast in self.shown if toast.notification.id == notification.id)
        toast.repeat(notification)
        self.shown.remove(toast)
        self.shown.append(toast)
        self.arrange()

    def _drop(self, toast: Toast) -> None:
        if toast in self.shown:
            self.shown.remove(toast)
            self._notifications.visible_ids.discard(toast.notification.id)
            focused, before = self._window.focusWidget(), self._focus_before
            if focused is not None and toast.isAncestorOf(focused) and before is not None and isValid(before):
                before.setFocus(Qt.FocusReason.OtherFocusReason)
            toast.hide()
            toast.deleteLater()
            self.arrange()

    def arrange(self) -> None:
        """Put the messages above all other parts of the window, where they cover nothing."""
        if not self.shown:
            return
        width = min(_WIDTH, self._window.width() - 4 * _GAP)
        for toast in self.shown:
            toast.fit(width)
        height = sum(toast.height() + _GAP for toast in self.shown) - _GAP
        place = self._free_place(QSize(width, height))
        bottom = place.bottom() + 1
        for toast in reversed(self.shown):
            bottom -= toast.height()
            toast.move(place.left(), bottom)
            toast.raise_()
            bottom -= _GAP

    def _free_place(self, size: QSize) -> QRect:
        """Return the first place that covers nothing a person can press or type in; else the one that covers least."""
        area = self._window.rect().adjusted(2 * _GAP, _HEADER + _GAP, -2 * _GAP, -_STATUS - 2 * _GAP)
        tops = (area.bottom() - size.height() + 1, area.top())
        lefts = (area.right() - size.width() + 1, area.center().x() - size.width() // 2, area.left())
        places = [QRect(QPoint(left, top), size) for top in tops for left in lefts]
        in_use = [
            QRect(widget.mapTo(self._window, QPoint()), widget.size())
            for kind in (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox)
            for widget in self._window.findChildren(kind)
            if widget.isVisible()
            and not widget.visibleRegion().isEmpty()
            and widget.window() is self._window
            and not any(toast.isAncestorOf(widget) for toast in self.shown)
        ]

        def covered(place: QRect) -> int:
            parts = (place.intersected(widget) for widget in in_use)
            return sum(part.width() * part.height() for part in parts if part.isValid())

        return min(places, key=covered)  # min returns the first of equals

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.arrange()
        return super().eventFilter(watched, event)


class Toast(QFrame):
    """One message with its button and a cross. ``resized()``: its text has changed."""

    resized = Signal()

    def __init__(self, parent: QWidget, notification: Notification, theme: Theme, *, stays: bool = False) -> None:
        """``stays``: until a person closes it."""
        super().__init__(parent)
        self.notification = notification
        self.buttons: list[QAbstractButton] = []
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
            self.buttons.append(button)
        cross = builders.flat_button(self.tr("Close this message"), lambda: self.closed())
        cross.setIcon(icon("close", theme.tokens.quiet))
        row.addWidget(cross, 0, Qt.AlignmentFlag.AlignTop)
        self.buttons.append(cross)
        for other in self.buttons:
            other.installEventFilter(self)
        self._time = QTimer(self, interval=0 if stays else _VISIBLE_MS[notification.level], singleShot=True)
        self._time.timeout.connect(lambda: self.closed())
        self._set(notification)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._time.stop()

    def leaveEvent(self, event: QEvent) -> None:
        self._start_time()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let it stay while one of its buttons has the focus; Esc closes it."""
        if event.type() == QEvent.Type.FocusIn:
            self._time.stop()
        elif event.type() == QEvent.Type.FocusOut:
            self._start_time()
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self.closed()
            return True
        return super().eventFilter(watched, event)

    def _start_time(self) -> None:
        if self._time.interval():
            self._time.start()

    def fit(self, width: int) -> None:
        """Set the width, and the height that the text then needs."""
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.setFixedSize(width, layout.totalHeightForWidth(width))

    def repeat(self, notification: Notification) -> None:
        """Count the same message again."""
        self._callbacks.append(notification.on_action)
        self._set(notification)

    def _set(self, notification: Notification) -> None:
        # without those whose action was run by the button
        self.notification = replace(notification, count=len(self._callbacks))
        self.text.setText(self.notification.text_with_count)
        self.setAccessibleName(self.notification.text_with_count)
        self._start_time()

    def _act(self) -> None:
        callback = self._callbacks.pop()
        assert callback is not None
        callback()
        if self._callbacks:
            self._set(self.notification)
            self.resized.emit()
        else:
            self.closed()
