"""The slider for the largest distance of the word images shown, its scale, and the number of words within it."""

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSlider, QWidget

from app.style.theme import tabular
from app.text.formats import decimal, integer
from app.widgets import builders
from app.widgets.accessibility import LiveLabel

STEPS = 1000
_DEFAULTS = {"cosine": 0.15, "euclid": 0.5}
"""First position by metric, as a part of the scale: it includes the variation of one writer."""


class DistanceSlider(QWidget):
    """``moved()``: another distance was chosen. The end of the slider includes all words."""

    moved = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._metric, self._scale = "", 1.0
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, STEPS)
        self.slider.setPageStep(STEPS // 20)
        self.slider.setMinimumSize(144, 24)
        self.slider.setMaximumWidth(280)
        self.slider.setAccessibleName(self.tr("Largest distance of the images shown"))
        self.slider.setToolTip(
            self.tr("Largest distance between an image and the word. 0: exactly as the model expects the word to look.")
        )
        self.slider.valueChanged.connect(self.moved)
        name = builders.field_label(self.slider, self.tr("Distance"))
        self.count = LiveLabel()
        self.count.setFont(tabular(self.count.font()))
        builders.row(name, self.slider, self.count, parent=self)

    def set_scale(self, metric: str, scale: float) -> None:
        """Set the distance at the end of the slider; a new metric moves the slider to its default."""
        self._scale = scale
        if metric != self._metric:
            self._metric = metric
            self.slider.setValue(distance_to_step(_DEFAULTS.get(metric, 0.5), 1.0))

    def include(self, distance: float) -> None:
        """Move the slider to the smallest position that includes ``distance``."""
        self.slider.setValue(distance_to_step(distance, self._scale))

    def count_within(self, distances: Sequence[float]) -> int:
        """Return how many of the sorted ``distances`` the slider includes."""
        return count_within(distances, self.slider.value(), self._scale)

    def show_count(self, shown: int, total: int) -> None:
        """Show how many of the words that can be found are near enough."""
        step = self.slider.value()
        text = (
            self.tr("{0} of {1} words, at any distance")
            if step >= STEPS
            else self.tr("{0} of {1} words within a distance of {2}")
        )
        distance = step_to_distance(step, self._scale)
        self.count.setText(text.format(integer(shown), integer(total), decimal(distance, 3)))


def step_to_distance(step: int, scale: float) -> float:
    """Return the distance at a position 0..STEPS; quadratic, for fine steps near 0, where most words differ little."""
    return scale * (step / STEPS) ** 2


def distance_to_step(distance: float, scale: float) -> int:
    """Return the first position that includes ``distance``, at most STEPS."""
    step = int(STEPS * max(0.0, distance / scale) ** 0.5)
    while step < STEPS and step_to_distance(step, scale) < distance:
        step += 1
    return min(step, STEPS)


def count_within(distances: Sequence[float], step: int, scale: float) -> int:
    """Return how many of the sorted ``distances`` a position includes; the last position includes all."""
    return len(distances) if step >= STEPS else bisect_right(distances, step_to_distance(step, scale))
