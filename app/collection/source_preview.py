"""Reading sources for the import dialog, in a background thread: counts, samples, and what would be left out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from app.collection.import_messages import SourceSummary, summarise_sources
from app.collection.sample_strip import Sample, read_samples
from app.collection.skipped_table import skipped_rows
from app.widgets.text_table import TextRow
from core.formats.archive import unpack_sources
from core.formats.mets import FileGroup, list_file_groups
from core.formats.registry import AUTO, METS
from core.formats.sources import read_unpacked


@dataclass(frozen=True, slots=True)
class SourceChoice:
    """The sources, and how to read them."""

    sources: tuple[Path, ...]
    format: str = AUTO
    labels: bool = True
    """True to take the words of word images from their file names."""
    file_group: str | None = None
    """The group of transcriptions to read from a METS; None for the one that is chosen by default."""
    images: Path | None = None
    """A folder in which transcriptions look for their images, too."""


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


def read_preview(choice: SourceChoice) -> SourcePreview:
    """Read the sources, which takes long. Raises InputError if they cannot be used."""
    with unpack_sources(choice.sources) as unpacked:
        contents = unpacked.with_skipped(
            read_unpacked(
                unpacked.paths, choice.format, labels=choice.labels, file_group=choice.file_group, images=choice.images
            )
        )
        return SourcePreview(
            summarise_sources(contents),
            read_samples(contents),
            skipped_rows(contents.skipped),
            sum(not entry.is_note for entry in contents.skipped),
            _file_groups(unpacked.paths, choice.format),
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
