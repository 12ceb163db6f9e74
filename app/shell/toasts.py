"""Messages as toasts on the status line, or where else they cover no control and no counter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QHideEvent, QKeyEvent, QRegion, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

from app.notifications import Notification, NotificationCenter
from app.settings import KEEP_MESSAGES, Settings
from app.shell.header import HEIGHT
from app.style.icons import icon
from app.widgets import builders
from app.widgets.accessibility import announce

_VISIBLE_MS = {"info": 6000, "warning": 12000, "error": 0}
_MAX_TOASTS = 3
_GAP = 8
_NARROW = 480
"""Width of a message whose text takes several lines."""
_AROUND_TEXT = 28
"""Width of the margins and the border of a message."""
_CHECK_MS = 1000
"""Time after which it is looked whether a view has put something under a message."""
_CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QProgressBar,
    QTabBar,
)


class Toasts(QObject):
    """Shows the messages over ``window``, at most three at a time, the newest at its lower right if that is free.

    One for which there is no place waits until the others are gone. A message that is repeated while it is shown is
    counted in its toast, which then stays as long as a new one. None goes away under the mouse or with the focus, and
    none at all where the settings have it so.
    """

    def __init__(self, window: QWidget, notifications: NotificationCenter, settings: Settings | None = None) -> None:
        super().__init__(window)
        self._window, self._notifications = window, notifications
        self._settings = settings
        self.shown: list[Toast] = []
        self._focus_before: QWidget | None = None
        """The widget that had the focus before a message was answered by keyboard."""
        self._timer = QTimer(self, interval=_CHECK_MS, singleShot=True)
        self._timer.timeout.connect(self.arrange)
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
        toast = Toast(self._window, notification, stays=stays)
        toast.closed = lambda: self._drop(toast)
        toast.resized.connect(self.arrange)
        self._notifications.visible_ids.add(notification.id)
        self.shown.append(toast)
        while len(self.shown) > _MAX_TOASTS:
            self._drop(self.shown[0])
        self.arrange()

    def show_changed(self, last_edit: int) -> None:
        """Take back what an undo has undone, and the button that would undo another edit than its message's."""
        for toast in list(self.shown):
            toast.show_changed(last_edit)

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
        in_use = self._in_use()
        for toast in reversed(self.shown):
            place, covered = self._free_place(toast, in_use)
            is_newest = toast is self.shown[-1]
            toast.setGeometry(place)
            toast.setVisible(is_newest or not covered)
            toast.raise_()
            in_use.append(place.adjusted(-_GAP, 0, _GAP, 0))
        self._timer.start()

    def _free_place(self, toast: Toast, in_use: list[QRect]) -> tuple[QRect, int]:
        """Return the lowest place that covers nothing in use, else the edge that is covered least, and how much.

        A message stays where it is as long as that is free.
        """

        def covered(place: QRect) -> int:
            parts = (place.intersected(rect) for rect in in_use)
            return sum(part.width() * part.height() for part in parts if part.isValid())

        area = self._window.rect().adjusted(_GAP, HEIGHT + _GAP, -_GAP, -1)
        present = toast.geometry()
        is_whole = area.contains(present) and toast.size_for(present.width()) == present.size()
        if toast.isVisible() and is_whole and not covered(present):
            return present, 0
        sizes = [toast.size_for(min(width, area.width())) for width in (toast.width_of_line(), _NARROW)]
        for size in sizes:
            if (corner := _lowest_corner(area, size, in_use)) is not None:
                return QRect(corner, size), 0
        size = sizes[-1]
        tops = (area.bottom() - size.height() + 1, area.top())
        lefts = (area.right() - size.width() + 1, area.center().x() - size.width() // 2, area.left())
        best = min((QRect(QPoint(left, top), size) for top in tops for left in lefts), key=covered)
        return best, covered(best)

    def _in_use(self) -> list[QRect]:
        """Return where a person can press, choose or type, and where a number is counted."""

        def is_in_use(widget: QWidget) -> bool:
            is_counter = isinstance(widget, QLabel) and any(map(str.isdigit, widget.text()))
            return isinstance(widget, _CONTROLS) or (is_counter and widget.objectName() != "status")

        return [
            QRect(widget.mapTo(self._window, QPoint()), widget.size())
            for widget in self._window.findChildren(QWidget)
            if is_in_use(widget)
            and widget.isVisible()
            and widget.window() is self._window
            and not widget.visibleRegion().isEmpty()
            and not any(toast.isAncestorOf(widget) for toast in self.shown)
        ]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.arrange()
        return super().eventFilter(watched, event)


def _lowest_corner(area: QRect, size: QSize, in_use: Sequence[QRect]) -> QPoint | None:
    """Return the upper left corner of the lowest, then rightmost, free place in ``area``; None without any."""
    corners = QRegion(area.adjusted(0, 0, 1 - size.width(), 1 - size.height()))
    for rect in in_use:
        corners -= QRegion(rect.adjusted(1 - size.width(), 1 - size.height(), 0, 0))
    parts: list[QRect] = list(corners)  # type: ignore[call-overload]  # PySide's stubs do not say that it is iterable
    return max(parts, key=lambda rect: (rect.bottom(), rect.right())).bottomRight() if parts else None


class Toast(QFrame):
    """One message with its button and a cross. ``resized()``: its text has changed."""

    resized = Signal()

    def __init__(self, parent: QWidget, notification: Notification, *, stays: bool = False) -> None:
        """``stays``: until a person closes it."""
        super().__init__(parent)
        self.notification = notification
        self.buttons: list[QAbstractButton] = []
        self.closed = lambda: None
        self._received = [notification]
        """The same message, as often as it came; the button runs the action of the latest one first."""
        self.setObjectName("toast")
        self.setProperty("level", notification.level)
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(12, 1, 4, 1)
        self.text = builders.label()
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row.addWidget(self.text, 1)
        if notification.action and notification.on_action is not None:
            button = builders.push_button(notification.action, self._act)
            row.addWidget(button)
            self.buttons.append(button)
        cross = builders.flat_button(self.tr("Close this message"), lambda: self.closed())
        cross.setIcon(icon("close", "quiet"))
        row.addWidget(cross)
        self.buttons.append(cross)
        for other in self.buttons:
            other.installEventFilter(self)
        self._time = QTimer(self, interval=0 if stays else _VISIBLE_MS[notification.level], singleShot=True)
        self._time.timeout.connect(lambda: self.closed())
        self._set()
        self.hide()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._start_time()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._time.stop()

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
        if self._time.interval() and self.isVisible():
            self._time.start()

    def width_of_line(self) -> int:
        """Return the width with which the text takes one line."""
        for part in (self.text, *self.buttons):
            part.ensurePolished()
        shown = [button.sizeHint().width() + self._row.spacing() for button in self.buttons if not button.isHidden()]
        lines = map(self.text.fontMetrics().horizontalAdvance, self.text.text().splitlines())
        return max(lines, default=0) + sum(shown) + _AROUND_TEXT

    def size_for(self, width: int) -> QSize:
        """Return the size with this width."""
        return QSize(width, self._row.totalHeightForWidth(width))

    def repeat(self, notification: Notification) -> None:
        """Count the same message again."""
        self._received.append(notification)
        self._set()

    def show_changed(self, last_edit: int) -> None:
        """Take back what was undone, up to the last edit that stands; the button stays only where it undoes that."""
        edit = self._received[-1].edit_id
        if edit is None:
            return
        if edit > last_edit:
            self._take_back()
        for button in self.buttons[:-1]:
            button.setVisible(self._received[-1].edit_id == last_edit)

    def _set(self) -> None:
        # without those whose action was run by the button
        self.notification = replace(self._received[-1], count=len(self._received))
        self.text.setText(self.notification.text_with_count)
        self.setAccessibleName(self.notification.text_with_count)
        self._start_time()

    def _act(self) -> None:
        latest = self._received[-1]
        assert latest.on_action is not None
        latest.on_action()
        if latest.edit_id is None:  # otherwise it is taken back as soon as the edit has been undone
            self._take_back()

    def _take_back(self) -> None:
        """Forget the latest of the same message; close it with the last of them."""
        if len(self._received) == 1:
            self.closed()
            return
        self._received.pop()
        self._set()
        self.resized.emit()
