"""The views of the open project: each is built when it is first shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QWidget

from app.context import ProjectContext
from app.shell.views import VIEWS
from app.view import View


class ProjectViews:
    """``stack`` shows one of the views or the start page."""

    def __init__(self, make_view: Callable[[str, ProjectContext], View], stack: QStackedWidget) -> None:
        self._make_view, self._stack = make_view, stack
        self._built: dict[str, View] = {}

    @property
    def current(self) -> View | None:
        """The view that is shown; None on the start page."""
        widget = self._stack.currentWidget()
        return widget if isinstance(widget, View) else None

    def bring_up(self, name: str, context: ProjectContext) -> View:
        """Leave the view before, and return the one of this name, shown but not entered."""
        before = self.current
        if before is not None and before.name != name:
            before.leave()
        view = self._build(name, context)
        self._stack.setCurrentWidget(view)
        return view

    def build_next(self, context: ProjectContext) -> bool:
        """Build one of the views that were not shown yet; return False if there is none."""
        missing = next((name for name in VIEWS if name not in self._built), None)
        if missing is not None:
            self._build(missing, context)
        return missing is not None

    def leave(self) -> None:
        """Leave all views, which save what is being typed."""
        for view in self._built.values():
            view.leave()

    def delete(self) -> None:
        """Delete all views: their project is closed."""
        for view in self._built.values():
            self._stack.removeWidget(view)
            view.deleteLater()
        self._built.clear()

    def _build(self, name: str, context: ProjectContext) -> View:
        if name not in self._built:
            view = self._built[name] = self._make_view(name, context)
            self._stack.addWidget(view)
        return self._built[name]


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
