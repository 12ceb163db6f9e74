"""After a training, aligned words are found again with the new model, in the background; a person may apply it."""

from __future__ import annotations

from app.context import ProjectContext
from app.session.changes import Changed
from app.session.jobs import Job, Outcome
from app.session.worker import error_message
from app.shared_job import SharedJob
from core.jobs.requests import AlignRequest
from core.jobs.segmentation.realign import BetterLine, apply_better_alignments, better_alignments, has_lines_to_align
from core.project.changes import MODELS, WORDS
from core.project.content.models import is_starter

SETTLE_MS = 1500
"""Time without a job after which the lines are aligned: what a person starts comes first."""


class Realignment(SharedJob):
    """The lines that fit better elsewhere since the latest training.

    Nothing is moved before a person says so, and no word that a person touched.
    """

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context, SETTLE_MS)
        self.lines: list[BetterLine] = []
        """Lines that fit better elsewhere."""
        self.is_shown = False
        """True while the Page shows where their words would be."""
        self._model = self._trained_model()
        self._read_lines(notify=False)

    def lines_of_page(self, page_id: int | None) -> list[BetterLine]:
        """Return the lines of one page that fit better elsewhere."""
        return [line for line in self.lines if line.page_id == page_id]

    def show_on_page(self) -> None:
        """Show on the Page where the words would be, beginning with the first line."""
        if self.lines:
            self.is_shown = True
            self.changed.emit()
            self._context.go("page", word_id=self.lines[0].words[0].word_id)

    def dismiss(self) -> None:
        """Leave all lines as they are until the next training."""
        self.lines, self.is_shown = [], False
        self.changed.emit()

    def apply(self) -> None:
        """Move the words of all lines, as one edit."""
        count = len(self.lines)
        self._session.execute(
            apply_better_alignments,
            changes=[WORDS],
            word_ids=None,
            owner=self,
            on_result=lambda moved: self._applied(count, moved),
            on_error=self._failed,
        )

    def _applied(self, count: int, moved: list[int]) -> None:
        self._session.crops.forget(moved)
        self.dismiss()
        text = self.tr("The words of %Ln line(s) were moved to where they fit better.", "", count)
        self._context.report_edit(text)

    def _failed(self, error: Exception) -> None:
        self._notifications.error(self.tr("Nothing was changed: {0}").format(error_message(error)))

    def _trained_model(self) -> str | None:
        model = self._session.active_model()
        return None if model is None or is_starter(model) else model.name

    def _project_changed(self, changed: Changed) -> None:
        if changed.touches(MODELS) and (model := self._trained_model()) != self._model:
            self._model = model
            self._is_due = model is not None and not self._session.read_only
            self._timer.start()
        if changed.touches(WORDS) and self.lines:
            self._read_lines(notify=False)  # a person may have touched some of them

    def _jobs_changed(self) -> None:
        if self._is_due and self._session.jobs.current is None:
            self._timer.start()

    def _read(self) -> None:
        if self._is_due and self._may_run:
            self._session.query(has_lines_to_align, self._start, owner=self, key="realignment")

    def _start(self, has_lines: bool) -> None:
        if not has_lines:
            self._is_due = False
        elif self._is_due and self._session.jobs.current is None:
            self._is_due = False
            self._run(AlignRequest())

    def _ended(self, job: Job, outcome: Outcome) -> None:
        if outcome.ok:
            self._read_lines(notify=True)
        elif not outcome.stopped:
            text = self.tr("The lines could not be aligned with the new model; nothing was changed. {0}")
            self._notifications.warning(text.format(outcome.text))

    def _read_lines(self, *, notify: bool) -> None:
        def receive(lines: list[BetterLine]) -> None:
            if lines != self.lines:
                self.lines, self.is_shown = lines, self.is_shown and bool(lines)
                self.changed.emit()
            if notify and lines:
                text = self.tr("%Ln line(s) fit better now.", "", len(lines))
                self._notifications.info(text, self.tr("See the %Ln line(s)", "", len(lines)), self.show_on_page)

        self._session.query(better_alignments, receive, owner=self, key="better-alignments")
