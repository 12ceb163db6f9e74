"""The views of the open project: each is built when it is first shown, and replaced when the language is switched."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QStackedWidget

from app.context import ProjectContext
from app.shell.replaced_views import ReplacedViews
from app.shell.views import VIEWS
from app.view import View

if TYPE_CHECKING:
    from app.session.session import Session


class ProjectViews(QObject):
    """``stack``, which the window sets, shows one of the views or the start page."""

    stack: QStackedWidget

    def __init__(
        self, make_view: Callable[[str, ProjectContext], View], replaced: ReplacedViews, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._make_view, self._replaced = make_view, replaced
        self._built: dict[str, View] = {}
        self._handed_over: dict[str, dict[str, Any]] = {}
        """The states of views in another language, for those that are not built yet."""

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
            self._replaced.add(view, session)
        self._built.clear()

    def leave(self) -> None:
        """Leave all views, which save what is being typed."""
        for view in self._built.values():
            view.leave()

    def delete(self) -> None:
        """Delete all views: their project is closed."""
        for view in self._built.values():
            self.stack.removeWidget(view)
            view.deleteLater()
        self._built.clear()
        self._replaced.delete_all()
        self._handed_over.clear()

    def _build(self, name: str, context: ProjectContext) -> View:
        if name not in self._built:
            view = self._built[name] = self._make_view(name, context)
            self.stack.addWidget(view)
            if name in self._handed_over:
                view.take_over(self._handed_over.pop(name))
        return self._built[name]
