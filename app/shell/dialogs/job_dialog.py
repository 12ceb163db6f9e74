"""A job on the whole project, with its progress and, at the end, its result."""

from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QTextBrowser, QWidget

from app.session.jobs import Job, Outcome
from app.widgets import builders
from app.widgets.dialog import Dialog
from app.widgets.progress_bar import ProgressBar
from core.jobs.requests import JobRequest

_STOP_TIMEOUT_MS = 5000


class JobDialog(Dialog):
    """Runs a job in the project ``folder``, beside the project's other jobs. Closing the dialog stops the job first."""

    def __init__(self, title: str, description: str, request: JobRequest, folder: Path, parent: QWidget) -> None:
        super().__init__(title, parent)
        self.resize(720, 180)
        self.text = builders.label(description)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bar = ProgressBar(description, total=0)
        self.details = builders.named(QTextBrowser(), self.tr("Result"))
        self.details.hide()
        self.button = builders.push_button(self.tr("Stop"), self.reject)
        self.buttons = builders.row(1, self.button)
        content = (self.text, self.bar, (self.details, 1), 0, self.buttons)
        builders.column(*content, parent=self, margins=(16, 16, 16, 16), spacing=12)
        self.job = Job(request, folder, self)
        self.job.progressed.connect(self._show_progress)
        self.job.finished.connect(self._job_finished)
        self.job.start()

    def show_result(self, text: str, details: str = "") -> None:
        """Show a sentence and the ``details`` as rich text, if any."""
        self.text.setText(text)
        self.setAccessibleDescription(text)
        self.details.setVisible(bool(details))
        self.details.setHtml(details)
        if details:
            self.resize(self.width(), 520)

    def show_new_project(self, text: str, details: str, folder: Path) -> None:
        """Show the result of a job that made the project ``folder``, with a button to see where it lies."""
        self.show_result(text, details)
        self.resize(self.width(), 320)
        show = builders.push_button(
            self.tr("Show the folder"), lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder.parent)))
        )
        self.buttons.insertWidget(0, show)

    def stop_and_close(self) -> None:
        """Stop the job if it is running, wait for its end and close the dialog."""
        self.job.close(_STOP_TIMEOUT_MS)
        self.close()

    def reject(self) -> None:
        """Stop the job if it is running, else close the dialog."""
        if self.job.is_running:
            self.job.stop()
            self.button.setEnabled(False)
            self.text.setText(self.tr("Stopping …"))
        else:
            super().reject()

    def _show_progress(self, done: int, total: int) -> None:
        self.bar.setRange(0, total)
        self.bar.setValue(done)

    def _job_finished(self, outcome: Outcome) -> None:
        self.bar.hide()
        self.button.setText(self.tr("Close"))
        self.button.setEnabled(True)
        if outcome.stopped:
            self.show_result(outcome.text)
        else:
            self._show_outcome(outcome)

    def _show_outcome(self, outcome: Outcome) -> None:
        """Show the result of the job, which was not stopped."""
