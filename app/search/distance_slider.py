"""The row above the wall: how near a picture must come, and how many do."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QWidget

from app.search.distance_scale import DEFAULTS, STEPS, distance_at, step_of
from app.style.theme import tabular


class DistanceSlider(QWidget):
    """``moved``: the slider stands elsewhere, so that another number of words is near enough."""

    moved = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._metric, self._scale = "", 1.0
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, STEPS)
        self.slider.setPageStep(STEPS // 20)
        self.slider.setMinimumSize(144, 24)
        self.slider.setMaximumWidth(280)
        self.slider.setAccessibleName(self.tr("How near the pictures shown must come"))
        self.slider.setToolTip(
            self.tr("How near a picture must come to the word. 0: exactly as the word is expected to look.")
        )
        self.slider.valueChanged.connect(self._moved)
        name = QLabel(self.tr("How near"))
        name.setBuddy(self.slider)
        self.count = QLabel()
        self.count.setFont(tabular(self.count.font()))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for widget in (name, self.slider, self.count):
            row.addWidget(widget)

    def set_scale(self, metric: str, scale: float) -> None:
        """What the slider's end stands for; with another metric it goes where that is usually cut."""
        self._scale = scale
        if metric != self._metric:
            self._metric = metric
            self.slider.setValue(step_of(DEFAULTS.get(metric, 0.5), 1.0))

    def take_in(self, distance: float) -> None:
        """Move the slider just so far that ``distance`` is near enough."""
        self.slider.setValue(step_of(distance, self._scale))

    @property
    def step(self) -> int:
        return self.slider.value()

    @property
    def scale(self) -> float:
        return self._scale

    def tell(self, near: int, all_words: int) -> None:
        """Say how many of the words that can be found are near enough."""
        distance = distance_at(self.step, self._scale)
        text = (
            self.tr("{0} of {1} words, at any distance")
            if self.step >= STEPS
            else self.tr("{0} of {1} words within a distance of {2}")
        )
        self.count.setText(text.format(f"{near:,}", f"{all_words:,}", f"{distance:.3f}"))

    def say(self, text: str) -> None:
        """Something else in the place of the number."""
        self.count.setText(text)

    def _moved(self) -> None:
        self.moved.emit()
