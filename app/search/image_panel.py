"""Search by image (word spotting): the word images most similar to any word, transcribed in bulk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QWidget

from app.context import ProjectContext
from app.search.distance_slider import DistanceSlider
from app.search.results_panel import ResultsPanel
from app.search.transcription_bar import BulkTranscription, TranscriptionBar, plan_transcription, transcribe_words
from app.search.word_delegates import CARD_SIZE, CardDelegate
from app.search.word_info import WordInfoCache
from app.session.jobs import Job, Outcome
from app.session.session import Session
from app.session.worker import error_message
from app.text import formats
from app.text.formats import integer
from app.text.model_title import title_of
from app.widgets import builders
from app.widgets.button_row import ButtonAction
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.flow_layout import FlowLayout
from app.widgets.message_bar import MessageBar
from core.jobs.requests import RecogniseRequest
from core.project.changes import WORDS
from core.project.project import Project

if TYPE_CHECKING:
    from core.jobs.spotting import Ranking


class MissingWordsBar(MessageBar):
    """Hidden if all words can be found."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._job: Job | None = None
        self._outcome: Outcome | None = None
        self._unreadable = 0
        """Words that were still missing after all had been processed."""
        self._request = RecogniseRequest()
        self._start_action = ButtonAction(self.tr("Suggest readings"), self.start)
        disable_with_reason(session.read_only_message, self.button)

    @property
    def is_running(self) -> bool:
        return self._job is not None

    def show_missing(self, missing: int, transcribed: int, model: str) -> None:
        """Show that ``missing`` words, ``transcribed`` of them by a person, cannot be found with ``model``."""
        # if only words without a transcription are missing, processing those is enough and takes less time
        self._request = RecogniseRequest(model, "all" if transcribed else "unread")
        if self.is_running:
            return
        if self._outcome is not None and self._outcome.ok:
            self._unreadable, self._outcome = missing, None
        if not missing:
            self.dismiss()
            return
        if self._outcome is not None:
            text = self._outcome.text
        elif missing <= self._unreadable:
            text = self.tr("%Ln word(s) cannot be searched by image: their images could not be read.", "", missing)
        else:
            text = self.tr(
                "%Ln word(s) cannot be searched by image yet: the model “{0}” has not processed them.", "", missing
            ).format(title_of(self._session.project, model))
        self.show_message(text, [self._start_action])

    def start(self) -> None:
        """Start the job, which continues while other views are used."""
        if self.is_running:
            return
        self._outcome = None
        self._job = self._session.jobs.start(self._request)
        self._job.progressed.connect(self._show_progress)
        self._job.finished.connect(self._finish)
        self.show_message(
            self.tr("The model is processing word images. You can go on working.")
            if self._session.jobs.current is self._job
            else self.tr("Another job is running. The word images are processed after it.")
        )

    def _show_progress(self, done: int, total: int) -> None:
        text = self.tr("The model has processed {0} of {1} word images. You can go on working.")
        self.show_message(text.format(integer(done), integer(total)))

    def _finish(self, outcome: Outcome) -> None:
        self._job, self._outcome = None, outcome
        self.show_message(self.text.text(), [self._start_action])


_NEAREST = 24
"""Words that are shown when a person asks for the nearest ones, however far they are."""


class ImagePanel(ResultsPanel):
    """``transcribed()``: results were transcribed, so the search is worth remembering."""

    transcribed = Signal()

    def __init__(self, context: ProjectContext, infos: WordInfoCache) -> None:
        distance = DistanceSlider()
        super().__init__(context, infos, CARD_SIZE, distance.count)
        self._text = ""
        self._ranking: Ranking | None = None
        self._plan: BulkTranscription | None = None
        self.view.setAccessibleName(self.tr("Word images by similarity to the word, the most similar first"))
        self.view.setItemDelegate(CardDelegate(self, self._distance))
        self.distance = distance
        self.missing = MissingWordsBar(self.session)
        self.bar = TranscriptionBar()
        self.top = QWidget()
        self._controls = (self.top, self.bar)
        self.top.setLayout(FlowLayout(self.distance, self.navigation, spacing=16))
        builders.column(self.missing, self.top, (self.stack, 1), self.bar, parent=self)
        self._connect()

    def search(self, text: str) -> None:
        """Search for the word images most similar to ``text``."""
        self._text = text = text.strip()
        if not text:
            self._busy.stop()
            self._show_empty(
                self.tr("Find a word by how it looks"),
                self.tr(
                    "Type any word, whether or not it is in the word list. The most similar word images are shown "
                    "here. Mark those that show the word and confirm them all at once."
                ),
            )
        elif self.session.active_model() is None:
            self._show_empty(
                self.tr("Searching by image needs a trained model"),
                self.tr(
                    "A model learns from your transcriptions what any word looks like, even a new one. It can then "
                    "compare every word image of the collection with the word that you type."
                ),
                ButtonAction(self.tr("Go to Train"), lambda: self.context.go("train")),
            )
        else:
            self._busy.start()
            self.session.query(
                lambda project: _rank(project, text),
                self._set_ranking,
                owner=self,
                key="search-images",
                on_error=self._fail,
            )

    def _connect(self) -> None:
        self.distance.moved.connect(self._update_shown)
        self.view.clicked.connect(self.table.toggle)
        self.table.marks_changed.connect(self._marks_changed)
        for button, mark in ((self.bar.mark_all, self.table.mark_all), (self.bar.mark_none, self.table.mark_none)):
            button.clicked.connect(mark)
            button.clicked.connect(lambda: self.view.setFocus())
        self.bar.transcription_entered.connect(self._prepare)
        self.bar.answered.connect(self._answered)
        actions = self.context.actions
        self.view.add_key(actions, self.tr("Mark or unmark the word"), self._toggle, "M")
        self.view.add_key(actions, self.tr("Mark all words shown"), self.table.mark_all, "Ctrl+A")
        self.view.add_key(actions, self.tr("Mark none"), self.table.mark_none, "Ctrl+Shift+A")
        confirm = self.view.add_key(actions, self.tr("Confirm the marked words"), self.bar.confirm.click, "Ctrl+Return")
        disable_with_reason(self.session.read_only_message, confirm, self.bar.confirm, self.bar.other, self.bar.correct)

    def _set_ranking(self, ranking: Ranking) -> None:
        self._busy.stop()
        is_new = self._ranking is None or self._ranking.word != ranking.word
        self._ranking = ranking
        self.missing.show_missing(ranking.missing, ranking.missing_read, ranking.model)
        self.bar.set_word(ranking.word)
        if not ranking.ids and not ranking.missing:
            self._show_empty(
                self.tr("There are no words yet"),
                self.tr("Import pages or word images into the collection, then search them here."),
                ButtonAction(self.tr("Go to Collection"), lambda: self.context.go("collection")),
            )
            return
        if not ranking.ids:
            self._show_unprocessed(ranking)
            return
        self.distance.set_scale(ranking.metric, ranking.scale)
        self.table.set_words(ranking.ids, self.distance.count_within(ranking.distances))
        if is_new:
            self.view.go_to(0)
            self.view.scrollToTop()
        self._update_shown()

    def _show_unprocessed(self, ranking: Ranking) -> None:
        if not self.missing.is_running:
            self.missing.dismiss()
        reason = self.session.read_only_message
        start = ButtonAction(self.tr("Suggest readings"), self._process, disabled_reason=reason)
        self._show_empty(
            self.tr("The model has not processed the word images yet"),
            self.tr(
                "“{0}” must process each word image once (%Ln word(s)). It also suggests readings for "
                "unchecked words; transcriptions are not changed.",
                "",
                ranking.missing,
            ).format(title_of(self.session.project, ranking.model)),
            *(() if self.missing.is_running else (start,)),
        )

    def _process(self) -> None:
        self.missing.start()
        self._show_empty(self.empty.title.text(), self.empty.text.text())

    def _update_shown(self) -> None:
        ranking = self._ranking
        if ranking is None or not ranking.ids or not self._text:
            return
        shown = self.distance.count_within(ranking.distances)
        self.table.set_shown(shown)
        self.top.show()
        self.distance.show_count(shown, len(ranking.ids))
        self.bar.setVisible(shown > 0)
        if shown:
            self.stack.setCurrentWidget(self.view)
            return
        nearest = formats.distance(ranking.distances[0])
        enough = ranking.distances[min(_NEAREST, len(ranking.distances)) - 1]
        text = self.tr("The image most similar to “{0}” has a distance of {1}. It may show another word.")
        self.empty.show_message(
            self.tr("No image is similar enough"),
            text.format(ranking.word, nearest),
            ButtonAction(self.tr("Show the most similar"), lambda: self.distance.include(enough)),
        )
        self.stack.setCurrentWidget(self.empty)

    def _fail(self, error: Exception) -> None:
        self._busy.stop()
        self._ranking = None
        self._show_empty(self.tr("This search is not possible"), error_message(error))

    def _toggle(self) -> None:
        self.table.toggle(self.view.currentIndex())

    def _marks_changed(self) -> None:
        self.bar.set_marked(self.table.marked_count)
        self.view.viewport().update()

    def _prepare(self, text: str) -> None:
        """Transcribe the marked words, after a question if some have other transcriptions."""
        ids = self.table.marked
        self.session.query(
            lambda project: plan_transcription(project, ids, text),
            self._set_plan,
            owner=self,
            key="search-plan",
            on_error=lambda error: self.bar.show_error(error_message(error)),
        )

    def _set_plan(self, plan: BulkTranscription) -> None:
        self._plan = plan
        if plan.others:
            self.bar.ask(list(plan.others.values()), len(plan.new) + len(plan.same))
        else:
            self._transcribe(plan, replace=False)

    def _answered(self, replace: bool) -> None:
        self.view.setFocus()
        if self._plan is not None:
            self._transcribe(self._plan, replace)

    def _transcribe(self, plan: BulkTranscription, replace: bool) -> None:
        ids = [*plan.new, *plan.same, *plan.others]
        replaced = frozenset(plan.others) if replace else frozenset()
        self.session.execute(
            lambda project: transcribe_words(project, ids, plan.text, replaced),
            changes=[WORDS],
            word_ids=ids,
            owner=self,
            on_result=self._report,
            on_error=lambda error: self.bar.show_error(error_message(error)),
        )

    def _report(self, result: BulkTranscription) -> None:
        focused = QApplication.focusWidget()
        if focused is None or self.bar.isAncestorOf(focused):
            self.view.setFocus()  # the buttons of the bar are disabled now
        self.table.mark_none()
        text = self.tr("%Ln word(s) set to “{0}”.", "", len(result.new)).format(result.text)
        if result.same:
            text += " " + self.tr("%Ln had this transcription already.", "", len(result.same))
        if result.others:
            text += " " + self.tr("%Ln keep their transcriptions.", "", len(result.others))
        self.context.notifications.info(text)
        self.transcribed.emit()

    def _distance(self, position: int) -> str:
        return formats.distance(self._ranking.distances[position]) if self._ranking else ""

    def _distance_text(self, position: int) -> str:
        return self.tr("distance {0}").format(self._distance(position))


def _rank(project: Project, text: str) -> Ranking:
    # imported in the reader's thread: numpy and HDF5 take long to import
    from core.jobs.spotting import rank

    return rank(project, text)
