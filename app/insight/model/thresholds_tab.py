"""Dragging the thresholds: what it would give is shown while the line moves; applying it is one click."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.context import ProjectContext
from app.insight.model.active_model import ActiveModel
from app.insight.model.threshold_panel import ThresholdPanel
from app.insight.model.threshold_trials import Baseline, ThresholdTrial, baseline, moved_together, try_thresholds
from app.insight.model.vote_data import VoteData
from app.insight.plots.factory import plot_panel
from app.insight.plots.plot_panel import PlotPanel
from app.insight.tab import CollectionTab
from app.widgets.disable_with_reason import disable_with_reason
from core.project.project import Project


class ThresholdsTab(CollectionTab):
    """``draft`` are the thresholds [L] as the line has them; they count only once they are applied."""

    def __init__(self, context: ProjectContext, subject: ActiveModel) -> None:
        super().__init__(context, subject)
        self.draft: list[int] = []
        self.trial: ThresholdTrial | None = None
        self._anchor: list[int] = []
        """The thresholds from which an offset of all of them counts."""
        self._ground: Baseline | None = None
        self._of: tuple[str, tuple[int, ...]] | None = None
        """The model and thresholds that the draft began from."""
        self.panel = ThresholdPanel()
        self.histogram: PlotPanel = plot_panel(context)
        self.roc: PlotPanel = plot_panel(context)
        disable_with_reason(context.session.read_only_message, self.panel.apply, self.panel.revert)
        self._lay_out()
        self._connect()

    def refresh(self) -> None:
        """Show the model, and the collection when it is there (it is asked for)."""
        now = self.subject.now
        if now is None or self._is_first("thresholds"):
            return
        of = (now.model.name, tuple(now.thres))
        if self._of != of:
            self._of = of
            self._ground = None
            self.draft = now.thres
            self.panel.set_members(len(now.summary.members))
        collection = self._gathered()
        if collection is None:
            return

        def question(project: Project) -> tuple[VoteData, Baseline]:
            return collection, baseline(collection, now.summary.classes, now.thres)

        self.context.session.query(question, self._begin, owner=self, key="insight:ground")

    def _begin(self, found: tuple[VoteData, Baseline]) -> None:
        collection, under = found
        now = self.subject.now
        if now is None or collection is not self.subject.collection:
            return
        self.stack.setCurrentIndex(0)
        self._ground = under
        self.panel.set_outdated(collection.voted_otherwise(now.thres))
        self._choose_reader()

    def move_to(self, value: int) -> None:
        """Put the line at ``value``: a reader's threshold, or the offset of all."""
        now, k = self.subject.now, self.panel.reader
        if now is None or self._ground is None:
            return
        if k is None:
            self.draft = moved_together(self._anchor, now.summary.gates, value)
        else:
            self.draft = [
                min(max(value, 0), now.summary.gates[k] + 1) if i == k else t for i, t in enumerate(self.draft)
            ]
        self._place_line(value)
        self._try()

    def apply(self) -> None:
        """Let the draft count, and vote on all words with it."""
        self.subject.apply(self.draft)

    def revert(self) -> None:
        """Back to the thresholds of training: the draft, and what is in force."""
        now = self.subject.now
        if now is None:
            return
        self.draft = list(now.summary.thres)
        if now.by_hand is not None or self.panel.outdated:
            self.subject.apply(None)
        else:
            self._choose_reader()

    def _choose_reader(self) -> None:
        """Another reader (or all) is moved now; an offset counts from the draft as it stands."""
        now, collection, k = self.subject.now, self.subject.collection, self.panel.reader
        if now is None or collection is None:
            return
        self._anchor = list(self.draft)
        gates = now.summary.gates
        if k is None:
            low = -max(self._anchor)
            high = max(of + 1 - at for of, at in zip(gates, self._anchor, strict=True))
            value = 0
        else:
            low, high, value = 0, gates[k] + 1, self.draft[k]
        self.panel.set_range(low, high, value)
        self.histogram.show_figure(self._figures.threshold(now.summary, collection, self._anchor, k))
        self._place_line(value)
        self._try()

    def _place_line(self, value: int) -> None:
        low, high = self.panel.limits
        text = f"{value:+d}" if self.panel.reader is None and value else str(value)
        self.histogram.set_handle(value, low, high, text)
        self.panel.set_value(value)

    def _try(self) -> None:
        now, collection, under = self.subject.now, self.subject.collection, self._ground
        if now is None or collection is None or under is None:
            return
        thres = tuple(self.draft)
        self.roc.move_points(self._figures.roc(now.summary, thres, self.panel.reader))

        def question(project: Project) -> tuple[Baseline, ThresholdTrial]:
            return under, try_thresholds(collection, under.measured, under.words, thres)

        # in a reading thread: a hundred thousand words take longer than a frame
        self.context.session.query(question, self._tried, owner=self, key="insight:try")

    def _tried(self, found: tuple[Baseline, ThresholdTrial]) -> None:
        under, trial = found
        now = self.subject.now
        if under is not self._ground or now is None:
            return
        self.trial = trial
        self.panel.show_trial(trial, under.trial, now, measured=len(under.measured), voting=self.subject.is_voting)

    def _voting(self, done: int, total: int) -> None:
        self.panel.show_progress(done, total)

    def _voted(self, changed: int) -> None:
        self.panel.show_progress(0, 0)
        self.context.notifications.info(
            self.tr(
                "The thresholds count from now on. %Ln reading(s) of the model are others than before; "
                "what people read is untouched.",
                "",
                changed,
            )
        )

    def _lay_out(self) -> None:
        page = QWidget()
        row = QHBoxLayout(page)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        plots = QVBoxLayout()
        plots.setSpacing(16)
        plots.addWidget(self.histogram, 1)
        plots.addWidget(self.roc, 1)
        row.addWidget(self.panel)
        row.addLayout(plots, 1)
        self._put_page(page)

    def _connect(self) -> None:
        self.histogram.dragged.connect(lambda x: self.move_to(round(x)))
        self.panel.moved.connect(self.move_to)
        self.panel.reader_chosen.connect(self._choose_reader)
        self.panel.apply_wanted.connect(self.apply)
        self.panel.revert_wanted.connect(self.revert)
        self.subject.voting.connect(self._voting)
        self.subject.voted.connect(self._voted)
