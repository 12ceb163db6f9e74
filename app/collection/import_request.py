"""One import: what it is to do, the job that runs it, and the message at its end."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.collection.import_messages import import_result_text
from app.context import ProjectContext
from app.session.jobs import Job, Outcome
from app.session.remarks import Remarks, SkippedEntries
from core.events import InputSkipped
from core.jobs.requests import ImportRequest
from core.jobs.results import Imported


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """An import and what follows it."""

    request: ImportRequest
    suggest: bool
    """True if the starter model suggests readings afterwards."""
    languages: tuple[str, ...]
    """The languages whose words are then added to the word list first; none if it has words."""


@dataclass(frozen=True, slots=True)
class ImportActions:
    """The actions of the buttons in messages about an import."""

    cut_lines: Callable[[], object]
    """Cut the lines without words."""
    show_skipped: Callable[[list[InputSkipped], ImportRequest], object]
    """Show what an import left out."""
    show_remarks: Callable[[list[str]], object]
    """Show the job's notes on single lines and pages."""


def start_import(context: ProjectContext, plan: ImportPlan, actions: ImportActions) -> Job:
    """Start the import; messages with buttons follow at its end."""
    job = context.session.jobs.start(plan.request)
    _ImportReport(context, plan, actions, job)
    return job


class _ImportReport(QObject):
    """Collects the events of one import and shows the messages at its end; a child of the job."""

    def __init__(self, context: ProjectContext, plan: ImportPlan, actions: ImportActions, job: Job) -> None:
        super().__init__(job)
        self._context, self._plan, self._actions = context, plan, actions
        self._skipped = SkippedEntries(job)
        self._remarks = Remarks(job)
        job.finished.connect(self._job_finished)

    def _job_finished(self, outcome: Outcome) -> None:
        result = outcome.result
        if not isinstance(result, Imported):
            return  # the window reports failed jobs
        actions, notifications = self._actions, self._context.notifications
        skipped, remarks, request = self._skipped.entries, self._remarks.texts, self._plan.request
        left_out = sum(not entry.is_note for entry in skipped)
        label = self.tr("Show what was left out") if left_out else self.tr("Show the notes")
        show_skipped = label, lambda: actions.show_skipped(skipped, request)
        was_cut, uncut = request.segment, result.uncut_lines
        text = import_result_text(result, was_cut=was_cut)
        if uncut and not was_cut:
            notifications.info(text, self.tr("Cut into words…"), actions.cut_lines)
        elif uncut and remarks:
            notifications.info(text, self.tr("Show the reasons"), lambda: actions.show_remarks(remarks))
        elif left_out:
            notifications.warning(text, *show_skipped)
        elif skipped:
            notifications.info(text, *show_skipped)
        else:
            notifications.info(text)
        if uncut and left_out:
            notifications.warning(self.tr("%Ln item(s) were left out.", "", left_out), *show_skipped)
