"""An import under way: the job is heard, and at its end a notice says what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.collection.import_messages import import_result_text
from app.collection.skipped_table import SkippedDialog
from app.collection.source_summary import ImportChoice, arguments
from app.context import ProjectContext
from app.session.jobs import Job, Outcome
from core.events import Event, EventKind
from core.formats.records import Skipped


def start_import(context: ProjectContext, sources: Sequence[Path], choice: ImportChoice, parent: QWidget) -> Job:
    """Start the import as a job; what it leaves out can be read in a dialog over ``parent``."""
    job = context.session.jobs.start("import", *arguments(sources, choice))
    skipped: list[Skipped] = []

    def event_received(event: Event) -> None:
        if event["event"] == EventKind.SKIPPED:
            skipped.append(Skipped(Path(event["file"]), event["place"], event["reason"]))

    def end(outcome: Outcome) -> None:
        if not outcome.ok:
            return  # the window tells of what went wrong
        text = import_result_text(outcome.result)
        if skipped:
            context.notifications.warning(
                text, parent.tr("Show what was left out"), lambda: SkippedDialog(skipped, parent).open()
            )
        else:
            context.notifications.info(text)

    job.event_received.connect(event_received)
    job.finished.connect(end)
    return job
