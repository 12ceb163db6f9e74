"""The context of every view: the session, notifications, actions, theme and settings, and navigation between views."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog

from app.actions import Actions
from app.notifications import Level, NotificationCenter
from app.research import Research
from app.settings import Settings
from app.style.theme import Theme
from app.widgets.button_row import ButtonAction

if TYPE_CHECKING:
    from app.session.session import Session


@dataclass(frozen=True, slots=True)
class NavigationTarget:
    """A word, a page or a query to go to within a view; None for what does not matter."""

    word_id: int | None = None
    page_id: int | None = None
    query: str | None = None
    was_in_focus: bool = False
    """True if nobody asked for the word: it was in focus in the view before."""
    files: tuple[Path, ...] = ()
    """Files and folders that were dropped on the window, to be imported."""


NO_TARGET = NavigationTarget()


class ProjectContext(QObject):
    """The surroundings of an open project. ``view_requested(view, target)``: the window is to show a view.

    ``guide_requested(page, heading)``: it is to show a page of the guide.
    """

    view_requested = Signal(str, object)
    guide_requested = Signal(str, str)

    def __init__(
        self,
        session: Session,
        notifications: NotificationCenter,
        actions: Actions,
        theme: Theme,
        settings: Settings,
        parent: QObject,
        research: Research | None = None,
    ) -> None:
        super().__init__(parent)
        self.session, self.notifications, self.actions = session, notifications, actions
        self.theme, self.settings = theme, settings
        self.research = research or Research(settings, notifications, self)

    def go(
        self, view: str, *, word_id: int | None = None, page_id: int | None = None, query: str | None = None
    ) -> None:
        """Show ``view`` (collection, page, review, train, insight, search) at the word, page or query."""
        self.view_requested.emit(view, NavigationTarget(word_id, page_id, query))

    def report_edit(self, text: str, level: Level = "info") -> None:
        """Report the edit just made, with a button that undoes it."""
        self.notifications.report_edit(text, self.session.last_edit(), self.session.undo, level)

    def help_on(self, dialog: QDialog, page: str, heading: str) -> None:
        """Let ``F1`` in a dialog open a page of the guide at a heading, named as in links."""
        QShortcut(QKeySequence("F1"), dialog, lambda: self.guide_requested.emit(page, heading))


def train_action(context: ProjectContext) -> ButtonAction:
    """Return the button that leads to a new training, or to the one that runs."""
    translate, show = QCoreApplication.translate, context.session.jobs.is_training
    text = translate("TrainAction", "Show the training") if show else translate("TrainAction", "Train a model")
    return ButtonAction(text, partial(context.go, "train"))


class OnePerContext(QObject):
    """Something that all views share. ``changed()``: any of its properties may be different."""

    changed = Signal()

    @classmethod
    def for_context(cls, context: ProjectContext) -> Self:
        """Return the context's only one, made on the first call."""
        return context.findChild(cls) or cls(context)

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self._context, self._session, self._notifications = context, context.session, context.notifications
