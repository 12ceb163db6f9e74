"""Finding the words of a page again: looked for in a thread, then written as one edit."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.background.threads import run_in_thread
from app.context import ProjectContext
from app.page.page_queries import PageContent
from app.session.changes import LEXICON, PAGES, WORDS
from app.session.worker import error_message
from core.jobs.segmentation.resegment import ResegmentSummary, apply_resegmentation
from core.jobs.segmentation.segment import PageWords, find_page_words
from core.project.content.pages import Line


class WordDetection(QObject):
    """``busy(bool)``: whether words are looked for now."""

    busy = Signal(bool)

    def __init__(self, context: ProjectContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self.is_busy = False

    def find(self, content: PageContent, lines: tuple[Line, ...] = ()) -> None:
        """Look for the words of these lines, or, without any, for those of the whole page."""
        if self.is_busy:
            return
        self._set_busy(True)
        page = content.page
        run_in_thread(
            self,
            lambda: find_page_words(page.image, page.frame, page.name, lines, lambda event: None),
            lambda cut: self._found(content, cut, bool(lines)),
            self._failed,
        )

    def _found(self, content: PageContent, cut: PageWords, in_lines: bool) -> None:
        self._set_busy(False)
        if not any(cut.lines):
            self._context.notifications.info(
                self.tr("No writing was found on {0}; nothing was changed. Boxes can be drawn by hand.").format(
                    content.page.name
                )
            )
            return
        self._context.session.execute(
            lambda project: apply_resegmentation(project, content.page, cut),
            changes=[WORDS, LEXICON, PAGES] if in_lines else [WORDS],
            word_ids=None,
            on_result=self._told,
            on_error=self._failed,
        )

    def _told(self, found: ResegmentSummary) -> None:
        kept = self.tr("%Ln box(es) kept", "", found.kept)
        if found.added or found.removed:
            text = self.tr("{0}, {1}, {2}.").format(
                self.tr("%Ln new word(s)", "", found.added),
                self.tr("%Ln unchecked box(es) removed", "", found.removed),
                kept,
            )
        else:
            text = self.tr("No change: {0}.").format(kept)
        self._context.notifications.info(text, self.tr("Undo"), self._context.session.undo)

    def _failed(self, error: Exception) -> None:
        self._set_busy(False)
        self._context.notifications.error(self.tr("No words were looked for: {0}").format(error_message(error)))

    def _set_busy(self, busy: bool) -> None:
        self.is_busy = busy
        self.busy.emit(busy)
