"""The adjustment of a scan for the screen, as a table that maps each grey value to another."""

from dataclasses import dataclass
from functools import lru_cache

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
        return _table(self)

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
        cv2.LUT(pixels, _table(self), adjusted)
        if not is_grey:
            opaque = adjusted.view(np.uint32)  # what is painted on takes the fourth byte for opacity
            np.bitwise_or(opaque, 0xFF000000, out=opaque)
        made.setDevicePixelRatio(image.devicePixelRatio())
        return made


@lru_cache(maxsize=8)
def _table(adjustment: ScanAdjustment) -> npt.NDArray[np.uint8]:
    share = adjustment.contrast / MOST
    slope = 1 + share * (_STEEPEST - 1) if share > 0 else 1 + share * (1 - _FLATTEST)
    values = (np.arange(256) - _MIDDLE) * slope + _MIDDLE + adjustment.brightness / MOST * _MIDDLE
    table = np.clip(np.rint(values), 0, 255).astype(np.uint8)
    return 255 - table if adjustment.is_inverted else table


NEUTRAL = ScanAdjustment()
