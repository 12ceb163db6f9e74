"""Automatic backups of the transcriptions: in a thread, a few seconds after opening and after a number of edits."""

import logging
import threading
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.background.threads import run_in_thread
from app.session.worker import error_message
from core.errors import Stopped
from core.project.backup.rotation import EDITS_BETWEEN_BACKUPS, back_up_when_due
from core.project.project import Project

logger = logging.getLogger(__name__)

FIRST_DELAY_MS = 5000
"""The window comes first."""
_INTERVAL_MS = 3_600_000
"""A window may stay open for days."""


class AutoBackup(QObject):
    """``made(path)``: a backup was made. ``failed(message)``: it could not be made and is tried again later."""

    made = Signal(str)
    failed = Signal(str)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._edits = 0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._timers = (QTimer(self, interval=FIRST_DELAY_MS, singleShot=True), QTimer(self, interval=_INTERVAL_MS))
        for timer in self._timers:
            timer.timeout.connect(self.run)
            timer.start()

    def count_edit(self) -> None:
        """Count a write; after enough of them a backup is due."""
        self._edits += 1
        if self._edits >= EDITS_BETWEEN_BACKUPS:
            self.run()

    def run(self) -> None:
        """Make a backup if one is due, unless one is being made."""
        if self._thread is not None and self._thread.is_alive():
            return
        self._edits = 0
        folder, stop = self._folder, self._stop

        def back_up() -> Path | None:
            with Project.open(folder, read_only=True) as project:
                return back_up_when_due(project, datetime.now(), stop.is_set)

        self._thread = run_in_thread(self, back_up, self._report, self._report_error, name="ductus-backup")

    def close(self) -> None:
        """Stop at once; a backup being made is given up and leaves nothing behind."""
        for timer in self._timers:
            timer.stop()  # a closed project is not backed up
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _report(self, path: Path | None) -> None:
        if path is not None and not self._stop.is_set():
            self.made.emit(str(path))

    def _report_error(self, error: Exception) -> None:
        if not isinstance(error, Stopped) and not self._stop.is_set():
            logger.warning("The automatic backup failed: %s", error)
            self.failed.emit(error_message(error))
