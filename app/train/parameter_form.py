"""The form of all parameters of a preset: name, symbol of the paper, value, explanation, and a reset button."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLabel, QToolButton, QWidget

from app.style.icons import icon
from app.text.parameters import Parameter, groups, value_name, written_number
from app.widgets import builders
from app.widgets.form_fields import DecimalBox, FormComboBox, IntegerBox
from core.errors import InputError
from core.training.presets import Preset

_EDITOR_WIDTH, _EDITOR_LINES = 232, 16
"""The least width of a field, in pixels and in heights of a line of text."""
_COLUMNS = 5
_LEAST_LINES = 12
"""The least width of explanations beside their parameters, in heights of a line of text."""


class ParameterForm(QWidget):
    """``changed()`` when a value is changed. ``fault`` is the reason why the values are invalid, or ""."""

    changed = Signal()

    def __init__(self, preset: Preset) -> None:
        super().__init__()
        self._base = preset
        self.editors: dict[str, QWidget] = {}
        self.resets: dict[str, QToolButton] = {}
        self._hints: dict[QLabel, int] = {}
        """The explanations with the row of each parameter; the row below it is free."""
        self._are_beside = True
        # one grid for all groups, so that their columns are aligned
        grid = self._grid = builders.grid(_COLUMNS - 1, spacing=(12, 8))
        for title, parameters in groups():
            heading = builders.label(title, "section", wrap=False)
            heading.setContentsMargins(0, 12, 0, 0)
            grid.addWidget(heading, grid.rowCount(), 0, 1, _COLUMNS)
            for parameter in parameters:
                self._add_row(grid, parameter)
        builders.column(grid, 1, parent=self, margins=(0, 0, 8, 0))
        self.set_preset(preset)

    def set_preset(self, preset: Preset) -> None:
        """Show the values of another preset."""
        self._base = preset
        for name in self.editors:
            self._set_value(name, getattr(preset, name))
        self._show_resets()

    def preset(self) -> Preset:
        """Return the preset with the values of the form. Raises InputError if they do not fit together."""
        return self._base.changed(**{name: self._value(name) for name in self.editors})

    @property
    def fault(self) -> str:
        try:
            self.preset()
        except InputError as error:
            return str(error)
        return ""

    def reset(self, name: str) -> None:
        """Restore the preset's value of one parameter."""
        self._set_value(name, getattr(self._base, name))
        self._edited()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_hints()

    def _place_hints(self) -> None:
        """Put the explanations below their parameters where there is too little room beside them."""
        left = self._grid.cellRect(min(self._hints.values()), _COLUMNS - 2).right()
        are_beside = self.width() - left >= _LEAST_LINES * self.fontMetrics().height()
        if are_beside == self._are_beside:
            return
        self._are_beside = are_beside
        for hint, row in self._hints.items():
            self._grid.removeWidget(hint)
            if are_beside:
                self._grid.addWidget(hint, row, _COLUMNS - 1, Qt.AlignmentFlag.AlignVCenter)
            else:
                self._grid.addWidget(hint, row + 1, 0, 1, _COLUMNS)

    def _add_row(self, grid: QGridLayout, parameter: Parameter) -> None:
        name = parameter.name
        editor = self.editors[name] = self._make_editor(parameter)
        title = builders.field_label(editor, parameter.title, wrap=True)
        symbol = builders.label(f"[{parameter.symbol}]" if parameter.symbol else "", "quiet", wrap=False)
        hint = builders.label(self._hint(parameter), "caption")
        editor.setFixedWidth(max(_EDITOR_WIDTH, _EDITOR_LINES * self.fontMetrics().height()))
        editor.setAccessibleName(f"{parameter.title} {symbol.text()}".strip())
        editor.setAccessibleDescription(hint.text())
        reset = self.resets[name] = builders.flat_button(
            self.tr("Restore the preset's value"), lambda: self.reset(name)
        )
        reset.setIcon(icon("undo"))
        reset.setAccessibleName(self.tr("Reset {0}").format(parameter.title))
        policy = reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        reset.setSizePolicy(policy)
        row = self._hints[hint] = grid.rowCount()
        grid.setRowMinimumHeight(row + 1, 0)  # keeps the row below free
        for column, widget in enumerate((title, symbol, editor, reset, hint)):
            grid.addWidget(widget, row, column, Qt.AlignmentFlag.AlignVCenter)

    def _hint(self, parameter: Parameter) -> str:
        if parameter.range is None:
            return parameter.hint
        low, high = parameter.range
        return self.tr("{0}. From {1} to {2}.").format(parameter.hint, written_number(low), written_number(high))

    def _make_editor(self, parameter: Parameter) -> QWidget:
        if parameter.choices is not None:
            box = FormComboBox()
            for choice in parameter.choices:
                box.addItem(value_name(parameter.name, choice), choice)
            box.currentIndexChanged.connect(lambda _: self._edited())
            return box
        kind = Preset.__annotations__[parameter.name]
        if kind == "bool":
            check = QCheckBox(self.tr("on"))
            check.toggled.connect(lambda _: self._edited())
            return check
        assert parameter.range is not None
        low, high = parameter.range
        number = IntegerBox(int(low), int(high)) if kind == "int" else DecimalBox(low, high)
        number.valueChanged.connect(lambda _: self._edited())
        return number

    def _value(self, name: str) -> Any:
        editor = self.editors[name]
        if isinstance(editor, QComboBox):
            return editor.currentData()
        if isinstance(editor, QCheckBox):
            return editor.isChecked()
        assert isinstance(editor, IntegerBox | DecimalBox)
        return editor.value()

    def _set_value(self, name: str, value: Any) -> None:
        editor = self.editors[name]
        with QSignalBlocker(editor):
            if isinstance(editor, QComboBox):
                editor.setCurrentIndex(editor.findData(value))
            elif isinstance(editor, QCheckBox):
                editor.setChecked(bool(value))
            elif isinstance(editor, IntegerBox | DecimalBox):
                editor.setValue(value)

    def _edited(self) -> None:
        self._show_resets()
        self.changed.emit()

    def _show_resets(self) -> None:
        for name, reset in self.resets.items():
            reset.setVisible(self._value(name) != getattr(self._base, name))
