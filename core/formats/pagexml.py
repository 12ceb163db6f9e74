"""PAGE XML, 2010 to 2019 and whatever comes under the same names: words with boxes, or text lines only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.errors import InputError
from core.formats.boxes import BoxError
from core.formats.pagexml_tree import line_nodes, scale_of
from core.formats.pagexml_write import write
from core.formats.paths import find_image
from core.formats.records import PageRecord, Skipped, SourceContents
from core.formats.xml_safe import children
from core.formats.xmlpages import read_files, records
from core.imaging.read import SUFFIXES, image_frames

__all__ = ["ROOT", "read", "write"]

ROOT = "PcGts"


def read(source: Path) -> SourceContents:
    """The pages of a PAGE XML file, or of all below a folder (images beside them or one folder up).

    Boxes are scaled to the image where the file tells another size of the same shape. Lines with words
    give words; lines without give lines. Raises InputError when nothing can be used.
    """
    return read_files(source, "pagexml", ROOT, _pages)


def _pages(path: Path, root: Any, folder: Path) -> tuple[list[PageRecord], list[Skipped]]:
    found = children(root, "Page")
    if not found:
        raise InputError.at(path, "there is no Page in this file")
    page = found[0]
    image = find_image(path, page.get("imageFilename"), folder, SUFFIXES)
    width, height = image_frames(image)[0]
    try:
        scale = scale_of(page, (width, height))
    except BoxError as error:
        raise InputError.at(path, str(error)) from error
    nodes, bad = line_nodes(page, scale, (width, height))
    words, lines = records(nodes)
    record = PageRecord(image, width, height, words=words, lines=lines, source=path)
    return [record], [Skipped(path, where, reason) for where, reason in bad]
