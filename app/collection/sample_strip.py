"""A few images of what a source contains, in a row, each with its transcription."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from app.collection.thumbnails import read_scaled, scaled_pixmap
from app.style.theme import reading_font
from app.widgets import builders
from core.errors import InputError
from core.formats.records import SourceContents

_HEIGHT = 112
_MAX_WIDTH, _MIN_TEXT_WIDTH = 160, 96
_PAGES, _CROPS = 4, 12
_PAGE_SIDE, _CROP_SIDE = 300, 320


@dataclass(frozen=True, slots=True)
class Sample:
    """An image with its transcription, or with the name of the page."""

    image: QImage
    text: str


def read_samples(contents: SourceContents) -> list[Sample]:
    """Read the first pages and word images, scaled down; leave out those that cannot be read."""
    crops = contents.crops[: _PAGES if contents.pages else _CROPS]
    candidates = [
        *((page.image, page.frame, _PAGE_SIDE, page.image.name) for page in contents.pages[:_PAGES]),
        *((crop.image, 0, _CROP_SIDE, crop.text or "–") for crop in crops),
    ]
    samples = []
    for path, frame, side, text in candidates:
        try:
            samples.append(Sample(read_scaled(path, frame, side), text))
        except InputError:
            continue
    return samples


class SampleStrip(QScrollArea):
    """Scrolls sideways if there is not room for all."""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedHeight(_HEIGHT + 48)
        self.setAccessibleName(self.tr("Some of the images"))
        self.viewport().setAutoFillBackground(False)

    def show_samples(self, samples: Sequence[Sample]) -> None:
        content = QWidget()
        content.setAutoFillBackground(False)
        builders.row(*map(self._create_item, samples), 1, parent=content, spacing=16)
        self.setWidget(content)
        self.setVisible(bool(samples))

    def _create_item(self, sample: Sample) -> QWidget:
        size = QSize(_MAX_WIDTH, _HEIGHT).boundedTo(sample.image.size())
        pixmap = scaled_pixmap(sample.image, size, self.devicePixelRatioF())
        image, text = QLabel(), QLabel()
        image.setPixmap(pixmap)
        image.setAccessibleName(sample.text)
        text.setFont(reading_font(9))
        width = max(_MIN_TEXT_WIDTH, pixmap.deviceIndependentSize().toSize().width())
        text.setText(text.fontMetrics().elidedText(sample.text, Qt.TextElideMode.ElideMiddle, width))
        text.setToolTip(sample.text)
        for label in (image, text):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        item = QWidget()
        builders.column((image, 1), text, parent=item, spacing=4)
        return item
