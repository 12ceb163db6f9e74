"""The state of Review without widgets: the queue, the current word, and a person's decisions about it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.look_alikes.finder import LookAlikeFinder
from app.notifications.notification_center import NotificationCenter
from app.review import edits
from app.review.decisions import Decision, accept_shown, as_typed, choose_candidate
from app.review.excerpts import ExcerptLoader
from app.review.queue import ReviewQueue
from app.review.review_queries import ReviewQuery, ReviewResult, WordCard, find_query_words, run_query, to_review_again
from app.review.word_cards import WordCards
from app.session.changes import Changed
from app.session.session import Session
from app.session.time_left import WorkRate
from app.session.worker import error_message
from core.geometry import Box
from core.project.changes import MODELS, PAGES, PREDICTIONS, WORDS
from core.project.content.models import is_starter
from core.project.content.word_edits import mark_not_a_word, split_word_as

if TYPE_CHECKING:
    from core.jobs.recognition.look_alikes import LookAlikes

_AHEAD, _BEHIND = 8, 2
"""Words around the current one whose cards and images are loaded."""


class ReviewSession(QObject):
    """``query_finished(ReviewResult)``: there is a new queue. ``query_failed(message)``: the queue is as before.

    ``card_changed(WordCard | None)``: the card to show, None while it is read or if there is no word.
    ``card_received(WordCard)``: the card of the same word was read, or read again.
    ``queue_finished()``: all words of the queue are done. ``counts_changed()``: words were done or reopened.
    ``message(str)``: a passing remark.
    """

    query_finished = Signal(object)
    query_failed = Signal(str)
    card_changed = Signal(object)
    card_received = Signal(object)
    queue_finished = Signal()
    counts_changed = Signal()
    word_saved = Signal(str)
    message = Signal(str)

    def __init__(
        self, session: Session, notifications: NotificationCenter, finder: LookAlikeFinder, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session, self._notifications, self._finder = session, notifications, finder
        self.model: str | None = None
        self.is_starter = False
        self._read_active_model()
        self.queue = ReviewQueue()
        self.excluded_queue: ReviewQueue | None = None
        """Words excluded from their groups, to be reviewed before the rest of the queue."""
        self.outside_word: int | None = None
        """The current word if it is in no queue."""
        self.query = ReviewQuery()
        self.result: ReviewResult | None = None
        self._is_replaced = False
        self.successor: ReviewSession | None = None
        """The one that has taken over."""
        self.drafts: dict[int, str] = {}
        """Typed texts that could not be saved, by word; they are put into the field when the word is shown."""
        self._handled: set[int] = set()
        # a pause of two minutes is a break; the speed of fewer than five words would be a guess
        self._rate = WorkRate(time.monotonic(), window=40, break_s=120.0, min_steps=5)
        self.images = ExcerptLoader(session, self)
        self._cards = WordCards(session, finder, self)
        self._cards.received.connect(self._cards_received)
        session.changed.connect(self._changed)
        finder.confirmed.connect(self.finish)
        finder.found.connect(self._look_alikes_found)
        finder.ready.connect(self._rank_again)

    @property
    def handled(self) -> int:
        """The number of words done since the view was opened; one that is corrected again counts once."""
        return len(self._handled)

    @property
    def active_queue(self) -> ReviewQueue:
        return self.queue if self.excluded_queue is None else self.excluded_queue

    @property
    def current(self) -> int | None:
        """The word under review."""
        return self.active_queue.current if self.outside_word is None else self.outside_word

    @property
    def card(self) -> WordCard | None:
        """The card of the current word; None until it was read."""
        return self._cards.get(self.current)

    def hand_over(self) -> None:
        """Emit no more signals: another review takes over, perhaps only after this one is destroyed."""
        self._is_replaced = True
        self.blockSignals(True)

    def take_over(self, other: ReviewSession) -> None:
        """Go on with the queue, the word and the counts of another review of the same project."""
        self.queue, self.excluded_queue, self.outside_word = other.queue, other.excluded_queue, other.outside_word
        self.query, self.result, self.drafts = other.query, other.result, other.drafts
        self._handled, self._rate = other._handled, other._rate
        other.successor = self
        self.counts_changed.emit()

    def run_query(self, query: ReviewQuery) -> None:
        """Replace the queue by the words of a query; ``query_finished`` or ``query_failed`` follows."""
        model = self.model

        def replace_queue(result: ReviewResult) -> None:
            self.query, self.result = query, result
            self.queue, self.excluded_queue, self.outside_word = ReviewQueue(result.ids), None, None
            self.query_finished.emit(result)
            self.counts_changed.emit()

        self._session.query(
            lambda project: run_query(project, query, model),
            replace_queue,
            owner=self,
            key="review-queue",
            on_error=lambda error: self.query_failed.emit(error_message(error)),
        )

    def review_excluded(self, ids: Sequence[int]) -> None:
        """Review these words one by one before the rest of the queue."""
        self.excluded_queue, self.outside_word = ReviewQueue(ids), None
        self.show()
        self.counts_changed.emit()

    def return_to_queue(self) -> None:
        """Go on with the queue where it was left."""
        self.excluded_queue = self.outside_word = None
        self.queue.go_to_open()
        self.show()
        self.counts_changed.emit()

    def go_to(self, word_id: int) -> None:
        """Show a word, also if it is in no queue."""
        if self.active_queue.go_to(word_id):
            self.outside_word = None
        elif self.queue.go_to(word_id):
            self.excluded_queue = self.outside_word = None
        else:
            self.outside_word = word_id
            self._take_into_queue(word_id)
        self.show()

    def replace_word(self, word_id: int, new: Sequence[int], before: Sequence[int]) -> None:
        """Show the words ``new``, which an edit has made of the words ``before``, instead of a word."""
        for queue in self._queues():
            queue.replace(word_id, new, before)
        if self.outside_word == word_id:
            self.outside_word = new[0]
        self.show()
        self.counts_changed.emit()

    def step(self, by: int) -> None:
        """Show the next or previous word, done or not."""
        if self.outside_word is None:
            self.active_queue.step(by)
        self.outside_word = None
        self.show()

    def accept(self) -> None:
        """Accept the suggestion; a word that is checked is left as it is."""
        card = self.card
        if card is None:
            return
        if card.is_checked and not card.alternatives:
            self._go_on(card.word_id)
        elif decision := accept_shown(card, self.model):
            self._save(card.word_id, decision)
        else:
            self.message.emit(self.tr("There is no suggestion for this word: type the transcription."))

    def choose(self, number: int) -> None:
        """Save candidate ``number`` (from 1), as :func:`choose_candidate` describes."""
        card = self.card
        if card is not None and (decision := choose_candidate(card, number, self.model)):
            self._save(card.word_id, decision)

    def transcribe(self, word_id: int, text: str, *, stay: bool = False) -> None:
        """Save what a person typed for a word, and show the next unless ``stay`` is set."""
        self._save(word_id, as_typed(word_id, self._cards.get(word_id), text), stay=stay)

    def split(self, word_id: int, text: str) -> None:
        """Split the box of a word as ``text`` was typed, one part for each of its words, and show the next."""

        def write(parts: list[tuple[Box, str]]) -> None:
            split = Decision(lambda project: split_word_as(project, word_id, parts), typed=text)
            self._save(word_id, split, makes_words=True)

        def failed(error: Exception) -> None:
            self._notifications.error(error_message(error))
            if self.current == word_id:
                self.show()

        self._session.query(
            lambda project: edits.parts_as_typed(project, word_id, text), write, owner=self, on_error=failed
        )

    def mark_all_not_a_word(self, word_ids: Sequence[int]) -> None:
        """Mark several words as not a word, in one edit."""
        ids = list(word_ids)

        def failed(error: Exception) -> None:
            self.reopen(ids)
            self._notifications.error(error_message(error))

        self._session.execute(
            lambda project: mark_not_a_word(project, ids), changes=[WORDS], word_ids=ids, on_error=failed
        )
        self.finish(ids)

    def mark_not_a_word(self) -> None:
        if self.card is not None:
            word_id = self.card.word_id
            self._save(word_id, Decision(lambda project: mark_not_a_word(project, [word_id])))

    def postpone(self) -> None:
        """Move the word to the end of the queue."""
        if self.current is not None and self.outside_word is None:
            self.active_queue.postpone(self.current)
            self._show_next()

    def finish(self, word_ids: Sequence[int]) -> None:
        """Count words as done."""
        for queue in self._queues():
            queue.finish(word_ids)
        new = set(word_ids) - self._handled
        self._handled |= new
        self._rate.advance(len(new), time.monotonic())
        self.counts_changed.emit()

    def reopen(self, word_ids: Sequence[int]) -> None:
        """Count words as not done: their edit was undone, or failed."""
        for queue in self._queues():
            queue.reopen(word_ids)
        self._handled.difference_update(word_ids)
        self.counts_changed.emit()

    def seconds_left(self, words: int) -> float | None:
        """Return the seconds for this number of words at the present speed; None while too little is known."""
        return self._rate.seconds_left(words)

    def show(self) -> None:
        """Show the current word; its card follows when it was read."""
        self._load()
        self.card_changed.emit(self.card)

    @property
    def _done(self) -> set[int]:
        return self.active_queue.done | self.queue.done

    def _queues(self) -> Iterable[ReviewQueue]:
        return (self.queue,) if self.excluded_queue is None else (self.queue, self.excluded_queue)

    def _take_into_queue(self, word_id: int) -> None:
        """Take the word outside the queue into it if the filter finds it now: it was checked before, and undone."""
        query, model = self.query, self.model

        def insert(fits: bool) -> None:
            if fits and self.outside_word == word_id and self.excluded_queue is None and query is self.query:
                self.queue.insert(word_id)
                self.outside_word = None
                self.show()
                self.counts_changed.emit()

        self._session.query(
            lambda project: word_id in set(find_query_words(project, query, model)),
            insert,
            owner=self,
            key="review-outside",
            on_error=lambda error: None,  # the filter was reported when the query was run
        )

    def _save(self, word_id: int, decision: Decision, *, stay: bool = False, makes_words: bool = False) -> None:
        """Write the edit of a decision, and show the next word unless ``stay``; ``makes_words``: it makes new words."""
        text, typed = decision.text, decision.typed

        def failed(error: Exception) -> None:
            self.reopen([word_id])
            if typed is not None:
                self.drafts[word_id] = typed
            show = (self.successor or self).go_to
            self._notifications.error(error_message(error), self.tr("Show the word"), lambda: show(word_id))

        def saved(_: object) -> None:
            if text is not None:
                self.word_saved.emit(text)
                self._finder.look(word_id, text, accepted=typed is None)

        word_ids = None if makes_words else [word_id]
        self._session.execute(decision.edit, changes=[WORDS], word_ids=word_ids, on_result=saved, on_error=failed)
        if stay:
            self.finish([word_id])
        else:
            self._go_on(word_id)

    def _go_on(self, word_id: int) -> None:
        self.finish([word_id])
        self.outside_word = None
        self._show_next()

    def _show_next(self) -> None:
        if self.active_queue.go_to_open() is None:
            was_excluded, self.excluded_queue = self.excluded_queue is not None, None
            if not was_excluded or self.queue.go_to_open() is None:
                self.queue_finished.emit()
                return
        self.show()

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
            self._remove(word_id)
        if self.current != before:
            self.show()
            self.counts_changed.emit()
        elif before in requested:
            self.card_received.emit(self.card)

    def _remove(self, word_id: int) -> None:
        for queue in self._queues():
            queue.remove(word_id)
        if self.outside_word == word_id:
            self.outside_word = None

    def _changed(self, changed: Changed) -> None:
        if self._is_replaced or not changed.touches(WORDS, PAGES, PREDICTIONS, MODELS):
            return
        if changed.touches(MODELS):
            self._read_active_model()
        if changed.touches(PAGES, WORDS):
            self.images.forget(changed.word_ids)  # the boxes may have changed
        # the current card stays on the screen until it was read again
        current, ids = self.current, changed.word_ids
        self._cards.keep_only(lambda word_id: word_id == current or not changed.concerns(word_id))
        self._load([current] if current is not None and changed.concerns(current) else [])
        known = self._done | self._handled
        if done := list(known if ids is None else known & ids):
            self._session.query(lambda project: to_review_again(project, done), self._reopen_any, owner=self)

    def _reopen_any(self, word_ids: list[int]) -> None:
        if word_ids:
            self.reopen(word_ids)

    def _read_active_model(self) -> None:
        model = self._session.active_model()
        self.model = None if model is None else model.name
        self.is_starter = model is not None and is_starter(model)
