"""The demo: a child process creates its project, then its model is trained in the background."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.notifications import NotificationCenter

if TYPE_CHECKING:
    from app.session.jobs import Job, Outcome
    from app.session.session import Session


class DemoProject(QObject):
    """Creates the demo project with its pages.

    ``progress(done, total)`` for each page; at the end ``made(folder)``, or ``failed(message)``, also when stopped.
    """

    progress = Signal(int, int)
    made = Signal(str)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.job: Job | None = None

    @property
    def is_running(self) -> bool:
        return self.job is not None and self.job.is_running

    def start(self, folder: Path) -> None:
        """Create the project in ``folder``, which must not exist."""
        from app.session.jobs import Job
        from core.jobs.requests import DemoPagesRequest

        self.job = Job(DemoPagesRequest(folder), None, self)
        self.job.progressed.connect(self.progress)
        self.job.finished.connect(self._job_finished)
        self.job.start()

    def stop(self) -> None:
        """Stop; nothing of the project is kept."""
        if self.job is not None:
            self.job.stop()

    def close(self) -> None:
        """Stop the child process before the app ends."""
        if self.job is not None:
            self.job.close(3000)

    def _job_finished(self, outcome: Outcome) -> None:
        from core.jobs.results import DemoMade

        if isinstance(outcome.result, DemoMade):
            self.made.emit(str(outcome.result.project))
        else:
            self.failed.emit(outcome.text)


def train_demo(session: Session, notifications: NotificationCenter) -> None:
    """Train the demo's model, then suggest a reading for all its words; both as jobs of the session."""
    from core.jobs.requests import RecogniseRequest, TrainModelRequest
    from core.training.presets import preset
    from core.training.train_request import TrainRequest

    training = session.jobs.start(TrainModelRequest(TrainRequest(preset("demo"), name="demo")))

    def recognise(outcome: Outcome) -> None:
        if outcome.ok and not training.stop_requested:
            session.jobs.start(RecogniseRequest(words="all"))

    training.finished.connect(recognise)
    notifications.info(
        QCoreApplication.translate(
            "DemoProject",
            "The demo is training a model for its handwriting and then suggests readings for all pages. This takes a "
            "few minutes; look around meanwhile. You can stop it at any time, here or at the top.",
        ),
        QCoreApplication.translate("DemoProject", "Stop the training"),
        training.stop,
    )
