"""The form of all of a preset's parameters: plain name, the paper's symbol, range, and a way back."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from app.style.icons import icon
from app.style.theme import Theme
from app.text.parameters import Parameter, groups, value_name, written_number
from app.widgets.form_fields import DecimalBox, FormComboBox, IntegerBox
from core.errors import InputError
from core.training.presets import Preset

_EDITOR = 232
_COLUMNS = 5


class ParameterForm(QWidget):
    """``changed()`` when a value is changed. ``fault`` says why the values cannot be, or is empty."""

    changed = Signal()

    def __init__(self, preset: Preset, theme: Theme) -> None:
        super().__init__()
        self._base = preset
        self._theme = theme
        self.editors: dict[str, QWidget] = {}
        self.resets: dict[str, QToolButton] = {}
        self._parameters: dict[str, Parameter] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(8)
        # one grid for all groups, so that names, boxes and hints stand under each other
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(_COLUMNS - 1, 1)
        for title, parameters in groups():
            heading = QLabel(title)
            heading.setProperty("kind", "section")
            heading.setContentsMargins(0, 12, 0, 0)
            grid.addWidget(heading, grid.rowCount(), 0, 1, _COLUMNS)
            for parameter in parameters:
                self._add(grid, grid.rowCount(), parameter)
        column.addLayout(grid)
        column.addStretch(1)
        theme.changed.connect(self._paint)
        self.set_preset(preset)
        self._paint()

    def set_preset(self, preset: Preset, changed: Preset | None = None) -> None:
        """Show another preset, or values ``changed`` from it."""
        self._base = preset
        for name in self.editors:
            self._put(name, getattr(changed or preset, name))
        self._mark()

    def preset(self) -> Preset:
        """The preset as changed. Raises InputError where values do not go together."""
        return self._base.changed(**self.values())

    def values(self) -> dict[str, Any]:
        """What stands in the form."""
        return {name: self._value(name) for name in self.editors}

    @property
    def fault(self) -> str:
        try:
            self.preset()
        except InputError as error:
            return str(error)
        return ""

    def reset(self, name: str) -> None:
        """Put one parameter back to the preset's."""
        self._put(name, getattr(self._base, name))
        self._edited()

    def _add(self, grid: QGridLayout, row: int, parameter: Parameter) -> None:
        editor = self._editor(parameter)
        name = parameter.name
        self.editors[name], self._parameters[name] = editor, parameter
        title = QLabel(parameter.title)
        title.setBuddy(editor)
        symbol = QLabel(f"[{parameter.symbol}]" if parameter.symbol else "")
        symbol.setProperty("kind", "quiet")
        said = QLabel(self._hint(parameter))
        said.setProperty("kind", "caption")
        said.setWordWrap(True)
        spoken = f"{parameter.title} {symbol.text()}".strip()
        editor.setFixedWidth(_EDITOR)
        editor.setAccessibleName(spoken)
        editor.setAccessibleDescription(said.text())
        back = QToolButton()
        back.setProperty("kind", "flat")
        back.setToolTip(self.tr("Back to the preset's value"))
        back.setAccessibleName(self.tr("Reset {0}").format(parameter.title))
        keep = back.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        back.setSizePolicy(keep)
        back.clicked.connect(lambda _=False, name=name: self.reset(name))
        self.resets[name] = back
        for column, widget in enumerate((title, symbol, editor, back, said)):
            grid.addWidget(widget, row, column, Qt.AlignmentFlag.AlignVCenter)

    def _hint(self, parameter: Parameter) -> str:
        if parameter.range is None:
            return parameter.hint
        low, high = parameter.range
        return self.tr("{0}. From {1} to {2}.").format(parameter.hint, written_number(low), written_number(high))

    def _editor(self, parameter: Parameter) -> QWidget:
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

    def _put(self, name: str, value: Any) -> None:
        editor = self.editors[name]
        editor.blockSignals(True)
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(editor.findData(value))
        elif isinstance(editor, QCheckBox):
            editor.setChecked(bool(value))
        elif isinstance(editor, IntegerBox | DecimalBox):
            editor.setValue(value)
        editor.blockSignals(False)

    def _edited(self) -> None:
        self._mark()
        self.changed.emit()

    def _mark(self) -> None:
        for name, back in self.resets.items():
            back.setVisible(self._value(name) != getattr(self._base, name))

    def _paint(self) -> None:
        for back in self.resets.values():
            back.setIcon(icon("undo", self._theme.tokens.accent))
