"""All models of the project: which is active, how well each was measured to read; used, measured, deleted."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton

from app.session.changes import MODELS, PREDICTIONS
from app.session.session import Session
from app.style.theme import Theme
from app.text.date_format import format_timestamp
from app.text.model_title import model_title
from app.train.list_panel import ListPanel
from app.train.train_messages import score_line
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.text_table import TextRow
from core.project.content.models import Model, activate_model, delete_model, is_starter

Measured = dict[str, dict[str, Any] | None]


class ModelsPanel(ListPanel):
    """``read_wanted(str)``, ``measure_wanted(str)`` with a model's name."""

    read_wanted = Signal(str)
    measure_wanted = Signal(str)

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__(session, theme)
        self._models: dict[str, Model] = {}
        self.activate = QPushButton(self.tr("Make active"))
        self.read = QPushButton(self.tr("Read all words"))
        self.read.setToolTip(self.tr("What a person wrote or accepted is never replaced"))
        self.measure = QPushButton(self.tr("Measure"))
        self.measure.setToolTip(self.tr("On the words kept for testing"))
        disable_with_reason(session.read_only_message, self.activate, self.read, self.measure, self.delete)
        self._lay_out()
        self.activate.clicked.connect(self._activate)
        self.read.clicked.connect(lambda: self._emit(self.read_wanted))
        self.measure.clicked.connect(lambda: self._emit(self.measure_wanted))

    def show_models(self, models: list[Model], measured: Measured) -> None:
        """All models, newest first, with the measurement of each that has one."""
        self._models = {model.name: model for model in models}
        rows = [self._row(model, measured.get(model.name)) for model in models]
        self._show_rows(rows, [model.name for model in models if model.active])

    def chosen(self) -> Model | None:
        """The selected model."""
        keys = self.table.selected_keys()
        return self._models.get(keys[0]) if keys else None

    def ask_delete(self) -> None:
        """Ask in place, then delete the selected model."""
        model = self.chosen()
        if model is None:
            return
        text = self.tr("Delete the model '{0}' and its predictions for good? Words you typed or accepted stay.")
        if model.active:
            text += " " + self.tr("It is the active model; afterwards none is.")
        self.asking.ask(
            text.format(model_title(model)),
            self.tr("Delete for good"),
            lambda: self._delete(model.name),
            self.tr("Keep"),
        )

    def _delete(self, name: str) -> None:
        self._session.execute(lambda project: delete_model(project, name), changes=[MODELS, PREDICTIONS], word_ids=None)

    def _activate(self) -> None:
        model = self.chosen()
        if model is not None:
            self._session.execute(
                lambda project: activate_model(project, model.name), changes=[MODELS, PREDICTIONS], word_ids=None
            )

    def _emit(self, signal: Any) -> None:
        model = self.chosen()
        if model is not None:
            signal.emit(model.name)

    def _row(self, model: Model, measured: dict[str, Any] | None) -> TextRow:
        told = score_line(measured)
        if measured and measured.get("measured_at"):
            tip = self.tr("{0}. Measured {1}.").format(told, format_timestamp(str(measured["measured_at"])))
        else:
            tip = told
        preset = "–" if is_starter(model) else str(model.info.get("preset", ""))
        cells = (
            model_title(model),
            self.tr("★ active") if model.active else "",
            format_timestamp(model.created_at),
            preset,
            "" if model.run_id is None else str(model.run_id),
            told,
        )
        return TextRow(cells, model.name, tips={5: tip})

    def _selected(self) -> None:
        model = self.chosen()
        for button in (self.read, self.measure, self.delete):
            button.setEnabled(model is not None)
        self.activate.setEnabled(model is not None and not model.active)

    def _name(self) -> str:
        return self.tr("Models")

    def _titles(self) -> list[str]:
        return [
            self.tr("Model"),
            "",
            self.tr("Made"),
            self.tr("Preset"),
            self.tr("From run"),
            self.tr("How well it reads"),
        ]

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        about = QLabel(self.tr("The active model is the one whose readings all places show."))
        about.setProperty("kind", "quiet")
        about.setWordWrap(True)
        buttons.addWidget(about, 1)
        for button in (self.activate, self.read, self.measure, self.delete):
            buttons.addWidget(button)
        nothing = self.tr("A model reads words. Train one from the words you transcribed.")
        self._put(self.tr("No model yet"), nothing, buttons, [(self.asking, 0), (self.table, 1)])
