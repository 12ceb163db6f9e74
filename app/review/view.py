"""The Review view: its bar, and below it single words, groups or a message."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.context import NavigationTarget, ProjectContext
from app.look_alikes.bar import LookAlikeBar
from app.look_alikes.finder import LookAlikeFinder
from app.review.filter_bar import FilterBar, ReviewMode
from app.review.group_view import GroupView
from app.review.messages import Message, ReviewCommands, ReviewMessages
from app.review.review_queries import ReviewResult, WordCard
from app.review.review_session import ReviewSession
from app.review.review_text import ReviewText
from app.review.single_word_view import SingleWordView
from app.session.changes import Changed
from app.starter_offer import StarterOffer
from app.view import View
from app.widgets.announcing import announce, announce_saved
from app.widgets.builders import column
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.empty_state import EmptyState
from app.widgets.message_bar import MessageBar
from core.jobs.requests import RecogniseRequest
from core.project.changes import MODELS, PAGES, PREDICTIONS
from core.project.content.pages import list_pages

_SEARCHING_DELAY_MS = 300
"""Duration of a query after which a text reports that it is running."""


class ReviewView(View):
    """Checks words one at a time, or in groups with the same suggestion."""

    name = "review"

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self._text = ReviewText(self)
        self.mode = ReviewMode.SINGLE
        self._has_queried = False
        self._is_querying = False
        self._word_to_show: int | None = None
        """A word to go to when the query is finished."""
        self._was_in_focus = False
        """True if that word is to be shown only if the query has found it."""
        self._is_stale = False
        """True if a job has written since the query."""
        finder = LookAlikeFinder.for_context(context)
        self.review = ReviewSession(self.session, context.notifications, finder, self)
        self.filter_bar = FilterBar(context)
        self.banner = MessageBar()
        self.look_alikes = LookAlikeBar(context, self, self.name)
        self.word_view = SingleWordView(context, self.review)
        self.group_view = GroupView(context, self.review)
        self.empty = EmptyState(context.theme, "review")
        self._starter = StarterOffer.for_context(context)
        commands = ReviewCommands(
            add_pages=partial(context.go, "collection"),
            train=partial(context.go, "train"),
            suggest=self._suggest,
            clear_filter=self._clear_filter,
            include_checked=partial(self.filter_bar.unchecked_only.setChecked, False),
            refresh=self.refresh,
            go_back=self._go_back,
            show_single_words=partial(self.set_mode, ReviewMode.SINGLE),
            show_groups=partial(self.set_mode, ReviewMode.GROUPS),
            return_to_queue=self.review.return_to_queue,
        )
        self.messages = ReviewMessages(self, commands, self._starter, read_only=self.session.read_only)
        self.stack = QStackedWidget()
        for widget in (self.word_view, self.group_view, self.empty):
            self.stack.addWidget(widget)
        column(self.filter_bar, self.banner, self.look_alikes, (self.stack, 1), parent=self, margins=(24, 16, 24, 16))
        self._searching_timer = QTimer(self, singleShot=True, interval=_SEARCHING_DELAY_MS)
        self._searching_timer.timeout.connect(lambda: self.filter_bar.counts.setText(self.tr("Finding the words …")))
        self._connect()
        self._add_actions()
        self._read_pages()

    def enter(self, target: NavigationTarget) -> None:
        """Show the word or the query of the target; without one stay, or begin with all unchecked words.

        A word that was in focus elsewhere does not interrupt the queue.
        """
        if target.query is not None:
            self.filter_bar.set_filter(target.query)
        if target.query is not None or not self._has_queried:
            self._word_to_show, self._was_in_focus = target.word_id, target.was_in_focus
            self.refresh()
        elif target.word_id is not None and not target.was_in_focus:
            self._show_word(target.word_id)
        elif self.mode == ReviewMode.SINGLE:
            self.review.show()
        self._set_focus()

    def hand_over(self) -> dict[str, Any]:
        self.word_view.box_editing.leave()
        self.review.hand_over()
        return {
            "filter": (self.filter_bar.field.text(), self.filter_bar.unchecked_only.isChecked()),
            "mode": self.mode,
            "stale": self._is_stale,
            "group": self.group_view.current_word(),
            "excluded": set(self.group_view.excluded),
            "review": self.review if self._has_queried else None,
            "typing": self.word_view.hand_over(),
        }

    def take_over(self, state: Mapping[str, Any]) -> None:
        self.filter_bar.set_filter(*state["filter"])
        self._change_mode(state["mode"])
        if state["review"] is None:
            return
        if state["review"].result is None:
            self.refresh()  # the words were still being found
            return
        self._has_queried, self._is_stale = True, state["stale"]
        self.review.take_over(state["review"])
        self.group_view.excluded.update(state["excluded"])
        if self.mode == ReviewMode.GROUPS:
            self.group_view.load(state["group"])
        elif not self.review.queue.ids and self.review.outside_word is None:
            self._show_no_words(state["review"].result)
        else:
            self.stack.setCurrentWidget(self.word_view)
            self.word_view.resume(state["typing"])
            self.review.show()
        self._update_banner()

    def current_word(self) -> int | None:
        shown = self.stack.currentWidget()
        if shown is self.group_view:
            return self.group_view.current_word()
        return self.review.current if shown is self.word_view else None

    def landmarks(self) -> dict[str, QWidget]:
        return {
            "word": self.word_view.field,
            "candidates": self.word_view.candidates,
            "accept": self.word_view.buttons["accept"],
            "groups": self.filter_bar.modes[ReviewMode.GROUPS],
        }

    def leave(self) -> None:
        """Save what is being typed, and a box that is being changed."""
        self.word_view.save_typed()
        self.word_view.box_editing.leave()

    def refresh(self) -> None:
        """Find the words again and begin at the first."""
        self.word_view.save_typed()
        self._has_queried = self._is_querying = True
        self._searching_timer.start()
        self.review.run_query(self.filter_bar.query())

    def set_mode(self, mode: ReviewMode) -> None:
        """Show single words or groups."""
        self.word_view.save_typed()
        self._change_mode(mode)
        if mode == ReviewMode.GROUPS:
            self.review.excluded_queue = self.review.outside_word = None
            self.group_view.load()
        elif self.review.result is not None and not self.review.queue.ids:
            self._show_no_words(self.review.result)
        elif self.review.queue.remaining == 0:
            self._queue_finished()
        else:
            self.review.queue.go_to_open()
            self.review.show()
        self._set_focus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._set_focus()

    def _connect(self) -> None:
        self.filter_bar.query_changed.connect(self.refresh)
        self.filter_bar.order.activated.connect(lambda index: self._set_focus())
        self.filter_bar.unchecked_only.clicked.connect(self._set_focus)
        self.filter_bar.saved_views.chosen.connect(lambda view: self._set_focus())
        self.filter_bar.panel.closed.connect(self._set_focus)
        self.filter_bar.mode_chosen.connect(self.set_mode)
        self.review.query_finished.connect(self._query_finished)
        self.review.query_failed.connect(self._query_failed)
        self.review.card_changed.connect(self._card_changed)
        self.review.card_received.connect(lambda card: self._update_banner())
        self.review.queue_finished.connect(self._queue_finished)
        self.review.counts_changed.connect(self._show_progress)
        self.review.message.connect(self.context.notifications.info)
        self.review.word_saved.connect(partial(announce_saved, self))
        self.group_view.no_group_left.connect(self._no_group_left)
        self.group_view.groups_loaded.connect(self._groups_loaded)
        self.group_view.excluded_review_requested.connect(self._review_excluded)
        self.session.changed.connect(self._changed)
        self._starter.changed.connect(self._starter_changed)

    def _add_actions(self) -> None:
        add = partial(self.context.actions.add, self, view="review")
        add(self.tr("Filter the words"), self._focus_filter, shortcut="Ctrl+F")
        add(self.tr("Refresh the words"), self.refresh, shortcut="F5")
        add(self.tr("One by one or in groups"), self._switch_mode, shortcut="Ctrl+M")
        add(self.tr("Filter by clicking"), self.filter_bar.show_panel, shortcut="Alt+F")
        add(self.tr("Show the saved views"), self.filter_bar.show_views, shortcut="Alt+V")
        save = add(self.tr("Save this view…"), self.filter_bar.saved_views.ask_name, shortcut="Ctrl+Shift+V")
        manage = add(self.tr("Rename or delete saved views…"), self.filter_bar.saved_views.manage)
        disable_with_reason(self.session.read_only_message, save, manage)
        add(self.tr("Brightness and contrast of the scan"), self.filter_bar.adjust_scan, shortcut="Alt+B")
        self.filter_bar.display.add_actions(self, self.name, self.context)
        add(self.tr("Help on the filter"), self.filter_bar.show_help, shortcut="Ctrl+Shift+F")

    def _change_mode(self, mode: ReviewMode) -> None:
        self.mode = mode
        self.filter_bar.set_mode(mode)

    def _query_finished(self, result: ReviewResult) -> None:
        self._is_querying = self._is_stale = False
        self._searching_timer.stop()
        self.filter_bar.show_error("")
        word_id, self._word_to_show = self._word_to_show, None
        if self._was_in_focus and word_id not in self.review.queue:
            word_id = None
        if self.mode == ReviewMode.GROUPS:
            self.group_view.load(word_id)
        elif word_id is not None:
            self.review.go_to(word_id)
        elif result.ids:
            self.review.show()
        else:
            self._show_no_words(result)
        self._update_banner()
        announce(self, self.filter_bar.counts.text())

    def _query_failed(self, text: str) -> None:
        self._is_querying = False
        self._searching_timer.stop()
        self.filter_bar.show_error(text)
        self._show_progress()

    def _card_changed(self, card: WordCard | None) -> None:
        if self.mode == ReviewMode.SINGLE and self.review.current is not None:
            self.stack.setCurrentWidget(self.word_view)
        elif self.mode == ReviewMode.SINGLE and self.review.result is not None:
            self._show_no_words(self.review.result)
        self._update_banner()

    def _show_word(self, word_id: int) -> None:
        if self._is_querying:
            self._word_to_show, self._was_in_focus = word_id, False
        elif self.mode == ReviewMode.GROUPS and self.group_view.show_word(word_id):
            self.stack.setCurrentWidget(self.group_view)
        else:
            self._change_mode(ReviewMode.SINGLE)
            self.review.go_to(word_id)

    def _review_excluded(self, ids: list[int]) -> None:
        self._change_mode(ReviewMode.SINGLE)
        self.review.review_excluded(ids)
        self._set_focus()

    def _focus_filter(self) -> None:
        self.filter_bar.field.setFocus()
        self.filter_bar.field.selectAll()

    def _switch_mode(self) -> None:
        self.set_mode(ReviewMode.GROUPS if self.mode == ReviewMode.SINGLE else ReviewMode.SINGLE)

    def _set_focus(self) -> None:
        if self.isVisible():
            widget: QWidget = self.group_view.grid if self.mode == ReviewMode.GROUPS else self.word_view.field
            if self.stack.currentWidget() is self.empty and not self._is_querying:
                widget = self.empty.button
            widget.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_progress(self) -> None:
        if self._is_querying:
            return
        review, queue = self.review, self.review.active_queue
        seconds = review.seconds_left(queue.remaining)
        self.filter_bar.counts.setText(self._text.progress(queue.remaining, review.handled, seconds))
        if self.mode == ReviewMode.GROUPS and queue.remaining == 0 and queue.ids:
            self._queue_finished()

    def _read_pages(self) -> None:
        """Offer the pages to the filter."""
        self.session.query(
            lambda project: [page.name for page in list_pages(project, with_counts=False)],
            self.filter_bar.panel.show_pages,
            owner=self,
            key="review-pages",
        )

    def _changed(self, changed: Changed) -> None:
        if changed.touches(PAGES):
            self._read_pages()
        if self.word_view.box_editing.is_own_write:
            return  # what is shown is read again anyway
        if changed.word_ids is None and changed.touches(PREDICTIONS, MODELS) and self._has_queried:
            if self.stack.currentWidget() is self.empty and not self._is_querying:
                self.refresh()
            else:
                self._is_stale = True
                self._update_banner()

    def _update_banner(self) -> None:
        """Show the most important of the messages that apply."""
        review, result = self.review, self.review.result
        if review.outside_word is not None:
            line = self.messages.outside_filter()
        elif review.excluded_queue is not None:
            line = self.messages.excluded(len(review.excluded_queue))
        elif result is None or not result.ids or self.stack.currentWidget() is self.empty:
            line = None
        elif self._is_stale:
            line = self.messages.stale()
        elif review.model is None:
            line = self.messages.no_model()
        else:
            line = self.messages.without_suggestion(result.without_prediction) if result.without_prediction else None
        if line is None:
            self.banner.dismiss()
        else:
            self.banner.show_message(*line)

    def _starter_changed(self) -> None:
        if self.mode == ReviewMode.GROUPS and self.stack.currentWidget() is self.empty:
            self._no_group_left()
        self._update_banner()

    def _show_no_words(self, result: ReviewResult) -> None:
        self._show_message(self.messages.no_words(result, self.review.query, self.review.model))

    def _queue_finished(self) -> None:
        self._show_message(self.messages.queue_finished(self.review.handled))

    def _groups_loaded(self) -> None:
        if self.mode == ReviewMode.GROUPS:
            self.stack.setCurrentWidget(self.group_view)
            self._set_focus()
            self._update_banner()

    def _no_group_left(self) -> None:
        result = self.review.result
        if self._is_querying or result is None:
            return
        if not result.ids:
            self._show_no_words(result)
        elif self.group_view.groups:
            self._queue_finished()
        else:
            self._show_message(self.messages.no_groups(self.review.model))

    def _show_message(self, message: Message) -> None:
        title, text, actions = message
        had_focus = self.stack.isAncestorOf(self.focusWidget()) if self.focusWidget() is not None else True
        self.empty.show_message(title, text, *actions)
        self.stack.setCurrentWidget(self.empty)
        if had_focus and self.isVisible() and actions:
            self.empty.button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._update_banner()

    def _suggest(self) -> None:
        self.session.jobs.start(RecogniseRequest())
        self.context.notifications.info(self.tr("The model is suggesting readings; you can go on working."))

    def _clear_filter(self) -> None:
        self.filter_bar.set_filter("")
        self.refresh()

    def _go_back(self) -> None:
        self._change_mode(ReviewMode.SINGLE)
        self.stack.setCurrentWidget(self.word_view)
        self.review.show()
        self._set_focus()
