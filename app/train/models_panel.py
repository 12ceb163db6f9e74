"""All models of the project: which is active, how well each was measured to read; used, measured, deleted."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from app.session.changes import MODELS, PREDICTIONS
from app.session.session import Session
from app.train.confirm import Bar
from app.train.empty_page import empty_page
from app.train.rows_model import RowsModel, TextRow, select_keys, selected_keys, table_of
from app.train.sentences import score_line, when
from core.project.models import Model, activate_model, delete_model

Measured = dict[str, dict[str, Any] | None]


class ModelsPanel(QWidget):
    """``read_wanted(str)``, ``measure_wanted(str)`` with a model's name; ``set_up_wanted()`` from the empty list."""

    read_wanted = Signal(str)
    measure_wanted = Signal(str)
    set_up_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._models: dict[str, Model] = {}
        heads = [self.tr("Model"), "", self.tr("Made"), self.tr("Preset"), self.tr("From run"),
                 self.tr("How well it reads")]  # fmt: skip
        self.model = RowsModel(heads)
        self.table = table_of(self.model, self.tr("Models"))
        self.activate = QPushButton(self.tr("Make active"))
        self.read = QPushButton(self.tr("Read all words"))
        self.read.setToolTip(self.tr("What a person wrote or accepted is never replaced"))
        self.measure = QPushButton(self.tr("Measure"))
        self.measure.setToolTip(self.tr("On the words kept for testing"))
        self.delete = QPushButton(self.tr("Delete"))
        self.delete.setProperty("kind", "danger")
        self.asking = Bar()
        self.pages = QStackedWidget()
        self._lay_out()
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._selected())
        self.activate.clicked.connect(self._activate)
        self.read.clicked.connect(lambda: self._emit(self.read_wanted))
        self.measure.clicked.connect(lambda: self._emit(self.measure_wanted))
        self.delete.clicked.connect(self.ask_delete)

    def show_models(self, models: list[Model], measured: Measured) -> None:
        """All models, newest first, with the measurement of each that has one."""
        chosen = selected_keys(self.table)
        self._models = {model.name: model for model in models}
        self.model.show_rows([self._row(model, measured.get(model.name)) for model in models])
        self.pages.setCurrentIndex(1 if models else 0)
        select_keys(self.table, chosen or [model.name for model in models if model.active])
        self._selected()

    def chosen(self) -> Model | None:
        """The selected model."""
        keys = selected_keys(self.table)
        return self._models.get(keys[0]) if keys else None

    def ask_delete(self) -> None:
        """Ask in place, then delete the selected model."""
        model = self.chosen()
        if model is None:
            return
        text = self.tr(
            "Delete the model '{0}' and its predictions for good? Words you typed or accepted stay."
        )
        if model.active:
            text += " " + self.tr("It is the active model; afterwards none is.")
        self.asking.ask(
            text.format(model.name),
            self.tr("Delete for good"),
            lambda: self._delete(model.name),
            self.tr("Keep"),
        )

    def _delete(self, name: str) -> None:
        self._session.do(
            lambda project: delete_model(project, name), what=[MODELS, PREDICTIONS], word_ids=None
        )

    def _activate(self) -> None:
        model = self.chosen()
        if model is not None:
            self._session.do(
                lambda project: activate_model(project, model.name), what=[MODELS, PREDICTIONS], word_ids=None
            )

    def _emit(self, signal: Any) -> None:
        model = self.chosen()
        if model is not None:
            signal.emit(model.name)

    def _row(self, model: Model, measured: dict[str, Any] | None) -> TextRow:
        told = score_line(measured)
        if measured and measured.get("measured_at"):
            tip = self.tr("{0}. Measured {1}.").format(told, when(str(measured["measured_at"])))
        else:
            tip = told
        cells = (
            model.name, self.tr("★ active") if model.active else "", when(model.created_at),
            str(model.info.get("preset", "")), "" if model.run_id is None else str(model.run_id), told,
        )  # fmt: skip
        return TextRow(model.name, cells, {5: tip})

    def _selected(self) -> None:
        model = self.chosen()
        for button in (self.read, self.measure, self.delete):
            button.setEnabled(model is not None)
        self.activate.setEnabled(model is not None and not model.active)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        about = QLabel(self.tr("The active model is the one whose readings all places show."))
        about.setProperty("kind", "quiet")
        about.setWordWrap(True)
        buttons.addWidget(about, 1)
        for button in (self.activate, self.read, self.measure, self.delete):
            buttons.addWidget(button)
        filled = QWidget()
        inner = QVBoxLayout(filled)
        inner.setContentsMargins(0, 16, 0, 0)
        inner.setSpacing(8)
        inner.addLayout(buttons)
        inner.addWidget(self.asking)
        inner.addWidget(self.table, 1)
        self.pages.addWidget(
            empty_page(
                self.tr("No model yet. A model reads words; train one from the words you transcribed."),
                self.tr("Set up a training"), self.set_up_wanted.emit,
            )
        )  # fmt: skip
        self.pages.addWidget(filled)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.pages)
