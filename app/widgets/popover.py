"""A small panel below a button that closes with Esc or a click elsewhere."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QWidget

_GAP = 4
"""Pixels between the button and the panel."""


class Popover(QFrame):
    """Shown by :meth:`show_at`; what it holds takes effect at once, so it has no button that closes it.

    ``closed()``: it was hidden.
    """

    closed = Signal()

    def __init__(self, owner: QWidget) -> None:
        """It ends with ``owner``: its own parent is the window, which outlasts the view of a project that is closed."""
        super().__init__()
        owner.destroyed.connect(self.deleteLater)
        self.setWindowFlags(Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("popover")

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.closed.emit()

    def show_at(self, anchor: QWidget) -> None:
        """Show the panel below a widget, or above it where there is no room, and focus its first field."""
        # a style sheet of the window holds for its children only
        self.setParent(anchor.window(), self.windowFlags())
        self.adjustSize()
        room = anchor.screen().availableGeometry()
        below = anchor.mapToGlobal(QPoint(0, anchor.height() + _GAP))
        if below.y() + self.height() > room.bottom():
            below.setY(anchor.mapToGlobal(QPoint(0, 0)).y() - _GAP - self.height())
        x = min(max(below.x(), room.left()), room.right() - self.width())
        self.move(x, max(below.y(), room.top()))
        self.show()
        self.focusNextChild()
