"""What Review says when there are no words to show, or something is to be known of those shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.review.review_query import ReviewQuery, ReviewResult
from app.starter_offer import StarterOffer
from app.widgets.button_row import ButtonAction

Message = tuple[str, str, Sequence[ButtonAction]]
"""A title, a sentence, buttons."""
Line = tuple[str, Sequence[ButtonAction]]
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
            return self.tr("No words to review yet"), text, [ButtonAction(self.tr("Add pages"), ways.add_pages)]
        if wish.query:
            actions = [ButtonAction(self.tr("Clear the filter"), ways.clear)]
            if wish.unread_only:
                actions.append(ButtonAction(self.tr("Search checked words, too"), ways.with_read))
                text = self.tr("None of the %Ln unchecked word(s) fits “{0}”.", "", found.unread).format(wish.query)
            else:
                text = self.tr("None of the %Ln word(s) fits “{0}”.", "", found.words).format(wish.query)
            return self.tr("No word fits the filter"), text, actions
        again = ButtonAction(self.tr("Look at them again"), ways.with_read)
        if model is None:
            text = self.tr("All %Ln word(s) are checked. Train a model, and it reads the next pages.", "", found.words)
            actions = [self._to_train(), again]
        else:
            text = self.tr("A person has checked all %Ln word(s) of this project.", "", found.words)
            actions = [ButtonAction(self.tr("Add pages"), ways.add_pages), again]
        return self.tr("Every word is checked"), text, actions

    def ended(self, handled: int) -> Message:
        """The last word of the queue was handled."""
        text = self.tr("%Ln word(s) done in this session. All of it is saved.", "", handled)
        return (
            self.tr("That was the last word"),
            text,
            [
                ButtonAction(self.tr("Look for more words"), self._ways.renew),
                ButtonAction(self.tr("Go back to the last word"), self._ways.look_back),
            ],
        )

    def no_wall(self, model: str | None) -> Message:
        """There are words, but nothing to group them by."""
        one = ButtonAction(self.tr("Read them one by one"), self._ways.one_by_one)
        if model is None:
            text = self.tr("The wall shows together what a model reads alike. There is no model yet.")
            return self.tr("No wall without a model"), text, [*self._to_starter(), self._to_train(), one]
        text = self.tr("The wall shows together what the model reads alike. It has not read these words yet.")
        return self.tr("Nothing on the wall yet"), text, [*self._to_recognise(), one]

    def aside(self) -> Line:
        text = self.tr("This word is outside your filter.")
        return text, [ButtonAction(self.tr("Back to the queue"), self._ways.to_queue)]

    def side(self, count: int) -> Line:
        text = self.tr("%Ln word(s) set aside on the wall, one by one.", "", count)
        return text, [ButtonAction(self.tr("Back to the wall"), self._ways.wall)]

    def stale(self) -> Line:
        text = self.tr("New suggestions have arrived.")
        return text, [ButtonAction(self.tr("Refresh"), self._ways.renew)]

    def no_model(self) -> Line:
        if self._starter.is_running:
            return self._starter.text(), [self._to_train()]
        if self._starter.is_offered:
            text = self.tr("There is no model yet, so there are no suggestions.")
            return f"{text} {self._starter.text()}", [self._to_train(), self._starter_offer()]
        if self._read_only:
            return self.tr("There is no model yet, so there are no suggestions."), []
        text = self.tr("There is no model yet, so there are no suggestions. Type what you read; then train a model.")
        return text, [self._to_train()]

    def unpredicted(self, count: int) -> Line:
        text = self.tr("%Ln of these words have no suggestion: the model has not read them yet.", "", count)
        return text, self._to_recognise()

    def _to_train(self) -> ButtonAction:
        return ButtonAction(self.tr("Train a model"), self._ways.train)

    def _to_starter(self) -> list[ButtonAction]:
        return [self._starter_offer()] if self._starter.is_offered else []

    def _starter_offer(self) -> ButtonAction:
        return ButtonAction(self._starter.button_text(), self._starter.start)

    def _to_recognise(self) -> list[ButtonAction]:
        return [] if self._read_only else [ButtonAction(self.tr("Suggest readings"), self._ways.recognise)]
