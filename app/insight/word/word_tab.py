"""One word: its picture, how the vote on it fell in sentences, each reader's part, and the count."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.context import ProjectContext
from app.insight.model.active_model import ActiveModel
from app.insight.word.crop_view import CropView
from app.insight.word.vote_view import VoteView
from app.insight.word.word_facts import WordFacts, in_order, read_word
from app.session.changes import LEXICON, PAGES, PREDICTIONS, WORDS, Changed
from app.style.icons import icon
from app.style.theme import reading_font
from app.text.number_format import percent
from app.text.state_names import state_names
from app.widgets.button_row import ButtonAction
from app.widgets.empty_state import EmptyState
from core.project.project import Project


class WordTab(QWidget):
    """Shows :attr:`word_id`; goes to the next and the previous word in reading order."""

    def __init__(self, context: ProjectContext, subject: ActiveModel) -> None:
        super().__init__()
        self.context, self.subject = context, subject
        self.word_id: int | None = None
        self.facts: WordFacts | None = None
        self._ids: list[int] = []
        self._places: dict[int, int] = {}
        self.crop = CropView(context)
        self.text, self.state, self.where = QLabel(), QLabel(), QLabel()
        self.text.setFont(reading_font(self.font().pointSizeF() * 1.8))
        for label, kind in ((self.state, "quiet"), (self.where, "caption")):
            label.setProperty("kind", kind)
        self.previous, self.next = self._arrow("previous"), self._arrow("next")
        self.previous.setAccessibleName(self.tr("Previous word"))
        self.next.setAccessibleName(self.tr("Next word"))
        self.on_page = QPushButton(self.tr("Show on the page"))
        self.in_review = QPushButton(self.tr("Correct in Review"))
        self.vote = VoteView(context.theme)
        self.empty = EmptyState(context.theme, "insight")
        self.stack = QStackedWidget()
        self.stack.addWidget(self.vote)
        self.stack.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._head())
        column.addWidget(self.stack, 1)
        self._connect()
        self._paint()

    def refresh(self) -> None:
        """Read anew what is shown."""
        now = self.subject.now
        if now is None:
            return
        name, summary, word_id = now.model.name, now.summary, self.word_id

        def question(project: Project) -> tuple[list[int], WordFacts | None]:
            ids, first = in_order(project, name)
            wanted = word_id if word_id in set(ids) else first if first is not None else next(iter(ids), None)
            return ids, read_word(project, wanted, name, summary) if wanted is not None else None

        self.context.session.query(question, self._show, owner=self, key="insight:word")

    def step(self, by: int) -> None:
        """Go so many words on (or back) in reading order."""
        now = self.subject.now
        place = self._places.get(self.word_id or 0)
        if now is None or place is None or not 0 <= place + by < len(self._ids):
            return
        self.word_id = self._ids[place + by]
        name, summary, word_id = now.model.name, now.summary, self.word_id
        self.context.session.query(
            lambda p: (self._ids, read_word(p, word_id, name, summary)), self._show, owner=self, key="insight:word"
        )

    def read_words(self) -> None:
        """Let the model read: all words when this one was read by a person already, else the unread ones."""
        now = self.subject.now
        if now is None:
            return
        unread = self.facts is None or self.facts.state.state not in ("typed", "accepted")
        which = "unread" if unread else "all"
        self.context.session.jobs.start("recognise", "--model", now.model.name, "--words", which)
        self.empty.show_progress(self.tr("Reading the words …"))

    def _show(self, found: tuple[list[int], WordFacts | None]) -> None:
        ids, facts = found
        if ids is not self._ids:
            self._ids = ids
            self._places = {word_id: place for place, word_id in enumerate(ids)}
        self.facts = facts
        if facts is None:
            self._show_nothing()
            return
        self.word_id = facts.word_id
        place = self._places.get(facts.word_id, 0)
        self.previous.setEnabled(place > 0)
        self.next.setEnabled(place + 1 < len(self._ids))
        self.on_page.setEnabled(True)
        self.in_review.setEnabled(True)
        self.where.setText(self.tr("Word {0} of {1}").format(place + 1, len(self._ids)))
        self.crop.set_word(facts.word_id)
        self.text.setText(facts.state.text or self.tr("not read yet"))
        self._show_state()
        if facts.story is None:
            self._show_unread(facts)
            return
        self.stack.setCurrentIndex(0)
        self.vote.show_story(facts.story)

    def _show_nothing(self) -> None:
        self.word_id = None
        for widget in (self.previous, self.next, self.on_page, self.in_review):
            widget.setEnabled(False)
        for label in (self.text, self.state, self.where):
            label.setText("")
        self.crop.set_word(None)
        self.empty.show_message(
            self.tr("There are no words yet"),
            self.tr("Here you see how the readers of the model voted on a word. First bring in some pages."),
            ButtonAction(self.tr("Import pages"), partial(self.context.go, "collection")),
        )
        self.stack.setCurrentWidget(self.empty)

    def _show_unread(self, facts: WordFacts) -> None:
        self.stack.setCurrentWidget(self.empty)
        job = self.context.session.jobs.current
        if job is not None and job.kind == "recognise":
            self.empty.show_progress(self.tr("Reading the words …"))
            return
        name = self.subject.now.model.name if self.subject.now else ""
        self.empty.show_message(
            self.tr("The model “{0}” has not read this word").format(name),
            facts.trouble or self.tr("Once it has, you see here how each of its readers voted, and why this word won."),
            ButtonAction(
                self.tr("Read the words with this model"),
                self.read_words,
                disabled_reason=self.context.session.read_only_message,
            ),
        )

    def _show_state(self) -> None:
        facts = self.facts
        if facts is None:
            return
        parts = [state_names()[facts.state.state]]
        if facts.state.state in ("typed", "accepted") and facts.state.predicted:
            parts.append(self.tr("suggested: “{0}”").format(facts.state.predicted))
        if facts.state.confidence is not None:
            parts.append(self.tr("{0} % sure").format(percent(facts.state.confidence)))
        elif facts.state.predicted is not None:
            parts.append(self.tr("confidence not measured"))
        colour = self.context.theme.tokens.state(facts.state.state)
        dot = f'<span style="color:{colour}">●</span> '
        self.state.setTextFormat(Qt.TextFormat.RichText)
        self.state.setText(dot + "; ".join(part.replace("<", "&lt;") for part in parts))

    def _head(self) -> QWidget:
        sheet = QFrame()
        sheet.setObjectName("sheet")
        row = QHBoxLayout(sheet)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(16)
        words = QVBoxLayout()
        words.setSpacing(4)
        for label in (self.text, self.state, self.where):
            words.addWidget(label)
        buttons = QVBoxLayout()
        buttons.setSpacing(8)
        arrows = QHBoxLayout()
        arrows.addWidget(self.previous, 1)
        arrows.addWidget(self.next, 1)
        buttons.addLayout(arrows)
        buttons.addWidget(self.on_page)
        buttons.addWidget(self.in_review)
        row.addWidget(self.crop, 3)
        row.addLayout(words, 3)
        row.addLayout(buttons)
        return sheet

    def _arrow(self, name: str) -> QToolButton:
        button = QToolButton()
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        button.setIconSize(QSize(16, 16))
        button.setObjectName(name)
        return button

    def _connect(self) -> None:
        self.previous.clicked.connect(lambda: self.step(-1))
        self.next.clicked.connect(lambda: self.step(1))
        self.on_page.clicked.connect(lambda: self.context.go("page", word_id=self.word_id))
        self.in_review.clicked.connect(lambda: self.context.go("review", word_id=self.word_id))
        self.context.theme.changed.connect(self._paint)
        self.context.session.changed.connect(self._changed)

    def _changed(self, changed: Changed) -> None:
        if not self.isVisible():
            return  # entering the place reads all anew
        concerned = self.word_id is None or changed.concerns(self.word_id)
        if changed.touches(PAGES, LEXICON) or (changed.touches(WORDS, PREDICTIONS) and concerned):
            self.refresh()

    def _paint(self) -> None:
        tokens = self.context.theme.tokens
        leftwards = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        self.previous.setIcon(icon("next" if leftwards else "previous", tokens.ink))
        self.next.setIcon(icon("previous" if leftwards else "next", tokens.ink))
        self._show_state()
