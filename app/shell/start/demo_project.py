"""The demo: its project is made by a child process, then its model is trained while one looks around."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.notifications.notification_center import NotificationCenter
from app.session.jobs import Job, Outcome
from app.session.session import Session


class DemoProject(QObject):
    """Draws the demo's pages into a new project.

    ``progress(done, total)`` for each page; at the end ``made(folder)``, or ``failed(text)`` (also when stopped).
    """

    progress = Signal(int, int)
    made = Signal(str)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.job: Job | None = None

    @property
    def running(self) -> bool:
        return self.job is not None and self.job.running

    def start(self, folder: Path) -> None:
        """Make the project at ``folder``, where nothing is yet."""
        self.job = Job("demo", ["demo", str(folder), "--pages-only"], self)
        self.job.said.connect(self._hear)
        self.job.ended.connect(self._ended)
        self.job.start()

    def stop(self) -> None:
        """End it; nothing of the project is kept."""
        if self.job is not None:
            self.job.stop()

    def close(self) -> None:
        """The app ends: leave no child behind."""
        if self.job is not None and self.job.running:
            self.job.stop()
            if not self.job.wait(3000):
                self.job.kill()
                self.job.wait(1000)

    def _hear(self, event: dict) -> None:
        if event.get("event") == "progress":
            self.progress.emit(int(event["done"]), int(event["total"]))

    def _ended(self, outcome: Outcome) -> None:
        if outcome.ok:
            self.made.emit(str(outcome.result["project"]))
        else:
            self.failed.emit(outcome.text)


def train_demo(session: Session, notifications: NotificationCenter) -> None:
    """Train the demo's model, then read all its words with it; both as jobs of the session."""
    training = session.jobs.start("train", "--preset", "demo", "--name", "demo")

    def read(outcome: Outcome) -> None:
        if outcome.ok and not training.asked_to_stop:
            session.jobs.start("recognise", "--words", "all")

    training.ended.connect(read)
    notifications.info(
        notifications.tr(
            "The demo is learning its handwriting now and then reads all pages. That takes some minutes; look "
            "around meanwhile. You can stop it at any time, here or at the top."
        ),
        notifications.tr("Stop the training"),
        training.stop,
    )
