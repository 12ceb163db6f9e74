"""Icons of QtAwesome's Phosphor set, named by their meaning in Ductus, in the colours of the theme."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QIcon, QPainter, QPixmap

NAMES = {
    "collection": "ph.books",
    "page": "ph.file-text",
    "review": "ph.check-square-offset",
    "train": "ph.graduation-cap",
    "insight": "ph.chart-line-up",
    "search": "ph.magnifying-glass",
    "open": "ph.folder-open",
    "new": "ph.folder-plus",
    "add": "ph.plus",
    "demo": "ph.sparkle",
    "undo": "ph.arrow-counter-clockwise",
    "redo": "ph.arrow-clockwise",
    "stop": "ph.stop-circle",
    "accept": "ph.check",
    "pen": "ph.pencil-simple",
    "not_a_word": "ph.prohibit",
    "delete": "ph.trash",
    "previous": "ph.caret-left",
    "next": "ph.caret-right",
    "export": "ph.export",
    "import": "ph.download-simple",
    "help": "ph.question",
    "contents": "ph.list-bullets",
    "light": "ph.sun",
    "dark": "ph.moon",
    "system": "ph.monitor",
    "zoom_in": "ph.magnifying-glass-plus",
    "zoom_out": "ph.magnifying-glass-minus",
    "fit": "ph.arrows-out",
    "split": "ph.arrows-out-line-horizontal",
    "join": "ph.arrows-in-line-horizontal",
    "box": "ph.bounding-box",
    "segment": "ph.corners-out",
    "warning": "ph.warning",
    "error": "ph.warning-circle",
    "info": "ph.info",
    "close": "ph.x",
    "filter": "ph.funnel",
    "wall": "ph.squares-four",
    "star": "ph.star",
    "history": "ph.clock-counter-clockwise",
    "save": "ph.floppy-disk",
    "palette": "ph.command",
    "word": "ph.text-t",
    "tag": "ph.tag",
    "lock": "ph.lock-simple",
    "check": "ph.shield-check",
    "menu": "ph.list",
    "actual_size": "ph.frame-corners",
    "messages": "ph.bell",
    "up": "ph.arrow-up",
    "lines": "ph.rows",
    "order": "ph.list-numbers",
    "split_line": "ph.scissors",
    "join_lines": "ph.link",
    "delete_lines": "ph.trash-simple",
    "show_lines": "ph.text-align-justify",
    "transcript": "ph.article",
    "scan": "ph.circle-half",
    "views": "ph.bookmark-simple",
    "language": "ph.translate",
}


def icon(name: str, colour: str, on: str | None = None) -> QIcon:
    """Return the icon; ``on`` is its colour while checked. Raises KeyError for an unknown name."""
    import qtawesome

    more = {"color_on": on} if on else {}
    return qtawesome.icon(NAMES[name], color=colour, **more)


def draw_icon(painter: QPainter, box: QRect, name: str, colour: str) -> None:
    """Draw an icon. Its pixmap is made once for each size and colour, since cells of a view are drawn often."""
    painter.drawPixmap(box, _pixmap(name, colour, box.width(), painter.device().devicePixelRatioF()))


@lru_cache(maxsize=64)
def _pixmap(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    return icon(name, colour).pixmap(QSize(size, size), ratio)
