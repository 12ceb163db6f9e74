"""The declaration of a job, which every request for it carries."""

from dataclasses import dataclass
from typing import ClassVar

from core.events import Report, Result


@dataclass(frozen=True, slots=True)
class JobType:
    """A kind of job: how it is run, and what a program has to know before it starts one."""

    name: str
    """The command of ``ductus`` that does the same work."""
    runner: str
    """The ``module:function`` in core.cli.commands that runs it: called with the project's folder, if it has one, the
    request and a console. It is imported only in the process that runs the job."""
    result: type[Result] = Report
    """The class of its result (:mod:`core.jobs.results`), which the app reads."""
    changes: frozenset[str] = frozenset()
    """The parts of the project (:mod:`core.project.changes`) that it may write, also when it is stopped or fails."""
    runs_read_only: bool = False
    """True if it may run on a project that cannot be written."""
    is_in_background: bool = False
    """True if the app starts it by itself, or may. It gives way to jobs of a person and continues later, and the code
    that starts it reports how it ended."""


@dataclass(frozen=True, slots=True)
class JobRequest:
    """The request for one run of a job. Subclasses are frozen dataclasses of plain values, and declare their job."""

    job: ClassVar[JobType]
