"""Icons of the Phosphor set, named by their meaning in Ductus, in the colours of the theme.

They are the characters of a font from the package QtAwesome. The package itself is not imported: that takes longer than
all else until the window shows, because it loads twelve fonts and every class of Qt.
"""

import json
from functools import cache, lru_cache
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


NAMES = {
    "collection": "books",
    "page": "file-text",
    "review": "check-square-offset",
    "train": "graduation-cap",
    "insight": "chart-line-up",
    "search": "magnifying-glass",
    "open": "folder-open",
    "new": "folder-plus",
    "add": "plus",
    "demo": "sparkle",
    "undo": "arrow-counter-clockwise",
    "redo": "arrow-clockwise",
    "stop": "stop-circle",
    "accept": "check",
    "pen": "pencil-simple",
    "not_a_word": "prohibit",
    "delete": "trash",
    "previous": "caret-left",
    "next": "caret-right",
    "export": "export",
    "import": "download-simple",
    "help": "question",
    "contents": "list-bullets",
    "light": "sun",
    "dark": "moon",
    "system": "monitor",
    "zoom_in": "magnifying-glass-plus",
    "zoom_out": "magnifying-glass-minus",
    "fit": "arrows-out",
    "split": "arrows-out-line-horizontal",
    "join": "arrows-in-line-horizontal",
    "box": "bounding-box",
    "segment": "corners-out",
    "warning": "warning",
    "error": "warning-circle",
    "info": "info",
    "close": "x",
    "filter": "funnel",
    "wall": "squares-four",
    "star": "star",
    "history": "clock-counter-clockwise",
    "save": "floppy-disk",
    "palette": "command",
    "word": "text-t",
    "tag": "tag",
    "lock": "lock-simple",
    "check": "shield-check",
    "menu": "list",
    "actual_size": "frame-corners",
    "messages": "bell",
    "up": "arrow-up",
    "lines": "rows",
    "order": "list-numbers",
    "split_line": "scissors",
    "join_lines": "link",
    "delete_lines": "trash-simple",
    "show_lines": "text-align-justify",
    "transcript": "article",
    "scan": "circle-half",
    "views": "bookmark-simple",
    "language": "translate",
}


def icon(name: str, colour: str = "ink", on: str | None = None) -> QIcon:
    """Return the icon; ``on`` is its colour while checked. Raises KeyError for an unknown name.

    A colour is ``#RRGGBB``, or the name of one of :class:`app.style.tokens.Tokens`, which follows the theme.
    """
    return _icon(NAMES[name], colour, on or colour)


def draw_icon(painter: QPainter, box: QRect, name: str, colour: str) -> None:
    """Draw an icon. Its pixmap is made once for each size and colour, since cells of a view are drawn often."""
    painter.drawPixmap(box, _pixmap(name, colour, box.width(), painter.device().devicePixelRatioF()))


@cache
def _icon(name: str, colour: str, on: str) -> QIcon:
    return QIcon(FontIconEngine(character(name), colour, on))


@lru_cache(maxsize=64)
def _pixmap(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    return icon(name, colour).pixmap(QSize(size, size), ratio)
