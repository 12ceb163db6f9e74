"""Images without a transcription file: scans of pages, and word images whose names hold the words.

The word of an image directly in the folder is its name without suffix and without a counter: ``_`` and digits
at the end (``word_0012.png``) or digits and ``_`` at the beginning (``0012_word.png``). A name of digits only
is a counter and no word; ``1754_1.png`` is the word ``1754``. Images in subfolders take the name of the folder
that holds them (``word/0001.png``).
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from core.errors import InputError
from core.formats.files import FolderBoundary, list_files, read_each, require_folder, source_files
from core.formats.records import CropRecord, PageRecord, Skipped, SourceContents
from core.imaging.read import IMAGE_SUFFIXES, frame_sizes
from core.language import tr

Labels = Literal["name", "none"]
CROP_SUFFIXES = IMAGE_SUFFIXES - {".pdf"}

_COUNTER_SUFFIX = re.compile(r"(.+)_[0-9]+", re.DOTALL)
_COUNTER_PREFIX = re.compile(r"[0-9]+_(.+)", re.DOTALL)


def read_scans(source: Path) -> SourceContents:
    """Return one page without words for every frame of one file, or of all images at or below a folder.

    Pages come in natural order. Damaged files are skipped; raises InputError if none can be used.
    """
    boundary = FolderBoundary(source if source.is_dir() else source.parent)
    return _scans(source, source_files(source, IMAGE_SUFFIXES), tr("no readable scan was found here"), boundary)


def read_scan_files(files: Sequence[Path]) -> SourceContents:
    """Return the pages of these files, in the order given. Raises InputError if none can be used."""
    return _scans(files[0], files, tr("no readable scan was found"))


def read_word_images(source: Path, labels: Labels = "name") -> SourceContents:
    """Return every image at or below ``source`` as one crop, in natural order.

    ``labels="none"`` leaves all words untranscribed. Damaged images are skipped; raises InputError if the
    folder is missing or holds no readable image.
    """
    if labels not in ("name", "none"):
        raise InputError.of("labels is 'name' or 'none', not '{labels}'.", labels=labels)
    require_folder(source, tr("a set of word images"))

    def crop(path: Path) -> tuple[list[CropRecord], list[Skipped]]:
        return _crop(path, path.relative_to(source), labels)

    problem, boundary = tr("no readable image was found here"), FolderBoundary(source)
    crops, skipped = read_each(source, list_files(source, CROP_SUFFIXES), crop, problem, boundary)
    return SourceContents(crops=crops, skipped=skipped)


def read_word_image_files(files: Sequence[Path], labels: Labels = "name") -> SourceContents:
    """Return these images as crops, in the order given; the word of each is that of its own name.

    Damaged images are skipped; raises InputError if none can be read.
    """

    def crop(path: Path) -> tuple[list[CropRecord], list[Skipped]]:
        return _crop(path, Path(path.name), labels)

    crops, skipped = read_each(files[0], files, crop, tr("no readable image was found"))
    return SourceContents(crops=crops, skipped=skipped)


def word_in_name(path: Path) -> str | None:
    """Return the word in a path relative to the folder of word images, or None."""
    if path.parent.name:
        return path.parent.name
    name = path.stem
    if match := _COUNTER_SUFFIX.fullmatch(name):
        name = match[1]
    if match := _COUNTER_PREFIX.fullmatch(name):
        name = match[1]
    is_counter = name == path.stem and re.fullmatch("[0-9]+", name)
    return None if is_counter else name


def _scans(source: Path, files: Sequence[Path], problem: str, boundary: FolderBoundary | None = None) -> SourceContents:
    def frames(path: Path) -> tuple[list[PageRecord], list[Skipped]]:
        return [PageRecord(path, w, h, frame=i) for i, (w, h) in enumerate(frame_sizes(path))], []

    pages, skipped = read_each(source, files, frames, problem, boundary)
    return SourceContents(pages=pages, skipped=skipped)


def _crop(path: Path, relative: Path, labels: Labels) -> tuple[list[CropRecord], list[Skipped]]:
    frame_sizes(path)
    text = None if labels == "none" else word_in_name(relative)
    return [CropRecord(path, text, ref=relative.as_posix())], []
