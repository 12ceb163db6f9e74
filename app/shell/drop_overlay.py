"""Files dragged over the window: the overlay meanwhile, and what was dropped."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.style.theme import Theme
from core.project.project_files import DATABASE, SUFFIX


class DropOverlay(QWidget):
    """Covers its parent with a text about what dropping does; hidden otherwise."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self._theme, self._parent = theme, parent
        self._begins_project = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def cover(self, *, begins_project: bool) -> None:
        self._begins_project = begins_project
        self.setGeometry(self._parent.rect())
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(tokens.page))
        painter.setPen(QPen(QColor(tokens.accent), 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(16, 16, -16, -16), 8, 8)
        painter.setPen(QColor(tokens.ink))
        flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
        text = (
            self.tr("Drop to begin a project with these files. Nothing is imported yet.")
            if self._begins_project
            else self.tr("Drop to preview. Nothing is imported yet.")
        )
        painter.drawText(self.rect().adjusted(48, 48, -48, -48), flags, text)
        painter.end()


def dropped_paths(data: QMimeData) -> list[Path]:
    """Return the files and folders that can be imported: all but projects."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [path for path in paths if path.suffix != SUFFIX]


def project_from_drop(dropped: QMimeData) -> Path | None:
    """Return the folder of a dropped project (its folder or its database); None for anything else or several files."""
    urls = dropped.urls()
    if len(urls) != 1 or not urls[0].isLocalFile():
        return None
    path = Path(urls[0].toLocalFile())
    folder = path.parent if path.name == DATABASE else path
    return folder if folder.suffix == SUFFIX and (folder / DATABASE).is_file() else None
