"""Boxes for numbers that write them short and do not change under a passing mouse wheel."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QValidator, QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox

_MARGIN = 6


class WholeBox(QSpinBox):
    """A whole number."""

    def __init__(self, low: int, high: int) -> None:
        super().__init__()
        self.setRange(low, high)
        self.lineEdit().setTextMargins(_MARGIN, 0, 0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        # scrolling the form must not change what the pointer happens to be over
        event.ignore()


class FractionBox(QDoubleSpinBox):
    """Any number, written as ``0.003`` or ``1e-05``."""

    def __init__(self, low: float, high: float) -> None:
        super().__init__()
        self.setDecimals(9)
        self.setRange(low, high)
        self.lineEdit().setTextMargins(_MARGIN, 0, 0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)

    def textFromValue(self, value: float) -> str:
        return f"{value:g}"

    def valueFromText(self, text: str) -> float:
        return float(text)

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        try:
            fits = self.minimum() <= float(text) <= self.maximum()
        except ValueError:
            fits = False
        return QValidator.State.Acceptable if fits else QValidator.State.Intermediate, text, place

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
