"""The review of one word after the other: finding them, going through them, and saving what a person decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.context import ProjectContext
from app.look_alike_finder import LookAlikeFinder
from app.review import edits
from app.review.edits import Decision, accept_shown, as_typed, choose_candidate
from app.review.excerpts import ExcerptLoader
from app.review.review_queries import ReviewQuery, ReviewResult, WordCard, find_query_words, run_query, to_review_again
from app.review.state import ReviewMode, ReviewQueue, ReviewState, Screen
from app.review.word_cards import WordCards
from app.session.changes import Changed
from app.session.worker import error_message
from core.geometry import Box
from core.jobs.requests import RecogniseRequest
from core.project.changes import MODELS, PAGES, PREDICTIONS, WORDS
from core.project.content.models import is_starter
from core.project.content.word_edits import mark_not_a_word, split_word_as

_AHEAD, _BEHIND = 8, 2
"""Words around the current one whose cards and images are loaded."""


class WordReview(QObject, ReviewState):
    """The review of single words. ``changed()``: any of its properties may be different.

    ``word_saved(str)``: a transcription was saved.
    """

    changed = Signal()
    word_saved = Signal(str)

    def __init__(self, context: ProjectContext, parent: QObject) -> None:
        super().__init__(parent)
        ReviewState.__init__(self)
        self._context, self._session, self._notifications = context, context.session, context.notifications
        self._finder = LookAlikeFinder.for_context(context)
        self._word_to_show: int | None = None
        """A word to go to when the query is finished."""
        self._was_in_focus = False
        """True if that word is to be shown only if the query has found it."""
        self._drafts: dict[int, str] = {}
        """Typed texts that could not be saved, by word; each is typed again when its word is shown."""
        self._read_active_model()
        self.images = ExcerptLoader(self._session, self)
        self._cards = WordCards(self._session, self._finder, self, self._cards_received)
        self._session.changed.connect(self._project_changed)
        self._finder.confirmed.connect(self.finish)
        self._finder.found.connect(lambda result: self._rank_again(set(result.ids)))
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

    def show(self) -> None:
        """Show the current word one by one, also after the last."""
        self.mode = ReviewMode.SINGLE
        self._go()
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
        self._show_found(word_id)
        self.changed.emit()

    def _show_found(self, word_id: int | None) -> None:
        """Show the first of the words found, or this one."""
        if word_id is not None:
            self._go_to(word_id)
        else:
            self._go()

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
                error_message(error), self.tr("Show the word"), partial(self.show_by_itself, word_id)
            )

        def saved(_: object) -> None:
            if text is not None:
                self.word_saved.emit(text)
                self._finder.look(word_id, text, accepted=typed is None)

        word_ids = None if makes_words else [word_id]
        self._session.execute(
            decision.edit, changes=[WORDS], word_ids=word_ids, owner=self, on_result=saved, on_error=failed
        )

    def show_by_itself(self, word_id: int) -> None:
        """Show a word, also if it is in no queue."""
        self.mode = ReviewMode.SINGLE
        self._go_to(word_id)
        self.changed.emit()

    def _load(self, changed: Iterable[int] = ()) -> None:
        """Load the cards and images of the current word and its neighbours; read ``changed`` words again."""
        near = self.active_queue.nearby(_AHEAD, _BEHIND)
        if self.outside_word is not None:
            near = [self.outside_word, *near]
        self._cards.request(near, self.model, changed)
        self.images.request_only(near)

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
            # the boxes may have changed; the image stays where that is unlikely, or Enter would be lost meanwhile
            self.images.forget(changed.word_ids, self.current if changed.word_ids is None else None)
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
