"""Advanced: seed, alphabet, an earlier model to go on from, and all parameters of the preset."""

from __future__ import annotations

import shutil

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.style.theme import Theme
from app.train.parameter_form import ParameterForm
from app.train.train_options import AUTO, differences
from app.widgets.form_fields import FormComboBox, IntegerBox
from core.executors.settings import INLINE, SLURM
from core.lexicon.alphabet import available_alphabets
from core.project.content.models import Model, is_starter
from core.training.presets import Preset

_MOST_SEED = 2**31 - 1


class Advanced(QWidget):
    """``changed()`` when anything is changed, ``data_changed()`` when it decides which words can be used."""

    changed = Signal()
    data_changed = Signal()

    def __init__(self, preset: Preset, theme: Theme) -> None:
        super().__init__()
        self._preset = preset
        self.from_preset = QLabel()
        self.from_preset.setProperty("kind", "quiet")
        self.from_preset.setWordWrap(True)
        self.reset = QPushButton(self.tr("Reset all parameters"))
        self.reset.clicked.connect(self._reset_all)
        self.seed = IntegerBox(0, _MOST_SEED)
        self.seed.setValue(1)
        self.parent_box = FormComboBox()
        self.where = FormComboBox()
        self.where.addItem(self.tr("This computer"), INLINE)
        self.alphabet = FormComboBox()
        self.alphabet.addItem(self.tr("The smallest that has all letters"), AUTO)
        for name in available_alphabets():
            self.alphabet.addItem(name, name)
        self.skip = QCheckBox(self.tr("Leave out words with letters that the alphabet lacks"))
        self.form = ParameterForm(preset, theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.from_preset)
        column.addLayout(self._common())
        column.addWidget(self.skip)
        column.addWidget(self.form)
        self._connect()
        self.show_models([])
        self.set_preset(preset)

    def set_preset(self, preset: Preset) -> None:
        """Start from another preset: its values replace what was changed."""
        self._preset = preset
        self.form.set_preset(preset)
        self._tell_changes()

    def show_models(self, models: list[Model]) -> None:
        """The models that may be gone on from; what was chosen stays chosen if it is still there.

        Not the starter model: readers that begin anew begin with it anyway.
        """
        chosen = self.parent_name
        self.parent_box.blockSignals(True)
        self.parent_box.clear()
        self.parent_box.addItem(self.tr("None: begin anew"), None)
        for model in models:
            if is_starter(model):
                continue
            active = self.tr("{0} (active)").format(model.name)
            self.parent_box.addItem(active if model.active else model.name, model.name)
        self.parent_box.setCurrentIndex(max(0, self.parent_box.findData(chosen)))
        self.parent_box.blockSignals(False)

    def choose_parent(self, name: str | None) -> None:
        """Go on from this model, or from none."""
        self.parent_box.setCurrentIndex(max(0, self.parent_box.findData(name)))

    @property
    def parent_name(self) -> str | None:
        return self.parent_box.currentData()

    @property
    def preset_name(self) -> str:
        return self._preset.name

    @property
    def alphabet_name(self) -> str:
        return str(self.alphabet.currentData())

    @property
    def engine(self) -> str:
        return str(self.where.currentData())

    def _common(self) -> QFormLayout:
        common = QFormLayout()
        common.setHorizontalSpacing(16)
        common.setVerticalSpacing(8)
        common.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        common.addRow(self.tr("&Go on from"), self.parent_box)
        common.addRow(self.tr("&Alphabet"), self.alphabet)
        common.addRow(self.tr("Random &seed"), self.seed)
        if shutil.which("sbatch"):
            self.where.addItem(self.tr("The cluster (Slurm)"), SLURM)
            common.addRow(self.tr("&Where it runs"), self.where)
        reset = QHBoxLayout()
        reset.addWidget(self.reset)
        reset.addStretch(1)
        common.addRow("", reset)
        for box in (self.parent_box, self.alphabet, self.where):
            box.setMinimumContentsLength(24)
        self.parent_box.setAccessibleName(self.tr("Model to go on from"))
        self.parent_box.setToolTip(self.tr("Its readers learn on from what they know; much fewer steps are needed"))
        self.alphabet.setAccessibleName(self.tr("Alphabet"))
        self.where.setAccessibleName(self.tr("Where it runs"))
        self.where.setToolTip(
            self.tr("On the cluster all readers can learn at the same time, each as a job of its own")
        )
        self.seed.setAccessibleName(self.tr("Random seed"))
        self.seed.setToolTip(self.tr("The same seed on the same words gives the same readers"))
        return common

    def _connect(self) -> None:
        self.form.changed.connect(self._tell_changes)
        self.form.changed.connect(self.changed)
        self.seed.valueChanged.connect(lambda _: self.changed.emit())
        self.parent_box.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.where.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.alphabet.currentIndexChanged.connect(lambda _: self.data_changed.emit())
        self.skip.toggled.connect(lambda _: self.data_changed.emit())

    def _reset_all(self) -> None:
        self.set_preset(self._preset)
        self.changed.emit()

    def _tell_changes(self) -> None:
        if self.form.fault:
            self.reset.setEnabled(True)
            return
        count = len(differences(self.form.preset(), self._preset))
        self.reset.setEnabled(count > 0)
        told = self.tr("Nothing changed.")
        if count:
            told = self.tr("%Ln parameter(s) changed.", "", count)
        self.from_preset.setText(
            self.tr("Parameters of the preset '{0}'. {1} The paper's symbols stand in brackets.").format(
                self._preset.name, told
            )
        )
