"""Bars of word states and their legend: solid for checked words, hatched for aligned and suggested ones, else empty."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.collection.page_summaries import SHARES
from app.style.theme import Theme
from app.style.tokens import Tokens
from app.widgets import builders
from app.widgets.flow_layout import FlowLayout

_FILLINGS = (
    ("typed", Qt.BrushStyle.SolidPattern),
    ("accepted", Qt.BrushStyle.SolidPattern),
    ("aligned", Qt.BrushStyle.DiagCrossPattern),
    ("seen", Qt.BrushStyle.BDiagPattern),
)
"""Colour and pattern of each of ``SHARES`` but the last, which stays empty."""


class StateBar(QWidget):
    """A bar of all shares, as wide as there is room."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shares: Sequence[int] = (0,) * len(SHARES)
        self.setFixedHeight(16)
        self.setMinimumWidth(160)
        theme.changed.connect(self.update)

    def set_shares(self, shares: Sequence[int]) -> None:
        """Show the number of words in each of ``SHARES``."""
        self._shares = shares
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        paint_state_bar(painter, area, self._shares, self._theme.tokens, mirrored)
        painter.end()


class Legend(QWidget):
    """The shares with their names."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        flow = FlowLayout(spacing=16)
        self.setLayout(flow)
        names = (
            self.tr("typed or imported"),
            self.tr("accepted"),
            self.tr("aligned automatically"),
            self.tr("suggested by the model only"),
            self.tr("no suggestion yet"),
        )
        for share, name in zip(SHARES, names, strict=True):
            swatch = StateBar(theme)
            swatch.setFixedSize(24, 10)
            swatch.set_shares([int(share == other) for other in SHARES])
            entry = QWidget()
            builders.row(swatch, builders.label(name, "caption", wrap=False), parent=entry)
            flow.addWidget(entry)


def paint_state_bar(painter: QPainter, rect: QRectF, shares: Sequence[int], tokens: Tokens, mirrored: bool) -> None:
    """Draw the shares side by side from the leading edge, in a thin frame; without any words only the frame."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shape = QPainterPath()
    radius = min(3.0, rect.height() / 2)
    shape.addRoundedRect(rect, radius, radius)
    painter.save()
    painter.setClipPath(shape)
    start = 0.0
    for (colour, pattern), count in zip(_FILLINGS, shares, strict=False):
        if count:
            width = rect.width() * count / sum(shares)
            left = rect.right() - start - width if mirrored else rect.left() + start
            filling = QBrush(QColor(tokens.state(colour)), pattern)
            painter.fillRect(QRectF(left, rect.top(), width, rect.height()), filling)
            start += width
    painter.restore()
    painter.setPen(QPen(QColor(tokens.quiet), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(shape)
    painter.restore()
