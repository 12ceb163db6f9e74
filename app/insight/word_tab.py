"""The tab about one word: its image, its state, and the vote on it."""

from functools import partial
from html import escape

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QStackedWidget, QToolButton, QWidget

from app.context import ProjectContext
from app.insight.model.active_model import ActiveModel
from app.insight.vote_explanation import WordFacts, ids_in_reading_order, read_word
from app.insight.vote_view import VoteView
from app.recalibration import Recalibration
from app.session.changes import Changed
from app.session.crop_loader import CropLoader
from app.style.icons import icon
from app.style.theme import reading_font
from app.text.formats import percent
from app.text.model_title import model_title
from app.text.names import state_names
from app.widgets import builders
from app.widgets.accessibility import set_role
from app.widgets.button_row import ButtonAction
from app.widgets.empty_state import EmptyState
from core.jobs.requests import RecogniseRequest
from core.project.changes import LEXICON, PAGES, PREDICTIONS, WORDS
from core.project.content.words import WordState
from core.project.project import Project
from core.recognition.prediction_status import PredictionStatus


class WordTab(QWidget):
    """Shows :attr:`word_id`; :meth:`step` goes to other words in reading order."""

    def __init__(self, context: ProjectContext, active_model: ActiveModel) -> None:
        super().__init__()
        self.context, self.active_model = context, active_model
        self._recalibration = Recalibration.for_context(context)
        self.word_id: int | None = None
        self.facts: WordFacts | None = None
        self._ids: list[int] = []
        self._positions: dict[int, int] = {}
        self.image = WordImage(context.session.crops)
        self.text = builders.label(wrap=False)
        self.text.setFont(reading_font(times=1.8))
        self.state, self.position = builders.label("", "quiet"), builders.label("", "caption", wrap=False)
        self.state.setTextFormat(Qt.TextFormat.RichText)
        self.previous = self._arrow("previous", self.tr("Previous word"), -1)
        self.next = self._arrow("next", self.tr("Next word"), 1)
        self.on_page = builders.push_button(self.tr("Show on the page"), lambda: self._go_to("page"))
        self.in_review = builders.push_button(self.tr("Correct in Review"), lambda: self._go_to("review"))
        self.vote = VoteView(context.theme)
        self.empty = EmptyState(context.theme, "insight")
        self.stack = QStackedWidget()
        self.stack.addWidget(self.vote)
        self.stack.addWidget(self.empty)
        builders.column(self._head(), (self.stack, 1), parent=self, margins=(0, 8, 0, 0))
        context.session.changed.connect(self._project_changed)
        self._recalibration.changed.connect(self._show_state)
        context.research.changed.connect(self._show_research)
        self._show_research()
        context.theme.follow(self._paint)

    def refresh(self) -> None:
        """Read the word and the list of words; without a word show the first that has a suggestion."""
        opened = self.active_model.current
        if opened is None:
            return
        name, summary, word_id = opened.model.name, opened.summary, self.word_id

        def read(project: Project) -> tuple[list[int], WordFacts | None]:
            ids, first = ids_in_reading_order(project, name)
            shown = word_id if word_id in set(ids) else first if first is not None else next(iter(ids), None)
            return ids, read_word(project, shown, name, summary) if shown is not None else None

        self.context.session.query(read, self._show, owner=self, key="insight:word")

    def step(self, by: int) -> None:
        """Go ``by`` words forward (negative: back) in reading order."""
        opened = self.active_model.current
        position = self._positions.get(self.word_id or 0)
        if opened is None or position is None or not 0 <= position + by < len(self._ids):
            return
        word_id = self.word_id = self._ids[position + by]
        self.context.session.query(
            lambda project: (self._ids, read_word(project, word_id, opened.model.name, opened.summary)),
            self._show,
            owner=self,
            key="insight:word",
        )

    def recognise(self) -> None:
        """Recognise with the model: all words if this one is transcribed, otherwise those without a transcription."""
        opened = self.active_model.current
        if opened is None:
            return
        words = "all" if self.facts is not None and self.facts.is_transcribed else "unread"
        self.context.session.jobs.start(RecogniseRequest(opened.model.name, words))
        self.empty.show_progress(self.tr("Suggesting readings …"))

    def _go_to(self, view: str) -> None:
        self.context.go(view, word_id=self.word_id)

    def _show_research(self) -> None:
        self.vote.show_research(self.context.research.is_on)

    def _show(self, result: tuple[list[int], WordFacts | None]) -> None:
        ids, facts = result
        if ids is not self._ids:
            self._ids = ids
            self._positions = {word_id: position for position, word_id in enumerate(ids)}
        self.facts = facts
        self.word_id = facts.word_id if facts is not None else None
        self.image.set_word(self.word_id)
        for button in (self.on_page, self.in_review):
            button.setEnabled(facts is not None)
        if facts is None:
            self._show_no_words()
            return
        position = self._positions.get(facts.word_id, 0)
        self.previous.setEnabled(position > 0)
        self.next.setEnabled(position + 1 < len(self._ids))
        self.position.setText(self.tr("Word {0} of {1}").format(position + 1, len(self._ids)))
        self.text.setText(facts.summary.text or self.tr("no suggestion yet"))
        self._show_state()
        if facts.explanation is None:
            self._show_no_vote(facts)
            return
        self.stack.setCurrentWidget(self.vote)
        self.vote.show_vote(facts.explanation)

    def _show_no_words(self) -> None:
        for arrow in (self.previous, self.next):
            arrow.setEnabled(False)
        for label in (self.text, self.state, self.position):
            label.setText("")
        self.empty.show_message(
            self.tr("There are no words yet"),
            self.tr("Import pages to see here how the readers of the model vote on each word."),
            ButtonAction(self.tr("Import pages"), partial(self.context.go, "collection")),
        )
        self.stack.setCurrentWidget(self.empty)

    def _show_no_vote(self, facts: WordFacts) -> None:
        self.stack.setCurrentWidget(self.empty)
        job = self.context.session.jobs.current
        if job is not None and isinstance(job.request, RecogniseRequest):
            self.empty.show_progress(self.tr("Suggesting readings …"))
            return
        opened = self.active_model.current
        title = model_title(opened.model) if opened else ""
        self.empty.show_message(
            self.tr("The model “{0}” has no suggestion for this word").format(title),
            facts.error or self.tr("Once it has, the vote of each reader is shown here, and why a word won."),
            ButtonAction(
                self.tr("Suggest readings with this model"),
                self.recognise,
                disabled_reason=self.context.session.read_only_message,
            ),
        )

    def _show_state(self) -> None:
        if self.facts is None:
            return
        summary = self.facts.summary
        parts = [state_names()[summary.state]]
        if summary.state == WordState.UNCERTAIN and summary.status == PredictionStatus.UNLISTED:
            parts.append(self.tr("in no list"))
        if self.facts.is_transcribed and summary.predicted:
            parts.append(self.tr("suggested: “{0}”").format(summary.predicted))
        if summary.confidence is not None:
            is_outdated = self._recalibration.is_outdated
            text = self.tr("confidence {0} % (earlier word list)") if is_outdated else self.tr("confidence {0} %")
            parts.append(text.format(percent(summary.confidence)))
        elif summary.predicted is not None:
            parts.append(self.tr("confidence not measured"))
        dot = f'<span style="color:{self.context.theme.tokens.state(summary.state)}">●</span> '
        self.state.setText(dot + escape("; ".join(parts), quote=False))
        self.state.setToolTip(self._recalibration.explanation())

    def _head(self) -> QFrame:
        sheet = QFrame()
        sheet.setObjectName("sheet")
        words = builders.column(self.text, self.state, self.position, spacing=4)
        arrows = builders.row((self.previous, 1), (self.next, 1))
        buttons = builders.column(arrows, self.on_page, self.in_review)
        builders.row((self.image, 3), (words, 3), buttons, parent=sheet, margins=(16, 8, 16, 8), spacing=16)
        return sheet

    def _arrow(self, name: str, title: str, by: int) -> QToolButton:
        button = QToolButton()
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        button.setIconSize(QSize(16, 16))
        button.setObjectName(name)
        button.setAccessibleName(title)
        button.clicked.connect(lambda: self.step(by))
        return button

    def _project_changed(self, changed: Changed) -> None:
        if not self.isVisible():
            return  # all is read when the tab is shown
        concerned = self.word_id is None or changed.concerns(self.word_id)
        if changed.touches(PAGES, LEXICON) or (changed.touches(WORDS, PREDICTIONS) and concerned):
            self.refresh()

    def _paint(self) -> None:
        right_to_left = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        self.previous.setIcon(icon("next" if right_to_left else "previous"))
        self.next.setIcon(icon("previous" if right_to_left else "next"))
        self._show_state()


class WordImage(QWidget):
    """The image of a word, as large as fits, at most at twice its size."""

    def __init__(self, crops: CropLoader) -> None:
        super().__init__()
        self._crops = crops
        self._word_id: int | None = None
        self.setMinimumSize(200, 104)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Word image"))
        set_role(self, QAccessible.Role.Graphic)
        crops.ready.connect(self._ready)

    def set_word(self, word_id: int | None) -> None:
        """Show the image of another word as soon as it is loaded."""
        self._word_id = word_id
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        image = None if self._word_id is None else self._crops.get(self._word_id)
        if image is None or image.isNull():
            return
        size = image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        if size.height() > 2 * image.height():  # a larger one would only be blurred
            size = image.size() * 2
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        corner = (self.width() - size.width()) // 2, (self.height() - size.height()) // 2
        painter.drawImage(QRect(*corner, size.width(), size.height()), image)
        painter.end()

    def _ready(self, word_id: int) -> None:
        if word_id == self._word_id:
            self.update()
