"""The values of fields, boxes and tabs, read from one view and put into another that replaces it."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QSpinBox,
    QTabBar,
    QTabWidget,
    QWidget,
)


def read_inputs(widgets: Mapping[str, QWidget]) -> dict[str, Any]:
    """Return the value of each widget by its name."""
    return {name: _read(widget) for name, widget in widgets.items()}


def write_inputs(widgets: Mapping[str, QWidget], values: Mapping[str, Any]) -> None:
    """Put values that :func:`read_inputs` returned into widgets of the same names, with their signals."""
    for name, widget in widgets.items():
        if name in values:
            _write(widget, values[name])


def _read(widget: QWidget) -> Any:
    match widget:
        case QLineEdit():
            return widget.text(), widget.cursorPosition()
        case QSpinBox() | QDoubleSpinBox() | QAbstractSlider():
            return widget.value()
        case QComboBox() | QTabWidget() | QTabBar():
            return widget.currentIndex()
        case QAbstractButton():
            return widget.isChecked()
    raise TypeError(f"{type(widget).__name__} has no value that is known here")


def _write(widget: QWidget, value: Any) -> None:
    match widget:
        case QLineEdit():
            widget.setText(value[0])
            widget.setCursorPosition(value[1])
        case QSpinBox() | QDoubleSpinBox() | QAbstractSlider():
            widget.setValue(value)
        case QComboBox() | QTabWidget() | QTabBar():
            widget.setCurrentIndex(value)
        case QAbstractButton():
            widget.setChecked(value)
