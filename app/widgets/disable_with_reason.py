"""Controls that stay disabled as long as they live, with the reason in their tooltips."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QWidget


def disable_with_reason(reason: str, *controls: QWidget | QAction) -> None:
    """Keep these controls disabled, whoever enables them later; without a ``reason`` nothing is done.

    A line edit becomes read-only: it keeps the focus, and its text can be copied. The reason stands first in the
    tooltip, the control's own tooltip below it.
    """
    for control in controls if reason else ():
        if isinstance(control, QAction):
            _ActionLock(control, reason)
        else:
            _WidgetLock(control, reason)


class _WidgetLock(QObject):
    """Restores the lock whenever its widget is enabled or gets another tooltip."""

    def __init__(self, widget: QWidget, reason: str) -> None:
        super().__init__(widget)
        self._widget, self._reason = widget, reason
        widget.setAccessibleDescription(reason)
        self._lock()
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.EnabledChange, QEvent.Type.ReadOnlyChange, QEvent.Type.ToolTipChange):
            self._lock()
        return False

    def _lock(self) -> None:
        widget = self._widget
        if isinstance(widget, QLineEdit):
            if not widget.isReadOnly():
                widget.setReadOnly(True)
        elif widget.isEnabled():
            widget.setEnabled(False)
        tooltip = _with_reason(self._reason, widget.toolTip())
        if tooltip != widget.toolTip():
            widget.setToolTip(tooltip)


class _ActionLock(QObject):
    """The same for an action, and with it for its buttons and menu entries."""

    def __init__(self, action: QAction, reason: str) -> None:
        super().__init__(action)
        self._action, self._reason = action, reason
        self._lock()
        action.changed.connect(self._lock)

    def _lock(self) -> None:
        action = self._action
        if action.isEnabled():
            action.setEnabled(False)
        tooltip = _with_reason(self._reason, action.toolTip())
        if tooltip != action.toolTip():
            action.setToolTip(tooltip)


def _with_reason(reason: str, tooltip: str) -> str:
    return tooltip if tooltip.startswith(reason) else f"{reason}\n{tooltip}".rstrip()
