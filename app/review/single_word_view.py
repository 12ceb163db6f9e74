"""One word after another: its strip, the field with the reading, the candidates, and what can be done."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.context import ProjectContext
from app.review.candidate_list import CandidateList
from app.review.context_view import ContextView
from app.review.reading_field import ReadingField
from app.review.review_session import ReviewSession
from app.review.review_text import ReviewText
from app.review.state_mark import StateMark
from app.review.word_card import WordCard
from app.style.icons import icon
from app.style.tokens import NOT_A_WORD
from app.widgets.disable_with_reason import disable_with_reason
from core.project.query.search import complete_word
from core.recognition.candidates import MAX_CANDIDATES


class SingleWordView(QWidget):
    """The sitting's current word on the screen, and the keys with which it is read."""

    def __init__(self, context: ProjectContext, sitting: ReviewSession) -> None:
        super().__init__()
        self._context, self._sitting = context, sitting
        self._plain = ReviewText(self)
        self._why_not = context.session.read_only_message
        self._card: WordCard | None = None
        self._picked = -1
        self.strip = ContextView(context.theme)
        self.field = ReadingField()
        self.candidates = CandidateList(context.theme, read_only=context.session.read_only)
        self.where, self.state, self.vote, self.hint = QLabel(), QLabel(), QLabel(), QLabel()
        self.state_mark = StateMark(context.theme)
        self.buttons: dict[str, QPushButton] = {}
        self._lay_out()
        self._add_actions()
        disable_with_reason(
            self._why_not, self.field, self.buttons["accept"], self.buttons["not_a_word"], *self.candidates.rows
        )
        sitting.shown.connect(self.show_card)
        sitting.strips.ready.connect(self._strip_ready)
        self.field.started.connect(self._typing)
        self.field.rested.connect(self._resting)
        self.field.textEdited.connect(self._complete)
        self.field.picked.connect(self._pick)
        self.candidates.chosen.connect(self.choose)
        self.candidates.completed.connect(self._put)
        context.theme.changed.connect(self._paint)
        self._paint()

    @property
    def ready(self) -> bool:
        """Whether word and picture are on the screen: before that nobody can have read it."""
        card = self._card
        return (
            card is not None
            and card.word_id == self._sitting.current
            and self._sitting.strips.cached(card.word_id) is not None
        )

    def show_card(self, card: WordCard | None) -> None:
        """Show a word, or that it is being fetched; what is being typed for the same word stays."""
        same = card is not None and self._card is not None and card.word_id == self._card.word_id
        if not same:
            self.keep_typed()
        self._card = card
        word_id = self._sitting.current
        state = "unread" if card is None else card.state
        self.strip.show_strip(None if word_id is None else self._sitting.strips.cached(word_id), state)
        for button in self.buttons.values():
            button.setEnabled(card is not None)
        self.where.setText("" if card is None else self._plain.where(card))
        self.state.setText("" if card is None else self._plain.state(card))
        self.vote.setText("" if card is None else self._told(card))
        self.state_mark.show_state(None if card is None else NOT_A_WORD if card.not_a_word else state)
        if same and self.field.typing:
            return
        self.field.rest("" if card is None else card.shown, sure=card is not None and card.settled)
        if card is not None and not card.shown:
            self.field.setPlaceholderText(self.tr("Not read yet") if self._why_not else self.tr("Type what you read"))
        self.candidates.show_choices(() if card is None else card.candidates)
        if card is not None and (draft := self._sitting.drafts.pop(card.word_id, None)) is not None:
            self.field.begin()
            self.field.put(draft)

    def keep_typed(self) -> None:
        """Save what was typed for the word that is about to be left. Escape is the way not to."""
        text = self.field.changed_text
        if text is not None and self._card is not None:
            card, self._card = self._card, None
            self.field.rest("", sure=False)
            self._sitting.type(card.word_id, text, stay=True)

    def accept(self) -> None:
        """Enter: keep what was typed, else take what is shown."""
        if not self.ready or self._card is None:
            return
        text = self.field.changed_text
        if text is not None:
            card, self._card = self._card, None
            self._sitting.type(card.word_id, text)
        elif self.field.typing and not self.field.text().strip():
            self._sitting.told.emit(
                self.tr("Nothing is written: type what you read, or say that it is not a word (Alt+N).")
            )
        else:
            self._sitting.accept()

    def choose(self, number: int) -> None:
        """Take a candidate."""
        if self.ready and not self.field.typing:
            self._sitting.choose(number)

    def give_up(self) -> None:
        """Escape: the word stays as it was."""
        if self._card is not None and self.field.typing:
            self.field.rest(self._card.shown, sure=self._card.settled)

    def no_word(self) -> None:
        """Not a word; what was being typed for it goes."""
        if self.ready:
            self.give_up()
            self._sitting.no_word()

    def later(self) -> None:
        self.keep_typed()
        self._sitting.later()

    def step(self, by: int) -> None:
        self.keep_typed()
        self._sitting.step(by)

    def go(self, place: str) -> None:
        """See the word on its page, or why it was read so."""
        if self._card is not None:
            self._context.go(place, word_id=self._card.word_id)

    def _told(self, card: WordCard) -> str:
        plain = self._plain
        return " ".join(part for part in (plain.vote(card), plain.confidence(card), plain.spelled(card)) if part)

    def _strip_ready(self, word_id: int) -> None:
        if word_id == self._sitting.current:
            state = "unread" if self._card is None else self._card.state
            self.strip.show_strip(self._sitting.strips.cached(word_id), state)

    def _typing(self) -> None:
        self._picked = -1
        self.buttons["accept"].setText(self.tr("Keep as typed"))
        self.hint.setText(self.tr("Enter keeps what you typed · Esc leaves the word as it was"))
        self._complete(self.field.text())

    def _resting(self) -> None:
        self._show_hint()
        self.buttons["accept"].setText(self.tr("Accept"))
        self.candidates.show_choices(() if self._card is None else self._card.candidates)

    def _complete(self, text: str) -> None:
        self._picked = -1
        self._context.session.query(
            lambda project: complete_word(project, text, MAX_CANDIDATES), self._offer, owner=self, key="review-complete"
        )

    def _offer(self, words: list[str]) -> None:
        if self.field.typing:
            self.candidates.offer(words)

    def _pick(self, by: int) -> None:
        if self.candidates.offered:
            self._picked = (self._picked + by) % len(self.candidates.offered)
            self.field.put(self.candidates.offered[self._picked])
            self.candidates.mark(self._picked)

    def _put(self, word: str) -> None:
        self.field.put(word)
        self.field.setFocus()

    def _show_hint(self) -> None:
        if self._why_not:
            self.hint.setText(self.tr("{0} Left and Right go through the words.").format(self._why_not))
            return
        self.hint.setText(
            self.tr("Enter accepts · 1–9 choose · letters correct · F2 changes letters or writes figures")
        )

    def _lay_out(self) -> None:
        self.vote.setWordWrap(True)
        self.where.setProperty("kind", "caption")
        self.hint.setProperty("kind", "caption")
        self.hint.setWordWrap(True)
        self.state.setProperty("kind", "section")
        self.state.setWordWrap(True)
        self._show_hint()
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addWidget(self.field)
        left.addWidget(self.hint)
        state = QHBoxLayout()
        state.setSpacing(8)
        state.addWidget(self.state_mark, 0, Qt.AlignmentFlag.AlignTop)
        state.addWidget(self.state, 1)
        left.addLayout(state)
        left.addWidget(self.vote)
        left.addStretch(1)
        left.addLayout(self._button_grid())
        sheet = QFrame()
        sheet.setObjectName("sheet")
        across = QHBoxLayout(sheet)
        across.setContentsMargins(16, 16, 16, 16)
        across.setSpacing(24)
        across.addLayout(left, 11)
        across.addWidget(self.candidates, 10)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.where)
        column.addWidget(self.strip, 1)
        column.addWidget(sheet)

    def _button_grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(8)
        made: dict[str, tuple[str, Callable[[], object], str]] = {
            "accept": (self.tr("Accept"), self.accept, self.tr("Take what is shown and go on (Enter)")),
            "not_a_word": (self.tr("Not a word"), self.no_word, self.tr("A blot, a rule, part of a word (Delete)")),
            "history": (self.tr("Read later"), self.later, self.tr("Put it at the end of the queue (Alt+U)")),
            "page": (self.tr("Show on page"), partial(self.go, "page"), self.tr("See the whole page (Space)")),
            "insight": (self.tr("Explain"), partial(self.go, "insight"), self.tr("See every reader's vote (Ctrl+I)")),
        }
        for place, (name, (text, run, tip)) in enumerate(made.items()):
            button = QPushButton(text)
            button.setToolTip(tip)
            # a click must not take the keys away from the field
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda checked=False, run=run: run())
            grid.addWidget(button, place // 3, place % 3)
            self.buttons[name] = button
        self.buttons["accept"].setProperty("kind", "primary")
        return grid

    def _add_actions(self) -> None:
        add = partial(self._context.actions.add, view="review")
        field = self.field
        once = [
            add(field, self.tr("Accept what is shown and go on"), self.accept, shortcut=["Return", "Enter"]),
            add(field, self.tr("Not a word"), self.no_word, shortcut=["Del", "Alt+N"]),
        ]
        for number in range(1, MAX_CANDIDATES + 1):
            text = self.tr("Choose candidate {0}").format(number)
            once.append(add(field, text, partial(self.choose, number), shortcut=str(number)))
        for action in once:
            action.setAutoRepeat(False)  # a key held down must not label a row of words
        change = add(field, self.tr("Change letters of the reading, or write figures"), field.begin, shortcut="F2")
        disable_with_reason(self._why_not, *once, change)
        add(field, self.tr("Leave the word as it was"), self.give_up, shortcut="Esc")
        add(field, self.tr("Show the word on its page"), partial(self.go, "page"), shortcut="Space")
        add(field, self.tr("Next word"), partial(self.step, 1), shortcut=["Right", "Down", "PgDown"])
        add(field, self.tr("Previous word"), partial(self.step, -1), shortcut=["Left", "Up", "PgUp"])
        add(self, self.tr("Read the word later"), self.later, shortcut="Alt+U")
        add(self, self.tr("Explain the reading"), partial(self.go, "insight"), shortcut="Ctrl+I")

    def _paint(self) -> None:
        tokens = self._context.theme.tokens
        for name, button in self.buttons.items():
            button.setIcon(icon(name, tokens.on_accent if name == "accept" else tokens.ink))
