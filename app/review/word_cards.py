"""The cards of the words around the current one: read in the background, kept until their words change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QObject

from app.look_alike_finder import LookAlikeFinder
from app.review.review_queries import WordCard, read_cards, with_look_alikes
from app.session.session import Session

_MAX_CARDS = 400


class WordCards:
    """Calls ``on_received(requested, gone)`` when cards ``requested`` were read; the words ``gone`` exist no more.

    Nothing is called once ``owner`` is destroyed.
    """

    def __init__(
        self,
        session: Session,
        finder: LookAlikeFinder,
        owner: QObject,
        on_received: Callable[[list[int], list[int]], None],
    ) -> None:
        self._session, self._finder, self._owner, self._on_received = session, finder, owner, on_received
        self._cards: dict[int, WordCard] = {}
        self._requested: dict[int, int] = {}
        """Words whose cards are being read, with the number of the request."""
        self._request_number = 0
        self._near: list[int] = []

    def get(self, word_id: int | None) -> WordCard | None:
        """Return the card of a word; None until it was read."""
        return None if word_id is None else self._cards.get(word_id)

    def request(self, near: Sequence[int], model: str | None, changed: Iterable[int] = ()) -> None:
        """Read the cards of the words ``near`` the current one that are not there yet, and of those that changed."""
        self._near, stale = list(near), set(changed)
        missing = [i for i in near if i in stale or (i not in self._cards and i not in self._requested)]
        if not missing:
            return
        self._request_number += 1
        number = self._request_number
        self._requested.update(dict.fromkeys(missing, number))
        likeness = self._finder.likeness
        self._session.query(
            lambda project: with_look_alikes(project, read_cards(project, missing, model), likeness),
            lambda cards: self._receive(missing, cards, number),
            owner=self._owner,
        )

    def keep_only(self, is_kept: Callable[[int], bool]) -> None:
        """Drop the cards, and the requests for cards, of all other words."""
        self._cards = {i: card for i, card in self._cards.items() if is_kept(i)}
        self._requested = {i: number for i, number in self._requested.items() if is_kept(i)}

    def _receive(self, requested: list[int], cards: dict[int, WordCard], number: int) -> None:
        gone = []
        for word_id in requested:
            if self._requested.get(word_id) != number:
                continue  # it has changed and was requested again
            del self._requested[word_id]
            if word_id in cards:
                self._cards[word_id] = cards[word_id]
            else:
                self._cards.pop(word_id, None)
                gone.append(word_id)
        if len(self._cards) > _MAX_CARDS:
            self._cards = {i: self._cards[i] for i in self._near if i in self._cards}
        self._on_received(requested, gone)
