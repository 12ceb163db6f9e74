"""Icons of the Phosphor set, named by their meaning in Ductus, in the colours of the theme."""

from functools import cache, lru_cache

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QIcon, QPainter, QPixmap

from app.style.icon_font import FontIconEngine, character

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
