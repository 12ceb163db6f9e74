"""Finds the words of a page again: computed in a thread, then written as one edit."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.background.threads import run_in_thread
from app.context import ProjectContext
from app.page.page_queries import PageContent
from app.session.changes import LEXICON, PAGES, WORDS
from app.session.worker import error_message
from core.jobs.segmentation.resegment import ResegmentSummary, apply_resegmentation
from core.jobs.segmentation.segment import PageWords, find_page_words


class WordDetection(QObject):
    """``busy_changed()``: see ``is_busy``."""

    busy_changed = Signal()

    def __init__(self, context: ProjectContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self.is_busy = False

    def find(self, content: PageContent) -> None:
        """Find the words of the page's lines, or, if it has no lines without words, those of the whole page."""
        if self.is_busy:
            return
        self._set_busy(True)
        page, lines = content.page, content.lines
        run_in_thread(
            self,
            lambda: find_page_words(page.image, page.frame, page.name, lines, lambda event: None),
            lambda found: self._apply(content, found),
            self._failed,
        )

    def _apply(self, content: PageContent, found: PageWords) -> None:
        self._set_busy(False)
        if not any(found.lines):
            text = self.tr("No writing was found on {0}; nothing was changed. You can draw boxes yourself.")
            self._context.notifications.info(text.format(content.page.name))
            return
        line_ids = [content.lines[index].id for index in found.used]
        self._context.session.execute(
            lambda project: apply_resegmentation(project, content.page, found, line_ids),
            changes=[WORDS, LEXICON, PAGES] if content.lines else [WORDS],
            word_ids=None,
            on_result=self._report,
            on_error=self._failed,
        )

    def _report(self, summary: ResegmentSummary) -> None:
        kept = self.tr("%Ln box(es) kept", "", summary.kept)
        if summary.added or summary.removed:
            text = self.tr("{0}, {1}, {2}.").format(
                self.tr("%Ln new word(s)", "", summary.added),
                self.tr("%Ln unchecked box(es) removed", "", summary.removed),
                kept,
            )
        else:
            text = self.tr("No change: {0}.").format(kept)
        self._context.notifications.info(text, self.tr("Undo"), self._context.session.undo)

    def _failed(self, error: Exception) -> None:
        self._set_busy(False)
        text = self.tr("The words of the page could not be found; nothing was changed. {0}")
        self._context.notifications.error(text.format(error_message(error)))

    def _set_busy(self, busy: bool) -> None:
        self.is_busy = busy
        self.busy_changed.emit()
