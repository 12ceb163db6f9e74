"""The place Review: its head, one of word, wall or message below it, and what leads from one to the other."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout

from app.context import NavigationTarget, ProjectContext
from app.review.filter_bar import ONE, WALL, FilterBar
from app.review.group_view import GroupView
from app.review.messages import Message, Messages, Ways
from app.review.review_query import ReviewResult
from app.review.review_session import ReviewSession
from app.review.review_text import ReviewText
from app.review.single_word_view import SingleWordView
from app.review.word_card import WordCard
from app.session.changes import MODELS, PREDICTIONS, Changed
from app.starter_offer import StarterOffer
from app.view import View
from app.widgets.empty_state import EmptyState
from app.widgets.message_bar import MessageBar

_PATIENCE_MS = 300


class ReviewView(View):
    """Words read one after another, or by the wall."""

    name = "review"

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self._plain = ReviewText(self)
        self.mode = ONE
        self._asked = False
        """Whether words were looked for since the place was built ..."""
        self._looking = False
        """... and whether the answer is still on its way."""
        self._go_to: int | None = None
        self._stale = False
        """Whether a job has written since the queue was made."""
        self.sitting = ReviewSession(self.session, context.notifications, self)
        self.bar = FilterBar(context.theme, context.settings)
        self.banner = MessageBar()
        self.one = SingleWordView(context, self.sitting)
        self.wall = GroupView(context, self.sitting)
        self.empty = EmptyState(context.theme, "review")
        self.messages = Messages(
            self,
            Ways(
                add_pages=partial(context.go, "collection"),
                train=partial(context.go, "train"),
                recognise=self._recognise,
                clear=self._clear,
                renew=self.renew,
                look_back=self._look_back,
                with_read=partial(self.bar.unread.setChecked, False),
                one_by_one=partial(self.set_mode, ONE),
                wall=partial(self.set_mode, WALL),
                to_queue=self.sitting.back_to_queue,
            ),
            StarterOffer.for_context(context),
            read_only=self.session.read_only,
        )
        self.stack = QStackedWidget()
        for page in (self.one, self.wall, self.empty):
            self.stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        column.addWidget(self.bar)
        column.addWidget(self.banner)
        column.addWidget(self.stack, 1)
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(lambda: self.bar.counts.setText(self.tr("Looking for the words …")))
        self._connect()
        self._add_actions()

    def enter(self, target: NavigationTarget) -> None:
        """Show a word, or the words of a query; the first time all that nobody has read."""
        if target.query is not None:
            self.bar.set_query(target.query)
        if target.query is not None or not self._asked:
            self._go_to = target.word_id
            self.renew()
        elif target.word_id is not None:
            self._show_word(target.word_id)
        elif self.mode == ONE:
            self.sitting.show()
        self._focus()

    def current_word(self) -> int | None:
        shown = self.stack.currentWidget()
        if shown is self.wall:
            return self.wall.current_word()
        return self.sitting.current if shown is self.one else None

    def leave(self) -> None:
        """Another place is shown: what was being typed is kept as typed."""
        self.one.keep_typed()

    def renew(self) -> None:
        """Look for the words anew and begin at the first."""
        self.one.keep_typed()
        self._asked = self._looking = True
        self._patience.start()
        self.sitting.look_for(self.bar.wish())

    def set_mode(self, mode: str) -> None:
        """One word after another, or the wall."""
        self.one.keep_typed()
        self.mode = mode
        self.bar.set_mode(mode)
        if mode == WALL:
            self.sitting.side = self.sitting.aside = None
            self.wall.load()
        else:
            self._show_one()
        self._focus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._focus()

    def _connect(self) -> None:
        self.bar.wished.connect(self.renew)
        self.bar.mode_chosen.connect(self.set_mode)
        self.sitting.found.connect(self._found)
        self.sitting.faulty.connect(self._faulty)
        self.sitting.shown.connect(self._shown)
        self.sitting.ended.connect(self._ended)
        self.sitting.counted.connect(self._count)
        self.sitting.told.connect(self.context.notifications.info)
        self.wall.bare.connect(self._wall_bare)
        self.wall.filled.connect(self._wall_filled)
        self.wall.strangers_wanted.connect(self._read_strangers)
        self.session.changed.connect(self._changed)
        StarterOffer.for_context(self.context).changed.connect(self._starter_changed)

    def _add_actions(self) -> None:
        add = partial(self.context.actions.add, self, view="review")
        add(self.tr("Filter the words"), self._to_filter, shortcut="Ctrl+F")
        add(self.tr("Look for the words anew"), self.renew, shortcut="F5")
        add(self.tr("One by one or wall"), self._other_mode, shortcut="Ctrl+M")
        add(self.tr("What the filter understands"), self.bar.explain, shortcut="Ctrl+Shift+F")

    def _found(self, found: ReviewResult) -> None:
        self._looking = self._stale = False
        self._patience.stop()
        self.bar.show_error("")
        word_id, self._go_to = self._go_to, None
        if self.mode == WALL:
            self.wall.load(word_id)
        elif word_id is not None:
            self.sitting.go_to(word_id)
        elif found.ids:
            self.sitting.show()
        else:
            self._say_none(found)
        self._tell()

    def _faulty(self, text: str) -> None:
        self._looking = False
        self._patience.stop()
        self.bar.show_error(text)
        self._count()

    def _shown(self, card: WordCard | None) -> None:
        if self.mode == ONE and self.sitting.current is not None:
            self.stack.setCurrentWidget(self.one)
        elif self.mode == ONE and self.sitting.last_found is not None:
            self._say_none(self.sitting.last_found)
        self._tell()

    def _show_word(self, word_id: int) -> None:
        if self._looking:
            self._go_to = word_id
        elif self.mode == WALL and self.wall.show_word(word_id):
            self.stack.setCurrentWidget(self.wall)
        else:
            if self.mode == WALL:
                self.mode = ONE
                self.bar.set_mode(ONE)
            self.sitting.go_to(word_id)

    def _show_one(self) -> None:
        if self.sitting.last_found is not None and not self.sitting.queue.ids:
            self._say_none(self.sitting.last_found)
        elif self.sitting.queue.left == 0:
            self._ended()
        else:
            self.sitting.queue.go_on()
            self.sitting.show()

    def _read_strangers(self, ids: list[int]) -> None:
        self.mode = ONE
        self.bar.set_mode(ONE)
        self.sitting.read_these(ids)
        self._focus()

    def _to_filter(self) -> None:
        self.bar.box.setFocus()
        self.bar.box.selectAll()

    def _other_mode(self) -> None:
        self.set_mode(WALL if self.mode == ONE else ONE)

    def _focus(self) -> None:
        if self.isVisible():
            (self.wall.grid if self.mode == WALL else self.one.field).setFocus(Qt.FocusReason.OtherFocusReason)

    def _count(self) -> None:
        if self._looking:
            return
        row, sitting = self.sitting.row, self.sitting
        self.bar.counts.setText(self._plain.counts(row.left, sitting.handled, sitting.seconds_left(row.left)))
        if self.mode == WALL and row.left == 0 and row.ids:
            self._ended()

    def _changed(self, changed: Changed) -> None:
        if changed.word_ids is None and changed.touches(PREDICTIONS, MODELS) and self._asked:
            if self.stack.currentWidget() is self.empty and not self._looking:
                self.renew()
            else:
                self._stale = True
                self._tell()

    def _tell(self) -> None:
        """The line above the words: the one thing most worth knowing now."""
        found, sitting = self.sitting.last_found, self.sitting
        if sitting.aside is not None:
            line = self.messages.aside()
        elif sitting.side is not None:
            line = self.messages.side(len(sitting.side))
        elif found is None or not found.ids or self.stack.currentWidget() is self.empty:
            line = None
        elif self._stale:
            line = self.messages.stale()
        elif sitting.model is None:
            line = self.messages.no_model()
        else:
            line = self.messages.unpredicted(found.unpredicted) if found.unpredicted else None
        if line is None:
            self.banner.dismiss()
        else:
            self.banner.show_message(*line)

    def _starter_changed(self) -> None:
        if self.mode == WALL and self.stack.currentWidget() is self.empty:
            self._wall_bare()
        self._tell()

    def _say_none(self, found: ReviewResult) -> None:
        self._say(self.messages.none(found, self.sitting.wish, self.sitting.model))

    def _ended(self) -> None:
        self._say(self.messages.ended(self.sitting.handled))

    def _wall_filled(self) -> None:
        if self.mode == WALL:
            self.stack.setCurrentWidget(self.wall)
            self._focus()
            self._tell()

    def _wall_bare(self) -> None:
        found = self.sitting.last_found
        if self._looking or found is None:
            return
        if not found.ids:
            self._say_none(found)
        elif self.wall.groups:
            self._ended()
        else:
            self._say(self.messages.no_wall(self.sitting.model))

    def _say(self, message: Message) -> None:
        title, text, actions = message
        self.empty.show_message(title, text, *actions)
        self.stack.setCurrentWidget(self.empty)
        self._tell()

    def _recognise(self) -> None:
        self.session.jobs.start("recognise", "--words", "unread")
        self.context.notifications.info(self.tr("The model reads the words; you can go on meanwhile."))

    def _clear(self) -> None:
        self.bar.set_query("")
        self.renew()

    def _look_back(self) -> None:
        self.mode = ONE
        self.bar.set_mode(ONE)
        self.stack.setCurrentWidget(self.one)
        self.sitting.show()
        self._focus()
