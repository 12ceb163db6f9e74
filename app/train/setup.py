"""Setting up a training: presets or all parameters on one side; words, processor and the start on the other."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.style.theme import Theme
from app.train.advanced import Advanced
from app.train.data_panel import DataPanel
from app.train.device_box import DeviceBox
from app.train.preset_card import cost_line
from app.train.preset_cards import PresetCards
from app.train.starter_box import StarterBox
from app.train.train_messages import preset_title
from app.train.train_options import TrainOptions
from core.errors import InputError
from core.executors.settings import INLINE
from core.jobs.training.estimate import Estimate, Rates, estimate
from core.jobs.training.training_readiness import TrainingReadiness
from core.project.content.models import Model
from core.training.presets import DEFAULT, Preset, preset, presets

_SIDE = 360


class SetUp(QWidget):
    """``start_wanted(Choice)``, ``going(place)``, ``device_changed()``, ``measure_wanted()``, ``data_changed()``."""

    start_wanted = Signal(object)
    going = Signal(str)
    device_changed = Signal()
    measure_wanted = Signal()
    data_changed = Signal()

    def __init__(self, theme: Theme, device: str, starter: StarterBox) -> None:
        super().__init__()
        self.outlook: TrainingReadiness | None = None
        self._rates: Rates | None = None
        self._measuring = False
        self._busy = ""
        self._why_not = ""
        self._parent_learner: dict[str, str] = {}
        self.cards = PresetCards()
        self.advanced = Advanced(preset(DEFAULT), theme)
        self.views = QStackedWidget()
        for view in (self.cards, self.advanced):
            self.views.addWidget(_scrolled(view))
        self.tabs = self._view_buttons()
        self.about_times = QLabel()
        self.about_times.setProperty("kind", "caption")
        self.about_times.setWordWrap(True)
        self.measure = QPushButton(self.tr("Measure again"))
        self.measure.setProperty("kind", "flat")
        self.measure.setToolTip(self.tr("Time some steps of every kind of reader on this computer"))
        self.data = DataPanel()
        self.starter = starter
        self.device = DeviceBox(device)
        self.read_after = QCheckBox(self.tr("Read unread words afterwards"))
        self.read_after.setChecked(True)
        self.chosen = QLabel()
        self.chosen.setProperty("kind", "section")
        self.cost = QLabel()
        self.cost.setWordWrap(True)
        self.start = QPushButton(self.tr("Start training"))
        self.start.setProperty("kind", "primary")
        self.why_not = QLabel()
        self.why_not.setProperty("kind", "warn")
        self.why_not.setWordWrap(True)
        self._lay_out()
        self._connect()
        self._refresh()

    def choice(self) -> TrainOptions:
        """What is chosen. Raises InputError where parameters do not go together."""
        advanced = self.advanced
        return TrainOptions(
            advanced.form.preset(),
            advanced.seed.value(),
            self.device.chosen,
            advanced.alphabet_name,
            advanced.skip.isChecked(),
            advanced.parent_name,
            advanced.engine,
        )

    def show_outlook(self, outlook: TrainingReadiness) -> None:
        self.outlook = outlook
        self.data.show_outlook(outlook, self.advanced.skip.isChecked())
        self._refresh()

    def show_rates(self, rates: Rates | None, measuring: bool) -> None:
        """What was measured of the chosen processor, and whether more is under way."""
        self._rates, self._measuring = rates, measuring
        self._refresh()

    def show_models(self, models: list[Model], learners: dict[str, str]) -> None:
        """The models there are, and the kind of reader of each where it is known."""
        self._parent_learner = learners
        self.advanced.show_models(models)
        self._refresh()

    def show_busy(self, job: str) -> None:
        """Another job runs (its name), or none ("")."""
        self._busy = job
        self._refresh()

    def refuse(self, why: str) -> None:
        """No training can be started at all, for this reason; "" for none."""
        self._why_not = why
        self._refresh()

    def prepare_retraining(self, model: str, preset_name: str) -> None:
        """Set up a training that goes on from ``model`` with its preset; after the starter model, a first one."""
        if preset_name in presets():
            self.cards.choose(preset_name)
        self.advanced.choose_parent(model)
        self.start.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_first(self) -> None:
        """Put the focus on the chosen preset, so that the arrows choose another."""
        self.cards.cards[self.advanced.preset_name].button.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_advanced(self, on: bool) -> None:
        """Show all parameters, or the presets."""
        self.tabs.button(int(on)).setChecked(True)
        self.views.setCurrentIndex(int(on))

    def estimate(self, of: Preset) -> Estimate | None:
        """What ``of`` costs here, or None while that is not measured."""
        if self._rates is None or self.outlook is None:
            return None
        return estimate(of, self._rates, self.outlook)

    def _reason(self) -> str:
        """Why the training cannot start; empty when it can."""
        if self._why_not:
            return self._why_not
        if self._busy:
            return self.tr("{0} is under way. Wait until it has ended, or stop it above.").format(self._busy)
        if self.advanced.form.fault:
            return self.advanced.form.fault
        if self.outlook is None:
            return self.tr("The words are being counted.")
        faults = self.outlook.faults(self.advanced.skip.isChecked())
        if faults:
            # the sentences stand in the panel above
            return self.tr("Training cannot start yet: see what is missing above.")
        parent = self.advanced.parent_name
        wanted = self.choice().preset.learner
        if parent is not None and self._parent_learner.get(parent, wanted) != wanted:
            return self.tr(
                "The model '{0}' has another kind of reader than this preset. Choose the preset it was made with, "
                "or begin anew."
            ).format(parent)
        return ""

    def _refresh(self) -> None:
        self.cards.show_estimates(self.estimate, self._measuring)
        self.about_times.setText(self._about_times())
        self.measure.setVisible(not self._measuring and bool(self.device.device))
        self.measure.setText(self.tr("Measure again") if self._rates else self.tr("Measure the times"))
        reason = self._reason()
        self.start.setEnabled(not reason)
        self.start.setToolTip(reason or self.tr("Ctrl+Return"))
        self.why_not.setText(reason)
        self.why_not.setVisible(bool(reason))
        try:
            choice = self.choice()
        except InputError:
            self.cost.setText("")
            return
        title = preset_title(presets()[choice.preset.name])
        changed = choice.preset != presets()[choice.preset.name]
        self.chosen.setText(self.tr("{0}, changed").format(title) if changed else title)
        lines = [cost_line(choice.preset, self.estimate(choice.preset), self._measuring)]
        if choice.engine != INLINE:
            lines = [self.tr("Runs on the cluster; how long it takes there is not measured.")]
        if choice.parent:
            lines.append(self.tr("Continues from the model '{0}'.").format(choice.parent))
        self.cost.setText("\n".join(lines))

    def _about_times(self) -> str:
        if self._measuring:
            return self.tr("Timing a few steps of every kind of reader on this computer …")
        if self._rates is None:
            return self.tr("How long it takes here is not measured yet.")
        return self.tr("Times come from steps measured on this computer; memory is computed from sizes.")

    def _view_buttons(self) -> QButtonGroup:
        group = QButtonGroup(self)
        for number, title in enumerate((self.tr("Presets"), self.tr("Advanced"))):
            button = QPushButton(title)
            button.setCheckable(True)
            button.setProperty("kind", "toggle")
            group.addButton(button, number)
        group.button(0).setChecked(True)
        group.idClicked.connect(self.views.setCurrentIndex)
        return group

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        for number in (0, 1):
            top.addWidget(self.tabs.button(number))
        top.addSpacing(8)
        top.addWidget(self.about_times, 1)
        top.addWidget(self.measure)
        left = QVBoxLayout()
        left.setSpacing(12)
        left.addLayout(top)
        left.addWidget(self.views, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 16, 0, 0)
        row.setSpacing(16)
        row.addLayout(left, 1)
        row.addWidget(self._side())

    def _side(self) -> QFrame:
        side = QFrame()
        side.setObjectName("sheet")
        side.setFixedWidth(_SIDE)
        column = QVBoxLayout(side)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        inner = QVBoxLayout()
        inner.setSpacing(8)
        for title, widget in ((self.tr("It learns from"), self.data), (self.tr("Processor"), self.device)):
            heading = QLabel(title)
            heading.setProperty("kind", "section")
            inner.addWidget(heading)
            inner.addWidget(widget)
            inner.addSpacing(8)
            if widget is self.data:
                inner.addWidget(self.starter)
        inner.addStretch(1)
        upper = QWidget()
        upper.setLayout(inner)
        inner.setContentsMargins(0, 0, 0, 0)
        column.addWidget(_scrolled(upper), 1)
        for part in (self.chosen, self.cost, self.read_after, self.why_not, self.start):
            column.addWidget(part)
        return side

    def _connect(self) -> None:
        self.cards.chosen.connect(self._choose)
        self.advanced.changed.connect(self._refresh)
        self.advanced.data_changed.connect(self.data_changed)
        self.device.changed.connect(self.device_changed)
        self.device.changed.connect(self._refresh)
        self.measure.clicked.connect(self.measure_wanted)
        self.data.going.connect(self.going)
        self.start.clicked.connect(self.press_start)

    def press_start(self) -> None:
        """Ask for the training, if it can start."""
        if self.start.isEnabled():
            self.start_wanted.emit(self.choice())

    def _choose(self, name: str) -> None:
        self.advanced.set_preset(preset(name))
        self._refresh()


def _scrolled(widget: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(widget)
    area.viewport().setAutoFillBackground(False)
    widget.setAutoFillBackground(False)
    return area
