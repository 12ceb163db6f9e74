"""The model's card: what it was made of and how, its readers, and how they learnt."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from app.context import ProjectContext
from app.insight.model.active_model import ActiveModel, Loaded
from app.insight.plots.factory import plot_panel
from app.insight.plots.plots import Plots
from app.insight.tab import Tab
from app.text.model_title import model_title
from app.text.parameters import Parameter, groups
from app.widgets.text_table import NUMBER, Column, TextTable
from core.project.content.models import is_starter

_WIDTH = 496
_NAMES = 160


class CardTab(Tab):
    """Facts on the left, readers and curves on the right."""

    def __init__(self, context: ProjectContext, subject: ActiveModel) -> None:
        super().__init__(context, subject)
        self._figures = Plots(self)
        self.facts = TextTable(
            self.tr("The model's card"),
            [Column(self.tr("What"), width=_NAMES), Column(self.tr("As it was made"))],
            max_rows=0,
        )
        self.facts.verticalHeader().setDefaultSectionSize(28)
        self.facts.setFixedWidth(_WIDTH)
        self.members = TextTable(
            self.tr("The readers"),
            [
                Column(self.tr("Reader"), kind=NUMBER, width=64),
                Column(self.tr("Words it was trained on"), self.tr("W_s of this reader"), NUMBER, 168),
                Column(self.tr("Networks"), self.tr("n_k, its gates"), NUMBER, 88),
                Column(self.tr("Threshold trained"), self.tr("thres, chosen on X and X'"), NUMBER, 136),
                Column(self.tr("In force"), self.tr("thres, as used in this project"), NUMBER, 80),
                Column(self.tr("Seeds"), self.tr("Random numbers of split, embedder, gate and words")),
            ],
            max_rows=5,
        )
        self.loss, self.right = plot_panel(context), plot_panel(context)
        self._lay_out()

    def refresh(self) -> None:
        """Show the active model's card."""
        now = self.subject.now
        if now is None:
            return
        self.facts.show_rows(self._told(now))
        self.members.show_rows(
            [
                [
                    str(k + 1),
                    str(len(member.seen)),
                    str(member.n_gates),
                    str(member.thres),
                    str(now.thres[k]),
                    " · ".join(str(seed) for seed in member.seeds.values()),
                ]
                for k, member in enumerate(now.summary.members)
            ]
        )
        for panel, curve in ((self.loss, "loss"), (self.right, "val_accuracy")):
            figure = self._figures.curves(now.summary, curve)
            panel.setVisible(figure is not None)
            if figure is not None:
                panel.show_figure(figure)

    def _told(self, now: Loaded) -> list[tuple[str, str]]:
        card = now.summary.card
        data, versions, preset = _part(card, "data"), _part(card, "versions"), _part(card, "preset")
        finished, wanted = card.get("members_finished"), preset.get("members")
        readers = str(len(now.summary.members))
        if finished is not None and wanted is not None and finished != wanted:
            readers = self.tr("{0} of {1}; training was stopped early").format(finished, wanted)
        told = [
            (self.tr("Name"), model_title(now.model)),
            (self.tr("Made"), str(card.get("created", ""))[:16].replace("T", " ")),
            (self.tr("Continues from"), str(card.get("parent") or self.tr("no earlier model"))),
            (self.tr("Readers (L)"), readers),
            (self.tr("Trained on"), self._data(data)),
            (self.tr("Different words (W_s)"), str(len(now.summary.classes))),
            (self.tr("Words in the lexicon then"), str(data.get("lexicon", "–"))),
            (self.tr("Alphabet"), now.summary.alphabet.name),
            (self.tr("Thresholds"), self._thresholds(now)),
            (self.tr("Random seed"), str(card.get("seed", "–"))),
            (self.tr("Device"), str(card.get("device", "–"))),
            (self.tr("Versions"), ", ".join(f"{name} {number}" for name, number in versions.items()) or "–"),
            (self.tr("Data fingerprint"), str(data.get("fingerprint", "–"))),
            (self.tr("Preset"), str(preset.get("name", "–"))),
        ]
        told += [
            (_title(parameter), _plain(preset[parameter.name]))
            for _, listed in groups()
            for parameter in listed
            if parameter.name in preset
        ]
        return [(title, text) for title, text in told if text]

    def _data(self, data: dict[str, Any]) -> str:
        images = data.get("images")
        if images == 0:
            return self.tr("no picture of this project")
        return "–" if images is None else self.tr("%Ln picture(s) of words", "", images)

    def _thresholds(self, now: Loaded) -> str:
        if is_starter(now.model):
            return self.tr("none: its gate was not trained")
        if now.by_hand is not None:
            return self.tr("set by hand in this project")
        return self.tr("chosen by training for {0}").format(now.summary.objective)

    def _lay_out(self) -> None:
        right = QVBoxLayout()
        right.setSpacing(16)
        plots = QHBoxLayout()
        plots.setSpacing(16)
        plots.addWidget(self.loss, 1)
        plots.addWidget(self.right, 1)
        right.addWidget(self.members)
        right.addLayout(plots, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 16, 0, 0)
        row.setSpacing(16)
        row.addWidget(self.facts)
        row.addLayout(right, 1)


def _title(parameter: Parameter) -> str:
    return f"{parameter.title} ({parameter.symbol})" if parameter.symbol else parameter.title


def _part(card: dict[str, Any], name: str) -> dict[str, Any]:
    part = card.get(name)
    return part if isinstance(part, dict) else {}


def _plain(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return str(value).lower() if isinstance(value, bool) else str(value)
