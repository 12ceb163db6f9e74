"""An import under way: the job is heard, and at its end a notice says what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.collection.import_messages import told_of_import
from app.collection.skipped_table import SkippedDialog
from app.collection.source_summary import Choice, arguments
from app.context import Desk
from app.session.jobs import Job, Outcome
from core.formats.records import Skipped


def start_import(desk: Desk, sources: Sequence[Path], choice: Choice, parent: QWidget) -> Job:
    """Start the import as a job; what it leaves out can be read in a dialog over ``parent``."""
    job = desk.session.jobs.start("import", *arguments(sources, choice))
    skipped: list[Skipped] = []

    def hear(event: dict) -> None:
        if event.get("event") == "skipped":
            skipped.append(Skipped(Path(event["file"]), event["place"], event["reason"]))

    def end(outcome: Outcome) -> None:
        if not outcome.ok:
            return  # the window tells of what went wrong
        text = told_of_import(outcome.result)
        if skipped:
            desk.hub.warning(
                text, parent.tr("Show what was left out"), lambda: SkippedDialog(skipped, parent).open()
            )
        else:
            desk.hub.info(text)

    job.said.connect(hear)
    job.ended.connect(end)
    return job
