"""Sources: read a file or folder of any format, or several of them as one."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.formats.archive import is_zip, unpack_sources
from core.formats.detection import IMAGES_ONLY, are_word_images, detect_format, is_image, is_text_of_page
from core.formats.document_kinds import preferred_formats
from core.formats.files import FolderBoundary, list_files, require_folder
from core.formats.image_search import search_images
from core.formats.records import ImageMissingError, PageRecord, Skipped, SourceContents
from core.formats.registry import AUTO, METS, reader_of
from core.language import tr, tr_plural
from core.lazy_import import import_function


def read_source(source: Path, format: str = AUTO, **options: object) -> SourceContents:
    """Read a source of any format; ``options`` go to the reader of the format.

    A folder of PAGE, ALTO and hOCR files is read whole unless a ``format`` is given. Raises InputError for a source
    that cannot be used and for unknown formats and options.
    """
    if is_zip(source):
        with open_sources([source], format) as contents:
            return contents
    name = _reader_name(source, detect_format(source)) if format == AUTO else format
    read = import_function(reader_of(name).read)
    known = list(inspect.signature(read).parameters)[1:]
    if unknown := [option for option in options if option not in known]:
        raise InputError.of(
            "The format '{name}' has no option '{unknown}' (it has: {known}).",
            name=name,
            unknown=unknown[0],
            known=", ".join(known) or tr("none"),
        )
    with search_images():
        found: SourceContents = read(source, **options)
    return replace(found, formats=found.formats or (name,))


@contextmanager
def open_sources(sources: Sequence[Path], format: str = AUTO, **options: Any) -> Iterator[SourceContents]:
    """Read files and folders of any formats as one; what is unpacked from a zip exists in the ``with`` block only.

    A ``format`` other than ``auto`` is used for all of them. The ``options`` are those of :func:`read_unpacked`.
    """
    with unpack_sources(sources) as unpacked:
        yield unpacked.with_skipped(read_unpacked(unpacked.paths, format, **options))


def read_unpacked(
    sources: Sequence[Path],
    format: str = AUTO,
    *,
    labels: bool = True,
    file_group: str | None = None,
    images: Path | None = None,
) -> SourceContents:
    """Read files and folders as :func:`open_sources` does, except that none may be a zip file.

    Transcriptions look for their images among the images given with them, then anywhere in the folder ``images``, then
    in the usual folders nearby; images given that none of them uses are scans. ``labels=False`` takes no words from
    the names of word images; ``file_group`` names the group of transcriptions to read from a METS. Of several
    documents about one page, one is read. Sources that cannot be read are skipped; raises InputError if none can be.
    """
    if format != AUTO:
        reader_of(format)  # raises once, not for each source
    given = _GivenSources.of(sources, format)
    parts: list[SourceContents] = []
    skipped: list[Skipped] = []
    elsewhere = None if images is None else _images_in(images)
    with search_images(given=given.all_images(), elsewhere=elsewhere):
        for source in given.others:
            try:
                parts.append(_read_one(source, given.format_of(source, format), labels, file_group))
            except InputError as error:
                if len(sources) == 1:
                    raise
                skipped.append(Skipped.from_error(source, "", error))
    if file_group is not None and all(METS not in part.formats for part in parts) and not skipped:
        raise InputError.at(
            sources[0], tr("there is no METS file that could name a group '{file_group}'", file_group=file_group)
        )
    parts += _read_unused_images(given, parts, skipped, format, labels)
    if not parts:
        kind = ImageMissingError if skipped[0].image_missing else InputError
        raise kind(
            tr_plural(
                "The source cannot be used. The reason: {reason}",
                "None of the {n} sources can be used. The first reason: {reason}",
                len(sources),
                reason=skipped[0].reason,
            )
        )
    pages, doubles = _one_document_a_page([page for part in parts for page in part.pages])
    return SourceContents(
        pages=tuple(pages),
        crops=tuple(crop for part in parts for crop in part.crops),
        skipped=(*(entry for part in parts for entry in part.skipped), *skipped, *doubles),
        formats=tuple(dict.fromkeys(name for part in parts for name in part.formats)),
    )


@dataclass(frozen=True, slots=True)
class _GivenSources:
    """The sources of an import by what they are."""

    images: tuple[Path, ...]
    """Image files."""
    image_folders: tuple[Path, ...]
    """Folders with nothing but images."""
    texts: tuple[Path, ...]
    """Plain texts, each of the page image of the same name."""
    others: tuple[Path, ...]
    folder_formats: dict[Path, str | None]
    """The formats of the folders that were looked at; None for one of no known format."""

    @classmethod
    def of(cls, sources: Sequence[Path], format: str) -> _GivenSources:
        is_alone = len(sources) == 1
        images = [source for source in sources if source.is_file() and is_image(source)]
        looks = not is_alone or format in (AUTO, *IMAGES_ONLY)
        formats = {source: _known_format(source) for source in sources if looks and source.is_dir()}
        folders = [folder for folder, name in formats.items() if name in IMAGES_ONLY]
        texts = [] if format not in (AUTO, "scans") else list(filter(is_text_of_page, sources))
        texts = texts if images or folders else []
        others = [source for source in sources if source not in {*images, *folders, *texts}]
        return cls(tuple(images), tuple(folders), tuple(texts), tuple(others), formats)

    def format_of(self, source: Path, format: str) -> str:
        """Return the format to read a source in: ``format`` or, if that is ``auto``, the one that the source has.

        Raises InputError if it has none of the known ones.
        """
        if format != AUTO:
            return format
        return _reader_name(source, self.folder_formats.get(source) or detect_format(source))

    def all_images(self) -> list[Path]:
        """Return the images given as files and in folders."""
        return [*self.images, *(image for folder in self.image_folders for image in _images_in(folder))]


def _read_unused_images(
    given: _GivenSources, parts: Sequence[SourceContents], skipped: list[Skipped], format: str, labels: bool
) -> list[SourceContents]:
    """Read the images that no transcription uses: those of each folder as one source, all others as another."""
    used = {page.image.resolve() for part in parts for page in part.pages}
    found: list[SourceContents] = []
    is_alone = len(given.images) + len(given.image_folders) + len(given.others) == 1
    for folder in given.image_folders:
        if used and format not in (AUTO, *IMAGES_ONLY):
            continue  # it was given for its images
        try:
            found.append(_read_one(folder, given.format_of(folder, format), labels, None))
        except InputError as error:
            if is_alone:
                raise
            skipped.append(Skipped.from_error(folder, "", error))
    if images := [path for path in given.images if path.resolve() not in used]:
        try:
            found.append(_read_images(images, format, labels))
        except InputError as error:
            if not (parts or found):
                raise
            skipped.append(Skipped.from_error(images[0], "", error))
    unused = [_without_images(part, used) for part in found]
    unused = [part for part in unused if part.pages or part.crops or part.skipped]
    return _add_texts(unused, given.texts, skipped)


def _add_texts(parts: list[SourceContents], texts: Sequence[Path], skipped: list[Skipped]) -> list[SourceContents]:
    from core.formats.page_texts import add_page_texts

    found: list[SourceContents] = []
    for part in parts:
        pages, unusable = add_page_texts(part.pages, texts)
        found.append(replace(part, pages=tuple(pages), skipped=(*part.skipped, *unusable)))
    used = {page.source for part in found for page in part.pages}
    reported = {entry.file for part in found for entry in part.skipped}
    skipped += [
        Skipped(path, "", tr("no image of this name was given")) for path in texts if path not in used | reported
    ]
    return found


def _without_images(contents: SourceContents, used: set[Path]) -> SourceContents:
    """Return the contents without the images that are used elsewhere."""
    if not used:
        return contents
    return replace(
        contents,
        pages=tuple(page for page in contents.pages if page.image.resolve() not in used),
        crops=tuple(crop for crop in contents.crops if crop.image.resolve() not in used),
    )


def _one_document_a_page(pages: list[PageRecord]) -> tuple[list[PageRecord], list[Skipped]]:
    if not any(page.source for page in pages):
        return pages, []
    from core.formats.documents import one_document_a_page

    return one_document_a_page(pages)


def _read_one(source: Path, format: str, labels: bool, file_group: str | None) -> SourceContents:
    if file_group is not None:
        format = _reader_name(source, format)
    if format == METS:
        return read_source(source, format, file_group=file_group)
    ignores_names = not labels and reader_of(format).names_hold_texts
    return read_source(source, format, **({"labels": "none"} if ignores_names else {}))


def _read_images(paths: list[Path], format: str, labels: bool) -> SourceContents:
    from core.formats.images import read_scan_files, read_word_image_files

    if format not in (AUTO, "folder", "scans"):
        return read_source(paths[0], format)  # raises: an image alone is not such a source
    if format == "folder" or (format == AUTO and are_word_images(paths)):
        return replace(read_word_image_files(paths, "name" if labels else "none"), formats=("folder",))
    return replace(read_scan_files(paths), formats=("scans",))


def _images_in(folder: Path) -> list[Path]:
    from core.imaging.read import IMAGE_SUFFIXES

    require_folder(folder, tr("the place of the images"))
    boundary = FolderBoundary(folder)
    return [path for path in list_files(folder, IMAGE_SUFFIXES) if boundary.contains(path)]


def _known_format(folder: Path) -> str | None:
    try:
        return detect_format(folder)
    except InputError:
        return None


def _reader_name(source: Path, format: str) -> str:
    """Return the format whose reader takes a source of ``format``: for a folder of transcriptions that of METS."""
    return METS if format in preferred_formats() and source.is_dir() else format
