"""Leaving a project: the questions before a job is stopped or what only memory holds is lost, and the words checked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from app.notifications import NotificationCenter
from app.style.file_dialog import choose_folder
from app.text.names import job_name
from core.errors import DuctusError

if TYPE_CHECKING:
    from app.session.jobs import Job, Jobs
    from app.session.session import Session
    from core.project.backup.project_copy import SavedProject


class LeavingQuestion(QMessageBox):
    """A question that is asked before a project is left, with ``information`` below it."""

    def __init__(self, icon: QMessageBox.Icon, question: str, information: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setIcon(icon)
        self.setWindowTitle("Ductus")
        self.setText(question)
        self.setInformativeText(information)


class StopQuestion(LeavingQuestion):
    """Stops the running job if a person agrees, and calls ``then`` when it has ended; the window stays alive."""

    def __init__(self, jobs: Jobs, job: Job, then: Callable[[], object], parent: QWidget) -> None:
        question = self.tr("{0}: this is still running.").format(job_name(job.kind))
        information = self.tr("Leaving the project stops it. Its finished work and all your transcriptions are kept.")
        super().__init__(QMessageBox.Icon.Question, question, information, parent)
        stop = self.addButton(self.tr("Stop it and leave"), QMessageBox.ButtonRole.AcceptRole)
        stay = self.addButton(self.tr("Keep it running"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(stay)
        self.setEscapeButton(stay)
        stop.clicked.connect(lambda: _stop(jobs, job, then))


def _stop(jobs: Jobs, job: Job, then: Callable[[], object]) -> None:
    from app.session.jobs import STOP_TIMEOUT_MS

    jobs.drop_waiting()
    if not job.is_running:
        then()
        return
    # when all that follows its end has been done
    job.finished.connect(lambda outcome: QTimer.singleShot(0, lambda: then()))
    QTimer.singleShot(STOP_TIMEOUT_MS, job, job.kill)
    job.stop()


class LostProject(QObject):
    """Saves what only ``session`` still has. ``saved(Path)``: the new project, which can be opened."""

    saved = Signal(Path)

    def __init__(self, session: Session, notifications: NotificationCenter, window: QWidget) -> None:
        super().__init__(session)
        self._session, self._notifications, self._window = session, notifications, window
        session.lost.connect(self._report)

    def ask_before(self, leave: Callable[[], object]) -> None:
        """Ask whether to save the project before ``leave`` is called, which would lose it."""
        text = self.tr("The file of this project was removed or replaced; only this window still has it.")
        information = self.tr("Once the project is closed, what was typed since is gone.")
        question = LeavingQuestion(QMessageBox.Icon.Warning, text, information, self._window)
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


class SessionSummary(QObject):
    """A class of its own: plural forms are found only in the texts of a class without subclasses."""

    def text(self, session: Session) -> str:
        """Return what was checked since the project was opened; "" for nothing."""
        try:
            done = session.work_done()
        except DuctusError:
            return ""
        words = self.tr("%Ln word(s) checked", "", done.words)
        minutes = self.tr("in %Ln minute(s)", "", done.minutes)
        corrected = self.tr("%Ln of them corrected", "", done.corrected)
        text = self.tr("{0}: {1} {2}, {3}.").format(session.name, words, minutes, corrected)
        return text if done.words else ""
