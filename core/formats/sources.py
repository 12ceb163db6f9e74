"""Sources: detect the format of a file or folder, and read one or several of them."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from core.errors import InputError
from core.formats.files import list_files
from core.formats.records import Skipped, SourceContents

_READERS = {
    "folder": ("images", "read_word_images"),
    "table": ("table", "read"),
    "iam": ("iam", "read"),
    "gtp": ("gtp", "read"),
    "pagexml": ("pagexml", "read"),
    "alto": ("alto", "read"),
    "scans": ("images", "read_scans"),
}
"""Module and function by format. They are imported when needed: some load large libraries."""

FORMATS = tuple(_READERS)

MAX_WORD_HEIGHT = 250
"""Images of which half are lower than this many pixels are word images, else pages: at 300 dpi a word is about 50 to
150 pixels high, a page over 1,000."""

_SAMPLE = 100
"""Files of a folder that are opened to detect its format."""

_XML_FORMATS = {"PcGts": "pagexml", "alto": "alto"}


def detect_format(source: Path) -> str:
    """Return the format of a file or folder by its contents. Raises InputError if it is none of ``FORMATS``."""
    if not source.exists():
        raise InputError.at(source, "there is no such file or folder")
    return _folder_format(source) if source.is_dir() else _file_format(source)


def read_source(source: Path, format: str = "auto", **options: object) -> SourceContents:
    """Read a source of any format; ``options`` go to the reader of the format.

    Raises InputError for a source that cannot be used and for unknown formats and options.
    """
    name = detect_format(source) if format == "auto" else format
    if name not in _READERS:
        raise InputError(f"The format is 'auto' or one of {', '.join(FORMATS)}, not '{name}'.")
    module, function = _READERS[name]
    read = getattr(importlib.import_module(f"core.formats.{module}"), function)
    known = list(inspect.signature(read).parameters)[1:]
    if unknown := [option for option in options if option not in known]:
        raise InputError(f"The format '{name}' has no option '{unknown[0]}' (it has: {', '.join(known) or 'none'}).")
    contents: SourceContents = read(source, **options)
    return contents


def read_sources(sources: Sequence[Path], format: str = "auto", *, labels: bool = True) -> SourceContents:
    """Read files and folders of any formats as one; a ``format`` other than ``auto`` is used for all of them.

    Image files that are the page image of another source are used once. ``labels=False`` takes no words from
    the names of word images. Sources that cannot be read are skipped; raises InputError if none can be.
    """
    images = [source for source in sources if source.is_file() and _is_image(source)]
    parts: list[SourceContents] = []
    skipped: list[Skipped] = []
    for source in sources:
        if source not in images:
            try:
                parts.append(_read_one(source, format, labels))
            except InputError as error:
                if len(sources) == 1:
                    raise
                skipped.append(Skipped.from_error(source, "", error))
    page_images = {page.image.resolve() for part in parts for page in part.pages}
    if images := [path for path in images if path.resolve() not in page_images]:
        try:
            parts.append(_read_images(images, format, labels))
        except InputError as error:
            if not parts:
                raise
            skipped.append(Skipped.from_error(images[0], "", error))
    if not parts:
        raise InputError(f"None of the {len(sources)} sources can be used. The first reason: {skipped[0].reason}")
    return SourceContents(
        ", ".join(dict.fromkeys(part.format for part in parts)),
        pages=tuple(page for part in parts for page in part.pages),
        crops=tuple(crop for part in parts for crop in part.crops),
        skipped=(*(entry for part in parts for entry in part.skipped), *skipped),
    )


def _read_one(source: Path, format: str, labels: bool) -> SourceContents:
    contents = read_source(source, format)
    if contents.format == "folder" and not labels:
        return read_source(source, "folder", labels="none")
    return contents


def _read_images(paths: list[Path], format: str, labels: bool) -> SourceContents:
    from core.formats.images import read_scan_files, read_word_image_files

    if format not in ("auto", "folder", "scans"):
        return read_source(paths[0], format)  # raises: an image alone is no such source
    if format == "folder" or (format == "auto" and _are_word_images(paths)):
        return read_word_image_files(paths, "name" if labels else "none")
    return read_scan_files(paths)


def _is_image(path: Path) -> bool:
    from core.imaging.read import IMAGE_SUFFIXES

    return path.suffix.lower() in IMAGE_SUFFIXES


def _are_word_images(paths: Sequence[Path]) -> bool:
    from core.imaging.read import frame_sizes

    heights = []
    for path in paths[:: max(1, len(paths) // _SAMPLE)]:
        try:
            heights.append(frame_sizes(path)[0][1])
        except InputError:
            continue
    return bool(heights) and median(heights) < MAX_WORD_HEIGHT


def _file_format(path: Path) -> str:
    from core.formats.table import TABLE_SUFFIXES, is_table

    suffix = path.suffix.lower()
    if suffix == ".gtp":
        return "gtp"
    if path.name == "words.txt" and not is_table(path):
        return "iam"
    if suffix in TABLE_SUFFIXES or (suffix == ".txt" and is_table(path)):
        return "table"
    if suffix == ".xml":
        from core.formats.xml_parse import parse, root_name

        root = root_name(path)
        if root not in _XML_FORMATS:
            parse(path)  # raises for a damaged file
            raise InputError.at(path, f"this XML is neither PAGE nor ALTO (its root is '{root}')")
        return _XML_FORMATS[root]
    if _is_image(path):
        return "scans"
    raise InputError.at(path, "the format of this file is unknown", hint=f"Known formats are {', '.join(FORMATS)}")


def _folder_format(folder: Path) -> str:
    from core.formats.iam import is_iam
    from core.formats.table import tables_in
    from core.imaging.read import IMAGE_SUFFIXES

    if is_iam(folder):
        return "iam"
    if list_files(folder, frozenset({".gtp"})):
        return "gtp"
    if tables_in(folder):
        return "table"
    if found := _folder_xml_format(folder):
        return found
    images = list_files(folder, IMAGE_SUFFIXES)
    if not images:
        raise InputError.at(folder, "nothing in this folder is of a known format")
    return "folder" if _are_word_images(images) else "scans"


def _folder_xml_format(folder: Path) -> str | None:
    """Return the format of most of the first XML files, PAGE when even, None without either."""
    from core.formats.xml_parse import XML_SUFFIXES, root_name

    formats = [_XML_FORMATS.get(root_name(path)) for path in list_files(folder, XML_SUFFIXES)[:_SAMPLE]]
    found = [name for name in formats if name]
    return max(("pagexml", "alto"), key=found.count) if found else None
