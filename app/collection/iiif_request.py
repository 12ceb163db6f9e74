"""Fetching the images of an IIIF manifest: the job, and the texts about it."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject

from app.context import ProjectContext
from app.session.jobs import Job, Outcome
from app.settings import LAST_MANIFEST
from app.text.formats import decimal, integer
from core.events import InputSkipped
from core.jobs.requests import FetchRequest
from core.jobs.results import Fetched

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+://")
_HOST = re.compile(r"[\w-]+(\.[\w-]+)+(:\d+)?/\S+")


def full_address(text: str) -> str:
    """Return an address with its scheme, or the absolute path of a file.

    ``example.org/m.json`` is an address unless there is such a file.
    """
    text = text.strip()
    if _SCHEME.match(text):
        return text
    file = Path(text).expanduser()
    if _HOST.fullmatch(text) and not file.exists():
        return f"https://{text}"
    return str(file.absolute())


def start_fetch(
    context: ProjectContext, request: FetchRequest, show_skipped: Callable[[list[InputSkipped]], object]
) -> Job:
    """Start fetching, to which the person has agreed; a message follows at its end."""
    job = context.session.jobs.start(replace(request, is_agreed=True))
    _FetchReport(context, show_skipped, job)
    return job


class _FetchReport(QObject):
    """Shows the message at the end of one job; a child of the job."""

    def __init__(self, context: ProjectContext, show_skipped: Callable[[list[InputSkipped]], object], job: Job) -> None:
        super().__init__(job)
        self._context, self._show_skipped, self._job = context, show_skipped, job
        job.finished.connect(self._job_finished)

    def _job_finished(self, outcome: Outcome) -> None:
        result = outcome.result
        if not isinstance(result, Fetched):
            return  # the window reports failed jobs
        self._context.settings.set(LAST_MANIFEST, "")
        skipped, notifications = self._job.skipped, self._context.notifications
        text = self.tr("%Ln image(s) were fetched and are pages now.", "", result.pages)
        if skipped:
            left_out = self.tr("%Ln item(s) were left out.", "", len(skipped))
            button = self.tr("Show what was left out")
            notifications.warning(f"{text} {left_out}", button, lambda: self._show_skipped(skipped))
        else:
            notifications.info(text)


class ManifestTexts(QObject):
    """Texts about what a manifest holds. They need a class: lupdate finds plural forms only in ``self.tr``."""

    def facts(self, result: Fetched) -> list[tuple[str, str]]:
        """Return (heading, text) for each fact that the person should know before agreeing."""
        images = [self.tr("%Ln image(s) to fetch", "", result.images)]
        if result.already:
            images.append(self.tr("%Ln already in the project", "", result.already))
        if result.skipped:
            images.append(self.tr("%Ln cannot be fetched", "", result.skipped))
        none = self.tr("not stated")
        return [
            (self.tr("Title"), result.label or none),
            (self.tr("Images"), ", ".join(images)),
            (self.tr("From"), ", ".join(result.hosts) or "–"),
            (self.tr("Attribution"), result.attribution or none),
            (self.tr("Licence"), result.rights or none),
        ]

    def progress(self, done: int, total: int, n_bytes: int) -> str:
        """Return how much is fetched."""
        text = self.tr("{0} of %Ln image(s), {1} MB", "", total)
        return text.format(integer(done), decimal(n_bytes / 2**20, 1))
