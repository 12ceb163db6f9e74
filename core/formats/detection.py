"""The format of a file or folder, by its contents."""

from collections.abc import Sequence
from pathlib import Path
from statistics import median

from core.errors import InputError
from core.formats.document_kinds import document_format, document_suffixes, preferred_formats, unknown_document
from core.formats.files import list_files
from core.formats.registry import METS, readers
from core.language import tr

IMAGES_ONLY = ("scans", "folder")
"""The formats of images without transcriptions."""

MAX_WORD_HEIGHT = 250
"""Images of which half are lower than this many pixels are word images, else pages: at 300 dpi a word is about 50 to
150 pixels high, a page over 1,000."""

_SAMPLE = 100
"""Files of a folder that are opened to detect its format."""


def detect_format(source: Path) -> str:
    """Return the format of a file that is no zip file, or of a folder, by its contents.

    Raises InputError if it has none of the known ones.
    """
    if not source.exists():
        raise InputError.at(source, tr("there is no such file or folder"))
    return _folder_format(source) if source.is_dir() else _file_format(source)


def is_image(path: Path) -> bool:
    """Return whether a file is an image, by its suffix."""
    from core.imaging.read import IMAGE_SUFFIXES

    return path.suffix.lower() in IMAGE_SUFFIXES


def is_text_of_page(source: Path) -> bool:
    """Return whether a file may be the plain text of a page, and no table."""
    from core.formats.page_texts import is_page_text
    from core.formats.table import is_table

    return source.is_file() and is_page_text(source) and source.name != "words.txt" and not is_table(source)


def are_word_images(paths: Sequence[Path]) -> bool:
    """Return whether half of the images are so low that they show words, not pages."""
    from core.imaging.read import frame_sizes

    heights = []
    for path in paths[:: max(1, len(paths) // _SAMPLE)]:
        try:
            heights.append(frame_sizes(path)[0][1])
        except InputError:
            continue
    return bool(heights) and median(heights) < MAX_WORD_HEIGHT


def _file_format(path: Path) -> str:
    from core.formats.line_images import is_line_text
    from core.formats.table import TABLE_SUFFIXES, is_table

    suffix = path.suffix.lower()
    for name, suffixes in _telling_suffixes():
        if suffix in suffixes:
            return name
    if path.name == "words.txt" and not is_table(path):
        return "iam"
    if suffix in TABLE_SUFFIXES or (suffix == ".txt" and is_table(path)):
        return "table"
    if is_line_text(path):
        return "lines"
    if suffix in document_suffixes():
        found = document_format(path)
        if found is None:
            raise unknown_document(path)
        return found
    if is_image(path):
        return "scans"
    raise InputError.at(
        path,
        tr("the format of this file is unknown"),
        hint=tr("Known are images, tables, PAGE, ALTO, hOCR, METS, GTP and zip"),
    )


def _folder_format(folder: Path) -> str:
    from core.formats.iam import is_iam
    from core.formats.line_images import is_line_text
    from core.formats.page_texts import TEXT_SUFFIX
    from core.formats.table import tables_in
    from core.imaging.read import IMAGE_SUFFIXES

    if is_iam(folder):
        return "iam"
    for name, suffixes in _telling_suffixes():
        if list_files(folder, suffixes):
            return name
    if tables_in(folder):
        return "table"
    if found := _documents_format(folder):
        return found
    if any(is_line_text(path) for path in list_files(folder, frozenset({TEXT_SUFFIX}))):
        return "lines"
    images = list_files(folder, IMAGE_SUFFIXES)
    if not images:
        if METS in _first_formats(folder):
            return METS  # reading it raises the error that names the reason
        raise InputError.at(folder, tr("nothing in this folder is of a known format"))
    return "folder" if are_word_images(images) else "scans"


def _documents_format(folder: Path) -> str | None:
    """Return ``mets`` for a workspace, else the format of most of the first documents, None without any."""
    from core.formats.mets import has_workspace

    if has_workspace(folder):
        return METS
    formats = _first_formats(folder)
    known = [name for name in preferred_formats() if name in formats]
    return max(known, key=formats.count, default=None)


def _first_formats(folder: Path) -> list[str | None]:
    return [document_format(path) for path in list_files(folder, document_suffixes())[:_SAMPLE]]


def _telling_suffixes() -> list[tuple[str, frozenset[str]]]:
    """Return the formats whose files have suffixes of their own, and are read a folder at a time."""
    return [
        (name, frozenset(reader.suffixes))
        for name, reader in readers().items()
        if reader.suffixes and not reader.is_document and name != METS
    ]
