"""The Phosphor icons: a font from the package QtAwesome, and the engine that draws its characters.

The package itself is not imported: that takes longer than all else until the window shows, because it loads twelve
fonts and every class of Qt.
"""

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QIconEngine, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QApplication

from app.style.tokens import LIGHT, Tokens

_PACKAGE = "qtawesome"
_SHARE_OF_HEIGHT = 0.875
"""Size of the font in heights of the icon: the rest is the space around a character."""


class FontIconEngine(QIconEngine):
    """Draws a character of the font in ``colour``, in ``on`` while checked, and grey while disabled."""

    tokens: ClassVar[Tokens] = LIGHT
    """The theme whose colours can be named."""

    def __init__(self, character: str, colour: str, on: str) -> None:
        super().__init__()
        self._character, self._colour, self._on = character, colour, on

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        font = QFont(_family())
        font.setPixelSize(max(1, round(_SHARE_OF_HEIGHT * rect.height())))
        painter.save()
        painter.setFont(font)
        painter.setPen(self._pen_colour(mode, state))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self._character)
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return pixmap

    def _pen_colour(self, mode: QIcon.Mode, state: QIcon.State) -> QColor:
        if mode == QIcon.Mode.Disabled:
            return QApplication.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
        is_plain = state == QIcon.State.Off and mode == QIcon.Mode.Normal
        colour = self._colour if is_plain else self._on
        return QColor(self.tokens.colours().get(colour, colour))


@cache
def font_file(pattern: str = "phosphor-[0-9]*.ttf") -> Path:
    """Return the file of the icons, or another of theirs. Raises ImportError if it is not installed."""
    spec = find_spec(_PACKAGE)
    for folder in () if spec is None else spec.submodule_search_locations or ():
        for file in sorted(Path(folder, "fonts").glob(pattern), reverse=True):
            return file
    raise ImportError(f"{_PACKAGE} with its icons is not installed")


def character(name: str) -> str:
    """Return the character of the font that is the icon ``name``; raises KeyError for an unknown name."""
    return chr(int(_codes()[name], 16))


@cache
def _codes() -> dict[str, str]:
    codes: dict[str, str] = json.loads(font_file("phosphor-charmap-*.json").read_text(encoding="utf-8"))
    return codes


@cache
def _family() -> str:
    number = QFontDatabase.addApplicationFont(str(font_file()))
    return next(iter(QFontDatabase.applicationFontFamilies(number)), "")
