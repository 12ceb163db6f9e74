"""A preset as a card: what it is for, its readers, the time and memory it takes here."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QLabel, QRadioButton, QVBoxLayout

from app.session.time_left import format_duration
from app.style.theme import tabular
from app.train.train_messages import TrainCounts, gigabytes, preset_about, preset_title, tr
from core.jobs.training.estimate import Estimate
from core.training.presets import Preset


class PresetCard(QFrame):
    """The whole card can be clicked; its round button makes it one of a group for the keyboard."""

    def __init__(self, preset: Preset) -> None:
        super().__init__()
        self.setObjectName("card")
        self.preset = preset
        self.button = QRadioButton(preset_title(preset))
        self.button.setProperty("kind", "section")
        self.button.toggled.connect(self._mark)
        self.about = QLabel(preset_about(preset))
        self.about.setProperty("kind", "quiet")
        self.about.setWordWrap(True)
        self.cost = QLabel()
        self.cost.setFont(tabular(self.cost.font()))
        self.cost.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(4)
        for widget in (self.button, self.about, self.cost):
            column.addWidget(widget)
        column.addStretch(1)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.show_estimate(None, False)

    def show_estimate(self, estimate: Estimate | None, measuring: bool) -> None:
        """What it costs here; without a measurement that is said, and no number is."""
        self.cost.setText(cost_line(self.preset, estimate, measuring))
        self.button.setAccessibleDescription(f"{self.about.text()} {self.cost.text()}")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.button.setChecked(True)
        self.button.setFocus(Qt.FocusReason.MouseFocusReason)
        super().mousePressEvent(event)

    def _mark(self, on: bool) -> None:
        self.setProperty("selected", on)
        self.style().unpolish(self)
        self.style().polish(self)


def cost_line(preset: Preset, estimate: Estimate | None, measuring: bool) -> str:
    """Readers, time and memory in one line."""
    readers = TrainCounts().readers(preset.members)
    if estimate is None:
        return f"{readers} · {tr('measuring …') if measuring else tr('not measured yet')}"
    time = tr("about {0}").format(format_duration(estimate.seconds))
    if estimate.without:
        time = tr("more than {0}").format(format_duration(estimate.seconds))
    memory = tr("{0} of memory").format(gigabytes(estimate.memory_bytes))
    if estimate.device_bytes:
        memory = tr("{0} on the graphics card").format(gigabytes(estimate.device_bytes))
    return f"{readers} · {time} · {memory}"
