"""The display of a project's scans: brightness, contrast and inversion, kept in the settings, and their sliders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QCheckBox, QGridLayout, QSlider, QWidget

from app.context import OnePerContext, ProjectContext
from app.settings import SCAN_DISPLAY
from app.style.theme import tabular
from app.widgets import builders
from app.widgets.popover import Popover

MOST = 100
"""Brightness and contrast go from -MOST to MOST; 0 leaves them as they are."""
STEP = 10
_MIDDLE = 127.5
_STEEPEST, _FLATTEST = 3.0, 0.2
"""Slopes of the table at the highest and the lowest contrast."""


@dataclass(frozen=True, slots=True)
class ScanAdjustment:
    """Brightness and contrast, -100 to 100, and whether light and dark are exchanged."""

    brightness: int = 0
    contrast: int = 0
    is_inverted: bool = False

    def __post_init__(self) -> None:
        for value in (self.brightness, self.contrast):
            if not -MOST <= value <= MOST:
                raise ValueError(f"brightness and contrast must lie in -{MOST}..{MOST}, not be {value}")

    @property
    def is_neutral(self) -> bool:
        return self == NEUTRAL

    def apply(self, image: QImage) -> QImage:
        """Return the adjusted image; the image itself where there is nothing to adjust."""
        if self.is_neutral or image.isNull():
            return image
        import cv2

        is_grey = image.format() == QImage.Format.Format_Grayscale8
        kind = QImage.Format.Format_Grayscale8 if is_grey else QImage.Format.Format_RGB32
        source = image if image.format() == kind else image.convertToFormat(kind)
        made = QImage(source.size(), kind)
        pixels = np.frombuffer(source.constBits(), np.uint8).reshape(source.height(), source.bytesPerLine())
        adjusted = np.frombuffer(made.bits(), np.uint8).reshape(made.height(), made.bytesPerLine())
        cv2.LUT(pixels, grey_table(self), adjusted)
        if not is_grey:
            opaque = adjusted.view(np.uint32)  # what is painted on takes the fourth byte for opacity
            np.bitwise_or(opaque, 0xFF000000, out=opaque)
        made.setDevicePixelRatio(image.devicePixelRatio())
        return made


@lru_cache(maxsize=8)
def grey_table(adjustment: ScanAdjustment) -> npt.NDArray[np.uint8]:
    """Return the new value of each of the 256 grey values, uint8 [256]."""
    share = adjustment.contrast / MOST
    slope = 1 + share * (_STEEPEST - 1) if share > 0 else 1 + share * (1 - _FLATTEST)
    values = (np.arange(256) - _MIDDLE) * slope + _MIDDLE + adjustment.brightness / MOST * _MIDDLE
    table = np.clip(np.rint(values), 0, 255).astype(np.uint8)
    return 255 - table if adjustment.is_inverted else table


NEUTRAL = ScanAdjustment()


class ScanDisplay(OnePerContext):
    """The appearance of the scans on the screen.

    The adjustment is kept for each project, because it suits its scans, and in the person's settings, because it suits
    their eyes: other people who open the project see it as it is.
    """

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self._settings, self._folder = context.settings, context.session.folder
        self.adjustment = self._stored()

    def adjust(self, adjustment: ScanAdjustment) -> None:
        """Show the scans so, and keep it."""
        if adjustment == self.adjustment:
            return
        self.adjustment = adjustment
        values = [] if adjustment.is_neutral else [adjustment.brightness, adjustment.contrast, adjustment.is_inverted]
        self._settings.set_of_project(SCAN_DISPLAY, self._folder, values)
        self.changed.emit()

    def reset(self) -> None:
        """Show the scans as they are."""
        self.adjust(NEUTRAL)

    def invert(self) -> None:
        self.adjust(replace(self.adjustment, is_inverted=not self.adjustment.is_inverted))

    def brighten(self, by: int) -> None:
        self.adjust(replace(self.adjustment, brightness=_limited(self.adjustment.brightness + by)))

    def strengthen(self, by: int) -> None:
        """Change the contrast."""
        self.adjust(replace(self.adjustment, contrast=_limited(self.adjustment.contrast + by)))

    def add_actions(self, owner: QWidget, view: str) -> None:
        """Add the actions of a view."""
        add = partial(self._context.actions.add, owner, view=view)
        commands: list[tuple[str, Callable[[], object], str]] = [
            (self.tr("Invert the scan"), self.invert, "Alt+I"),
            (self.tr("Show the scan brighter"), partial(self.brighten, STEP), "Alt+PgUp"),
            (self.tr("Show the scan darker"), partial(self.brighten, -STEP), "Alt+PgDown"),
            (self.tr("More contrast of the scan"), partial(self.strengthen, STEP), "Alt+Shift+PgUp"),
            (self.tr("Less contrast of the scan"), partial(self.strengthen, -STEP), "Alt+Shift+PgDown"),
            (self.tr("Show the scan as it is"), self.reset, "Alt+0"),
        ]
        for text, run, keys in commands:
            add(text, run, shortcut=keys)

    def _stored(self) -> ScanAdjustment:
        match self._settings.of_project(SCAN_DISPLAY, self._folder):
            case [int(brightness), int(contrast), bool(inverted)]:
                return ScanAdjustment(_limited(brightness), _limited(contrast), inverted)
        return NEUTRAL


def _limited(value: int) -> int:
    return min(max(value, -MOST), MOST)


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
            label, value = builders.field_label(slider, name), builders.label("0", "quiet", wrap=False)
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
