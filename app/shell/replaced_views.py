"""Views that others have replaced: each lives on, hidden, until the jobs that it started have ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.view import View

if TYPE_CHECKING:
    from app.session.jobs import Job
    from app.session.session import Session

_CHECK_MS = 500


class ReplacedViews(QObject):
    """A job reports its end to the view that started it, and a view may have more to save when a write has ended."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._views: list[tuple[View, Session, list[Job]]] = []
        self._timer = QTimer(self, interval=_CHECK_MS)
        self._timer.timeout.connect(self._delete_idle)

    def add(self, view: View, session: Session) -> None:
        """Hide a view, which must not be in a layout, and delete it when its jobs have ended."""
        view.setParent(self._window)
        view.hide()
        self._views.append((view, session, session.jobs.unfinished))
        self._timer.start()

    def delete_all(self) -> None:
        """Delete them now: their project is being closed."""
        for view, _, _ in self._views:
            if isValid(view):
                view.deleteLater()
        self._views.clear()
        self._timer.stop()

    def __len__(self) -> int:
        return len(self._views)

    def _delete_idle(self) -> None:
        waiting = []
        for view, session, jobs in self._views:
            if session.is_writing or any(job.is_running for job in jobs):
                waiting.append((view, session, jobs))
            else:
                view.deleteLater()
        self._views = waiting
        if not waiting:
            self._timer.stop()
