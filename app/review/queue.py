"""The queue of words under review: its order is fixed while words change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class ReviewQueue:
    """Word ids in a fixed order, a current position, and which words are ``done``."""

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
