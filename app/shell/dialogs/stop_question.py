"""The question whether a running job may be stopped, before its project is left."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QMessageBox, QWidget

from app.text.names import job_name

if TYPE_CHECKING:
    from app.session.jobs import Job, Jobs


class StopQuestion(QMessageBox):
    """Stops the running job if a person agrees, and calls ``then`` when it has ended; the window stays alive."""

    def __init__(self, jobs: Jobs, job: Job, then: Callable[[], object], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setIcon(QMessageBox.Icon.Question)
        self.setWindowTitle("Ductus")
        self.setText(self.tr("{0}: this is still running.").format(job_name(job.kind)))
        self.setInformativeText(
            self.tr("Leaving the project stops it. Its finished work and all your transcriptions are kept.")
        )
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
