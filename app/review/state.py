"""All that Review shows: the mode, the queues of words, the groups, and what is typed."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from app.review.review_queries import ReviewQuery, ReviewResult
from app.session.time_left import WorkRate
from core.project.query.review_order import PredictionGroup

if TYPE_CHECKING:
    from app.session.jobs import Job


class ReviewQueue:
    """Word ids, whose order is fixed while words change, a current position, and which words are ``done``."""

    def __init__(self, ids: Sequence[int] = ()) -> None:
        self.ids = list(ids)
        self.done: set[int] = set()
        self._members = set(self.ids)
        self._position = 0
        self._origins: dict[int, Sequence[int]] = {}
        """The words of which an edit has made a word, by that word: they return when the edit is undone."""

    def __len__(self) -> int:
        return len(self.ids)

    def __contains__(self, word_id: object) -> bool:
        return word_id in self._members

    @property
    def current(self) -> int | None:
        """The word at the current position; None in an empty queue."""
        return self.ids[self._position] if self.ids else None

    @property
    def remaining(self) -> int:
        """The number of words that are not done."""
        return len(self.ids) - len(self.done)

    def go_to(self, word_id: int) -> bool:
        """Go to a word; return False if it is not in the queue."""
        for new, before in list(self._origins.items()):
            if word_id in before:
                self._put_back(new)
        if word_id not in self._members:
            return False
        self._position = self.ids.index(word_id)
        return True

    def insert(self, word_id: int) -> None:
        """Add a word that is in no queue at the current position; the word there comes next."""
        self.ids.insert(self._position, word_id)
        self._members.add(word_id)

    def step(self, by: int) -> int | None:
        """Go on or back, over words that are done, too, not beyond the ends; return the word there."""
        self._position = min(max(self._position + by, 0), max(len(self.ids) - 1, 0))
        return self.current

    def finish(self, word_ids: Iterable[int]) -> None:
        """Mark words as done."""
        self.done.update(self._members.intersection(word_ids))

    def reopen(self, word_ids: Iterable[int]) -> None:
        """Mark words as not done: their edit was undone, or failed."""
        self.done.difference_update(word_ids)

    def go_to_open(self) -> int | None:
        """Go to the first word from here that is not done, continuing at the front; return it, None if all are done."""
        count = len(self.ids)
        for ahead in range(count):
            position = (self._position + ahead) % count
            if self.ids[position] not in self.done:
                self._position = position
                return self.ids[position]
        return None

    def postpone(self, word_id: int) -> None:
        """Move a word to the end; if it was the current one, the next word takes its position."""
        if word_id in self._members:
            position = self.ids.index(word_id)
            self.ids.append(self.ids.pop(position))
            if position < self._position:
                self._position -= 1

    def remove(self, word_id: int) -> None:
        """Remove a word that was deleted; if an edit had made it of others, these return to its place."""
        if word_id in self._origins:
            self._put_back(word_id)
        elif word_id in self._members:
            position = self.ids.index(word_id)
            self.ids.pop(position)
            self._members.discard(word_id)
            self.done.discard(word_id)
            if position < self._position or self._position == len(self.ids):
                self._position = max(self._position - 1, 0)

    def replace(self, word_id: int, new: Sequence[int], before: Sequence[int]) -> None:
        """Put the words ``new``, made of the words ``before``, in place of a word and remove those."""
        if word_id in self._members:
            self._put(word_id, new)
            for joined in set(before) - {word_id}:
                self.remove(joined)
            self._origins.update(dict.fromkeys(new, before))

    def nearby(self, ahead: int, behind: int) -> list[int]:
        """Return the words to load: the current one, the next ones that are not done, then some before it."""
        if not self.ids:
            return []
        near = [self.ids[self._position]]
        position = self._position + 1
        while len(near) <= ahead and position < len(self.ids):
            if self.ids[position] not in self.done or position == self._position + 1:
                near.append(self.ids[position])
            position += 1
        return near + self.ids[max(self._position - behind, 0) : self._position]

    def _put_back(self, word_id: int) -> None:
        before = self._origins.pop(word_id)
        if word_id in self._members:
            self._put(word_id, before)

    def _put(self, word_id: int, others: Sequence[int]) -> None:
        """Replace a word by others; if it was the current one, the first of them is."""
        position, new = self.ids.index(word_id), [other for other in others if other not in self._members]
        self.ids[position : position + 1] = new
        self._members.discard(word_id)
        self._members.update(new)
        self.done.discard(word_id)
        if position < self._position:
            self._position += len(new) - 1
        self._position = max(0, min(self._position, len(self.ids) - 1))


class ReviewMode(StrEnum):
    """One word at a time, or all words with the same suggestion at once."""

    SINGLE = "single"
    GROUPS = "groups"


class Screen(StrEnum):
    """The part that is shown: a word, a group, or why there is neither."""

    WORD = "word"
    GROUP = "group"
    NO_WORDS = "no words"
    NO_GROUPS = "no groups"
    FINISHED = "finished"


class ReviewState:
    """All that the view shows, and how it changes without the project."""

    def __init__(self) -> None:
        self.mode = ReviewMode.SINGLE
        self.screen = Screen.WORD
        self.model: str | None = None
        self.is_starter = False
        self.asked: ReviewQuery | None = None
        """The latest query."""
        self.query = ReviewQuery()
        """The latest query that found the ``result``."""
        self.result: ReviewResult | None = None
        self.error = ""
        """The error in the latest query; empty without one."""
        self.is_querying = False
        self.is_stale = False
        """True if a job has written since the query."""
        self.queue = ReviewQueue()
        self.excluded_queue: ReviewQueue | None = None
        """Words excluded from their groups, to be reviewed before the rest of the queue."""
        self.outside_word: int | None = None
        """The current word if it is in no queue."""
        self.typed: tuple[int, str] | None = None
        """A word and the text that was typed for it and is not saved yet; "" if all letters were deleted."""
        self.offers_split = False
        """True while a person is asked whether the words typed are in one box."""
        self.groups: list[PredictionGroup] = []
        self.group_model: str | None = None
        """The model whose predictions were grouped."""
        self.group_number = -1
        """The group shown."""
        self.group_word: int | None = None
        """A word to go to as soon as it is in the group; the view sets it to None then."""
        self.excluded: set[int] = set()
        """Words marked as different from their group; they are reviewed one by one."""
        self.readings: list[Job] = []
        """The unreported jobs that read corrected words again."""
        self._handled: set[int] = set()
        # a pause of two minutes is a break; the speed of fewer than five words would be a guess
        self._rate = WorkRate(time.monotonic(), window=40, break_s=120.0, min_steps=5)

    @property
    def handled(self) -> int:
        """The number of words done since the project was opened; one that is corrected again counts once."""
        return len(self._handled)

    @property
    def active_queue(self) -> ReviewQueue:
        return self.queue if self.excluded_queue is None else self.excluded_queue

    @property
    def current(self) -> int | None:
        """The word under review."""
        return self.active_queue.current if self.outside_word is None else self.outside_word

    @property
    def typed_text(self) -> str | None:
        """The text that was typed for the current word, which can be empty; None without one."""
        return self.typed[1] if self.typed is not None and self.typed[0] == self.current else None

    @property
    def group(self) -> PredictionGroup | None:
        """The group shown."""
        return self.groups[self.group_number] if 0 <= self.group_number < len(self.groups) else None

    @property
    def seconds_left(self) -> float | None:
        """The seconds for the rest of the queue at the present speed; None while too little is known."""
        return self._rate.seconds_left(self.active_queue.remaining)

    def remaining(self, group: PredictionGroup) -> list[int]:
        """Return the words of a group that are not done, those marked as different, too."""
        return [word_id for word_id in group.ids if word_id not in self.queue.done]

    @property
    def done(self) -> set[int]:
        """The words of all queues that are done."""
        return self.active_queue.done | self.queue.done

    def queues(self) -> Iterable[ReviewQueue]:
        """Return the queue, and that of the excluded words if there is one."""
        return (self.queue,) if self.excluded_queue is None else (self.queue, self.excluded_queue)

    def count_as_done(self, word_ids: Sequence[int]) -> None:
        """Count words as done."""
        for queue in self.queues():
            queue.finish(word_ids)
        new = set(word_ids) - self._handled
        self._handled |= new
        self._rate.advance(len(new), time.monotonic())
        if self.mode == ReviewMode.GROUPS and self.queue.ids and not self.queue.remaining:
            self.screen = Screen.FINISHED

    def count_as_open(self, word_ids: Sequence[int]) -> None:
        """Count words as not done: their edit was undone, or failed."""
        for queue in self.queues():
            queue.reopen(word_ids)
        self._handled.difference_update(word_ids)

    def remove_word(self, word_id: int) -> None:
        """Remove a word that was deleted."""
        for queue in self.queues():
            queue.remove(word_id)
        if self.outside_word == word_id:
            self.outside_word = None

    def replace_word(self, word_id: int, new: Sequence[int], before: Sequence[int]) -> None:
        """Put the words ``new``, which an edit has made of the words ``before``, in place of a word."""
        for queue in self.queues():
            queue.replace(word_id, new, before)
        if self.outside_word == word_id:
            self.outside_word = new[0]

    def go_to_next_group(self, by: int) -> None:
        """Go to the next or previous group with words that are neither done nor excluded."""
        number = self.group_number + by
        while 0 <= number < len(self.groups):
            if any(word_id not in self.excluded for word_id in self.remaining(self.groups[number])):
                self.group_number = number
                return
            number += by
        if self.screen == Screen.GROUP and not any(map(self.remaining, self.groups)):
            self.screen = Screen.FINISHED
