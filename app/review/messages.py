"""The messages of Review when there are no words to show, and the lines above the words, with their buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject

from app.context import ProjectContext, train_action
from app.review.controller import ReviewController
from app.review.review_queries import ReviewResult
from app.review.state import ReviewMode, Screen
from app.starter_offer import StarterOffer
from app.widgets.button_row import ButtonAction

Message = tuple[str, str, Sequence[ButtonAction]]
"""A title, a sentence, buttons."""
BannerLine = tuple[str, Sequence[ButtonAction]]
"""A sentence and up to two buttons."""


class ReviewMessages(QObject):
    """The messages; in a project that is read-only they offer nothing that writes."""

    def __init__(self, context: ProjectContext, review: ReviewController, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._review = context, review
        self._starter = StarterOffer.for_context(context)
        self._read_only = context.session.read_only

    def of_screen(self) -> Message | None:
        """Return why neither a word nor a group is shown; None while one is."""
        if self._review.screen == Screen.FINISHED:
            return self._queue_finished()
        if self._review.screen == Screen.NO_GROUPS:
            return self._no_groups()
        result = self._review.result
        return self._no_words(result) if self._review.screen == Screen.NO_WORDS and result is not None else None

    def above(self) -> BannerLine | None:
        """Return the most important of the lines that apply; None without one."""
        review, result = self._review, self._review.result
        if review.outside_word is not None:
            return self._outside_filter()
        if review.excluded_queue is not None:
            return self._excluded(len(review.excluded_queue))
        if result is None or review.screen not in (Screen.WORD, Screen.GROUP):
            return None
        if review.is_stale:
            return self._stale()
        if review.model is None:
            return self._no_model()
        return self._without_suggestion(result.without_prediction) if result.without_prediction else None

    def _no_words(self, result: ReviewResult) -> Message:
        """Return why the queue is empty."""
        review, query = self._review, self._review.query
        if not result.total:
            text = self.tr("Words come from pages that are cut into words, or from images of single words.")
            return self.tr("No words to review yet"), text, [self._pages_button()]
        all_words = partial(review.find, replace(query, unchecked_only=False))
        if query.filter:
            actions = [ButtonAction(self.tr("Clear the filter"), lambda: review.find(replace(query, filter="")))]
            if query.unchecked_only:
                actions.append(ButtonAction(self.tr("Search checked words, too"), all_words))
                text = self.tr("None of the %Ln unchecked word(s) fits “{0}”.", "", result.unchecked)
            else:
                text = self.tr("None of the %Ln word(s) fits “{0}”.", "", result.total)
            return self.tr("No word fits the filter"), text.format(query.filter), actions
        again = ButtonAction(self.tr("Look at them again"), all_words)
        if review.model is None:
            text = self.tr("All %Ln word(s) are checked. Train a model to get suggestions.", "", result.total)
            actions = [train_action(self._context), again]
        else:
            text = self.tr("A person has checked all %Ln word(s) of this project.", "", result.total)
            actions = [self._pages_button(), again]
        return self.tr("Every word is checked"), text, actions

    def _queue_finished(self) -> Message:
        """Return that all words of the queue are done."""
        text = self.tr("%Ln word(s) done in this session. All of it is saved.", "", self._review.handled)
        more = ButtonAction(self.tr("Look for more words"), self._review.refresh)
        back = ButtonAction(self.tr("Go back to the last word"), self._review.show)
        return self.tr("That was the last word"), text, [more, back]

    def _no_groups(self) -> Message:
        """Return why the words cannot be grouped."""
        single = ButtonAction(self.tr("Transcribe them one by one"), partial(self._review.set_mode, ReviewMode.SINGLE))
        about = self.tr("A group holds the words with the same suggestion.")
        if self._review.model is None:
            title, text = self.tr("No groups without a model"), self.tr("There is no model yet.")
            actions = [self._starter_button()] if self._starter.is_offered else []
            return title, f"{about} {text}", [*actions, train_action(self._context), single]
        text = self.tr("The model has not made suggestions for these words yet.")
        return self.tr("No groups yet"), f"{about} {text}", [*self._suggest_buttons(), single]

    def _outside_filter(self) -> BannerLine:
        text = self.tr("This word is outside your filter.")
        return text, [ButtonAction(self.tr("Back to the queue"), self._review.return_to_queue)]

    def _excluded(self, count: int) -> BannerLine:
        text = self.tr("%Ln word(s) marked as different, one by one.", "", count)
        return text, [ButtonAction(self.tr("Back to the groups"), partial(self._review.set_mode, ReviewMode.GROUPS))]

    def _stale(self) -> BannerLine:
        text = self.tr("New suggestions have arrived.")
        return text, [ButtonAction(self.tr("Refresh"), self._review.refresh)]

    def _no_model(self) -> BannerLine:
        text = self.tr("There is no model yet, so there are no suggestions.")
        if self._starter.is_running:
            return self._starter.text(), [train_action(self._context)]
        if self._starter.is_offered:
            return f"{text} {self._starter.text()}", [train_action(self._context), self._starter_button()]
        if self._read_only:
            return text, []
        return f"{text} {self.tr('Transcribe some words, then train a model.')}", [train_action(self._context)]

    def _without_suggestion(self, count: int) -> BannerLine:
        text = self.tr("%Ln of these words have no suggestion yet.", "", count)
        return text, self._suggest_buttons()

    def _pages_button(self) -> ButtonAction:
        return ButtonAction(self.tr("Add pages"), partial(self._context.go, "collection"))

    def _starter_button(self) -> ButtonAction:
        return ButtonAction(self._starter.button_text(), self._starter.start)

    def _suggest_buttons(self) -> list[ButtonAction]:
        return [] if self._read_only else [ButtonAction(self.tr("Suggest readings"), self._review.suggest)]
