"""Controls that cannot be used, for a reason that holds as long as they live: they look so, and say why."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QWidget


def disable_with_reason(why: str, *controls: QWidget | QAction) -> None:
    """Keep these from being used, whoever enables them later; without a reason ``why`` nothing is done.

    A line of text keeps the keyboard and can be copied from, but takes no letters; all others are disabled. The
    reason stands first in the tooltip, what the control is for below it.
    """
    for control in controls if why else ():
        if isinstance(control, QAction):
            _LockedAction(control, why)
        else:
            _LockedWidget(control, why)


class _LockedWidget(QObject):
    """Hears when its widget is enabled or told another tooltip, and takes that back."""

    def __init__(self, widget: QWidget, why: str) -> None:
        super().__init__(widget)
        self._widget, self._why = widget, why
        widget.setAccessibleDescription(why)
        self._hold()
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.EnabledChange, QEvent.Type.ReadOnlyChange, QEvent.Type.ToolTipChange):
            self._hold()
        return False

    def _hold(self) -> None:
        widget = self._widget
        if isinstance(widget, QLineEdit):
            if not widget.isReadOnly():
                widget.setReadOnly(True)
        elif widget.isEnabled():
            widget.setEnabled(False)
        told = _told(self._why, widget.toolTip())
        if told != widget.toolTip():
            widget.setToolTip(told)


class _LockedAction(QObject):
    """The same for an action, and so for its button and its place in a menu."""

    def __init__(self, action: QAction, why: str) -> None:
        super().__init__(action)
        self._action, self._why = action, why
        self._hold()
        action.changed.connect(self._hold)

    def _hold(self) -> None:
        action = self._action
        if action.isEnabled():
            action.setEnabled(False)
        told = _told(self._why, action.toolTip())
        if told != action.toolTip():
            action.setToolTip(told)


def _told(why: str, tip: str) -> str:
    """The reason above what the tooltip says by itself."""
    return tip if tip.startswith(why) else f"{why}\n{tip}".rstrip()
