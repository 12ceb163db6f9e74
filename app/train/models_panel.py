"""The list of models: the active one, their accuracy, and buttons to activate, use, measure and delete them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit

from app.context import ProjectContext
from app.text.formats import format_timestamp
from app.text.model_title import model_title
from app.train.list_panel import ListPanel
from app.train.project_lists import Evaluation, Evaluations, has_other_list, list_warning
from app.train.train_messages import score_line, tr
from app.widgets import builders
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.text_table import TextRow
from core.project.changes import MODELS, PREDICTIONS
from core.project.content.models import MAX_TITLE, Model, activate_model, delete_model, give_title, is_starter

_SCORE_COLUMN = 5


class ModelsPanel(ListPanel):
    """``recognise_requested(name)`` and ``measure_requested(name)`` for a model."""

    recognise_requested = Signal(str)
    measure_requested = Signal(str)

    def __init__(self, context: ProjectContext) -> None:
        titles = [tr("Model"), tr("Active"), tr("Created"), tr("Preset"), tr("From run"), tr("Accuracy")]
        super().__init__(context, tr("Models"), titles)
        self._models: dict[str, Model] = {}
        self.activate = builders.push_button(self.tr("Make active"), self._activate)
        self.recognise = builders.push_button(self.tr("Suggest readings"), lambda: self._emit(self.recognise_requested))
        self.recognise.setToolTip(self.tr("For all words; transcriptions are never replaced"))
        self.rename = builders.push_button(self.tr("Rename"), self._ask_title)
        self.title = builders.named(QLineEdit(), self.tr("Title of the model"))
        self.title.setPlaceholderText(self.tr("Title of the model; Enter saves it, Esc leaves it as it is"))
        self.title.setMaxLength(MAX_TITLE)
        self.title.hide()
        self.measure = builders.push_button(self.tr("Measure"), lambda: self._emit(self.measure_requested))
        self.measure.setToolTip(self.tr("On the test words"))
        buttons = (self.activate, self.recognise, self.measure, self.rename, self.delete)
        disable_with_reason(context.session.read_only_message, *buttons)
        about = builders.label(self.tr("All views show the suggestions of the active model."), "quiet")
        self.warning = builders.label("", "warn")
        self.warning.hide()
        text = self.tr("A model suggests readings. Train one on the words you transcribed.")
        row = builders.row((about, 1), *buttons)
        self._lay_out(self.tr("No model yet"), text, row, self.question, self.title, self.warning, (self.table, 1))
        self.title.returnPressed.connect(self._save_title)
        leave = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.title, self.title.hide)
        leave.setContext(Qt.ShortcutContext.WidgetShortcut)

    def show_models(self, models: list[Model], evaluations: Evaluations) -> None:
        """Replace the models, newest first."""
        self._models = {model.name: model for model in models}
        rows = [self._row(model, evaluations.get(model.name)) for model in models]
        self._show_rows(rows, [model.name for model in models if model.active])
        outdated = [model for model in models if has_other_list(evaluations.get(model.name))]
        self.warning.setVisible(bool(outdated))
        # one sentence is enough: each model has its own as a tooltip
        for model in sorted(outdated, key=lambda model: model.active):
            self.warning.setText(f"{model_title(model)}: {list_warning(evaluations[model.name])}")

    def selected(self) -> Model | None:
        """Return the selected model."""
        keys = self.table.selected_keys()
        return self._models.get(keys[0]) if keys else None

    def ask_delete(self) -> None:
        model = self.selected()
        if model is None:
            return
        text = self.tr("Delete the model '{0}' and its suggestions permanently? Transcriptions are kept.")
        if model.active:
            text += " " + self.tr("It is the active model; afterwards no model is active.")
        self.question.ask(
            text.format(model_title(model)),
            self.tr("Delete permanently"),
            lambda: self._delete(model.name),
            self.tr("Keep"),
        )

    def _delete(self, name: str) -> None:
        self._session.execute(lambda project: delete_model(project, name), changes=[MODELS, PREDICTIONS], word_ids=None)

    def activate_model(self, name: str, then: Callable[[], None] = lambda: None) -> None:
        """Make a model the active one and call ``then``; its suggestions are shown at once."""
        self._session.execute(
            lambda project: activate_model(project, name),
            changes=[MODELS, PREDICTIONS],
            word_ids=None,
            owner=self,
            on_result=lambda _: then(),
        )

    def _ask_title(self) -> None:
        model = self.selected()
        if model is not None:
            self.title.setText(model_title(model, with_share=False))
            self.title.selectAll()
            self.title.show()
            self.title.setFocus()

    def _save_title(self) -> None:
        model, title = self.selected(), self.title.text()
        self.title.hide()
        self.table.setFocus()
        if model is not None and title != model_title(model, with_share=False):
            self._session.execute(lambda project: give_title(project, model.name, title), changes=[MODELS], word_ids=())

    def _activate(self) -> None:
        model = self.selected()
        if model is not None:
            self.activate_model(model.name)

    def _emit(self, signal: SignalInstance) -> None:
        model = self.selected()
        if model is not None:
            signal.emit(model.name)

    def _row(self, model: Model, evaluation: Evaluation) -> TextRow:
        score = tip = score_line(model, evaluation)
        if evaluation and evaluation.get("measured_at"):
            tip = self.tr("{0}. Measured {1}.").format(score, format_timestamp(str(evaluation["measured_at"])))
        if has_other_list(evaluation):
            score, tip = self.tr("{0} (earlier word list)").format(score), f"{tip} {list_warning(evaluation)}"
        cells = (
            model_title(model),
            self.tr("★ active") if model.active else "",
            format_timestamp(model.created_at),
            "–" if is_starter(model) else str(model.info.get("preset", "")),
            "" if model.run_id is None else str(model.run_id),
            score,
        )
        return TextRow(cells, model.name, tips={_SCORE_COLUMN: tip})

    def _selection_changed(self) -> None:
        model = self.selected()
        for button in (self.recognise, self.measure, self.rename, self.delete):
            button.setEnabled(model is not None)
        self.activate.setEnabled(model is not None and not model.active)
