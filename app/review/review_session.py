"""A sitting of Review without its widgets: the queue, the word that is looked at, and what a person says of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QObject, Signal

from app.notifications.notification_center import NotificationCenter
from app.review import edits
from app.review.context_images import ContextImages
from app.review.queue import Queue
from app.review.review_query import ReviewQuery, ReviewResult, find
from app.review.word_card import WordCard, read_cards, unreviewed
from app.session.changes import MODELS, PAGES, PREDICTIONS, WORDS, Changed
from app.session.session import Session
from app.session.time_left import WorkRate
from app.session.worker import error_message
from core.project.project import Project

_AHEAD, _BEHIND = 8, 2
_MOST_CARDS = 400


class ReviewSession(QObject):
    """``shown(Card | None)``: the word to show now, None while it is read or when there is none.

    ``found(Found)``: a new queue. ``faulty(str)``: the wish could not be met, the queue stays as it was.
    ``ended()``: the last word of the queue was handled. ``counted()``: what is done or left has changed.
    ``told(str)``: a passing word.
    """

    shown = Signal(object)
    found = Signal(object)
    faulty = Signal(str)
    ended = Signal()
    counted = Signal()
    told = Signal(str)

    def __init__(self, session: Session, notifications: NotificationCenter, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._notifications = session, notifications
        self.model = self._active_model()
        self.queue = Queue()
        self.side: Queue | None = None
        """A few words to be read before going back to the queue: strangers from the wall."""
        self.aside: int | None = None
        """A word that is looked at though it is in no queue."""
        self.wish = ReviewQuery()
        self.last_found: ReviewResult | None = None
        self.drafts: dict[int, str] = {}
        """What was typed and could not be saved, by the word: it stands in the field when the word is shown."""
        self.handled = 0
        """Words handled since the view was opened."""
        # a pause of two minutes is a break; the speed of fewer than five words would be a guess
        self._rate = WorkRate(time.monotonic(), window=40, break_s=120.0, min_steps=5)
        self.strips = ContextImages(session, self)
        self._cards: dict[int, WordCard] = {}
        self._asked: dict[int, int] = {}
        self._number = 0
        session.changed.connect(self._changed)

    @property
    def row(self) -> Queue:
        """The queue in use."""
        return self.queue if self.side is None else self.side

    @property
    def current(self) -> int | None:
        """The word that is looked at."""
        return self.row.current if self.aside is None else self.aside

    @property
    def card(self) -> WordCard | None:
        """What is known of it, once it was read."""
        return None if self.current is None else self._cards.get(self.current)

    def look_for(self, wish: ReviewQuery) -> None:
        """Make a new queue; then show its first word."""
        model = self.model

        def take(found: ReviewResult) -> None:
            self.wish, self.last_found = wish, found
            self.queue, self.side, self.aside = Queue(found.ids), None, None
            self.found.emit(found)
            self.counted.emit()

        self._session.query(
            lambda project: find(project, wish, model),
            take,
            owner=self,
            key="review-queue",
            on_error=lambda error: self.faulty.emit(error_message(error)),
        )

    def read_these(self, ids: Sequence[int]) -> None:
        """Read just these words, one by one, before the queue goes on."""
        self.side, self.aside = Queue(ids), None
        self.show()
        self.counted.emit()

    def back_to_queue(self) -> None:
        """Leave the words aside; the queue goes on where it was."""
        self.side = self.aside = None
        self.queue.go_on()
        self.show()
        self.counted.emit()

    def go_to(self, word_id: int) -> None:
        """Look at a word, in the queue or beside it."""
        if self.row.go_to(word_id):
            self.aside = None
        elif self.queue.go_to(word_id):
            self.side = self.aside = None
        else:
            self.aside = word_id
        self.show()

    def step(self, by: int) -> None:
        """Look at the next or previous word, done or not."""
        if self.aside is None:
            self.row.step(by)
        self.aside = None
        self.show()

    def accept(self) -> None:
        """Enter: take what is shown. A person's own reading is left as it is."""
        card = self.card
        if card is None:
            return
        if card.settled:
            self._go_on(card.word_id)
        elif card.predicted and self.model:
            word_id, model, text = card.word_id, self.model, card.predicted
            self._save(word_id, lambda project: edits.accept_shown(project, word_id, model, text))
        else:
            self.told.emit(self.tr("There is no suggestion for this word: type what you read."))

    def choose(self, number: int) -> None:
        """Take candidate ``number`` (from 1). Only the model's final word is 'accepted' of it.

        Another candidate is the person's own choice against the model, kept as typed.
        """
        card = self.card
        if card is None or number > len(card.candidates):
            return
        word_id, text = card.word_id, card.candidates[number - 1].word
        if text == card.predicted and self.model:
            model = self.model
            self._save(word_id, lambda project: edits.accept_shown(project, word_id, model, text))
        else:
            self.type(word_id, text)

    def type(self, word_id: int, text: str, *, stay: bool = False) -> None:
        """Keep what a person typed for a word, and go on unless told to ``stay``."""
        self._save(word_id, lambda project: edits.type_reading(project, word_id, text), stay=stay, typed=text)

    def no_word(self) -> None:
        """Mark what is shown as no word."""
        if self.card is not None:
            word_id = self.card.word_id
            self._save(word_id, lambda project: edits.no_word(project, word_id))

    def later(self) -> None:
        """Put the word at the end of the queue."""
        if self.current is not None and self.aside is None:
            self.row.put_off(self.current)
            self._after()

    def finish(self, word_ids: Sequence[int]) -> None:
        """These words were handled, here or on the wall."""
        for queue in self._queues():
            queue.finish(word_ids)
        self.handled += len(word_ids)
        self._rate.advance(len(word_ids), time.monotonic())
        self.counted.emit()

    def reopen(self, word_ids: Sequence[int]) -> None:
        """These words are to be handled after all."""
        done = [word_id for word_id in word_ids if word_id in self.queue.done or word_id in self.row.done]
        for queue in self._queues():
            queue.reopen(word_ids)
        self.handled = max(0, self.handled - len(done))
        self.counted.emit()

    def seconds_left(self, words: int) -> float | None:
        """Return the seconds that so many words take at the present speed; None while too little is known."""
        return self._rate.seconds_left(words)

    def _queues(self) -> Iterable[Queue]:
        return (self.queue,) if self.side is None else (self.queue, self.side)

    def _save(
        self, word_id: int, edit: Callable[[Project], object], *, stay: bool = False, typed: str | None = None
    ) -> None:
        def failed(error: Exception) -> None:
            self.reopen([word_id])
            if typed is not None:
                self.drafts[word_id] = typed
            self._notifications.error(error_message(error), self.tr("Show the word"), lambda: self.go_to(word_id))

        self._session.execute(edit, changes=[WORDS], word_ids=[word_id], on_error=failed)
        if stay:
            self.finish([word_id])
        else:
            self._go_on(word_id)

    def _go_on(self, word_id: int) -> None:
        self.finish([word_id])
        self.aside = None
        self._after()

    def _after(self) -> None:
        if self.row.go_on() is None:
            was_side, self.side = self.side is not None, None
            if not was_side or self.queue.go_on() is None:
                self.ended.emit()
                return
        self.show()

    def show(self) -> None:
        """Show the current word (again)."""
        self._fetch()
        self.shown.emit(self.card)

    def _fetch(self, anew: Iterable[int] = ()) -> None:
        """Have the cards and strips of this word and its neighbours ready."""
        near = self.row.around(_AHEAD, _BEHIND)
        if self.aside is not None:
            near = [self.aside, *near]
        fresh = set(anew)
        missing = [i for i in near if i in fresh or (i not in self._cards and i not in self._asked)]
        if missing:
            self._number += 1
            number, model = self._number, self.model
            self._asked.update(dict.fromkeys(missing, number))
            self._session.query(
                lambda project: read_cards(project, missing, model),
                lambda cards: self._take(missing, cards, number),
                owner=self,
            )
        self.strips.request_only(near)

    def _take(self, asked: list[int], cards: dict[int, WordCard], number: int) -> None:
        before = self.current
        for word_id in asked:
            if self._asked.get(word_id) != number:
                continue  # it was asked for again since, because it changed
            del self._asked[word_id]
            if word_id in cards:
                self._cards[word_id] = cards[word_id]
            else:
                self._gone(word_id)
        if len(self._cards) > _MOST_CARDS:
            near = {*self.row.around(_AHEAD, _BEHIND), before}
            self._cards = {i: card for i, card in self._cards.items() if i in near}
        if self.current != before:
            self.show()
            self.counted.emit()
        elif before in asked:
            self.shown.emit(self.card)

    def _gone(self, word_id: int) -> None:
        self._cards.pop(word_id, None)
        for queue in self._queues():
            queue.remove(word_id)
        if self.aside == word_id:
            self.aside = None

    def _changed(self, changed: Changed) -> None:
        if not changed.touches(WORDS, PAGES, PREDICTIONS, MODELS):
            return
        if changed.touches(MODELS):
            self.model = self._active_model()
        if changed.touches(PAGES, WORDS):
            self.strips.forget(changed.word_ids)  # its box may be another
        current = self.current
        if changed.word_ids is None:
            # the word that is looked at stays on the screen until it was read anew
            self._cards = {i: card for i, card in self._cards.items() if i == current}
            self._asked.clear()
            concerned = frozenset(self.row.done | self.queue.done)
        else:
            for word_id in changed.word_ids:
                self._asked.pop(word_id, None)
                if word_id != current:
                    self._cards.pop(word_id, None)
            concerned = changed.word_ids & (self.row.done | self.queue.done)
        anew = [current] if current is not None and changed.concerns(current) else []
        self._fetch(anew)
        if concerned:
            ids = list(concerned)
            self._session.query(lambda project: unreviewed(project, ids), self._reopen_any, owner=self)

    def _reopen_any(self, word_ids: list[int]) -> None:
        if word_ids:
            self.reopen(word_ids)

    def _active_model(self) -> str | None:
        model = self._session.active_model()
        return None if model is None else model.name
