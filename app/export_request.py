"""One export: the job that runs it, and the message at its end."""

from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from app.context import ProjectContext
from app.session.jobs import Job, Outcome
from app.text.formats import integer
from core.errors import InputError
from core.formats.archive import ZIP_SUFFIX
from core.formats.registry import writer_of, written_text
from core.jobs.export.target import check_target, is_archive
from core.jobs.requests import ExportRequest
from core.jobs.results import Exported


def is_zip(request: ExportRequest) -> bool:
    """Return whether a zip file is written."""
    return writer_of(request.format).archive is not None and is_archive(request.out)


def is_folder(request: ExportRequest) -> bool:
    """Return whether a folder is written."""
    return writer_of(request.format).is_folder and not is_zip(request)


def target_problem(request: ExportRequest, project: Path) -> str | None:
    """Return why it cannot be written to its target, or None."""
    try:
        check_target(project, request.out, request.format)
    except InputError as error:
        return str(error)
    return None


def suggested_target(folder: Path, name: str, kind: str, *, as_zip: bool) -> Path:
    """Return the default file or folder for an export of the project ``name`` to ``folder``."""
    writer = writer_of(kind)
    suffix = ZIP_SUFFIX if as_zip and writer.archive is not None else ""
    return folder / f"{name}{writer.suffix}{suffix}"


def start_export(context: ProjectContext, request: ExportRequest) -> Job:
    """Start the export; a message with a button that opens the folder follows at its end."""
    job = context.session.jobs.start(request)
    _ExportReport(context, request, job)
    return job


class _ExportReport(QObject):
    """Shows the message at the end of one export; a child of the job."""

    def __init__(self, context: ProjectContext, request: ExportRequest, job: Job) -> None:
        super().__init__(job)
        self._context, self._request, self._job = context, request, job
        job.finished.connect(self._job_finished)

    def _job_finished(self, outcome: Outcome) -> None:
        result = outcome.result
        if not isinstance(result, Exported):
            return  # the window reports failed jobs
        request, notifications = self._request, self._context.notifications
        url = QUrl.fromLocalFile(str(request.out if is_folder(request) else request.out.parent))
        notify = notifications.warning if self._job.skipped else notifications.info
        notify(self._text(result), self.tr("Open the folder"), lambda: QDesktopServices.openUrl(url))

    def _text(self, result: Exported) -> str:
        written = written_text(writer_of(self._request.format), result.written, is_zip=is_zip(self._request))
        words = self.tr("%Ln word(s)", "", result.words)
        text = self.tr("Exported {0} to {1}. {2}: {3} transcribed by a person, {4} suggested by the model.").format(
            written, result.out, words, integer(result.read), integer(result.predicted)
        )
        if skipped := self._job.skipped:
            left_out = self.tr("Left out: %Ln word(s); the first is {0}", "", len(skipped))
            text = f"{text} {left_out.format(f'{skipped[0].place}: {skipped[0].reason}')}"
        return text
