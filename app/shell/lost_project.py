"""An open project whose file was removed or replaced: it can be saved as a new one, and is not left without asking."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from app.notifications.notification_center import NotificationCenter
from app.style.file_dialog import choose_folder

if TYPE_CHECKING:
    from app.session.session import Session
    from core.project.backup.project_copy import SavedProject


class LostProject(QObject):
    """Saves what only ``session`` still has. ``saved(Path)``: the new project, which can be opened."""

    saved = Signal(Path)

    def __init__(self, session: Session, notifications: NotificationCenter, window: QWidget) -> None:
        super().__init__(session)
        self._session, self._notifications, self._window = session, notifications, window
        session.lost.connect(self._report)

    def ask_before(self, leave: Callable[[], object]) -> None:
        """Ask whether to save the project before ``leave`` is called, which would lose it."""
        question = QMessageBox(self._window)
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.setIcon(QMessageBox.Icon.Warning)
        question.setWindowTitle("Ductus")
        question.setText(self.tr("The file of this project was removed or replaced; only this window still has it."))
        question.setInformativeText(self.tr("Once the project is closed, what was typed since is gone."))
        save = question.addButton(self.tr("Save as a new project…"), QMessageBox.ButtonRole.AcceptRole)
        go = question.addButton(self.tr("Leave without saving"), QMessageBox.ButtonRole.DestructiveRole)
        stay = question.addButton(self.tr("Stay"), QMessageBox.ButtonRole.RejectRole)
        question.setDefaultButton(save)
        question.setEscapeButton(stay)
        save.clicked.connect(self.choose_place)
        go.clicked.connect(lambda: leave())
        question.open()

    def choose_place(self) -> None:
        """Ask for the folder of the new project, then save it there and report that."""
        place = self._session.folder.parent
        choose_folder(
            self._window,
            self.tr("Where should the new project go?"),
            place if place.is_dir() else Path.home(),
            self.tr("Save here"),
            self._save,
        )

    def _report(self, error: Exception) -> None:
        from app.session.worker import error_message

        text = self.tr("{0} What you type is kept in memory until you save it as a new project.")
        action = self.tr("Save as a new project…")
        self._notifications.error(text.format(error_message(error)), action, self.choose_place)

    def _save(self, folder: Path) -> None:
        from core.errors import DuctusError
        from core.project.backup.project_copy import backup_folder

        try:
            target = backup_folder(self._session.folder, folder, datetime.now())
        except DuctusError as error:
            self._fail(error)
            return
        self._session.save_as(target, self._finish, self._fail)

    def _finish(self, saved: SavedProject) -> None:
        from app.session.worker import error_message

        text = self.tr("The project is saved as {0}.").format(saved.folder)
        if saved.missing:
            missing = self.tr("%Ln file(s) of the old project are missing.", "", len(saved.missing))
            text = f"{text} {missing}"
        report = self._notifications.warning if saved.missing else self._notifications.info
        report(text)
        for error in saved.errors:
            self._notifications.error(error_message(error))
        self.saved.emit(saved.folder)

    def _fail(self, error: Exception) -> None:
        from app.session.worker import error_message

        text = self.tr("The project was not saved. {0}").format(error_message(error))
        self._notifications.error(text, self.tr("Save as a new project…"), self.choose_place)
