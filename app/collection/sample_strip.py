"""The sample pictures of a preview in a row, each with what it says."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.collection.samples import Sample
from app.style.theme import reading_font

_HEIGHT = 112
_WIDEST = 160


class SampleStrip(QScrollArea):
    """Scrolls sideways when there is not room for all."""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedHeight(_HEIGHT + 48)
        self.setAccessibleName(self.tr("Some of the pictures"))
        self.viewport().setAutoFillBackground(False)

    def show_samples(self, found: Sequence[Sample]) -> None:
        """Show these pictures."""
        inner = QWidget()
        inner.setAutoFillBackground(False)
        row = QHBoxLayout(inner)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        for sample in found:
            row.addWidget(self._one(sample))
        row.addStretch(1)
        self.setWidget(inner)
        self.setVisible(bool(found))

    def _one(self, sample: Sample) -> QWidget:
        ratio = self.devicePixelRatioF()
        size = QSize(_WIDEST, _HEIGHT).boundedTo(sample.image.size())
        scaled = sample.image.scaled(
            QSize(round(size.width() * ratio), round(size.height() * ratio)),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        pixmap = QPixmap.fromImage(scaled)
        pixmap.setDevicePixelRatio(ratio)
        picture = QLabel()
        picture.setPixmap(pixmap)
        picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        picture.setAccessibleName(sample.text)
        text = QLabel()
        text.setFont(reading_font(9))
        text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        width = max(96, pixmap.deviceIndependentSize().toSize().width())
        text.setText(text.fontMetrics().elidedText(sample.text, Qt.TextElideMode.ElideMiddle, width))
        text.setToolTip(sample.text)
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(picture, 1)
        column.addWidget(text)
        return whole
