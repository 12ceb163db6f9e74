"""The model card: properties, use, data, figures by group, calibration, limits, readers and training curves."""

from typing import Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from app.context import ProjectContext
from app.insight.model.active_model import ActiveModel, OpenedModel
from app.insight.model.card_figures import CardFigures, copy_card, read_card
from app.insight.model.model_plots import ModelPlots
from app.insight.model.tab import Tab
from app.plots.plot_panel import PlotPanel
from app.text.model_title import model_title, title_of
from app.text.parameters import groups, value_name
from app.widgets import builders
from app.widgets.text_table import NUMBER, Column, TextTable
from core.evaluation.model_card import part_of
from core.project.content.adapted_starter import ADAPTED
from core.project.content.models import is_starter
from core.training.presets import FIELD_NAMES

_WIDE = 1090
"""Width in pixels from which the figures can stand beside the properties, otherwise below them."""
_PROPERTIES, _FIGURES = 4, 7
"""Shares of the width that each has beside the other."""
_BETWEEN = 40
"""Pixels that are neither's: between them, and of the bar that scrolls both."""
_NAME_WIDTH = 160
_PLOT_HEIGHT = 260


class CardTab(Tab):
    """Properties, and beside or below them figures, readers and curves; they scroll together."""

    def __init__(self, context: ProjectContext, active_model: ActiveModel) -> None:
        super().__init__(context, active_model)
        self._plots = ModelPlots(self)
        self.copy = builders.push_button(
            self.tr("Copy the model card as Markdown"), lambda: copy_card(context, active_model)
        )
        self.figures = CardFigures()
        columns = [Column(self.tr("Property"), width=_NAME_WIDTH), Column(self.tr("Value"))]
        self.properties = TextTable(self.tr("Model card"), columns, max_rows=99)
        self.properties.verticalHeader().setDefaultSectionSize(28)
        self.members = TextTable(
            self.tr("The readers"),
            [
                Column(self.tr("Reader"), kind=NUMBER, width=64),
                Column(self.tr("Words it was trained on"), self.tr("W_s of this reader"), NUMBER, 168),
                Column(self.tr("Gates"), self.tr("n_k, its gate networks"), NUMBER, 88),
                Column(self.tr("Threshold trained"), self.tr("thres, chosen on X and X'"), NUMBER, 136),
                Column(self.tr("In force"), self.tr("thres, as used in this project"), NUMBER, 80),
                Column(self.tr("Seeds"), self.tr("Random seeds of split, embedder, gate and words")),
            ],
            max_rows=5,
        )
        self.loss, self.accuracy = PlotPanel(context), PlotPanel(context)
        for panel in (self.loss, self.accuracy):
            panel.setFixedHeight(_PLOT_HEIGHT)
        heading = builders.label(self.tr("The readers"), "section")
        parts = (self.figures, heading, self.members, self.loss, self.accuracy, 1)
        inner = QWidget()
        self._halves = builders.row(
            (builders.column(self.properties, 1), _PROPERTIES),
            (builders.column(*parts, spacing=16), _FIGURES),
            parent=inner,
            margins=(0, 0, 8, 0),
            spacing=16,
        )
        whole = (builders.row(1, self.copy), (builders.ScrollArea(inner), 1))
        builders.column(*whole, parent=self, margins=(0, 16, 0, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Put the figures beside the properties if both can be seen whole, in whatever language, or below them."""
        room = (self.width() - _BETWEEN) * _PROPERTIES // (_PROPERTIES + _FIGURES)
        is_wide = self.width() >= _WIDE and room >= self.properties.width_needed()
        direction = QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom
        self._halves.setDirection(direction)

    def refresh(self) -> None:
        opened = self.active_model.current
        if opened is None:
            return
        self.context.session.query(
            lambda project: read_card(opened), self.figures.show_card, owner=self, key="insight:card"
        )
        self.properties.show_rows(self._rows(opened))
        self._arrange()
        self.members.show_rows(
            [
                [
                    str(k + 1),
                    str(len(member.seen)),
                    str(member.n_gates),
                    str(member.thres),
                    str(opened.thres[k]),
                    " · ".join(str(seed) for seed in member.seeds.values()),
                ]
                for k, member in enumerate(opened.summary.members)
            ]
        )
        for panel, curve in ((self.loss, "loss"), (self.accuracy, "val_accuracy")):
            figure = self._plots.curves(opened.summary, curve)
            panel.setVisible(figure is not None)
            if figure is not None:
                panel.show_figure(figure)

    def _rows(self, opened: OpenedModel) -> list[tuple[str, str]]:
        card = opened.summary.card
        data, versions, preset = part_of(card, "data"), part_of(card, "versions"), part_of(card, "preset")
        finished, requested = card.get("members_finished"), preset.get("members")
        readers = str(len(opened.summary.members))
        if finished is not None and requested is not None and finished != requested:
            readers = self.tr("{0} of {1}; training was stopped early").format(finished, requested)
        parent, none = str(card.get("parent") or ""), self.tr("no earlier model")
        rows = [
            (self.tr("Name"), model_title(opened.model)),
            (self.tr("Created"), str(card.get("created", ""))[:16].replace("T", " ")),
            (self.tr("Continues from"), title_of(self.context.session.project, parent) if parent else none),
            (self.tr("Readers (L)"), readers),
            (self.tr("Begins with"), self._beginning(opened)),
            (self.tr("Trained on"), self._images(opened, data.get("images"))),
            (self.tr("Different words (W_s)"), str(len(opened.summary.classes))),
            (self.tr("Word list at that time"), str(data.get("lexicon", "–"))),
            (self.tr("Alphabet"), opened.summary.alphabet.name),
            (self.tr("Thresholds"), self._thresholds(opened)),
            (self.tr("Random seed"), str(card.get("seed", "–"))),
            (self.tr("Processor"), str(card.get("device", "–"))),
            (self.tr("Precision"), str(card.get("precision", ""))),
            (self.tr("Versions"), ", ".join(f"{name} {number}" for name, number in versions.items()) or "–"),
            (self.tr("Data fingerprint"), str(data.get("fingerprint", "–"))),
            (self.tr("Preset"), str(preset.get("name", "–"))),
        ]
        values = {FIELD_NAMES.get(name, name): value for name, value in preset.items()}
        for _, parameters in groups():
            for parameter in parameters:
                if parameter.name in values:
                    title = f"{parameter.title} ({parameter.symbol})" if parameter.symbol else parameter.title
                    rows.append((title, value_name(parameter.name, values[parameter.name])))
        return [(title, text) for title, text in rows if text]

    def _beginning(self, opened: OpenedModel) -> str:
        adapted = part_of(opened.summary.card, ADAPTED)
        if not adapted or is_starter(opened.model):
            return ""
        return self.tr("the starter model, adapted by %Ln image(s)", "", adapted["images"])

    def _images(self, opened: OpenedModel, images: Any) -> str:
        adapted = part_of(opened.summary.card, ADAPTED)
        if adapted and is_starter(opened.model):
            return self.tr("%Ln word image(s), by its own readings", "", adapted["images"])
        if images == 0:
            return self.tr("no word image of this project")
        return "–" if images is None else self.tr("%Ln word image(s)", "", images)

    def _thresholds(self, opened: OpenedModel) -> str:
        if is_starter(opened.model):
            return self.tr("none: its gate was not trained")
        if opened.chosen_thres is not None:
            return self.tr("set by hand in this project")
        return self.tr("chosen by training for {0}").format(opened.summary.objective)
