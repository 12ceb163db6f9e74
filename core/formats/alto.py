"""ALTO 2, 3 and 4 under any namespace: words with boxes, or text lines only; pixel, mm10 or inch1200."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.errors import InputError
from core.formats.alto_tree import line_nodes, scale_of, unit_of
from core.formats.alto_write import write
from core.formats.boxes import BoxError
from core.formats.paths import find_image
from core.formats.records import PageRecord, Skipped, SourceContents
from core.formats.xml_safe import descendants, outermost
from core.formats.xmlpages import read_files, records
from core.imaging.read import SUFFIXES, image_frames

__all__ = ["ROOT", "read", "write"]

ROOT = "alto"


def read(source: Path) -> SourceContents:
    """The pages of an ALTO file, or of all below a folder (images beside them or one folder up).

    The n-th Page of a file belongs to the n-th frame of its image. Boxes in any unit become image pixels by
    the page's size. Raises InputError when nothing can be used.
    """
    return read_files(source, "alto", ROOT, _pages)


def _pages(path: Path, root: Any, folder: Path) -> tuple[list[PageRecord], list[Skipped]]:
    elements = outermost(descendants(root, "Page"))
    if not elements:
        raise InputError.at(path, "there is no Page in this file")
    names = [element.text.strip() for element in descendants(root, "fileName") if element.text]
    image = find_image(path, names[0] if names else None, folder, SUFFIXES)
    frames = image_frames(image)
    pages: list[PageRecord] = []
    skipped: list[Skipped] = []
    for i, element in enumerate(elements):
        try:
            if i >= len(frames):
                raise BoxError(f"its image has only {len(frames)} page(s)")
            unit = unit_of(root)
            nodes, bad = line_nodes(element, scale_of(element, unit, frames[i]), frames[i])
        except BoxError as error:
            if len(elements) == 1:
                raise InputError.at(path, str(error)) from error
            skipped.append(Skipped(path, f"page {i + 1}", str(error)))
            continue
        words, lines = records(nodes)
        width, height = frames[i]
        pages.append(PageRecord(image, width, height, frame=i, words=words, lines=lines, source=path))
        skipped += [Skipped(path, where, reason) for where, reason in bad]
    return pages, skipped
