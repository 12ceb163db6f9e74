"""The advanced options: earlier model, alphabet, seed, executor, and all parameters of the preset."""

from __future__ import annotations

import shutil
from dataclasses import fields
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QWidget

from app.text.model_title import model_title
from app.train.parameter_form import ParameterForm
from app.widgets import builders
from app.widgets.form_fields import FormComboBox, IntegerBox
from core.jobs.executor_settings import INLINE, SLURM
from core.jobs.training.training_words import AlignedUse
from core.lexicon.alphabet import AUTO, available_alphabets
from core.project.content.models import Model, is_starter
from core.training.presets import Preset, presets

PRESET_TEXTS = ("name", "about")
"""The fields of a preset that are no parameters."""


def changed_parameters(preset: Preset) -> dict[str, Any]:
    """Return the parameters that differ from those of the preset with the same name."""
    base = presets()[preset.name]
    names = [field.name for field in fields(Preset) if field.name not in PRESET_TEXTS]
    return {name: getattr(preset, name) for name in names if getattr(preset, name) != getattr(base, name)}


_MAX_SEED = 2**31 - 1


class Advanced(QWidget):
    """``changed()`` when an option is changed, ``data_changed()`` when it decides which words can be used."""

    changed = Signal()
    data_changed = Signal()

    def __init__(self, preset: Preset) -> None:
        super().__init__()
        self._preset = preset
        self.changes = builders.label("", "quiet")
        self.reset = builders.push_button(self.tr("Reset all parameters"), self._reset_all)
        self.seed = IntegerBox(0, _MAX_SEED)
        self.seed.setValue(1)
        self.parent_box, self.executor_box = FormComboBox(), FormComboBox()
        self.alphabet_box, self.aligned_box = FormComboBox(), FormComboBox()
        self.executor_box.addItem(self.tr("This computer"), INLINE)
        self.alphabet_box.addItem(self.tr("The smallest with all letters"), AUTO)
        for name in available_alphabets():
            self.alphabet_box.addItem(name, name)
        self.aligned_box.addItem(self.tr("Train on those that fit well"), AlignedUse.SURE)
        self.aligned_box.addItem(self.tr("Train on all of them"), AlignedUse.ALL)
        self.aligned_box.addItem(self.tr("Train on none of them"), AlignedUse.NONE)
        self.skip = QCheckBox(self.tr("Leave out words with letters outside the alphabet"))
        self.form = ParameterForm(preset)
        self._column = builders.column(self.changes, self._make_options(), self.skip, self.form, parent=self)
        self._connect()
        self.show_models([])
        self.set_preset(preset)

    def set_preset(self, preset: Preset) -> None:
        """Replace all values by those of another preset."""
        self._preset = preset
        self.form.set_preset(preset)
        self._show_changes()

    def show_models(self, models: list[Model]) -> None:
        """Offer the models from which a training can continue; the choice is kept if possible.

        The starter model is not offered: new readers start from it anyway.
        """
        chosen = self.parent_name
        with QSignalBlocker(self.parent_box):
            self.parent_box.clear()
            self.parent_box.addItem(self.tr("No earlier model"), None)
            for model in models:
                if not is_starter(model):
                    title = model_title(model)
                    self.parent_box.addItem(
                        self.tr("{0} (active)").format(title) if model.active else title, model.name
                    )
            self.choose_parent(chosen)

    def choose_parent(self, name: str | None) -> None:
        """Choose the model to continue from, or none."""
        self.parent_box.setCurrentIndex(max(0, self.parent_box.findData(name)))

    def place_skip(self) -> None:
        """Put the box that leaves out words above the parameters, where it belongs; it may be shown elsewhere."""
        if self._column.indexOf(self.skip) < 0:
            self._column.insertWidget(self._column.indexOf(self.form), self.skip)

    @property
    def parent_name(self) -> str | None:
        return self.parent_box.currentData()

    @property
    def preset_name(self) -> str:
        return self._preset.name

    @property
    def alphabet_name(self) -> str:
        return str(self.alphabet_box.currentData())

    @property
    def aligned(self) -> str:
        """The use of words that were aligned automatically and that nobody has confirmed."""
        return str(self.aligned_box.currentData())

    @property
    def executor(self) -> str:
        return str(self.executor_box.currentData())

    def _make_options(self) -> QFormLayout:
        options = QFormLayout()
        options.setHorizontalSpacing(16)
        options.setVerticalSpacing(8)
        options.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        options.addRow(self.tr("&Continue from"), self.parent_box)
        options.addRow(self.tr("&Alphabet"), self.alphabet_box)
        options.addRow(self.tr("Words aligned a&utomatically"), self.aligned_box)
        options.addRow(self.tr("Random &seed"), self.seed)
        if shutil.which("sbatch"):
            self.executor_box.addItem(self.tr("The cluster (Slurm)"), SLURM)
            options.addRow(self.tr("&Where it runs"), self.executor_box)
        else:
            self.executor_box.setParent(self)  # a widget without a parent would outlast the view
            self.executor_box.hide()
        options.addRow("", builders.row(self.reset, 1))
        for box in (self.parent_box, self.alphabet_box, self.aligned_box, self.executor_box):
            box.setMinimumContentsLength(24)
        self.parent_box.setAccessibleName(self.tr("Model to continue from"))
        self.parent_box.setToolTip(self.tr("Its readers are trained further, which takes far fewer steps"))
        self.alphabet_box.setAccessibleName(self.tr("Alphabet"))
        self.aligned_box.setAccessibleName(self.tr("Words aligned automatically"))
        self.aligned_box.setToolTip(
            self.tr("Words cut from the text of their line that nobody has confirmed; some may be cut wrongly")
        )
        self.executor_box.setAccessibleName(self.tr("Where it runs"))
        self.executor_box.setToolTip(
            self.tr("On the cluster all readers can be trained at the same time, each as a job of its own")
        )
        self.seed.setAccessibleName(self.tr("Random seed"))
        self.seed.setToolTip(self.tr("The same seed on the same words gives the same readers"))
        return options

    def _connect(self) -> None:
        self.form.changed.connect(self._show_changes)
        self.form.changed.connect(self.changed)
        self.seed.valueChanged.connect(self.changed)
        self.parent_box.currentIndexChanged.connect(self.changed)
        self.executor_box.currentIndexChanged.connect(self.changed)
        self.alphabet_box.currentIndexChanged.connect(self.data_changed)
        self.aligned_box.currentIndexChanged.connect(self.data_changed)
        self.skip.toggled.connect(self.data_changed)

    def _reset_all(self) -> None:
        self.set_preset(self._preset)
        self.changed.emit()

    def _show_changes(self) -> None:
        if self.form.fault:
            self.reset.setEnabled(True)
            return
        count = len(changed_parameters(self.form.preset()))
        self.reset.setEnabled(count > 0)
        changes = self.tr("%Ln parameter(s) changed.", "", count) if count else self.tr("Nothing changed.")
        text = self.tr("Parameters of the preset '{0}'. {1} The paper's symbols stand in brackets.")
        self.changes.setText(text.format(self._preset.name, changes))
