"""The presets as cards: the recommended one first, the paper's at the end."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QLabel, QVBoxLayout, QWidget

from app.train.preset_card import PresetCard
from core.jobs.training.estimate import Estimate
from core.training.presets import DEFAULT, Preset, presets

_COLUMNS = 2


class PresetCards(QWidget):
    """``chosen(str)``: the name of the preset that a person picked."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.cards = {name: PresetCard(preset) for name, preset in presets().items()}
        self.group = QButtonGroup(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(8)
        paper = [name for name in self.cards if name.startswith("paper-")]
        others = [name for name in self.cards if name not in (DEFAULT, *paper)]
        for title, names in (
            (self.tr("Recommended"), [DEFAULT]),
            (self.tr("Others"), others),
            (self.tr("The paper's own"), paper),
        ):
            heading = QLabel(title)
            heading.setProperty("kind", "section")
            if column.count():
                column.addSpacing(8)
            column.addWidget(heading)
            column.addLayout(self._grid(names))
        column.addStretch(1)
        self.cards[DEFAULT].button.setChecked(True)

    def choose(self, name: str) -> None:
        """Pick a preset as if it had been clicked."""
        self.cards[name].button.setChecked(True)

    def show_estimates(self, estimate: Callable[[Preset], Estimate | None], measuring: bool) -> None:
        """Tell every card what it costs."""
        for card in self.cards.values():
            card.show_estimate(estimate(card.preset), measuring)

    def _grid(self, names: list[str]) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(8)
        for place, name in enumerate(names):
            card = self.cards[name]
            self.group.addButton(card.button)
            card.button.toggled.connect(lambda on, name=name: self.chosen.emit(name) if on else None)
            wide = _COLUMNS if len(names) == 1 else 1
            grid.addWidget(card, place // _COLUMNS, place % _COLUMNS, 1, wide)
        for part in range(_COLUMNS):
            grid.setColumnStretch(part, 1)
        return grid
