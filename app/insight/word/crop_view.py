"""The picture of the word that is looked at."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.context import ProjectContext


class CropView(QWidget):
    """The picture of a word, as large as its place allows, the size kept in proportion."""

    def __init__(self, context: ProjectContext) -> None:
        super().__init__()
        self._context = context
        self._word_id: int | None = None
        self.setMinimumSize(200, 104)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Picture of the word"))
        context.session.crops.ready.connect(self._ready)

    def set_word(self, word_id: int | None) -> None:
        """Show another word's picture, when it has come."""
        self._word_id = word_id
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._word_id is None:
            return
        image = self._context.session.crops.get(self._word_id)
        if image is None or image.isNull():
            return
        size = image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        if size.height() > 2 * image.height():  # a small picture blown up is only blurred
            size = image.size() * 2
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        top = (self.height() - size.height()) // 2
        left = (self.width() - size.width()) // 2
        painter.drawImage(QRect(left, top, size.width(), size.height()), image)
        painter.end()

    def _ready(self, word_id: int) -> None:
        if word_id == self._word_id:
            self.update()
