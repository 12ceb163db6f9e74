"""The adjustment of a scan for the screen, as a table that maps each grey value to another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage

MOST = 100
"""Brightness and contrast go from -MOST to MOST; 0 leaves them as they are."""
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

    def table(self) -> npt.NDArray[np.uint8]:
        """Return the new value of each of the 256 grey values, uint8 [256]."""
        share = self.contrast / MOST
        slope = 1 + share * (_STEEPEST - 1) if share > 0 else 1 + share * (1 - _FLATTEST)
        values = (np.arange(256) - _MIDDLE) * slope + _MIDDLE + self.brightness / MOST * _MIDDLE
        table = np.clip(np.rint(values), 0, 255).astype(np.uint8)
        return 255 - table if self.is_inverted else table

    def apply(self, image: QImage) -> QImage:
        """Return the adjusted image; the image itself where there is nothing to adjust."""
        if self.is_neutral or image.isNull():
            return image
        import cv2

        kind = QImage.Format.Format_Grayscale8
        if image.format() != kind:
            kind = QImage.Format.Format_RGB32
        source = image if image.format() == kind else image.convertToFormat(kind)
        channels = 1 if kind == QImage.Format.Format_Grayscale8 else 4
        rows = np.frombuffer(source.constBits(), np.uint8).reshape(source.height(), source.bytesPerLine())
        pixels = rows[:, : source.width() * channels].reshape(source.height(), source.width(), channels)
        table = np.repeat(self.table()[None, :, None], channels, axis=2)
        if channels == 4:
            table[..., 3] = 255
        adjusted = np.ascontiguousarray(cv2.LUT(np.ascontiguousarray(pixels), table))
        # a copy, because QImage does not keep the array alive
        made = QImage(adjusted.data, source.width(), source.height(), source.width() * channels, kind).copy()
        made.setDevicePixelRatio(image.devicePixelRatio())
        return made


NEUTRAL = ScanAdjustment()
