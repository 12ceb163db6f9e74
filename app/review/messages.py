"""The messages of Review when there are no words to show, and the lines above the words, with their buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.review.review_queries import ReviewQuery, ReviewResult
from app.starter_offer import StarterOffer
from app.widgets.button_row import ButtonAction

Message = tuple[str, str, Sequence[ButtonAction]]
"""A title, a sentence, buttons."""
BannerLine = tuple[str, Sequence[ButtonAction]]
"""A sentence and up to two buttons."""

Command = Callable[[], object]


@dataclass(frozen=True, slots=True)
class ReviewCommands:
    """The actions of the buttons."""

    add_pages: Command
    train: Command
    suggest: Command
    clear_filter: Command
    include_checked: Command
    refresh: Command
    go_back: Command
    show_single_words: Command
    show_groups: Command
    return_to_queue: Command


class ReviewMessages(QObject):
    """The messages; in a ``read_only`` project they offer nothing that writes."""

    def __init__(self, parent: QObject, commands: ReviewCommands, starter: StarterOffer, *, read_only: bool) -> None:
        super().__init__(parent)
        self._commands, self._starter, self._read_only = commands, starter, read_only

    def no_words(self, result: ReviewResult, query: ReviewQuery, model: str | None) -> Message:
        """Return why the queue is empty."""
        commands = self._commands
        if not result.total:
            text = self.tr("Words come from pages that are cut into words, or from images of single words.")
            return self.tr("No words to review yet"), text, [ButtonAction(self.tr("Add pages"), commands.add_pages)]
        if query.filter:
            actions = [ButtonAction(self.tr("Clear the filter"), commands.clear_filter)]
            if query.unchecked_only:
                actions.append(ButtonAction(self.tr("Search checked words, too"), commands.include_checked))
                text = self.tr("None of the %Ln unchecked word(s) fits “{0}”.", "", result.unchecked)
            else:
                text = self.tr("None of the %Ln word(s) fits “{0}”.", "", result.total)
            return self.tr("No word fits the filter"), text.format(query.filter), actions
        again = ButtonAction(self.tr("Look at them again"), commands.include_checked)
        if model is None:
            text = self.tr("All %Ln word(s) are checked. Train a model to get suggestions.", "", result.total)
            actions = [self._train_button(), again]
        else:
            text = self.tr("A person has checked all %Ln word(s) of this project.", "", result.total)
            actions = [ButtonAction(self.tr("Add pages"), commands.add_pages), again]
        return self.tr("Every word is checked"), text, actions

    def queue_finished(self, handled: int) -> Message:
        """Return that all words of the queue are done."""
        text = self.tr("%Ln word(s) done in this session. All of it is saved.", "", handled)
        more = ButtonAction(self.tr("Look for more words"), self._commands.refresh)
        back = ButtonAction(self.tr("Go back to the last word"), self._commands.go_back)
        return self.tr("That was the last word"), text, [more, back]

    def no_groups(self, model: str | None) -> Message:
        """Return why the words cannot be grouped."""
        single = ButtonAction(self.tr("Transcribe them one by one"), self._commands.show_single_words)
        about = self.tr("A group holds the words with the same suggestion.")
        if model is None:
            title, text = self.tr("No groups without a model"), self.tr("There is no model yet.")
            actions = [self._starter_button()] if self._starter.is_offered else []
            return title, f"{about} {text}", [*actions, self._train_button(), single]
        text = self.tr("The model has not made suggestions for these words yet.")
        return self.tr("No groups yet"), f"{about} {text}", [*self._suggest_buttons(), single]

    def outside_filter(self) -> BannerLine:
        text = self.tr("This word is outside your filter.")
        return text, [ButtonAction(self.tr("Back to the queue"), self._commands.return_to_queue)]

    def excluded(self, count: int) -> BannerLine:
        text = self.tr("%Ln word(s) marked as different, one by one.", "", count)
        return text, [ButtonAction(self.tr("Back to the groups"), self._commands.show_groups)]

    def stale(self) -> BannerLine:
        text = self.tr("New suggestions have arrived.")
        return text, [ButtonAction(self.tr("Refresh"), self._commands.refresh)]

    def no_model(self) -> BannerLine:
        text = self.tr("There is no model yet, so there are no suggestions.")
        if self._starter.is_running:
            return self._starter.text(), [self._train_button()]
        if self._starter.is_offered:
            return f"{text} {self._starter.text()}", [self._train_button(), self._starter_button()]
        if self._read_only:
            return text, []
        return f"{text} {self.tr('Transcribe some words, then train a model.')}", [self._train_button()]

    def without_suggestion(self, count: int) -> BannerLine:
        text = self.tr("%Ln of these words have no suggestion yet.", "", count)
        return text, self._suggest_buttons()

    def _train_button(self) -> ButtonAction:
        return ButtonAction(self.tr("Train a model"), self._commands.train)

    def _starter_button(self) -> ButtonAction:
        return ButtonAction(self._starter.button_text(), self._starter.start)

    def _suggest_buttons(self) -> list[ButtonAction]:
        return [] if self._read_only else [ButtonAction(self.tr("Suggest readings"), self._commands.suggest)]
