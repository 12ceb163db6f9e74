"""The Review view: its bar, and below it single words, groups or a message."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.context import NavigationTarget, ProjectContext
from app.look_alike_bar import LookAlikeBar
from app.look_alike_finder import LookAlikeFinder
from app.review.controller import ReviewController
from app.review.filter_bar import FilterBar
from app.review.group_view import GroupView
from app.review.messages import ReviewMessages
from app.review.review_text import ReviewText
from app.review.single_word_view import SingleWordView
from app.review.state import ReviewMode, Screen
from app.session.changes import Changed
from app.starter_offer import StarterOffer
from app.view import View
from app.widgets.accessibility import announce, announce_saved
from app.widgets.builders import column
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.empty_state import EmptyState
from app.widgets.message_bar import MessageBar
from core.project.changes import PAGES
from core.project.content.pages import list_pages

_SEARCHING_DELAY_MS = 300
"""Duration of a query after which a text reports that it is running."""


class ReviewView(View):
    """Checks words one at a time, or in groups with the same suggestion."""

    name = "review"

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self._text = ReviewText(self)
        self._was_querying = False
        self.review = ReviewController(context, self)
        self.filter_bar = FilterBar(context)
        self._leaves_filter = False
        """True from Enter in the filter until its words are found."""
        self.banner = MessageBar()
        self.look_alikes = LookAlikeBar(context, self, self.name)
        self._finder = LookAlikeFinder.for_context(context)
        self._finder.changed.connect(self._render)
        self.word_view = SingleWordView(context, self.review)
        self.group_view = GroupView(context, self.review)
        self.empty = EmptyState(context.theme, "review")
        self.messages = ReviewMessages(context, self.review, self)
        self.stack = QStackedWidget()
        for widget in (self.word_view, self.group_view, self.empty):
            self.stack.addWidget(widget)
        column(self.filter_bar, self.banner, self.look_alikes, (self.stack, 1), parent=self, margins=(24, 8, 24, 4))
        self._searching_timer = QTimer(self, singleShot=True, interval=_SEARCHING_DELAY_MS)
        self._searching_timer.timeout.connect(lambda: self.filter_bar.counts.setText(self.tr("Finding the words …")))
        self.filter_bar.query_changed.connect(self.refresh)
        # queued: the filter is read when the edit ends, after this signal
        self.filter_bar.field.returnPressed.connect(self._filter_entered, Qt.ConnectionType.QueuedConnection)
        self.filter_bar.order.activated.connect(lambda index: self._set_focus())
        self.filter_bar.unchecked_only.clicked.connect(self._set_focus)
        self.filter_bar.saved_views.chosen.connect(lambda view: self._set_focus())
        self.filter_bar.panel.closed.connect(self._set_focus)
        self.filter_bar.mode_chosen.connect(self.set_mode)
        self.review.changed.connect(self._render)
        self.review.word_saved.connect(self._announce_saved)
        self.session.changed.connect(self._changed)
        StarterOffer.for_context(context).changed.connect(self._render)
        self._add_actions()
        self._read_pages()

    def enter(self, target: NavigationTarget) -> None:
        """Show the word or the query of the target; without one stay, or begin with all unchecked words.

        A word that was in focus elsewhere does not interrupt the queue.
        """
        review = self.review
        if target.query is not None:
            self.filter_bar.set_filter(target.query)
        if target.query is not None or review.asked is None:
            review.find(self.filter_bar.query(), target.word_id, was_in_focus=target.was_in_focus)
        elif target.word_id is not None and not target.was_in_focus:
            review.show_word(target.word_id)
        elif review.mode == ReviewMode.SINGLE:
            review.show()
        self._set_focus()

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
        self.review.save_typed()
        self.word_view.box_editing.leave()

    def refresh(self) -> None:
        """Find the words of the filter and begin at the first."""
        self.review.find(self.filter_bar.query())

    def set_mode(self, mode: ReviewMode) -> None:
        """Show single words or groups."""
        self.review.set_mode(mode)
        self._set_focus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._set_focus()

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
        self.filter_bar.display.add_actions(self, self.name)
        add(self.tr("Help on the filter"), self.filter_bar.show_help, shortcut="Ctrl+Shift+F")

    def _focus_filter(self) -> None:
        self.filter_bar.field.setFocus()
        self.filter_bar.field.selectAll()

    def _switch_mode(self) -> None:
        self.set_mode(ReviewMode.GROUPS if self.review.mode == ReviewMode.SINGLE else ReviewMode.SINGLE)

    def _filter_entered(self) -> None:
        self._leaves_filter = True
        self._leave_filter()

    def _leave_filter(self) -> None:
        """Give the focus to the words of an entered filter once they are found; a mistake keeps it in the filter."""
        if self._leaves_filter and not self.review.is_querying:
            self._leaves_filter = False
            if not self.review.error:
                self._set_focus()

    def _set_focus(self) -> None:
        if self.isVisible():
            is_single = self.review.mode == ReviewMode.SINGLE
            widget: QWidget = self.word_view.field if is_single else self.group_view.grid
            if self.stack.currentWidget() is self.empty and not self.review.is_querying:
                widget = self.empty.button
            widget.setFocus(Qt.FocusReason.OtherFocusReason)

    def _render(self) -> None:
        """Show what the controller holds."""
        review = self.review
        self.filter_bar.set_mode(review.mode)
        self.filter_bar.show_error(review.error)
        if review.asked is not None:
            self.filter_bar.show_query(review.asked)
        self._show_progress()
        self._show_screen()
        self._leave_filter()
        # one line above the word is enough, unless the other leads back to where the person was
        is_elsewhere = review.outside_word is not None or review.excluded_queue is not None
        line = self.messages.above() if is_elsewhere or self._finder.offer is None else None
        if line is None:
            self.banner.dismiss()
        else:
            self.banner.show_message(*line)

    def _show_progress(self) -> None:
        was_querying, self._was_querying = self._was_querying, self.review.is_querying
        if not self._was_querying:
            self._searching_timer.stop()
            remaining = self.review.active_queue.remaining
            text = self._text.progress(remaining, self.review.handled, self.review.seconds_left)
            self.filter_bar.counts.setText(text)
            if was_querying and not self.review.error:
                announce(self, text)
        elif not was_querying:
            self._searching_timer.start()

    def _show_screen(self) -> None:
        """Show the word, the group, or why there is neither; the focus follows."""
        if (message := self.messages.of_screen()) is not None:
            focus = self.focusWidget()
            had_focus = focus is None or self.stack.isAncestorOf(focus)
            title, text, actions = message
            self.empty.show_message(title, text, *actions)
            self.stack.setCurrentWidget(self.empty)
            if had_focus and self.isVisible() and actions:
                self.empty.button.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.review.screen == Screen.GROUP:
            has_other_groups = self.group_view.show_state()
            if has_other_groups or self.stack.currentWidget() is not self.group_view:
                self.stack.setCurrentWidget(self.group_view)
                self._set_focus()
        else:
            self.word_view.show_state()
            self.stack.setCurrentWidget(self.word_view)

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

    def _announce_saved(self, text: str) -> None:
        announce_saved(self, text)
