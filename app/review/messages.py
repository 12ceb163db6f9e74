"""What Review says when there are no words to show, or something is to be known of those shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.review.message import Offer
from app.review.review_query import ReviewQuery, ReviewResult
from app.starter_offer import StarterOffer
from app.text.plural import plural

Message = tuple[str, str, Sequence[Offer]]
"""A title, a sentence, buttons."""
Line = tuple[str, *tuple[Offer, ...]]
"""A sentence and up to two buttons."""

Way = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Ways:
    """Where the buttons lead."""

    add_pages: Way
    train: Way
    recognise: Way
    clear: Way
    with_read: Way
    renew: Way
    look_back: Way
    one_by_one: Way
    wall: Way
    to_queue: Way


class Messages(QObject):
    """The sentences, each with the buttons that help."""

    def __init__(self, parent: QObject, ways: Ways, starter: StarterOffer, *, read_only: bool) -> None:
        """``read_only``: nothing is offered that writes."""
        super().__init__(parent)
        self._ways, self._starter, self._read_only = ways, starter, read_only

    def none(self, found: ReviewResult, wish: ReviewQuery, model: str | None) -> Message:
        """Why the queue is empty."""
        ways = self._ways
        if not found.words:
            text = self.tr("Words come from pages that are cut into words, or from pictures of single words.")
            return self.tr("No words to review yet"), text, [(self.tr("Add pages"), ways.add_pages)]
        if wish.query:
            offers = [(self.tr("Clear the filter"), ways.clear)]
            if wish.unread_only:
                offers.append((self.tr("Search read words, too"), ways.with_read))
                text = plural(
                    found.unread,
                    self.tr("The only word that nobody has read does not fit “{1}”."),
                    self.tr("Of {0} words that nobody has read, none fits “{1}”."),
                    wish.query,
                )
            else:
                text = plural(
                    found.words,
                    self.tr("The only word does not fit “{1}”."),
                    self.tr("Of all {0} words, none fits “{1}”."),
                    wish.query,
                )
            return self.tr("No word fits the filter"), text, offers
        again = (self.tr("Look at them again"), ways.with_read)
        if model is None:
            one = self.tr("The only word is read, and there is no model yet.")
            many = self.tr("All {0} words are read, and there is no model yet. Train one, and it reads the next pages.")
            offers = [self._to_train(), again]
        else:
            one = self.tr("A person has read the only word of this project.")
            many = self.tr("A person has read all {0} words of this project.")
            offers = [(self.tr("Add pages"), ways.add_pages), again]
        return self.tr("Every word has been read"), plural(found.words, one, many), offers

    def ended(self, handled: int) -> Message:
        """The last word of the queue was handled."""
        text = plural(
            handled,
            self.tr("{0} word was done in this sitting. It is saved."),
            self.tr("{0} words were done in this sitting. All of it is saved."),
        )
        return (
            self.tr("That was the last word"),
            text,
            [
                (self.tr("Look for more words"), self._ways.renew),
                (self.tr("Go back to the last word"), self._ways.look_back),
            ],
        )

    def no_wall(self, model: str | None) -> Message:
        """There are words, but nothing to group them by."""
        one = (self.tr("Read them one by one"), self._ways.one_by_one)
        if model is None:
            text = self.tr("The wall shows together what a model reads alike. There is no model yet.")
            return self.tr("No wall without a model"), text, [*self._to_starter(), self._to_train(), one]
        text = self.tr("The wall shows together what the model reads alike. It has not read these words yet.")
        return self.tr("Nothing on the wall yet"), text, [*self._to_recognise(), one]

    def aside(self) -> Line:
        text = self.tr("This word is not among those of the filter, which is left aside for it.")
        return text, (self.tr("Back to the queue"), self._ways.to_queue)

    def side(self, count: int) -> Line:
        text = plural(
            count, self.tr("{0} word set aside on the wall."), self.tr("{0} words set aside on the wall, one by one.")
        )
        return text, (self.tr("Back to the wall"), self._ways.wall)

    def stale(self) -> Line:
        text = self.tr("A job has written to the project since these words were looked for.")
        return text, (self.tr("Look for the words anew"), self._ways.renew)

    def no_model(self) -> Line:
        if self._starter.working:
            return self._starter.sentence(), self._to_train()
        if self._starter.offered:
            text = self.tr("There is no model yet, so there are no suggestions.")
            return f"{text} {self._starter.sentence()}", self._to_train(), self._starter_offer()
        if self._read_only:
            return (self.tr("There is no model yet, so there are no suggestions."),)
        text = self.tr("There is no model yet, so there are no suggestions. Type what you read; then train a model.")
        return text, self._to_train()

    def unpredicted(self, count: int) -> Line:
        text = plural(
            count,
            self.tr("{0} of these words has no suggestion: the model has not read it yet."),
            self.tr("{0} of these words have no suggestion: the model has not read them yet."),
        )
        return text, *self._to_recognise()

    def _to_train(self) -> Offer:
        return self.tr("Train a model"), self._ways.train

    def _to_starter(self) -> list[Offer]:
        return [self._starter_offer()] if self._starter.offered else []

    def _starter_offer(self) -> Offer:
        return self._starter.title(), self._starter.press

    def _to_recognise(self) -> list[Offer]:
        return [] if self._read_only else [(self.tr("Have them read now"), self._ways.recognise)]
