"""Backups of the readings that are made by themselves: in a thread, some seconds after opening and as edits gather."""

from __future__ import annotations

import threading
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.session.worker import error_message
from core.errors import Stopped
from core.project.backup.rotation import EDITS, back_up_when_due
from core.project.project import Project

SOON_MS = 5000
"""The window is there first."""
_AGAIN_MS = 3_600_000
"""A window may stay open for days."""


class AutoBackup(QObject):
    """``made(str)``: a backup was made, by its path. ``failed(str)``: why it could not be; it is tried again later."""

    made = Signal(str)
    failed = Signal(str)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._edits = 0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        first = QTimer(self, interval=SOON_MS, singleShot=True)
        again = QTimer(self, interval=_AGAIN_MS)
        self._timers = (first, again)
        for timer in self._timers:
            timer.timeout.connect(self.now)
            timer.start()

    def edited(self) -> None:
        """Something was written; after enough of it a backup is due."""
        self._edits += 1
        if self._edits >= EDITS:
            self.now()

    def now(self) -> None:
        """Make a backup if one is due, unless one is being made."""
        if self._thread is not None and self._thread.is_alive():
            return
        self._edits = 0
        self._thread = threading.Thread(target=self._run, name="ductus-backup", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End at once; a backup under way is given up and leaves nothing."""
        for timer in self._timers:
            timer.stop()  # a closed project is not backed up
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        try:
            with Project.open(self._folder, read_only=True) as project:
                made = back_up_when_due(project, datetime.now(), self._stop.is_set)
        except Stopped:
            return
        except Exception as error:
            if not self._stop.is_set():
                self.failed.emit(error_message(error))
        else:
            if made is not None and not self._stop.is_set():
                self.made.emit(str(made))
