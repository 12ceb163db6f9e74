"""Finds the words of a page again in a child process beside the running job; the active model reads the new ones."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.context import ProjectContext
from app.page.page_queries import PageContent
from app.session.jobs import Outcome
from core.jobs.requests import CutAgainRequest
from core.jobs.results import CutAgain


class WordDetection(QObject):
    """``busy_changed()``: see ``page_id``."""

    busy_changed = Signal()

    def __init__(self, context: ProjectContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self.page_id: int | None = None
        """The page whose words are being found; None if there is none."""

    def find(self, content: PageContent) -> None:
        """Find the words of the page's lines, or, if it has no lines without words, those of the whole page."""
        if self.page_id is not None:
            return
        self._set_page(content.page.id)
        job = self._context.session.jobs.start_beside(CutAgainRequest((content.page.id,)))
        job.finished.connect(lambda outcome: self._finished(outcome, job.remarks))

    def _finished(self, outcome: Outcome, remarks: list[str]) -> None:
        self._set_page(None)
        result = outcome.result
        if not isinstance(result, CutAgain):
            return  # the window says why
        self._report(len(result.added), result.removed, result.kept, remarks)
        self._context.session.read_words(result.added)

    def _report(self, added: int, removed: int, kept: int, remarks: list[str]) -> None:
        kept_text = self.tr("%Ln box(es) kept", "", kept)
        if added or removed:
            text = self.tr("{0}, {1}, {2}.").format(
                self.tr("%Ln new word(s)", "", added), self.tr("%Ln unchecked box(es) removed", "", removed), kept_text
            )
            self._context.report_edit(" ".join([text, *remarks[:1]]))
        elif remarks:
            self._context.notifications.info(" ".join([*remarks[:1], self.tr("You can draw boxes yourself.")]))
        else:
            self._context.notifications.info(self.tr("No change: {0}.").format(kept_text))

    def _set_page(self, page_id: int | None) -> None:
        self.page_id = page_id
        self.busy_changed.emit()
