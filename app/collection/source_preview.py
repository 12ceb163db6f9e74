"""The preview of sources in the import dialog, read in a background thread: counts, samples, what is left out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from app.collection.import_messages import SourceSummary, summarise_sources
from app.collection.skipped_table import skipped_rows
from app.collection.thumbnails import read_scaled, scaled_pixmap
from app.style.theme import reading_font
from app.widgets import builders
from app.widgets.text_table import TextRow
from core.errors import InputError
from core.formats.archive import unpack_sources
from core.formats.mets import FileGroup, list_file_groups
from core.formats.records import SourceContents
from core.formats.registry import AUTO, METS
from core.formats.sources import read_unpacked
from core.jobs.requests import ImportRequest

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


class SourcePreview(NamedTuple):
    """The preview of the sources in the import dialog."""

    summary: SourceSummary
    samples: list[Sample]
    skipped: list[TextRow]
    left_out: int
    """The number of items that will not be imported."""
    groups: list[FileGroup]
    """The groups of transcriptions that a METS offers."""
    are_images_missing: bool
    """True if transcriptions are left out because their images were not found."""


def read_preview(request: ImportRequest) -> SourcePreview:
    """Read the sources of an import, which takes long. Raises InputError if they cannot be used."""
    labels, group, images = request.labels, request.file_group, request.images
    with unpack_sources(request.sources) as unpacked:
        contents = unpacked.with_skipped(
            read_unpacked(unpacked.paths, request.format, labels=labels, file_group=group, images=images)
        )
        return SourcePreview(
            summarise_sources(contents),
            read_samples(contents),
            skipped_rows(contents.skipped),
            sum(not entry.is_note for entry in contents.skipped),
            _file_groups(unpacked.paths, request.format),
            any(entry.image_missing for entry in contents.skipped),
        )


def _file_groups(sources: Sequence[Path], format: str) -> list[FileGroup]:
    """Return the groups of all METS files among the sources, each name once."""
    if format not in (AUTO, METS):
        return []
    groups: dict[str, FileGroup] = {}
    for source in sources:
        for group in list_file_groups(source):
            known = groups.setdefault(group.name, group)
            if known is not group:
                groups[group.name] = replace(known, files=known.files + group.files)
    return list(groups.values())
