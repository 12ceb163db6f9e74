"""How the readers vote over the whole collection: histograms, counts of both kinds, and how many agree."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.context import ProjectContext
from app.insight.model.active_model import ActiveModel, Loaded
from app.insight.model.vote_data import VoteData
from app.insight.plots.factory import plot_panel
from app.insight.plots.plot_data import PlotData
from app.insight.tab import CollectionTab
from app.widgets.button_row import ButtonAction
from app.widgets.text_table import NUMBER, Column, TextTable
from core.project.project import Project
from core.recognition.revote import revote


class VotesTab(CollectionTab):
    """Shows what the model said of all words it has read."""

    def __init__(self, context: ProjectContext, subject: ActiveModel) -> None:
        super().__init__(context, subject)
        self.readers = QComboBox()
        self.readers.setAccessibleName(self.tr("Whose votes are shown"))
        self.readers.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.about = QLabel()
        self.about.setProperty("kind", "quiet")
        self.histogram, self.agreement = plot_panel(context), plot_panel(context)
        self.counts = TextTable(
            self.tr("What each reader takes the words for"),
            [
                Column(self.tr("Reader"), kind=NUMBER, width=64),
                Column(self.tr("Takes for words trained on"), self.tr("Seen, by its gate"), NUMBER, 200),
                Column(self.tr("Takes for words not in training"), self.tr("Unseen, by its gate"), NUMBER, 224),
                Column(self.tr("Words it was trained on"), self.tr("W_s of this reader"), NUMBER, 184),
                Column(self.tr("Threshold"), self.tr("thres, of n_k networks"), NUMBER, 120),
                Column(""),
            ],
            max_rows=5,
        )
        self._lay_out()
        self.readers.currentIndexChanged.connect(lambda place: self._draw_histogram())

    def refresh(self) -> None:
        """Show the collection; it is asked for when it is not there."""
        now = self.subject.now
        if now is None or self._is_first("votes"):
            return
        collection = self._gathered()
        if collection is None:
            return
        if not len(collection):
            self.empty.show_message(
                self.tr("The model “{0}” has not read any word").format(now.model.name),
                self.tr("Once it has, you see here how its readers vote over the whole collection."),
                ButtonAction(
                    self.tr("Read the words with this model"),
                    partial(self._read_words, now.model.name),
                    disabled_reason=self.context.session.read_only_message,
                ),
            )
            self.stack.setCurrentWidget(self.empty)
            return
        self.stack.setCurrentIndex(0)
        members = len(now.summary.members)
        if self.readers.count() != members + 1:
            self.readers.blockSignals(True)
            self.readers.clear()
            self.readers.addItem(self.tr("All readers together"))
            self.readers.addItems([self.tr("Reader {0}").format(k + 1) for k in range(members)])
            self.readers.blockSignals(False)
        self._say(collection)
        self._draw_histogram()
        thres = now.thres

        def question(project: Project) -> tuple[PlotData, list[int]]:
            agreement = self._figures.agreement(members, revote(collection.evidence, thres).result)
            return agreement, collection.gate_seen.sum(axis=0).tolist()

        self.context.session.query(
            question, partial(self._count, now, len(collection)), owner=self, key="insight:count"
        )

    def _say(self, collection: VoteData) -> None:
        text = self.tr("%Ln word(s) read by the model, {0} of them also by a person.", "", len(collection)).format(
            f"{int(collection.read.sum()):,}"
        )
        if collection.damaged:
            text += " " + self.tr(
                "%Ln are left out: what was kept of their votes cannot be read.", "", collection.damaged
            )
        self.about.setText(text)

    def _draw_histogram(self) -> None:
        now, collection = self.subject.now, self.subject.collection
        if now is None or collection is None:
            return
        place = self.readers.currentIndex()
        k = None if place <= 0 else place - 1
        self.context.session.query(
            lambda p: self._figures.votes(now.summary, collection, k),
            self.histogram.show_figure,
            owner=self,
            key="insight:histogram",
        )

    def _count(self, now: Loaded, words: int, found: tuple[PlotData, list[int]]) -> None:
        figure, seen = found
        self.agreement.show_figure(figure)
        self.counts.show_rows(
            [
                [
                    str(k + 1),
                    str(seen[k]),
                    str(words - seen[k]),
                    str(len(member.seen)),
                    self.tr("{0} of {1}").format(now.thres[k], member.n_gates),
                    "",
                ]
                for k, member in enumerate(now.summary.members)
            ]
        )

    def _read_words(self, model: str) -> None:
        self.context.session.jobs.start("recognise", "--model", model, "--words", "all")
        self.empty.show_progress(self.tr("Reading the words …"))

    def _lay_out(self) -> None:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        head = QHBoxLayout()
        head.addWidget(self.about, 1)
        head.addWidget(self.readers)
        plots = QHBoxLayout()
        plots.setSpacing(16)
        plots.addWidget(self.histogram, 3)
        plots.addWidget(self.agreement, 2)
        column.addLayout(head)
        column.addLayout(plots, 1)
        column.addWidget(self.counts)
        self._put_page(page)
