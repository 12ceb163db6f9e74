"""The sliders for brightness and contrast, below the button that shows them."""

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QCheckBox, QGridLayout, QSlider, QWidget

from app.scan_display.adjustment import MOST
from app.scan_display.scan_display import STEP, ScanDisplay
from app.style.theme import tabular
from app.widgets import builders
from app.widgets.popover import Popover


class ScanPanel(Popover):
    """Every change shows at once on the scan behind it. Only the display changes."""

    def __init__(self, display: ScanDisplay, owner: QWidget) -> None:
        super().__init__(owner)
        self._display = display
        self.setAccessibleName(self.tr("Brightness and contrast of the scan"))
        self.brightness, self.contrast = self._slider(), self._slider()
        self.inverted = QCheckBox(self.tr("&Invert: light on dark"))
        self.reset = builders.push_button(self.tr("&Reset"), default=False)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        self._values = {}
        names = {self.brightness: self.tr("&Brightness"), self.contrast: self.tr("&Contrast")}
        for row, (slider, name) in enumerate(names.items()):
            label, value = builders.label(name, wrap=False), builders.label("0", "quiet", wrap=False)
            label.setBuddy(slider)
            slider.setAccessibleName(name.replace("&", ""))
            value.setFont(tabular(value.font()))
            value.setMinimumWidth(value.fontMetrics().horizontalAdvance("+100") + 4)
            value.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
            self._values[slider] = value
            for column, widget in enumerate((label, slider, value)):
                grid.addWidget(widget, row, column)
        note = self.tr("This changes only how scans are shown to you in this project, neither files nor suggestions.")
        builders.column(
            grid,
            builders.row(self.inverted, 1, self.reset),
            builders.label(note, "caption"),
            parent=self,
            margins=(16, 12, 16, 12),
            spacing=12,
        )
        self.setFixedWidth(340)
        self.brightness.valueChanged.connect(self._changed)
        self.contrast.valueChanged.connect(self._changed)
        self.inverted.toggled.connect(self._changed)
        self.reset.clicked.connect(display.reset)
        display.changed.connect(self._show)
        self._show()

    def _slider(self) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(-MOST, MOST)
        slider.setSingleStep(STEP // 2)
        slider.setPageStep(2 * STEP)
        return slider

    def _changed(self) -> None:
        self._display.adjust(
            replace(
                self._display.adjustment,
                brightness=self.brightness.value(),
                contrast=self.contrast.value(),
                is_inverted=self.inverted.isChecked(),
            )
        )

    def _show(self) -> None:
        shown = self._display.adjustment
        for widget, value in ((self.brightness, shown.brightness), (self.contrast, shown.contrast)):
            with QSignalBlocker(widget):
                widget.setValue(value)
            self._values[widget].setText(f"{value:+d}" if value else "0")
        with QSignalBlocker(self.inverted):
            self.inverted.setChecked(shown.is_inverted)
        self.reset.setEnabled(not shown.is_neutral)
