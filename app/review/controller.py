"""The controller of Review: it takes what a person does, makes the edits, and holds all that the view shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal

from app.context import OnePerContext, ProjectContext
from app.look_alikes.finder import LookAlikeFinder
from app.review import edits
from app.review.edits import Decision, accept_shown, as_typed, choose_candidate
from app.review.excerpts import ExcerptLoader
from app.review.review_queries import ReviewQuery, ReviewResult, WordCard, find_query_words, run_query, to_review_again
from app.review.state import ReviewMode, ReviewQueue, ReviewState, Screen
from app.review.word_cards import WordCards
from app.session.changes import Changed
from app.session.jobs import Job
from app.session.worker import ProjectWork, error_message
from core.geometry import Box
from core.jobs.requests import RecogniseRequest
from core.project.changes import MODELS, PAGES, PREDICTIONS, WORDS
from core.project.content.models import is_starter
from core.project.content.word_edits import change_box, mark_not_a_word, split_word, split_word_as
from core.project.query.review_order import PredictionGroup, group_by_prediction, review_items

if TYPE_CHECKING:
    from core.jobs.spotting.look_alikes import LookAlikes

_AHEAD, _BEHIND = 8, 2
"""Words around the current one whose cards and images are loaded."""


class ReviewController(OnePerContext, ReviewState):
    """A view calls its methods, and renders the state on ``changed()``.

    ``word_saved(str)``: a transcription was saved.
    """

    word_saved = Signal(str)

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        ReviewState.__init__(self)
        self._finder = LookAlikeFinder.for_context(context)
        self._word_to_show: int | None = None
        """A word to go to when the query is finished."""
        self._was_in_focus = False
        """True if that word is to be shown only if the query has found it."""
        self._drafts: dict[int, str] = {}
        """Typed texts that could not be saved, by word; each is typed again when its word is shown."""
        self._group_model: str | None = None
        """The model whose predictions were grouped."""
        self._read_active_model()
        self.images = ExcerptLoader(self._session, self)
        self._cards = WordCards(self._session, self._finder, self, self._cards_received)
        self._session.changed.connect(self._project_changed)
        self._finder.confirmed.connect(self.finish)
        self._finder.found.connect(self._look_alikes_found)
        self._finder.ready.connect(self._rank_again)

    @property
    def card(self) -> WordCard | None:
        """The card of the current word; None until it was read."""
        return self._cards.get(self.current)

    @property
    def is_ready(self) -> bool:
        """Return whether card and image of the word are there: before that nobody can have read it."""
        return self.card is not None and self.images.cached(self.card.word_id) is not None

    def find(self, query: ReviewQuery, word_id: int | None = None, *, was_in_focus: bool = False) -> None:
        """Replace the queue by the words of a query; go to ``word_id``, with ``was_in_focus`` only if it is found."""
        self._save_typed()
        self.asked, self.is_querying, model = query, True, self.model
        if word_id is not None:
            self._word_to_show, self._was_in_focus = word_id, was_in_focus
        self._session.query(
            lambda project: run_query(project, query, model),
            partial(self._found, query),
            owner=self,
            key="review-queue",
            on_error=self._query_failed,
        )
        self.changed.emit()

    def refresh(self) -> None:
        """Find the words of the latest query again."""
        if self.asked is not None:
            self.find(self.asked)

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

    def show(self) -> None:
        """Show the current word one by one, also after the last."""
        self.mode = ReviewMode.SINGLE
        self._go()
        self.changed.emit()

    def show_word(self, word_id: int) -> None:
        """Show a word: in its group, or by itself, also if it is in no queue."""
        number = next((n for n, group in enumerate(self.groups) if word_id in group.ids), None)
        if self.is_querying:
            self._word_to_show, self._was_in_focus = word_id, False
        elif self.mode == ReviewMode.GROUPS and number is not None:
            self.group_number, self.group_word, self.screen = number, word_id, Screen.GROUP
        else:
            self.mode = ReviewMode.SINGLE
            self._go_to(word_id)
        self.changed.emit()

    def return_to_queue(self) -> None:
        """Go on with the queue where it was left."""
        self.excluded_queue = self.outside_word = None
        self.queue.go_to_open()
        self._go()
        self.changed.emit()

    def step(self, by: int) -> None:
        """Show the next or previous word, done or not."""
        self._save_typed()
        if self.outside_word is None:
            self.active_queue.step(by)
        self.outside_word = None
        self._go()
        self.changed.emit()

    def postpone(self) -> None:
        """Move the word to the end of the queue."""
        self._save_typed()
        if self.current is not None and self.outside_word is None:
            self.active_queue.postpone(self.current)
            self._go_to_open()
        self.changed.emit()

    def type(self, word_id: int, text: str | None) -> None:
        """Keep a text that is being typed for a word, and is shown already; None while it is as it was."""
        self.typed = None if text is None else (word_id, text)
        if self.offers_split:
            self.offers_split = False
            self.changed.emit()

    def discard(self) -> None:
        """Withdraw the offer to split the box, otherwise discard what was typed."""
        if not self.offers_split:
            self.typed = None
        self.offers_split = False
        self.changed.emit()

    def save_typed(self) -> None:
        """Save what was typed, and stay."""
        if self.typed is not None:
            self._save_typed()
            self.changed.emit()

    def accept(self) -> None:
        """Save what was typed, otherwise accept the suggestion; a word that is checked is left as it is."""
        card, text = self.card, self.typed_text
        if card is None or not self.is_ready:
            return
        if text == "":
            self._notifications.info(
                self.tr("Nothing is typed: type the transcription, or mark it as not a word (Alt+N).")
            )
        elif text is not None and self.offers_split:
            self.split()
        elif text is not None and len(text.split()) > 1 and card.page_number is not None:
            self.offers_split = True
            self.changed.emit()
        elif text is not None:
            self._save_and_go_on(card.word_id, as_typed(card.word_id, card, text))
        elif card.is_checked and not card.alternatives:
            self._go_on(card.word_id)
            self.changed.emit()
        elif decision := accept_shown(card, self.model):
            self._save_and_go_on(card.word_id, decision)
        else:
            self._notifications.info(self.tr("There is no suggestion for this word: type the transcription."))

    def choose(self, number: int) -> None:
        """Save candidate ``number`` (from 1), as :func:`choose_candidate` describes."""
        card = self.card
        if card is not None and self.is_ready and (decision := choose_candidate(card, number, self.model)):
            self._save_and_go_on(card.word_id, decision)

    def keep_as_one(self) -> None:
        """Save what was typed as the transcription of one word, in spite of its spaces."""
        if self.offers_split and self.typed is not None:
            word_id, text = self.typed
            self._save_and_go_on(word_id, as_typed(word_id, self.card, text))

    def split(self) -> None:
        """Split the box of the word, one part for each of the words that were typed, and show the next."""
        if not self.offers_split or self.typed is None:
            return
        word_id, text = self.typed

        def write(parts: list[tuple[Box, str]]) -> None:
            decision = Decision(lambda project: split_word_as(project, word_id, parts), typed=text)
            self._save_and_go_on(word_id, decision, makes_words=True)

        def failed(error: Exception) -> None:
            self._notifications.error(error_message(error))
            self._drafts[word_id] = text
            self._go()
            self.changed.emit()

        self._hide(word_id)
        self._session.query(
            lambda project: edits.parts_as_typed(project, word_id, text), write, owner=self, on_error=failed
        )
        self.changed.emit()

    def mark_not_a_word(self) -> None:
        """Mark the word as not a word; what was typed is discarded."""
        if self.card is not None and self.is_ready:
            word_id = self.card.word_id
            self._save_and_go_on(word_id, Decision(lambda project: mark_not_a_word(project, [word_id])))

    def change_box(self, word_id: int, box: Box) -> None:
        """Give a word another box."""
        self._session.crops.forget([word_id])
        self._edit_box(lambda project: change_box(project, word_id, box), [word_id], lambda _: self._read([word_id]))

    def join(self, word_id: int, by: int) -> None:
        """Join a word with the next (1) or previous (-1) one of its line."""

        def joined(result: tuple[int, int]) -> None:
            new, neighbour = result
            self._replace(word_id, [new], [word_id, neighbour], self.tr("Joined."))

        self._edit_box(lambda project: edits.join_with_neighbour(project, word_id, by), None, joined)

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
        group, model = self.group, self._group_model
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

    def suggest(self) -> None:
        """Let the model suggest readings."""
        self._session.jobs.start(RecogniseRequest())
        self._notifications.info(self.tr("The model is suggesting readings; you can go on working."))

    def finish(self, word_ids: Sequence[int]) -> None:
        """Count words as done."""
        self.count_as_done(word_ids)
        self.changed.emit()

    def reopen(self, word_ids: Sequence[int]) -> None:
        """Count words as not done: their edit was undone, or failed."""
        self.count_as_open(word_ids)
        self.changed.emit()

    def _found(self, query: ReviewQuery, result: ReviewResult) -> None:
        self.query, self.result, self.error = query, result, ""
        self.queue, self.excluded_queue, self.outside_word = ReviewQueue(result.ids), None, None
        self.is_querying = self.is_stale = False
        word_id, self._word_to_show = self._word_to_show, None
        if self._was_in_focus and word_id not in self.queue:
            word_id = None
        if self.mode == ReviewMode.GROUPS:
            self._load_groups(word_id)
        elif word_id is not None:
            self._go_to(word_id)
        else:
            self._go()
        self.changed.emit()

    def _query_failed(self, error: Exception) -> None:
        self.is_querying, self.error = False, error_message(error)
        self.changed.emit()

    def _go(self) -> None:
        """Show the current word if words are shown one by one; its card follows when it was read."""
        if self.typed is not None and self.typed[0] != self.current:
            self._save_typed()
        self._load()
        if self.current is not None and (draft := self._drafts.pop(self.current, None)) is not None:
            self.typed = self.current, draft
        if self.mode == ReviewMode.SINGLE and self.current is not None:
            self.screen = Screen.WORD
        elif self.mode == ReviewMode.SINGLE and self.result is not None:
            self.screen = Screen.NO_WORDS

    def _go_to(self, word_id: int) -> None:
        if self.active_queue.go_to(word_id):
            self.outside_word = None
        elif self.queue.go_to(word_id):
            self.excluded_queue = self.outside_word = None
        else:
            self.outside_word = word_id
            self._take_into_queue(word_id)
        self._go()

    def _go_to_open(self) -> None:
        if self.active_queue.go_to_open() is None:
            was_excluded, self.excluded_queue = self.excluded_queue is not None, None
            if not was_excluded or self.queue.go_to_open() is None:
                self.screen = Screen.FINISHED
                return
        self._go()

    def _go_on(self, word_id: int) -> None:
        self.count_as_done([word_id])
        self.outside_word = None
        self._go_to_open()

    def _hide(self, word_id: int) -> None:
        """Show a word no longer as it was read before an edit, lest a person accepts what was shown then."""
        self.typed, self.offers_split = None, False
        self._cards.keep_only(lambda other: other != word_id)

    def _take_into_queue(self, word_id: int) -> None:
        """Take the word outside the queue into it if the filter finds it now: it was checked before, and undone."""
        query, model = self.query, self.model

        def insert(fits: bool) -> None:
            if fits and self.outside_word == word_id and self.excluded_queue is None and query is self.query:
                self.queue.insert(word_id)
                self.outside_word = None
                self._go()
                self.changed.emit()

        self._session.query(
            lambda project: word_id in set(find_query_words(project, query, model)),
            insert,
            owner=self,
            key="review-outside",
            on_error=lambda error: None,  # the filter was reported when the query was run
        )

    def _save_typed(self) -> None:
        """Save what was typed, if anything was."""
        typed = self.typed
        if typed is not None and typed[1]:
            decision = as_typed(typed[0], self._cards.get(typed[0]), typed[1])
            self._hide(typed[0])
            self._save(typed[0], decision)
            self.count_as_done([typed[0]])
        self.typed, self.offers_split = None, False

    def _save_and_go_on(self, word_id: int, decision: Decision, *, makes_words: bool = False) -> None:
        """Write the edit of a decision, and show the next word; ``makes_words``: it makes new words."""
        self.typed, self.offers_split = None, False
        self._save(word_id, decision, makes_words=makes_words)
        self._go_on(word_id)
        self.changed.emit()

    def _save(self, word_id: int, decision: Decision, *, makes_words: bool = False) -> None:
        text, typed = decision.text, decision.typed

        def failed(error: Exception) -> None:
            if typed is not None:
                self._drafts[word_id] = typed
            self._load()
            self.reopen([word_id])
            self._notifications.error(
                error_message(error), self.tr("Show the word"), partial(self._show_by_itself, word_id)
            )

        def saved(_: object) -> None:
            if text is not None:
                self.word_saved.emit(text)
                self._finder.look(word_id, text, accepted=typed is None)

        word_ids = None if makes_words else [word_id]
        self._session.execute(decision.edit, changes=[WORDS], word_ids=word_ids, on_result=saved, on_error=failed)

    def _show_by_itself(self, word_id: int) -> None:
        self.mode = ReviewMode.SINGLE
        self._go_to(word_id)
        self.changed.emit()

    def _edit_box(self, edit: ProjectWork, ids: list[int] | None, on_result: Callable[[Any], None]) -> None:
        def failed(error: Exception) -> None:
            self._notifications.error(self.tr("Nothing was changed: {0}").format(error_message(error)))

        self._session.execute(edit, changes=[WORDS], word_ids=ids, on_result=on_result, on_error=failed)

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
        self.groups, self._group_model, self.group_number = groups, model, -1
        self.excluded.intersection_update(self.queue.ids)
        if self.mode == ReviewMode.GROUPS and not self.is_querying and self.result is not None:
            if not self.result.ids:
                self.screen = Screen.NO_WORDS
            elif not groups:
                self.screen = Screen.NO_GROUPS
            else:
                self.screen = Screen.GROUP
        if self.mode == ReviewMode.GROUPS and word_id is not None and any(word_id in group.ids for group in groups):
            self.show_word(word_id)
        else:
            self.step_group(1)

    def _write_group(self, edit: ProjectWork, ids: list[int], on_result: Callable[[Any], None] | None = None) -> None:
        def failed(error: Exception) -> None:
            self.reopen(ids)
            self._notifications.error(error_message(error))

        self._session.execute(edit, changes=[WORDS], word_ids=ids, on_result=on_result, on_error=failed)
        self.count_as_done(ids)

    def _confirmed(self, left_out: list[int]) -> None:
        if left_out:
            self.reopen(left_out)
            text = self.tr("%Ln word(s) were left out: they were changed since they were shown.", "", len(left_out))
            self._notifications.info(text)

    def _load(self, changed: Iterable[int] = ()) -> None:
        """Load the cards and images of the current word and its neighbours; read ``changed`` words again."""
        near = self.active_queue.nearby(_AHEAD, _BEHIND)
        if self.outside_word is not None:
            near = [self.outside_word, *near]
        self._cards.request(near, self.model, changed)
        self.images.request_only(near)

    def _look_alikes_found(self, result: LookAlikes) -> None:
        self._rank_again(set(result.ids))

    def _rank_again(self, word_ids: set[int] | None = None) -> None:
        """Rank the candidates of these waiting words (None: all) again; the word on the screen stays as it is shown."""

        def stays(word_id: int) -> bool:
            return word_id == self.current or (word_ids is not None and word_id not in word_ids)

        self._cards.keep_only(stays)
        self._load()

    def _cards_received(self, requested: list[int], gone: list[int]) -> None:
        before = self.current
        for word_id in gone:
            self.remove_word(word_id)
        if self.current != before:
            self._go()
        if self.current != before or before in requested:
            self.changed.emit()

    def _project_changed(self, changed: Changed) -> None:
        if not changed.touches(WORDS, PAGES, PREDICTIONS, MODELS):
            return
        if changed.touches(MODELS):
            self._read_active_model()
            self.changed.emit()
        if changed.touches(PAGES, WORDS):
            self.images.forget(changed.word_ids)  # the boxes may have changed
        # the current card stays on the screen until it was read again
        current, ids = self.current, changed.word_ids
        self._cards.keep_only(lambda word_id: word_id == current or not self._concerns(changed, word_id))
        self._load([current] if current is not None and self._concerns(changed, current) else [])
        known = self.done | self._handled
        if done := list(known if ids is None else known & ids):
            self._session.query(lambda project: to_review_again(project, done), self._reopen_any, owner=self)
        if ids is None and changed.touches(PREDICTIONS, MODELS):
            self._suggestions_changed()

    def _concerns(self, changed: Changed, word_id: int) -> bool:
        """Return whether a change concerns a word, or the checked one whose text is suggested for it."""
        card = self._cards.get(word_id)
        like = None if card is None else card.look_alike
        return changed.concerns(word_id) or (like is not None and changed.concerns(like.word_id))

    def _suggestions_changed(self) -> None:
        """Offer to find the words again; if none are shown, find them at once."""
        if any(job.outcome is not None for job in self.readings) or self.asked is None:
            return  # these are the words that were read again for their new boxes, or none were shown yet
        if self.screen in (Screen.WORD, Screen.GROUP) or self.is_querying:
            self.is_stale = True
            self.changed.emit()
        else:
            self.refresh()

    def _reopen_any(self, word_ids: list[int]) -> None:
        if word_ids:
            self.reopen(word_ids)

    def _read_active_model(self) -> None:
        model = self._session.active_model()
        self.model = None if model is None else model.name
        self.is_starter = model is not None and is_starter(model)
