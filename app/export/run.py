"""The export as a job, and what is said at its end."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from app.context import ProjectContext
from app.export.request import Request
from app.session.jobs import Job, Outcome
from app.text.plural import plural


def start_export(context: ProjectContext, request: Request) -> Job:
    """Begin the export; the notifications tells how it ended, with a button that opens the folder."""
    job = context.session.jobs.start("export", *request.arguments())
    _Teller(context, request, job)
    return job


def folder_of(request: Request) -> Path:
    """The folder in which the result lies."""
    return request.out if request.is_folder else request.out.parent


class _Teller(QObject):
    """Listens to one export, as long as the job lives."""

    def __init__(self, context: ProjectContext, request: Request, job: Job) -> None:
        super().__init__(job)
        self._context, self._request = context, request
        self._skipped: list[str] = []
        job.said.connect(self._hear)
        job.ended.connect(self._ended)

    def _hear(self, event: dict) -> None:
        if event.get("event") == "skipped":
            self._skipped.append(f"{event['place']}: {event['reason']}")

    def _ended(self, outcome: Outcome) -> None:
        if not outcome.ok:
            return  # the window tells of jobs that failed
        text = self._told(outcome.result)
        folder = folder_of(self._request)
        tell = self._context.notifications.warning if self._skipped else self._context.notifications.info
        tell(text, self.tr("Open the folder"), lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))))

    def _told(self, result: dict) -> str:
        forms = {
            "table": (
                self.tr("a table of {0} row, with the word's image beside it"),
                self.tr("a table of {0} rows, with the words' images beside it"),
            ),
            "pagexml": (self.tr("{0} PAGE XML file"), self.tr("{0} PAGE XML files")),
            "alto": (self.tr("{0} ALTO file"), self.tr("{0} ALTO files")),
            "text": (self.tr("{0} line of text"), self.tr("{0} lines of text")),
            "json": (self.tr("{0} word as JSON"), self.tr("{0} words as JSON")),
        }[self._request.kind]
        told = self.tr("Exported {0} to {1}. {2}: {3} read by a person, {4} by a model.").format(
            plural(result["written"], *forms),
            result["out"],
            plural(result["words"], self.tr("{0} word"), self.tr("{0} words")),
            f"{result['read']:,}",
            f"{result['predicted']:,}",
        )
        if self._skipped:
            left_out = plural(
                len(self._skipped),
                self.tr("Left out: {0} word, {1}"),
                self.tr("Left out: {0} words; the first is {1}"),
                self._skipped[0],
            )
            told = f"{told} {left_out}"
        return told
