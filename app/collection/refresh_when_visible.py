"""Reading a panel anew when something changed: at once when it is shown, soon while it is in sight."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from app.session.changes import Changed
from app.session.session import Session


class RefreshWhenVisible(QObject):
    """Calls ``read`` for ``panel``. Changes of ``kinds`` that come within ``patience_ms`` are read once."""

    def __init__(
        self, panel: QWidget, session: Session, kinds: tuple[str, ...], read: Callable[[], object], patience_ms: int
    ) -> None:
        super().__init__(panel)
        self._panel, self._kinds, self._read_panel = panel, kinds, read
        self._stale = True
        self._timer = QTimer(self, interval=patience_ms, singleShot=True)
        self._timer.timeout.connect(self._read)
        session.changed.connect(self._changed)

    def catch_up(self) -> bool:
        """The panel is shown: read what changed meanwhile. True when something had."""
        stale = self._stale
        if stale:
            self._read()
        return stale

    def _changed(self, changed: Changed) -> None:
        if changed.touches(*self._kinds):
            self._stale = True
            if self._panel.isVisible():
                self._timer.start()

    def _read(self) -> None:
        self._stale = False
        self._read_panel()
