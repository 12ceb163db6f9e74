"""How well the model reads words kept for testing, beside other ways of deciding, with intervals."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.context import ProjectContext
from app.insight.model.active_model import ActiveModel, Loaded
from app.insight.model.reliability_table import ReliabilityTable
from app.insight.model.results import Results, Share, measured_otherwise, parse
from app.insight.tab import Tab
from app.session.changes import MODELS, WORDS, Changed
from app.session.jobs import Job
from app.text.date_format import format_timestamp
from app.widgets.button_row import ButtonAction
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.empty_state import EmptyState
from app.widgets.text_table import NUMBER, Column, TextRow, TextTable
from core.evaluation.decision_rules import DecisionRule
from core.project.content.models import load_evaluation
from core.project.content.statistics import transcribed_count
from core.project.project import Project


class ResultsTab(Tab):
    """The table, what its rows and columns mean, and the button that measures."""

    def __init__(self, context: ProjectContext, subject: ActiveModel) -> None:
        super().__init__(context, subject)
        self.results: Results | None = None
        self._job: Job | None = None
        self._tests = 0
        self.about, self.warning = QLabel(), QLabel()
        self.about.setProperty("kind", "quiet")
        self.warning.setProperty("kind", "warn")
        for label in (self.about, self.warning):
            label.setWordWrap(True)
        self.measure = QPushButton(self.tr("Measure now"))
        self.measure.clicked.connect(self.start)
        disable_with_reason(context.session.read_only_message, self.measure)
        self.table = TextTable(
            self.tr("Share of words read rightly"),
            [
                Column(self.tr("Way of deciding")),
                Column(self.tr("Words not in training"), "A_u", NUMBER, 200),
                Column(self.tr("Words trained on"), "A_s", NUMBER, 200),
                Column(self.tr("Both, harmonic mean"), "h", NUMBER, 200),
                Column(self.tr("The lesser of both"), "A_b", NUMBER, 200),
            ],
        )
        self.trust = ReliabilityTable()
        self.empty = EmptyState(context.theme, "insight")
        self._page = self._lay_out()
        self._page.hide()  # until it is known what there is to show
        context.session.changed.connect(self._changed)

    def refresh(self) -> None:
        """Read the last measurement anew."""
        now = self.subject.now
        if now is None:
            return
        model = now.model

        def question(project: Project) -> tuple[Results | None, int]:
            return parse(load_evaluation(model)), transcribed_count(project, "test")

        self.context.session.query(question, partial(self._show, now), owner=self, key="insight:results")

    def start(self) -> None:
        """Measure the model on the words kept for testing, as a job."""
        now = self.subject.now
        if now is None or self._job is not None:
            return
        self._job = self.context.session.jobs.start("evaluate", "--model", now.model.name, "--baselines")
        self._job.finished.connect(self._ended)
        self._job.progressed.connect(self._show_progress)
        self.measure.setEnabled(False)
        self.measure.setText(self.tr("Measuring …"))
        if self.results is None:
            self.empty.show_progress(self.tr("Measuring on the words kept for testing …"))

    def _show(self, of: Loaded, found: tuple[Results | None, int]) -> None:
        self.results, self._tests = found
        results = self.results
        self.empty.setVisible(results is None)
        self._page.setVisible(results is not None)
        self.measure.setEnabled(self._job is None and self._tests > 0)
        if results is None:
            if self._job is None:
                self._say_empty()
            return
        names = self._names()
        order = [name for name in DecisionRule if name in results.rows]
        self.table.show_rows(
            [
                TextRow(
                    (names[name][0], *(_cell(share) for share in results.rows[name])), bold=name == DecisionRule.GATED
                )
                for name in order
            ]
        )
        self.about.setText(
            self.tr(
                "Measured on %Ln picture(s) of words the model was trained on and {0} of words it was "
                "not; all were kept for testing. In brackets the 95 % interval.",
                "",
                results.n_seen,
            ).format(f"{results.n_unseen:,}")
            + (
                " "
                + self.tr("%Ln of them are not in the lexicon and count as read wrongly.", "", results.outside_lexicon)
                if results.outside_lexicon
                else ""
            )
            + (
                " " + self.tr("Measured {0}.").format(format_timestamp(results.measured_at))
                if results.measured_at
                else ""
            )
        )
        self.trust.put(results.bands)
        self._warn(of, results)

    def _warn(self, of: Loaded, results: Results) -> None:
        said = []
        if measured_otherwise(results, of.thres):
            said.append(self.tr("These figures were measured at other thresholds than those in force. Measure again."))
        elif of.by_hand is not None:
            said.append(
                self.tr(
                    "The thresholds were set by hand. If these test words were watched while choosing them, "
                    "the figures are no longer an independent measurement."
                )
            )
        self.warning.setText(" ".join(said))
        self.warning.setVisible(bool(said))

    def _say_empty(self) -> None:
        if self._tests:
            self.empty.show_message(
                self.tr("This model has not been measured yet"),
                self.tr(
                    "Measuring reads the %Ln word(s) kept for testing and holds the readings against what a "
                    "person wrote.",
                    "",
                    self._tests,
                ),
                ButtonAction(
                    self.tr("Measure now"), self.start, disabled_reason=self.context.session.read_only_message
                ),
            )
        else:
            self.empty.show_message(
                self.tr("There is nothing to measure on"),
                self.tr(
                    "Choose transcribed pages to be kept for testing; the model is then never trained on them, and "
                    "how well it reads can be measured."
                ),
                ButtonAction(self.tr("Choose pages for testing"), partial(self.context.go, "collection")),
            )

    def _show_progress(self, done: int, total: int) -> None:
        if self.results is None:
            self.empty.show_progress(self.tr("Measuring on the words kept for testing …"), done, total)

    def _ended(self, outcome: object) -> None:
        self._job = None
        self.measure.setText(self.tr("Measure now"))
        self.refresh()

    def _changed(self, changed: Changed) -> None:
        if changed.touches(MODELS, WORDS):
            self._if_shown()

    def _names(self) -> dict[str, tuple[str, str]]:
        """Each row's name and what it is."""
        return {
            DecisionRule.ONE_MEMBER: (
                self.tr("One reader alone"),
                self.tr("the mean of the readers, each taking the nearest word of the whole lexicon, without a gate"),
            ),
            DecisionRule.UNGATED_VOTE: (
                self.tr("Vote without gates"),
                self.tr("all readers vote for their nearest word"),
            ),
            DecisionRule.STACKING: (
                self.tr("Vote with a handicap"),
                self.tr("words not in training are favoured by a fixed distance (calibrated stacking)"),
            ),
            DecisionRule.GATED: (
                self.tr("Vote with gates (this model)"),
                self.tr(
                    "each reader's networks first vote on whether the word was in its training; the readings of "
                    "this project are made so"
                ),
            ),
            DecisionRule.ORACLE_GATE: (
                self.tr("Vote with perfect gates"),
                self.tr("what the readers could reach were every gate always right: a bound, not a method"),
            ),
        }

    def _lay_out(self) -> QWidget:
        inner = QWidget()
        inner.setObjectName("page")
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        head = QHBoxLayout()
        head.addWidget(self.about, 1)
        head.addWidget(self.measure)
        column.addLayout(head)
        column.addWidget(self.warning)
        column.addWidget(self.table)
        column.addWidget(self.trust)
        title = QLabel(self.tr("What the rows and columns say"))
        title.setProperty("kind", "section")
        column.addWidget(title)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        columns = {
            self.tr("Words not in training"): self.tr("share read rightly of words no training picture shows (A_u)"),
            self.tr("Words trained on"): self.tr("share read rightly of words that training pictures show (A_s)"),
            self.tr("Both, harmonic mean"): self.tr("one figure for both; low as soon as one of them is low (h)"),
            self.tr("The lesser of both"): self.tr("how well the weaker kind is read (A_b)"),
        }
        for row, (name, text) in enumerate([*self._names().values(), *columns.items()]):
            left, right = QLabel(name), QLabel(text)
            right.setProperty("kind", "quiet")
            right.setWordWrap(True)
            grid.addWidget(left, row, 0)
            grid.addWidget(right, row, 1)
        column.addLayout(grid)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(inner)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 16, 0, 0)
        whole.addWidget(area)
        whole.addWidget(self.empty)
        self.empty.hide()
        return area


def _cell(share: Share) -> str:
    if share.value is None:
        return "–"
    text = f"{100 * share.value:.1f} %"
    if share.low is None or share.high is None:
        return text
    return text + f" ({100 * share.low:.0f}–{100 * share.high:.0f})"
