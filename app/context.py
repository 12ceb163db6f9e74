"""What every place is given: the session, and the ways to tell, to go somewhere, and to offer actions."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.notifications.notification_center import NotificationCenter
from app.session.session import Session
from app.settings import Settings
from app.shell.actions import Actions
from app.style.theme import Theme


@dataclass(frozen=True, slots=True)
class NavigationTarget:
    """Where to go in a place: a word, a page, or a query; what is None does not matter."""

    word_id: int | None = None
    page_id: int | None = None
    query: str | None = None


NO_TARGET = NavigationTarget()
"""No particular word, page or query."""


class ProjectContext(QObject):
    """One open project's surroundings. ``going(place, Target)`` asks the window to show a place."""

    going = Signal(str, object)

    def __init__(
        self,
        session: Session,
        notifications: NotificationCenter,
        actions: Actions,
        theme: Theme,
        settings: Settings,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.session, self.notifications, self.actions = session, notifications, actions
        self.theme, self.settings = theme, settings

    def go(
        self, place: str, *, word_id: int | None = None, page_id: int | None = None, query: str | None = None
    ) -> None:
        """Show ``place`` (collection, page, review, train, insight, search), there at the word, page or query."""
        self.going.emit(place, NavigationTarget(word_id, page_id, query))
