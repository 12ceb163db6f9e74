"""The controller of Review: it takes what a person does, makes the edits, and holds all that the view shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from app.review import edits
from app.review.state import ReviewMode, ReviewQueue, Screen
from app.review.word_review import WordReview
from app.session.jobs import Job
from app.session.worker import ProjectWork, error_message
from core.geometry import Box
from core.jobs.requests import RecogniseRequest
from core.project.changes import WORDS
from core.project.content.word_edits import change_box, mark_not_a_word, split_word
from core.project.query.review_order import PredictionGroup, group_by_prediction, review_items


class ReviewController(WordReview):
    """The review of words one by one, of groups with the same suggestion, and of the boxes of words.

    A view calls its methods, and renders the state on ``changed()``.
    """

    def set_mode(self, mode: ReviewMode) -> None:
        """Show single words or groups."""
        self._save_typed()
        self.mode = mode
        if mode == ReviewMode.GROUPS:
            self.excluded_queue = self.outside_word = None
            self._load_groups()
        elif self.queue.ids and self.queue.go_to_open() is None:
            self.screen = Screen.FINISHED
        else:
            self._go()
        self.changed.emit()

    def show_word(self, word_id: int) -> None:
        """Show a word: in its group, or by itself, also if it is in no queue."""
        number = next((n for n, group in enumerate(self.groups) if word_id in group.ids), None)
        if self.is_querying:
            self._word_to_show, self._was_in_focus = word_id, False
        elif self.mode == ReviewMode.GROUPS and number is not None:
            self.group_number, self.group_word, self.screen = number, word_id, Screen.GROUP
            self.changed.emit()
        else:
            self.show_by_itself(word_id)

    def change_box(self, word_id: int, box: Box) -> None:
        """Give a word another box."""
        self._session.crops.forget([word_id])
        self._edit_box(lambda project: change_box(project, word_id, box), [word_id], lambda _: self._read([word_id]))

    def join(self, word_id: int, by: int) -> None:
        """Join a word with the next (1) or previous (-1) one of its line."""
        self._edit_box(
            lambda project: edits.join_with_neighbour(project, word_id, by),
            None,
            lambda made: self._replace(word_id, [made[0]], [word_id, made[1]], self.tr("Joined.")),
        )

    def split_box(self, word_id: int, at_x: int) -> None:
        """Split the box of a word at a column of its page."""
        self._edit_box(
            lambda project: split_word(project, word_id, at_x),
            None,
            lambda new: self._replace(word_id, list(new), [word_id], self.tr("Split in two.")),
        )

    def show_group(self, number: int) -> None:
        """Show the group with this number (from 0)."""
        if number != self.group_number:
            self.group_number = number
            self.changed.emit()

    def step_group(self, by: int) -> None:
        """Show the next or previous group with words that are neither done nor excluded."""
        self.go_to_next_group(by)
        self.changed.emit()

    def exclude(self, word_id: int) -> None:
        """Mark a word as different, or remove the mark."""
        self.excluded.symmetric_difference_update((word_id,))
        self.changed.emit()

    def confirm_group(self, shown_ids: Sequence[int]) -> None:
        """Accept the suggestion for those of these words that are not excluded, and show the next group."""
        group, model = self.group, self.group_model
        if group is None or model is None:
            return
        shown = {word_id: group.text for word_id in shown_ids if word_id not in self.excluded}
        if shown:
            self._write_group(lambda project: edits.accept_group(project, shown, model), list(shown), self._confirmed)
        self.go_to_next_group(1)
        self.changed.emit()

    def mark_all_not_a_word(self, word_ids: Sequence[int]) -> None:
        """Mark words of the group as not a word, in one edit."""
        ids = list(word_ids)
        self.excluded.difference_update(ids)
        text = self.tr("%Ln image(s) marked as not a word.", "", len(ids))
        report = partial(self._context.report_edit, text)
        self._write_group(lambda project: mark_not_a_word(project, ids), ids, lambda _: report())
        if self.group is not None and not self.remaining(self.group):
            self.go_to_next_group(1)
        self.changed.emit()

    def review_excluded(self, ids: Sequence[int] = ()) -> None:
        """Review these words, or all that are marked as different, one by one before the rest of the queue."""
        if not ids:
            ids = [i for group in self.groups for i in self.remaining(group) if i in self.excluded]
            self.excluded.clear()
        if ids:
            self.mode = ReviewMode.SINGLE
            self.excluded_queue, self.outside_word = ReviewQueue(ids), None
            self._go()
            self.changed.emit()

    def _show_found(self, word_id: int | None) -> None:
        if self.mode == ReviewMode.GROUPS:
            self._load_groups(word_id)
        else:
            super()._show_found(word_id)

    def _edit_box(self, edit: ProjectWork, ids: list[int] | None, on_result: Callable[[Any], None]) -> None:
        def failed(error: Exception) -> None:
            self._notifications.error(self.tr("Nothing was changed: {0}").format(error_message(error)))

        self._session.execute(edit, changes=[WORDS], word_ids=ids, owner=self, on_result=on_result, on_error=failed)

    def _replace(self, word_id: int, new: Sequence[int], before: Sequence[int], message: str) -> None:
        """Show the words ``new``, which an edit has made of the words ``before``, instead of a word; read them."""
        card = self._cards.get(word_id)
        self.replace_word(word_id, new, before)
        if card is not None and card.transcription is not None:
            message += " " + self.tr("The transcription is kept with the old box; Undo restores it.")
        self._context.report_edit(message)
        self._go()
        self._read(new)

    def _read(self, ids: Sequence[int]) -> None:
        """Have the active model read words whose boxes are new, in a child process."""
        if self.model is not None:
            job = self._session.jobs.start(RecogniseRequest(ids=tuple(ids)))
            self.readings.append(job)
            job.finished.connect(lambda outcome: self._has_read(job))
        self.changed.emit()

    def _has_read(self, job: Job) -> None:
        self.readings.remove(job)
        self.changed.emit()

    def _load_groups(self, word_id: int | None = None) -> None:
        """Group the words of the queue; show the first group, or that of a word."""
        ids, model = list(self.queue.ids), self.model
        if model is None:
            self._set_groups(None, word_id, [])
            return
        self._session.query(
            lambda project: group_by_prediction(review_items(project, ids, model)),
            partial(self._set_groups, model, word_id),
            owner=self,
            key="review-groups",
        )

    def _set_groups(self, model: str | None, word_id: int | None, groups: list[PredictionGroup]) -> None:
        self.groups, self.group_model, self.group_number = groups, model, -1
        self.excluded.intersection_update(self.queue.ids)
        if self.mode == ReviewMode.GROUPS and not self.is_querying and self.result is not None:
            found = Screen.GROUP if groups else Screen.NO_GROUPS
            self.screen = found if self.result.ids else Screen.NO_WORDS
        if self.mode == ReviewMode.GROUPS and word_id is not None and any(word_id in group.ids for group in groups):
            self.show_word(word_id)
        else:
            self.step_group(1)

    def _write_group(self, edit: ProjectWork, ids: list[int], on_result: Callable[[Any], None]) -> None:
        def failed(error: Exception) -> None:
            self.reopen(ids)
            self._notifications.error(error_message(error))

        self._session.execute(edit, changes=[WORDS], word_ids=ids, owner=self, on_result=on_result, on_error=failed)
        self.count_as_done(ids)

    def _confirmed(self, left_out: list[int]) -> None:
        if left_out:
            self.reopen(left_out)
            text = self.tr("%Ln word(s) were left out: they were changed since they were shown.", "", len(left_out))
            self._notifications.info(text)
