"""The row of words under review: it stands still while words change, and knows what is done and what is left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Queue:
    """Word ids in a fixed order, a place in it, and which of them were handled in this sitting."""

    def __init__(self, ids: Sequence[int] = ()) -> None:
        self.ids = list(ids)
        self.done: set[int] = set()
        self._known = set(self.ids)
        self._place = 0

    def __contains__(self, word_id: int) -> bool:
        return word_id in self._known

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def current(self) -> int | None:
        """The word at the place; None in an empty queue."""
        return self.ids[self._place] if self.ids else None

    @property
    def left(self) -> int:
        """Words not handled yet."""
        return len(self.ids) - len(self.done)

    def go_to(self, word_id: int) -> bool:
        """Move to a word of the queue; False when it is none."""
        if word_id not in self._known:
            return False
        self._place = self.ids.index(word_id)
        return True

    def step(self, by: int) -> int | None:
        """Move along, past words that are done too; stays at the ends."""
        self._place = min(max(self._place + by, 0), max(len(self.ids) - 1, 0))
        return self.current

    def finish(self, word_ids: Iterable[int]) -> None:
        """These words were handled."""
        self.done.update(self._known.intersection(word_ids))

    def reopen(self, word_ids: Iterable[int]) -> None:
        """These words are to be handled after all: an edit was undone, or could not be kept."""
        self.done.difference_update(word_ids)

    def go_on(self) -> int | None:
        """Move to the next word that is not done, beginning again at the front; None when all are."""
        count = len(self.ids)
        for ahead in range(count):
            place = (self._place + ahead) % count
            if self.ids[place] not in self.done:
                self._place = place
                return self.ids[place]
        return None

    def put_off(self, word_id: int) -> None:
        """Move a word to the end of the row; the place stays, so that the next word is there now."""
        if word_id in self._known:
            place = self.ids.index(word_id)
            self.ids.append(self.ids.pop(place))
            if place < self._place:
                self._place -= 1

    def remove(self, word_id: int) -> None:
        """Take out a word that is no more."""
        if word_id in self._known:
            place = self.ids.index(word_id)
            self.ids.pop(place)
            self._known.discard(word_id)
            self.done.discard(word_id)
            if place < self._place or self._place == len(self.ids):
                self._place = max(self._place - 1, 0)

    def around(self, ahead: int, behind: int) -> list[int]:
        """The words worth having ready: the current, the next that are not done, then some before."""
        if not self.ids:
            return []
        near = [self.ids[self._place]]
        place = self._place + 1
        while len(near) <= ahead and place < len(self.ids):
            if self.ids[place] not in self.done or place == self._place + 1:
                near.append(self.ids[place])
            place += 1
        return near + self.ids[max(self._place - behind, 0) : self._place]
