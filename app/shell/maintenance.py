"""What is done for a project as a whole, from the window: check it, back it up. Each in a dialog of its own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget


class Maintenance(QObject):
    """The dialogs of one window; :meth:`end` ends their work when the window or its project goes."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window

    def check(self, folder: Path) -> None:
        """Look whether the project is whole; it need not be open, nor be such that it can be opened."""
        from app.shell.dialogs.check_dialog import CheckDialog

        CheckDialog(folder, self._window).open()

    def back_up(self, folder: Path) -> None:
        """Ask where to, and copy the whole project there while the work goes on."""
        from app.shell.dialogs.backup_dialog import ask_where

        ask_where(folder, self._window, str(folder.parent))

    def end(self) -> None:
        """Stop what still runs, and close the dialogs."""
        from app.shell.dialogs.job_dialog import JobDialog

        for dialog in self._window.findChildren(JobDialog):
            dialog.end()
            dialog.close()
