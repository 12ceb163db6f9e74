"""A label for long names and paths, shortened with an ellipsis where space is scarce."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QStyle, QStyleOption


class ElidedLabel(QLabel):
    """One line of text; the tooltip has all of it."""

    def __init__(self, text: str = "", mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> None:
        super().__init__()
        self._mode = mode
        self.setText(text)

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(text)

    def minimumSizeHint(self) -> QSize:
        size = super().minimumSizeHint()
        return QSize(min(size.width(), self.fontMetrics().averageCharWidth() * 8), size.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        space = self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), self._mode, space.width())
        painter = QPainter(self)
        option = QStyleOption()
        option.initFrom(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
        side = QStyle.visualAlignment(self.layoutDirection(), self.alignment())
        self.style().drawItemText(painter, space, side, self.palette(), self.isEnabled(), shown, self.foregroundRole())
        painter.end()
