"""The notes and skipped entries that a job reports while it works."""

from PySide6.QtCore import QObject

from app.session.jobs import Job
from core.events import Event, InputSkipped, Note, Progress


class Remarks(QObject):
    """Collects the notes of a job in ``texts``; a child of the job.

    Only notes before some progress count: after its work the command sums up the result, which the app does itself.
    """

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        self.texts: list[str] = []
        self._pending: list[str] = []
        job.event_received.connect(self._event_received)

    def _event_received(self, event: Event) -> None:
        if isinstance(event, Note):
            self._pending.append(event.text)
        elif isinstance(event, Progress):
            self.texts += self._pending
            self._pending.clear()


class SkippedEntries(QObject):
    """Collects what a job leaves out in ``entries``; a child of the job."""

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        self.entries: list[InputSkipped] = []
        job.event_received.connect(self._event_received)

    def _event_received(self, event: Event) -> None:
        if isinstance(event, InputSkipped):
            self.entries.append(event)
