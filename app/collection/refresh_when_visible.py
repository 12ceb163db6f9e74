"""Refreshes a panel after a change of the project: soon if it is visible, otherwise when it is shown next."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from app.session.changes import Changed
from app.session.session import Session


class RefreshWhenVisible(QObject):
    """Calls ``refresh`` for ``panel`` when ``parts`` of the project change, once for changes within ``delay_ms``."""

    def __init__(
        self, panel: QWidget, session: Session, parts: tuple[str, ...], refresh: Callable[[], object], delay_ms: int
    ) -> None:
        super().__init__(panel)
        self._panel, self._parts, self._callback = panel, parts, refresh
        self._stale = True
        self._timer = QTimer(self, interval=delay_ms, singleShot=True)
        self._timer.timeout.connect(self._refresh)
        session.changed.connect(self._project_changed)

    def refresh_if_stale(self) -> bool:
        """Refresh the panel, which is being shown, if anything has changed; return whether it has."""
        stale = self._stale
        if stale:
            self._refresh()
        return stale

    def _project_changed(self, changed: Changed) -> None:
        if changed.touches(*self._parts):
            self._stale = True
            if self._panel.isVisible() and not self._timer.isActive():
                self._timer.start()

    def _refresh(self) -> None:
        self._stale = False
        self._callback()
