"""The area of the views: one is shown at a time, and one that does not fit into a small window scrolls."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QWidget


class ViewArea(QScrollArea):
    """Shows the current widget of its ``stack``, however much space the others need."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = QStackedWidget()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        # it scrolls to the widget with the focus; it needs no focus of its own
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        holder = _Holder(self.stack)
        self.setWidget(holder)
        self.stack.currentChanged.connect(holder.updateGeometry)


class _Holder(QWidget):
    """As large as the current widget needs. It has no layout: that would ask for the preferred height."""

    def __init__(self, stack: QStackedWidget) -> None:
        super().__init__()
        self.setObjectName("page")
        self._stack = stack
        stack.setParent(self)

    def minimumSizeHint(self) -> QSize:
        current = self._stack.currentWidget()
        return QSize() if current is None else current.minimumSizeHint().expandedTo(current.minimumSize())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._stack.resize(event.size())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()  # the current widget needs more or less space now
        return super().event(event)
