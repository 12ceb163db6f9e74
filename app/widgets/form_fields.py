"""Fields of forms that scroll: a passing mouse wheel does not change their values."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QValidator, QWheelEvent
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QSpinBox

from app.text.formats import short

_TEXT_MARGIN = 6


class FormComboBox(QComboBox):
    """A choice from a list."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class IntegerBox(QSpinBox):
    """A whole number."""

    def __init__(self, low: int, high: int) -> None:
        super().__init__()
        self.setRange(low, high)
        self.lineEdit().setTextMargins(_TEXT_MARGIN, 0, 0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class DecimalBox(QDoubleSpinBox):
    """Any number, written as ``0.003`` or ``1e-05``; a decimal comma is understood, too."""

    def __init__(self, low: float, high: float) -> None:
        super().__init__()
        self.setDecimals(9)
        self.setRange(low, high)
        self.lineEdit().setTextMargins(_TEXT_MARGIN, 0, 0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)

    def textFromValue(self, value: float) -> str:
        return short(value)

    def valueFromText(self, text: str) -> float:
        return float(text.replace(",", "."))

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        try:
            valid = self.minimum() <= self.valueFromText(text) <= self.maximum()
        except ValueError:
            valid = False
        return QValidator.State.Acceptable if valid else QValidator.State.Intermediate, text, position

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
