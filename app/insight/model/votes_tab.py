"""The tab about the votes on all words: histograms, counts of both kinds, and how many readers agree."""

from functools import partial

from PySide6.QtWidgets import QComboBox, QWidget

from app.context import ProjectContext
from app.insight.model.active_model import ActiveModel, OpenedModel
from app.insight.model.tab import ReaderBox, VoteDataTab
from app.insight.model.vote_data import VoteData
from app.plots.plot_data import PlotData
from app.plots.plot_panel import PlotPanel
from app.text.formats import integer
from app.text.model_title import model_title
from app.widgets import builders
from app.widgets.button_row import ButtonAction
from app.widgets.text_table import NUMBER, Column, TextTable
from core.jobs.requests import RecogniseRequest
from core.project.project import Project
from core.recognition.revote import revote


class VotesTab(VoteDataTab):
    """A histogram of the votes of one reader or of all, the agreement of the readers, and a table of counts."""

    def __init__(self, context: ProjectContext, active_model: ActiveModel) -> None:
        super().__init__(context, active_model)
        self.readers = ReaderBox(self.tr("Reader whose votes are shown"))
        self.readers.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.about = builders.label("", "quiet", wrap=False)
        self.histogram, self.agreement = PlotPanel(context), PlotPanel(context)
        self.counts = TextTable(
            self.tr("Words treated as trained on, as new and as in no list, by reader"),
            [
                Column(self.tr("Reader"), kind=NUMBER, width=64),
                Column(self.tr("Treated as trained on"), self.tr("Seen, by its gate"), NUMBER, 200),
                Column(self.tr("Treated as new words"), self.tr("Unseen, by its gate"), NUMBER, 200),
                Column(self.tr("As in no list"), self.tr("Spelled without the word list"), NUMBER, 128),
                Column(self.tr("Words it was trained on"), self.tr("W_s of this reader"), NUMBER, 184),
                Column(self.tr("Threshold"), self.tr("thres, out of n_k gate networks"), NUMBER, 120),
            ],
            max_rows=5,
        )
        page = QWidget()
        plots = builders.row((self.histogram, 3), (self.agreement, 2), spacing=16)
        builders.column(builders.row((self.about, 1), self.readers), (plots, 1), self.counts, parent=page, spacing=16)
        self._lay_out_stack(page)
        self.readers.currentIndexChanged.connect(lambda _: self._draw_histogram())

    def refresh(self) -> None:
        opened = self.active_model.current
        reason = self.tr("The starter model has one reader, and every word is new to it: there is no vote to show.")
        if opened is None or self._show_if_starter(reason):
            return
        data = self._request_votes()
        if data is None:
            return
        if not len(data):
            suggest = ButtonAction(
                self.tr("Suggest readings with this model"),
                partial(self._recognise, opened.model.name),
                disabled_reason=self.context.session.read_only_message,
            )
            title = self.tr("The model “{0}” has no suggestions yet").format(model_title(opened.model))
            self._show_empty(
                title, self.tr("Once it has, the votes of its readers on all words are shown here."), suggest
            )
            return
        self._show_page()
        members = len(opened.summary.members)
        self.readers.set_members(members)
        self._show_about(data)
        self._draw_histogram()

        def compute(project: Project) -> tuple[PlotData, list[int], list[int]]:
            agreement = self._plots.agreement(members, revote(data.evidence, opened.thres).result)
            return agreement, data.is_seen.sum(axis=0).tolist(), data.is_unlisted.sum(axis=0).tolist()

        show = partial(self._show_counts, opened, len(data))
        self.context.session.query(compute, show, owner=self, key="insight:counts")

    def _show_about(self, data: VoteData) -> None:
        text = self.tr("%Ln word(s) have a suggestion, {0} of them also a transcription.", "", len(data))
        text = text.format(integer(int(data.transcribed.sum())))
        if data.damaged:
            text += " " + self.tr("%Ln left out: their stored votes are damaged.", "", data.damaged)
        self.about.setText(text)

    def _draw_histogram(self) -> None:
        opened, data = self.active_model.current, self.active_model.votes
        if opened is None or data is None:
            return
        k = self.readers.reader
        self.context.session.query(
            lambda project: self._plots.votes(opened.summary, data, k),
            self.histogram.show_figure,
            owner=self,
            key="insight:histogram",
        )

    def _show_counts(self, opened: OpenedModel, words: int, result: tuple[PlotData, list[int], list[int]]) -> None:
        agreement, seen, unlisted = result
        self.agreement.show_figure(agreement)
        self.counts.show_rows(
            [
                [
                    str(k + 1),
                    str(seen[k]),
                    str(words - seen[k] - unlisted[k]),
                    str(unlisted[k]),
                    str(len(member.seen)),
                    self.tr("{0} of {1}").format(opened.thres[k], member.n_gates),
                ]
                for k, member in enumerate(opened.summary.members)
            ]
        )

    def _recognise(self, model: str) -> None:
        self.context.session.jobs.start(RecogniseRequest(model, "all"))
        self._show_progress(self.tr("Suggesting readings …"))
