"""One import: what it is to do, the job that runs it, and the message at its end."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.collection.import_messages import import_result_text
from app.collection.source_preview import SourceChoice
from app.context import ProjectContext
from app.session.jobs import Job, Outcome
from core.events import InputSkipped
from core.jobs.requests import ImportRequest
from core.jobs.results import Imported


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """An import, how its sources were read for the preview, and what follows it."""

    choice: SourceChoice
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
    show_skipped: Callable[[list[InputSkipped], SourceChoice], object]
    """Show what was left out of these sources."""
    show_remarks: Callable[[list[str]], object]
    """Show the job's notes on single lines and pages."""


def start_import(context: ProjectContext, plan: ImportPlan, actions: ImportActions) -> Job:
    """Start the import; messages with buttons follow at its end."""
    job = context.session.jobs.start(plan.request)
    _ImportReport(context, plan, actions, job)
    return job


class _ImportReport(QObject):
    """Shows the messages at the end of one import; a child of the job."""

    def __init__(self, context: ProjectContext, plan: ImportPlan, actions: ImportActions, job: Job) -> None:
        super().__init__(job)
        self._context, self._plan, self._actions, self._job = context, plan, actions, job
        job.finished.connect(self._job_finished)

    def _job_finished(self, outcome: Outcome) -> None:
        result = outcome.result
        if not isinstance(result, Imported):
            return  # the window reports failed jobs
        actions, notifications = self._actions, self._context.notifications
        skipped, remarks, choice = self._job.skipped, self._job.remarks, self._plan.choice
        left_out = sum(not entry.is_note for entry in skipped)
        label = self.tr("Show what was left out") if left_out else self.tr("Show the notes")
        show_skipped = label, lambda: actions.show_skipped(skipped, choice)
        was_cut, uncut = self._plan.request.segment, result.uncut_lines
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
