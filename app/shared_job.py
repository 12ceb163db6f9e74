"""A job that all views share, and that the app may start by itself."""

from __future__ import annotations

from PySide6.QtCore import QTimer

from app.context import OnePerContext, ProjectContext
from app.session.changes import Changed
from app.session.jobs import Job, Outcome
from core.jobs.requests import JobRequest


class SharedJob(OnePerContext):
    """The job and what it depends on, which is read ``delay_ms`` after a change."""

    def __init__(self, context: ProjectContext, delay_ms: int = 300) -> None:
        super().__init__(context)
        self._job: Job | None = None
        self._is_due = False
        """True if it starts as soon as no job runs."""
        self._timer = QTimer(self, interval=delay_ms, singleShot=True)
        self._timer.timeout.connect(self._read)
        self._session.changed.connect(self._project_changed)
        self._session.jobs.changed.connect(self._jobs_changed)

    @property
    def is_running(self) -> bool:
        return self._job is not None

    @property
    def _may_run(self) -> bool:
        jobs = self._session.jobs
        return not (self._session.read_only or jobs.is_closed or jobs.current or self.is_running)

    def _run(self, request: JobRequest) -> Job:
        job = self._job = self._session.jobs.start(request)
        job.finished.connect(self._job_finished)
        self.changed.emit()
        return job

    def _job_finished(self, outcome: Outcome) -> None:
        job, self._job = self._job, None
        assert job is not None
        if job.has_given_way:
            self._is_due = True
        else:
            self._ended(job, outcome)
        self.changed.emit()

    def _ended(self, job: Job, outcome: Outcome) -> None:
        raise NotImplementedError

    def _project_changed(self, changed: Changed) -> None:
        raise NotImplementedError

    def _jobs_changed(self) -> None:
        self.changed.emit()

    def _read_soon(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _read(self) -> None:
        raise NotImplementedError
