"""The tab in which thresholds are dragged, with their effect shown at once, and applied."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from app.context import ProjectContext
from app.insight.model.active_model import ActiveModel
from app.insight.model.tab import VoteDataTab
from app.insight.model.threshold_panel import ThresholdPanel
from app.insight.model.threshold_trials import (
    Baseline,
    ThresholdTrial,
    baseline,
    common_offset,
    nearest_threshold,
    roc_reader,
    shift_thresholds,
    try_thresholds,
)
from app.insight.model.vote_data import VoteData
from app.plots.plot_panel import PlotPanel
from app.widgets import builders
from app.widgets.disable_with_reason import disable_with_reason
from core.project.content.models import test_words_learnt_from
from core.project.content.words import Role, labelled_words
from core.project.project import Project

_LEAST_HEIGHT = 208
"""Height in pixels of the histogram with its title, legend and labels, which then take three quarters of it."""
_WIDE = 960
"""Width in pixels from which the plots stand side by side."""


class ThresholdsTab(VoteDataTab):
    """``draft`` are the moved thresholds [L]; they come into force when they are applied."""

    def __init__(self, context: ProjectContext, active_model: ActiveModel) -> None:
        super().__init__(context, active_model)
        self.draft: list[int] = []
        self.trial: ThresholdTrial | None = None
        self._anchor: list[int] = []
        """The thresholds to which an offset of all of them is added."""
        self._baseline: Baseline | None = None
        self._draft_base: tuple[str, tuple[int, ...]] | None = None
        """The model and the thresholds from which the draft started."""
        self.panel = ThresholdPanel()
        self.histogram, self.roc = PlotPanel(context), PlotPanel(context, square=180)
        disable_with_reason(context.session.read_only_message, self.panel.apply, self.panel.revert)
        self.histogram.setMinimumHeight(_LEAST_HEIGHT)
        # as high as there is room, so that both plots are seen while a threshold is moved
        self.histogram.view.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self._plots_box = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._plots_box.setContentsMargins(0, 0, 0, 0)
        self._plots_box.setSpacing(8)
        for plot in (self.histogram, self.roc):
            self._plots_box.addWidget(plot, 1)
        inner = QWidget()
        inner.setLayout(self._plots_box)
        page = QWidget()
        panel = builders.ScrollArea(self.panel)
        panel.setFixedWidth(self.panel.minimumWidth() + 14)
        builders.row(panel, (builders.ScrollArea(inner), 1), parent=page, spacing=16)
        self._lay_out_stack(page)
        self.histogram.dragged.connect(lambda x: self.move_to(round(x)))
        self.roc.point_dragged.connect(self._drag_point)
        for control in (self.panel.slider, self.panel.number):
            control.valueChanged.connect(self.move_to)
        self.panel.readers.currentIndexChanged.connect(self._choose_reader)
        self.panel.apply.clicked.connect(self.apply)
        self.panel.revert.clicked.connect(self.revert)
        active_model.revoting.connect(self.panel.show_progress)
        active_model.revoted.connect(self._revoted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.width() - self.panel.minimumWidth() >= _WIDE
        # the ROC curves stand beside the slider, and are seen as a whole together with it
        direction = QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.BottomToTop
        self._plots_box.setDirection(direction)

    def refresh(self) -> None:
        opened = self.active_model.current
        reason = self.tr(
            "The starter model has one gate, which was not trained to distinguish trained words from new ones: it "
            "knows no word of this project. Without words set aside there is no threshold to move."
        )
        if opened is None or self._show_if_starter(reason):
            return
        draft_base = (opened.model.name, tuple(opened.thres))
        if self._draft_base != draft_base:
            self._draft_base = draft_base
            self._baseline = None
            self.draft = opened.thres
            self.panel.readers.set_members(len(opened.summary.members))
        data = self._request_votes()
        if data is None:
            return

        def compute(project: Project) -> tuple[VoteData, Baseline]:
            learnt = test_words_learnt_from(project, opened.model.name)
            test_words = sum(word_id not in learnt for word_id, _ in labelled_words(project, Role.TEST))
            return data, baseline(data, opened.summary.classes, opened.thres, test_words)

        self.context.session.query(compute, self._set_baseline, owner=self, key="insight:baseline")

    def _set_baseline(self, result: tuple[VoteData, Baseline]) -> None:
        data, base = result
        opened = self.active_model.current
        if opened is None or data is not self.active_model.votes:
            return
        self._show_page()
        self._baseline = base
        self.panel.outdated = data.count_outdated(opened.thres)
        self._choose_reader()

    def move_to(self, value: int) -> None:
        """Move the threshold of the chosen reader to ``value``, or all thresholds by it."""
        opened, k = self.active_model.current, self.panel.reader
        if opened is None or self._baseline is None:
            return
        if k is None:
            self.draft = shift_thresholds(self._anchor, opened.summary.gates, value)
        else:
            self.draft[k] = min(max(value, 0), opened.summary.gates[k] + 1)
        self._show_value(value)
        self._try_draft()

    def _drag_point(self, series: int, x: float, y: float) -> None:
        """Move the threshold to the one whose point on the reader's ROC curve is nearest to the mouse."""
        opened, figure = self.active_model.current, self.roc.figure
        if opened is None or figure is None:
            return
        k = roc_reader(opened.summary, series, self.panel.reader)
        thres = None if k is None else nearest_threshold(opened.summary, k, x, y)
        if thres is not None and k is not None:
            self.move_to(thres if self.panel.reader is not None else thres - self._anchor[k])

    def apply(self) -> None:
        """Bring the draft into force and vote on all words with it."""
        self.active_model.apply_thresholds(self.draft)

    def revert(self) -> None:
        """Restore the thresholds of training, in the draft and in force."""
        opened = self.active_model.current
        if opened is None:
            return
        self.draft = list(opened.summary.thres)
        if opened.chosen_thres is not None or self.panel.outdated:
            self.active_model.apply_thresholds(None)
        else:
            self._choose_reader()

    def _choose_reader(self) -> None:
        """Show the threshold of the chosen reader, or the offset of all thresholds.

        It counts from those in force, or from the draft if the readers were moved by different numbers.
        """
        opened, data, k = self.active_model.current, self.active_model.votes, self.panel.reader
        if opened is None or data is None:
            return
        gates = opened.summary.gates
        offset = common_offset(opened.thres, gates, self.draft)
        self._anchor = list(self.draft) if offset is None else opened.thres
        if k is None:
            highest = max(n + 1 - at for n, at in zip(gates, self._anchor, strict=True))
            low, high, value = -max(self._anchor), highest, offset or 0
        else:
            low, high, value = 0, gates[k] + 1, self.draft[k]
        self.panel.set_range(low, high, value)
        self.histogram.show_figure(self._plots.threshold(opened.summary, data, self._anchor, k))
        self._show_value(value)
        self._try_draft()

    def _show_value(self, value: int) -> None:
        low, high = self.panel.limits
        text = f"{value:+d}" if self.panel.reader is None and value else str(value)
        self.histogram.set_handle(value, low, high, text)
        self.panel.set_value(value)

    def _try_draft(self) -> None:
        opened, data, base = self.active_model.current, self.active_model.votes, self._baseline
        if opened is None or data is None or base is None:
            return
        thres = tuple(self.draft)
        self.roc.move_points(self._plots.roc(opened.summary, thres, self.panel.reader))

        def compute(project: Project) -> tuple[Baseline, ThresholdTrial]:
            return base, try_thresholds(data, base.measured, base.words, thres)

        # in a reading thread: a hundred thousand words take longer than a frame
        self.context.session.query(compute, self._show_trial, owner=self, key="insight:trial")

    def _show_trial(self, result: tuple[Baseline, ThresholdTrial]) -> None:
        base, trial = result
        opened = self.active_model.current
        if base is not self._baseline or opened is None:
            return
        self.trial = trial
        self.panel.show_trial(
            trial,
            base.trial,
            opened,
            measured=len(base.measured),
            test_words=base.test_words,
            spelled=base.spelled,
            revoting=self.active_model.is_revoting,
        )

    def _revoted(self, changed: int) -> None:
        self.panel.show_progress(0, 0)
        self.context.notifications.info(
            self.tr(
                "The thresholds are in force. %Ln suggestion(s) changed; transcriptions are untouched.", "", changed
            )
        )
