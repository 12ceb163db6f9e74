"""The presets as cards with their costs: the recommended one first, those of the published method last."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QGridLayout, QRadioButton, QWidget

from app.session.time_left import format_duration
from app.style.theme import tabular
from app.train.train_messages import TrainCounts, gigabytes, preset_about, preset_title, tr
from app.widgets import builders
from core.jobs.training.estimate import Estimate
from core.training.presets import DEFAULT, Preset, presets

_COLUMNS = 2
_SPACING = 8
_NOT_OFFERED = ("quick", "demo")
"""Presets that begin from nothing with very small readers. They are for tests and for the demo, by the command line: on
a real project the starter model reads far better than what they train."""


class PresetCards(QWidget):
    """``chosen(name)`` when a person chooses a preset."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.cards = {name: PresetCard(preset) for name, preset in presets().items() if name not in _NOT_OFFERED}
        self.group = QButtonGroup(self)
        self._grids: list[tuple[QGridLayout, list[str]]] = []
        self._columns = 0
        column = builders.column(parent=self, margins=(0, 0, 8, 0))
        others = [name for name, card in self.cards.items() if card.preset.starter and name != DEFAULT]
        published = [name for name, card in self.cards.items() if not card.preset.starter]
        for title, names in (
            (self.tr("Recommended"), [DEFAULT]),
            (self.tr("Others"), others),
            (self.tr("Research: published method"), published),
        ):
            if column.count():
                column.addSpacing(8)
            column.addWidget(builders.label(title, "section", wrap=False))
            grid = QGridLayout()
            grid.setSpacing(_SPACING)
            self._grids.append((grid, names))
            for name in names:
                card = self.cards[name]
                self.group.addButton(card.button)
                card.button.toggled.connect(lambda on, name=name: self.chosen.emit(name) if on else None)
            column.addLayout(grid)
        column.addStretch(1)
        self._arrange(_COLUMNS)
        self.choose(DEFAULT)

    def choose(self, name: str) -> None:
        """Choose a preset as if its card had been clicked; one that has no card leaves all cards unchosen."""
        if name in self.cards:
            self.cards[name].button.setChecked(True)
        elif (chosen := self.group.checkedButton()) is not None:
            self.group.setExclusive(False)
            chosen.setChecked(False)
            self.group.setExclusive(True)

    def show_estimates(self, estimate: Callable[[Preset], Estimate | None], measured: str) -> None:
        """Show on every card what its preset costs; readers of the kind ``measured`` are being timed."""
        for card in self.cards.values():
            card.show_estimate(estimate(card.preset), card.preset.learner == measured)

    def minimumSizeHint(self) -> QSize:
        """Return the size with one card in a row, to which it can shrink."""
        return QSize(self._card_width() + 8, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange(_COLUMNS if self.width() >= _COLUMNS * (self._card_width() + _SPACING) else 1)

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for grid, names in self._grids:
            for number, name in enumerate(names):
                width = columns if len(names) == 1 else 1
                grid.addWidget(self.cards[name], number // columns, number % columns, 1, width)
            for number in range(_COLUMNS):
                grid.setColumnStretch(number, int(number < columns))

    def _card_width(self) -> int:
        return max(card.minimumSizeHint().width() for card in self.cards.values())


class PresetCard(QFrame):
    """A preset's purpose and costs. The whole card can be clicked; its radio button serves the keyboard."""

    def __init__(self, preset: Preset) -> None:
        super().__init__()
        self.setObjectName("card")
        self.preset = preset
        self.button = QRadioButton(preset_title(preset))
        self.button.setProperty("kind", "section")
        self.button.toggled.connect(self._mark)
        self.about, self.cost = builders.label(preset_about(preset), "quiet"), builders.label()
        self.cost.setFont(tabular(self.cost.font()))
        self.setToolTip(self.tr("Readers learn separately from the same words, and then vote on each word."))
        builders.column(self.button, self.about, self.cost, 1, parent=self, margins=(16, 12, 16, 12), spacing=4)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.show_estimate(None, False)

    def show_estimate(self, estimate: Estimate | None, measuring: bool) -> None:
        """Show the costs on this computer, or that they are not measured."""
        self.cost.setText(cost_line(self.preset, estimate, measuring))
        self.button.setAccessibleDescription(f"{self.about.text()} {self.cost.text()}")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.button.setChecked(True)
        self.button.setFocus(Qt.FocusReason.MouseFocusReason)
        super().mousePressEvent(event)

    def _mark(self, on: bool) -> None:
        builders.restyle(self, "selected", on)


def cost_line(preset: Preset, estimate: Estimate | None, measuring: bool, *, with_readers: bool = True) -> str:
    """Return the number of readers, the time and the memory of a training in one line."""
    readers = [TrainCounts().readers(preset.members)] if with_readers else []
    if estimate is None:
        time = tr("measuring …") if measuring else tr("not measured yet")
        return " · ".join([*readers, time if with_readers else tr("Time: {0}").format(time)])
    time = (tr("more than {0}") if estimate.without else tr("about {0}")).format(format_duration(estimate.seconds))
    if estimate.most_seconds > estimate.seconds:
        time = tr("{0}, for a hard hand up to {1}").format(time, format_duration(estimate.most_seconds))
    if estimate.device_bytes:
        memory = tr("{0} on the graphics card").format(gigabytes(estimate.device_bytes))
    else:
        memory = tr("{0} of memory").format(gigabytes(estimate.memory_bytes))
    return " · ".join([*readers, time, memory])
