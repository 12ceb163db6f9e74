"""What the parts of the bars mean."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.collection.page_summaries import SHARES
from app.collection.progress_painter import paint_bar
from app.style.theme import Theme


class Swatch(QWidget):
    """A short piece of a bar, all of one part."""

    def __init__(self, theme: Theme, share: int) -> None:
        super().__init__()
        self._theme, self._share = theme, share
        self.setFixedSize(QSize(24, 10))
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        shares = [int(place == self._share) for place in range(len(SHARES))]
        painter = QPainter(self)
        paint_bar(painter, QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), shares, self._theme.tokens)
        painter.end()


class Bar(QWidget):
    """A bar of all parts, as wide as there is room."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shares: tuple[int, ...] = (0,) * len(SHARES)
        self.setFixedHeight(16)
        self.setMinimumWidth(160)
        theme.changed.connect(self.update)

    def set_shares(self, shares: tuple[int, ...]) -> None:
        """Words in each part."""
        self._shares = shares
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        paint_bar(painter, area, self._shares, self._theme.tokens, self.layoutDirection().name == "RightToLeft")
        painter.end()


class Legend(QWidget):
    """The four parts with their names."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        names = (
            self.tr("typed or imported"),
            self.tr("accepted from a model"),
            self.tr("suggested by the model only"),
            self.tr("no suggestion yet"),
        )
        for place, name in enumerate(names):
            row.addWidget(Swatch(theme, place))
            label = QLabel(name)
            label.setProperty("kind", "caption")
            row.addWidget(label)
            row.addSpacing(8)
        row.addStretch(1)
