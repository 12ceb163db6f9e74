"""One import: its options, the job that runs it, and the message at its end."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.collection.import_messages import import_result_text
from app.collection.skipped_table import SkippedDialog
from app.context import ProjectContext
from app.session.jobs import Job, Outcome
from core.events import Event, EventKind
from core.formats.records import Skipped

SOURCE_ROLES, TEST_SHARE = "source", "share"
"""Uses beside the roles: as given in the source, or training with a random share for testing."""


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """The sources and options of an import. ``use`` is a role, :data:`SOURCE_ROLES` or :data:`TEST_SHARE`."""

    sources: tuple[Path, ...]
    format: str = "auto"
    use: str = "train"
    share: float = 0.2
    copy: bool = True
    segment: bool = False
    labels: bool = True

    def arguments(self) -> list[str]:
        """Return the arguments for ``ductus import PROJECT``."""
        arguments = [*(str(source.absolute()) for source in self.sources), "--format", self.format]
        if self.use == TEST_SHARE:
            arguments += ["--test-share", f"{self.share:g}"]
        elif self.use != SOURCE_ROLES:
            arguments += ["--role", self.use]
        flags = {"--link": not self.copy, "--segment": self.segment, "--no-labels": not self.labels}
        return arguments + [flag for flag, is_set in flags.items() if is_set]


def start_import(context: ProjectContext, request: ImportRequest, parent: QWidget) -> Job:
    """Start the import; a message follows at its end, with a button that lists in a dialog what was left out."""
    job = context.session.jobs.start("import", *request.arguments())
    skipped: list[Skipped] = []

    def collect(event: Event) -> None:
        if event["event"] == EventKind.SKIPPED:
            skipped.append(Skipped(Path(event["file"]), event["place"], event["reason"]))

    def report(outcome: Outcome) -> None:
        if not outcome.ok:
            return  # the window reports failed jobs
        text = import_result_text(outcome.result)
        if skipped:
            button = parent.tr("Show what was left out")
            context.notifications.warning(text, button, lambda: SkippedDialog(skipped, parent).open())
        else:
            context.notifications.info(text)

    job.event_received.connect(collect)
    job.finished.connect(report)
    return job
