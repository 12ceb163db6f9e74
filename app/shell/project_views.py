"""The views of the open project: each is built when it is first shown, and replaced when the language is switched."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QWidget

from app.context import ProjectContext
from app.shell.views import VIEWS
from app.view import View

if TYPE_CHECKING:
    from app.session.jobs import Job
    from app.session.session import Session

_CHECK_MS = 500


class ProjectViews(QObject):
    """``stack``, which the window sets, shows one of the views or the start page."""

    stack: QStackedWidget

    def __init__(self, make_view: Callable[[str, ProjectContext], View], window: QWidget) -> None:
        super().__init__(window)
        self._make_view, self._window = make_view, window
        self._built: dict[str, View] = {}
        self._handed_over: dict[str, dict[str, Any]] = {}
        """The states of views in another language, for those that are not built yet."""
        self.replaced: list[tuple[View, Session, list[Job]]] = []
        """Views that others have replaced: a job reports its end to the view that started it, and a view may have more
        to save when a write has ended. Each lives on, hidden, until then."""
        self._timer = QTimer(self, interval=_CHECK_MS)
        self._timer.timeout.connect(self._delete_idle)

    @property
    def current(self) -> View | None:
        """The view that is shown; None on the start page."""
        widget = self.stack.currentWidget()
        return widget if isinstance(widget, View) else None

    def bring_up(self, name: str, context: ProjectContext) -> View:
        """Leave the view before, and return the one of this name, shown but not entered."""
        before = self.current
        if before is not None and before.name != name:
            before.leave()
        view = self._build(name, context)
        self.stack.setCurrentWidget(view)
        return view

    def build_next(self, context: ProjectContext) -> bool:
        """Build one of the views that were not shown yet; return False if there is none."""
        missing = next((name for name in VIEWS if name not in self._built), None)
        if missing is not None:
            self._build(missing, context)
        return missing is not None

    def hand_over(self) -> None:
        """Keep the states of all views for those that will replace them."""
        self._handed_over.update((name, view.hand_over()) for name, view in self._built.items())

    def take_down(self, session: Session) -> None:
        """Remove the views; those that wait for a job live on."""
        for view in self._built.values():
            self.stack.removeWidget(view)
            view.setParent(self._window)
            view.hide()
            self.replaced.append((view, session, session.jobs.unfinished))
        self._built.clear()
        self._timer.start()

    def leave(self) -> None:
        """Leave all views, which save what is being typed."""
        for view in self._built.values():
            view.leave()

    def delete(self) -> None:
        """Delete all views: their project is closed."""
        for view in self._built.values():
            self.stack.removeWidget(view)
        for view in (*self._built.values(), *(replaced[0] for replaced in self.replaced)):
            view.deleteLater()
        self._built.clear()
        self.replaced.clear()
        self._handed_over.clear()

    def _build(self, name: str, context: ProjectContext) -> View:
        if name not in self._built:
            view = self._built[name] = self._make_view(name, context)
            self.stack.addWidget(view)
            if name in self._handed_over:
                view.take_over(self._handed_over.pop(name))
        return self._built[name]

    def _delete_idle(self) -> None:
        waiting = []
        for view, session, jobs in self.replaced:
            if session.is_writing or any(job.is_running for job in jobs):
                waiting.append((view, session, jobs))
            else:
                view.deleteLater()
        self.replaced = waiting
        if not waiting:
            self._timer.stop()


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
