"""The tab about the accuracy on test words, compared with other decision rules, with intervals."""

from functools import partial

from PySide6.QtWidgets import QLabel, QWidget

from app.context import ProjectContext
from app.insight.model.active_model import ActiveModel, OpenedModel
from app.insight.model.line_part_switch import LinePartSwitch
from app.insight.model.reliability_plot import ReliabilityPlot, ReliabilityTable
from app.insight.model.results import Results, parse_results, share_text
from app.insight.model.tab import ScoreNames, Tab
from app.insight.model.whole_pages import WholePages
from app.plots.plot_panel import PlotPanel
from app.session.jobs import Job
from app.text.formats import format_timestamp, integer
from app.widgets import builders
from app.widgets.button_row import ButtonAction
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.empty_state import EmptyState
from app.widgets.text_table import NUMBER, Column, TextRow, TextTable
from core.evaluation.decision_rules import DecisionRule
from core.jobs.requests import EvaluateRequest
from core.project.changes import LEXICON, MODELS, WORDS
from core.project.content.lexicon import lexicon_size
from core.project.content.models import load_evaluation
from core.project.content.statistics import transcribed_count
from core.project.content.words import Role
from core.project.project import Project

_COMBINED_COLUMNS = (3, 4)
"""The columns of the harmonic mean and of the lower score."""


class ResultsTab(Tab):
    """The table, the meaning of its rows and columns, and the button that measures."""

    parts = (MODELS, WORDS, LEXICON)

    def __init__(self, context: ProjectContext, active_model: ActiveModel) -> None:
        super().__init__(context, active_model)
        self.results: Results | None = None
        self._job: Job | None = None
        self._test_words = self._list_words = 0
        self.unread, self.about = builders.label("", "section"), builders.label("", "quiet")
        self.warning = builders.label("", "warn")
        self.measure = builders.push_button(self.tr("Measure now"), self.start)
        disable_with_reason(context.session.read_only_message, self.measure)
        names = ScoreNames(self)
        self._scores = names.titles()
        about = names.meanings()
        self.table = TextTable(
            self.tr("Share of correct suggestions"),
            [
                Column(self.tr("Suggestions by")),
                *(Column(title, about[symbol], NUMBER, 150) for symbol, title in self._scores.items()),
            ],
        )
        self.reliability = ReliabilityTable()
        self.reliability_plot = PlotPanel(context, square=240)
        self._plots = ReliabilityPlot(self)
        self.basis, self.characters = builders.label("", "quiet"), builders.label("", "quiet")
        self._explanations = QWidget()
        """The meaning of rows and columns."""
        self.empty = EmptyState(context.theme, "insight")
        self.line_part_switch = LinePartSwitch(context, active_model)
        self.line_part = builders.label("", "quiet")
        self.whole_pages = WholePages(context, active_model)
        self._page = self._make_page()
        whole = QWidget()
        parts = (self._page, (self.empty, 1), self.line_part_switch, self.whole_pages, 1)
        builders.column(*parts, parent=whole, margins=(0, 0, 8, 0))
        builders.column(builders.ScrollArea(whole), parent=self, margins=(0, 16, 0, 0))
        self.empty.hide()
        self._page.hide()  # until the results are read
        context.research.changed.connect(self._show_research)
        self._show_research()

    def refresh(self) -> None:
        """Read the stored evaluation."""
        opened = self.active_model.current
        if opened is None:
            return
        self.line_part_switch.refresh()
        self.whole_pages.refresh()

        def read(project: Project) -> tuple[Results | None, int, int]:
            results = parse_results(load_evaluation(opened.model))
            return results, transcribed_count(project, Role.TEST), lexicon_size(project)

        self.context.session.query(read, partial(self._show, opened), owner=self, key="insight:results")

    def start(self) -> None:
        """Start the job that measures the model on the test words."""
        opened = self.active_model.current
        if opened is None or self._job is not None:
            return
        self._job = self.context.session.jobs.start(EvaluateRequest(opened.model.name))
        self._job.finished.connect(self._finished)
        self._job.progressed.connect(self._show_progress)
        self.measure.setEnabled(False)
        self.measure.setText(self.tr("Measuring …"))
        self._show_progress()

    def _show(self, opened: OpenedModel, result: tuple[Results | None, int, int]) -> None:
        self.results, self._test_words, self._list_words = result
        results = self.results
        self.empty.setVisible(results is None)
        self._page.setVisible(results is not None)
        self.measure.setEnabled(self._job is None and self._test_words > 0)
        if results is None:
            if self._job is None:
                self._show_unmeasured()
            return
        self._show_table(results)
        builders.show_text(self.unread, self._unread_text(results))
        builders.show_text(self.basis, self._basis_text(results))
        builders.show_text(self.characters, self._characters_text(results))
        self.about.setText(self._about_text(results))
        builders.show_text(self.line_part, self._line_part_text(results))
        self.reliability.show_bands(results.bands)
        self.reliability_plot.setVisible(bool(results.bins))
        if results.bins:
            self.reliability_plot.show_figure(self._plots.plot(results.bins))
        self._show_warning(opened, results)

    def _show_table(self, results: Results) -> None:
        """Show the scores of every decision rule, or of this model alone while Research is off."""
        rules, rows = self._rules(), []
        for rule in DecisionRule:
            if rule in results.scores and (self.context.research.is_on or rule == DecisionRule.GATED):
                name = rules[rule][0] if self.context.research.is_on else self.tr("This model")
                cells = (name, *(share_text(share) for share in results.scores[rule]))
                rows.append(TextRow(cells, bold=rule == DecisionRule.GATED))
        self.table.show_rows(rows)

    def _show_research(self) -> None:
        """Show or hide the comparison with other rules, the combined scores and their explanations."""
        on = self.context.research.is_on
        for column in _COMBINED_COLUMNS:
            self.table.setColumnHidden(column, not on)
        self._explanations.setVisible(on)
        if self.results is not None:
            self._show_table(self.results)

    def _characters_text(self, results: Results) -> str:
        """Return the character error rate; "" for older results."""
        if results.characters is None or results.characters.value is None:
            return ""
        return self.tr(
            "Of the letters of the test words, {0} would have to be corrected (character error rate)."
        ).format(share_text(results.characters))

    def _about_text(self, results: Results) -> str:
        text = self.tr(
            "Measured on %Ln test image(s) of words the model was trained on and {0} of new words. The 95 % interval "
            "stands in brackets.",
            "",
            results.n_seen,
        ).format(integer(results.n_unseen))
        if results.outside_lexicon:
            text += " " + self.tr(
                "%Ln of them are not in the word list and count as wrong.", "", results.outside_lexicon
            )
        if results.learnt:
            text += " " + self.tr(
                "%Ln more test word(s) are left out, because the model, or the starter model with which it began, was "
                "trained or calibrated on their images.",
                "",
                results.learnt,
            )
        if results.measured_at:
            text += " " + self.tr("Measured {0}.").format(format_timestamp(results.measured_at))
        return text

    def _unread_text(self, results: Results) -> str:
        """Return what to expect on unread pages; "" for older results."""
        if results.unread is None or results.unread.value is None:
            return ""
        text = self.tr("On pages not yet transcribed, about {0} of 100 suggestions are right.")
        return text.format(integer(round(100 * results.unread.value)))

    def _basis_text(self, results: Results) -> str:
        """Return what the expectation rests on; "" for older results."""
        if results.unread is None or results.unread.value is None:
            return ""
        text = self.tr(
            "So it was with {0} of the test words, when the words that only the test pages brought into the word list "
            "were left out of it."
        ).format(share_text(results.unread))
        if results.is_unread_with_lines:
            text += " " + self.tr("They were read together with their lines, as suggestions are.")
        return f"{text} " + self.tr(
            "%Ln test word(s) are then in no list. The table below counts on them, as is usual in the literature.",
            "",
            results.unread_outside,
        )

    def _line_part_text(self, results: Results) -> str:
        """Return what reading lines did for the test words; "" if none was read."""
        if results.line_part is None:
            return ""
        return self.tr(
            "Read together with their lines, {0} instead of {1} of the test words are suggested correctly; {2} were "
            "changed. The table does without."
        ).format(*(integer(number) for number in results.line_part))

    def _show_warning(self, opened: OpenedModel, results: Results) -> None:
        text = ""
        if results.lexicon is not None and results.has_other_list(self._list_words):
            text = self.tr(
                "The word list had {0} words when this was measured and has {1} now, so these figures no longer hold. "
                "Measure again."
            ).format(integer(results.lexicon), integer(self._list_words))
        elif results.is_outdated(opened.thres):
            text = self.tr("These figures were measured at other thresholds than those in force. Measure again.")
        elif opened.chosen_thres is not None:
            text = self.tr(
                "The thresholds were set by hand. If they were chosen by the scores on these test words, the figures "
                "are not an independent measurement."
            )
        builders.show_text(self.warning, text)

    def _show_unmeasured(self) -> None:
        if self._test_words:
            reason = self.context.session.read_only_message
            self.empty.show_message(
                self.tr("This model has not been measured yet"),
                self.tr(
                    "The suggestions for %Ln test word(s) are compared with the transcriptions.", "", self._test_words
                ),
                ButtonAction(self.tr("Measure now"), self.start, disabled_reason=reason),
            )
        else:
            self.empty.show_message(
                self.tr("There are no test words"),
                self.tr(
                    "Choose transcribed pages for testing: models are never trained on them, so their accuracy can be "
                    "measured there."
                ),
                ButtonAction(self.tr("Choose pages for testing"), partial(self.context.go, "collection")),
            )

    def _show_progress(self, done: int = 0, total: int = 0) -> None:
        if self.results is None:
            self.empty.show_progress(self.tr("Measuring on the test words …"), done, total)

    def _finished(self, outcome: object) -> None:
        self._job = None
        self.measure.setText(self.tr("Measure now"))
        self.refresh()

    def _rules(self) -> dict[DecisionRule, tuple[str, str]]:
        """Return the name and the explanation of each decision rule."""
        return {
            DecisionRule.ONE_MEMBER: (
                self.tr("One reader alone"),
                self.tr("mean of the readers, each choosing the nearest word of the whole word list, without a gate"),
            ),
            DecisionRule.UNGATED_VOTE: (
                self.tr("Vote without gates"),
                self.tr("all readers vote for their nearest word"),
            ),
            DecisionRule.STACKING: (
                self.tr("Calibrated stacking"),
                self.tr("all readers vote, each favouring new words by a fixed distance"),
            ),
            DecisionRule.GATED: (
                self.tr("The model's own vote"),
                self.tr(
                    "each reader first decides whether it was trained on the word, by its gate networks or by what the "
                    "model card names in their place; all suggestions of this project are made this way"
                ),
            ),
            DecisionRule.ORACLE_GATE: (
                self.tr("Vote with perfect gates"),
                self.tr("what the readers would reach if every gate were always right: a bound, not a method"),
            ),
        }

    def _make_page(self) -> QWidget:
        grid = builders.grid(1)
        scores = zip(self._scores.values(), ScoreNames(self).meanings().values(), strict=True)
        for row, (name, about) in enumerate([*self._rules().values(), *scores]):
            grid.addWidget(QLabel(name), row, 0)
            grid.addWidget(builders.label(about, "quiet"), row, 1)
        inner = QWidget()
        heading = builders.label(self.tr("Rows and columns"), "section")
        builders.column(heading, grid, parent=self._explanations, spacing=16)
        builders.column(
            self.unread,
            self.basis,
            self.characters,
            builders.row((self.about, 1), self.measure),
            self.warning,
            self.table,
            self.line_part,
            self.reliability,
            self.reliability_plot,
            self._explanations,
            parent=inner,
            spacing=16,
        )
        return inner
