"""The panel in which a training is set up: presets or all parameters, words, processor and the start button.

While Research is off there is only the button, with the words and what it does.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QFrame, QStackedWidget, QWidget

from app.text.model_title import model_title
from app.train.advanced import Advanced, changed_parameters
from app.train.data_panel import DataPanel, StarterBox
from app.train.devices import DeviceBox
from app.train.preset_cards import PresetCards, cost_line
from app.train.simple_page import SimplePage
from app.train.train_messages import preset_title
from app.widgets import builders
from core.errors import InputError
from core.jobs.executor_settings import INLINE
from core.jobs.training.estimate import Estimate, Rates, estimate
from core.jobs.training.training_readiness import TrainingReadiness
from core.jobs.training.training_words import AlignedUse
from core.lexicon.alphabet import AUTO
from core.project.content.models import Model, is_starter
from core.training.presets import DEFAULT, Preset, preset, presets
from core.training.train_request import TrainRequest

_SIDE_WIDTH, _NARROW_SIDE = 360, 288
_SIMPLE = 2
"""The number of the page that is shown while Research is off."""
_WIDE = 960
"""Width of the panel from which there is room for the wide side."""


class SetupPanel(QWidget):
    """``start_requested(TrainRequest)``; ``data_changed()`` when the options change which words can be used."""

    start_requested = Signal(object)
    data_changed = Signal()

    def __init__(self, device: str, starter: StarterBox) -> None:
        super().__init__()
        self.readiness: TrainingReadiness | None = None
        self._rates: Rates | None = None
        self._is_measuring = False
        self._running_job = ""
        self._disabled_reason = ""
        self._is_simple = False
        self._simple_parent: tuple[str, str] | None = None
        """Model and preset of a retraining that was set up while Research is off."""
        self._parents: dict[str, str] = {}
        """The titles of the models from which a training can continue, by their names."""
        self._has_adapted = False
        """True if readers begin with the starter model adapted to this handwriting."""
        self._learners: dict[str, str] = {}
        """The kinds of readers of the models, by their names, where known."""
        self.cards = PresetCards()
        self.advanced = Advanced(preset(DEFAULT))
        self.simple = SimplePage()
        self.pages = QStackedWidget()
        for page in (self.cards, self.advanced, self.simple):
            self.pages.addWidget(builders.ScrollArea(page))
        self.page_buttons = self._make_page_buttons()
        self.about_times = builders.label("", "caption")
        self.measure = builders.push_button(self.tr("Measure again"), kind="flat")
        self.measure.setToolTip(self.tr("Time some steps of this preset's readers on this computer"))
        self.data, self.starter, self.device = DataPanel(), starter, DeviceBox(device)
        self.recognise_after = QCheckBox(self.tr("Suggest readings afterwards"))
        self.recognise_after.setChecked(True)
        self.title, self.cost = builders.label("", "section"), builders.label()
        self.processor = builders.label(self.tr("Processor"), "section", wrap=False)
        self.start = builders.push_button(self.tr("Start training"), kind="primary")
        self.reason = builders.label("", "warn")
        top = builders.row(*self.page_buttons.buttons(), (self.about_times, 1), self.measure)
        left = builders.column(top, (self.pages, 1), spacing=12)
        self._side = self._make_side()
        builders.row((left, 1), self._side, parent=self, margins=(0, 16, 0, 0), spacing=16)
        self._connect()
        self._update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._side.setFixedWidth(_SIDE_WIDTH if self.width() >= _WIDE else _NARROW_SIDE)

    def options(self) -> TrainRequest:
        """Return the chosen options. Raises InputError if parameters do not fit together.

        While Research is off nothing that is hidden then has an effect, whatever was chosen there before.
        """
        if self._is_simple:
            model, name = self._simple_parent or (None, DEFAULT)
            skip = self.advanced.skip.isChecked()
            return TrainRequest(preset(name), device=self.device.chosen, skip_unencodable=skip, parent=model)
        advanced = self.advanced
        return TrainRequest(
            advanced.form.preset(),
            advanced.seed.value(),
            self.device.chosen,
            advanced.alphabet_name,
            advanced.skip.isChecked(),
            advanced.parent_name,
            aligned=advanced.aligned,
        )

    @property
    def executor(self) -> str:
        """Where to train: in one process on this computer, or as jobs of a cluster."""
        return INLINE if self._is_simple else self.advanced.executor

    @property
    def chosen_preset(self) -> Preset:
        """The preset to train with, without a person's changes to it."""
        return preset(DEFAULT if self._is_simple else self.advanced.preset_name)

    def show_research(self, on: bool) -> None:
        """Show the presets and all options, or only the button that trains."""
        self._is_simple = not on
        for widget in (*self.page_buttons.buttons(), self.about_times, self.processor, self.device, self.title):
            widget.setVisible(on)
        number = self.page_buttons.checkedId()
        self.pages.setCurrentIndex(number if on else _SIMPLE)
        self.start.setText(self.tr("Start training") if on else self.tr("Train"))
        self._place_skip()
        self.data.show_details(on)
        self.data_changed.emit()
        self._update()

    @property
    def counted_words(self) -> tuple[str, str]:
        """The alphabet and the use of aligned words by which the training words are counted."""
        return (AUTO, AlignedUse.SURE) if self._is_simple else (self.advanced.alphabet_name, self.advanced.aligned)

    def show_readiness(self, readiness: TrainingReadiness) -> None:
        """Show the words that a training can use."""
        self.readiness = readiness
        self.data.show_readiness(readiness, self.advanced.skip.isChecked())
        self._place_skip()
        self._update()

    def show_rates(self, rates: Rates | None, measuring: bool) -> None:
        """Show costs by the speed of the chosen processor; ``measuring``: more is being measured."""
        self._rates, self._is_measuring = rates, measuring
        self._update()

    def show_models(self, models: list[Model], learners: dict[str, str], *, has_adapted: bool) -> None:
        """Offer the models to continue from, with the kinds of their readers where known.

        ``has_adapted``: there is a starter model adapted to this handwriting, with which new readers begin.
        """
        self._learners, self._has_adapted = learners, has_adapted
        self.advanced.show_models(models)
        self._parents = {model.name: model_title(model) for model in models if not is_starter(model)}
        if self._simple_parent is not None and self._simple_parent[0] not in self._parents:
            self._simple_parent = None
        self._update()

    def show_running_job(self, name: str) -> None:
        """Prevent a start while a job runs; "" for none."""
        self._running_job = name
        self._update()

    def disable(self, reason: str) -> None:
        """Prevent every start for this reason; "" for none."""
        self._disabled_reason = reason
        self._update()

    def prepare_retraining(self, model: str, preset_name: str) -> None:
        """Set up a training that continues from ``model`` with its preset, or a first one after the starter model."""
        if self._is_simple:
            # new readers begin with the starter model anyway
            is_parent = model in self._parents and preset_name in presets()
            self._simple_parent = (model, preset_name) if is_parent else None
            self._update()
        else:
            if preset_name in presets():
                self.choose_preset(preset_name)
            self.advanced.choose_parent(model)
        self.start.setFocus(Qt.FocusReason.OtherFocusReason)

    def choose_preset(self, name: str) -> None:
        """Choose a preset, also one that has no card."""
        self.cards.choose(name)
        self._choose_preset(name)

    def focus_preset(self) -> None:
        """Move the focus to the chosen preset, so that the arrow keys choose another."""
        card = self.cards.cards.get(self.advanced.preset_name)
        (self.start if card is None or self._is_simple else card.button).setFocus(Qt.FocusReason.OtherFocusReason)

    def show_advanced(self, on: bool) -> None:
        """Show all parameters, or the presets."""
        self.page_buttons.button(int(on)).setChecked(True)
        self.pages.setCurrentIndex(int(on))

    def estimate(self, of: Preset) -> Estimate | None:
        """Return the costs of a preset on this computer, or None if they are not measured."""
        if self._rates is None or self.readiness is None:
            return None
        return estimate(of, self._rates, self.readiness)

    def press_start(self) -> None:
        """Request the training if it can start."""
        if self.start.isEnabled():
            self.start_requested.emit(self.options())
            self._simple_parent = None

    def _start_hindrance(self) -> str:
        """Return why the training cannot start, or ""."""
        if self._disabled_reason:
            return self._disabled_reason
        if self._running_job:
            return self.tr("{0} is under way. Wait until it has ended, or stop it above.").format(self._running_job)
        if self.advanced.form.fault and not self._is_simple:
            return self.advanced.form.fault
        if self.readiness is None:
            return self.tr("The words are being counted.")
        if self.readiness.faults(self.advanced.skip.isChecked()):
            return self.tr("Training cannot start yet: see what is missing above.")
        options = self.options()
        parent, learner = options.parent, options.preset.learner
        if parent is not None and self._learners.get(parent, learner) != learner:
            return self.tr(
                "The model '{0}' has another kind of reader than this preset. Choose the preset it was trained with, "
                "or no earlier model."
            ).format(self._parents.get(parent, parent))
        return ""

    def _update(self) -> None:
        self.cards.show_estimates(self.estimate, self.chosen_preset.learner if self._is_measuring else "")
        self.about_times.setText(self._times_text())
        self.measure.setVisible(not self._is_measuring and bool(self.device.device) and not self._is_simple)
        self.measure.setText(self.tr("Measure again") if self._rates else self.tr("Measure the times"))
        reason = self._start_hindrance()
        self.start.setEnabled(not reason)
        self.start.setToolTip(reason or self.tr("Ctrl+Return"))
        builders.show_text(self.reason, reason)
        try:
            options = self.options()
        except InputError:
            self.cost.setText("")
            return
        title = preset_title(options.preset)
        self.title.setText(self.tr("{0}, changed").format(title) if changed_parameters(options.preset) else title)
        if self.executor == INLINE:
            estimate = self.estimate(options.preset)
            lines = [cost_line(options.preset, estimate, self._is_measuring, with_readers=not self._is_simple)]
        else:
            lines = [self.tr("Runs on the cluster; the time there is not measured.")]
        if options.parent:
            title = self._parents.get(options.parent, options.parent)
            lines.append(self.tr("Continues from the model '{0}'.").format(title))
        elif self._has_adapted and options.preset.starter:
            lines.append(self.tr("Begins with the starter model adapted to this handwriting."))
        self.cost.setText("\n".join(lines))

    def _times_text(self) -> str:
        if self._is_measuring:
            return self.tr("Timing a few steps of this preset's readers on this computer …")
        if self._rates is None:
            return self.tr("The times on this computer are not measured yet.")
        return self.tr("Times come from steps measured on this computer; memory is computed from sizes.")

    def _make_page_buttons(self) -> QButtonGroup:
        group = QButtonGroup(self)
        for number, title in enumerate((self.tr("Presets"), self.tr("Advanced"))):
            group.addButton(builders.toggle_button(title), number)
        group.button(0).setChecked(True)
        group.idClicked.connect(self.pages.setCurrentIndex)
        return group

    def _place_skip(self) -> None:
        """Offer beside the words to leave out those that cannot be trained on, where Advanced is hidden."""
        unencodable = bool(self.readiness and self.readiness.unencodable)
        if self._is_simple and (unencodable or self.advanced.skip.isChecked()):
            self.data.add_option(self.advanced.skip)
        elif not self._is_simple:
            self.advanced.place_skip()

    def _make_side(self) -> QFrame:
        inner = QWidget()
        column = builders.column(parent=inner)
        column.addWidget(builders.label(self.tr("Training data"), "section", wrap=False))
        column.addWidget(self.data)
        column.addSpacing(8)
        column.addWidget(self.starter)
        column.addWidget(self.processor)
        column.addWidget(self.device)
        column.addStretch(1)
        side = QFrame()
        side.setObjectName("sheet")
        side.setFixedWidth(_NARROW_SIDE)
        bottom = (self.title, self.cost, self.recognise_after, self.reason, self.start)
        builders.column((builders.ScrollArea(inner), 1), *bottom, parent=side, margins=(16, 16, 16, 16))
        return side

    def _connect(self) -> None:
        self.cards.chosen.connect(self._choose_preset)
        self.advanced.changed.connect(self._update)
        self.advanced.data_changed.connect(self.data_changed)
        self.device.changed.connect(self._update)
        self.start.clicked.connect(self.press_start)

    def _choose_preset(self, name: str) -> None:
        self.advanced.set_preset(preset(name))
        self._update()
