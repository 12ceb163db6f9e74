"""The purpose of a training and the score of the active model, in place of the presets while Research is off."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.text.formats import integer
from app.text.model_title import model_title
from app.train.project_lists import Evaluation, list_warning
from app.widgets import builders
from app.widgets.flow_layout import FlowLayout
from core.project.content.models import Model, read_words


class SimplePage(QWidget):
    """``insight_requested(tab)`` for the results and for the vote on a word."""

    insight_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        about = self.tr(
            "A training teaches the model this handwriting, with the words that you transcribed. You can go on "
            "working meanwhile. Afterwards the new model is compared with the present one, and you decide which one is "
            "used."
        )
        self.model = builders.label()
        self.warning = builders.label("", "warn")
        self.results = builders.push_button(self.tr("Show the results"), lambda: self.insight_requested.emit("results"))
        self.word = builders.push_button(
            self.tr("Explain the suggestion for a word"), lambda: self.insight_requested.emit("word")
        )
        buttons = QWidget()
        buttons.setLayout(FlowLayout(self.results, self.word))
        builders.column(
            builders.label(self.tr("What a training does"), "section"),
            builders.label(about),
            builders.label(self.tr("The model in use"), "section"),
            self.model,
            self.warning,
            buttons,
            1,
            parent=self,
            margins=(0, 0, 16, 0),
            spacing=12,
        )

    def show_model(self, model: Model | None, evaluation: Evaluation) -> None:
        """Show the active model and how many of the test words it suggests correctly."""
        for button in (self.results, self.word):
            button.setEnabled(model is not None)
        builders.show_text(self.warning, list_warning(evaluation))
        if model is None:
            self.model.setText(self.tr("There is no model yet."))
            return
        unread, read = (evaluation or {}).get("unread") or {}, read_words(model)
        if isinstance(unread.get("right"), float):
            text = self.tr("{0}: {1} % of {2} test words are suggested correctly.")
            share, words = unread["right"], int(unread["words"])
        elif read is not None:
            text = self.tr("{0}: {1} % of {2} words were suggested correctly when it was compared.")
            share, words = read.right / read.words, read.words
        else:
            self.model.setText(self.tr("{0}: not measured yet. Results can measure it.").format(model_title(model)))
            return
        self.model.setText(text.format(model_title(model), f"{100 * share:.0f}", integer(words)))
