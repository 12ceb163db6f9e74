"""Reading PAGE XML and ALTO: the nodes of lines and words that both formats are read into.

A format module makes :class:`LineNode` objects from a document. Records are read from them and edits are
written through them, so anything the reader does not understand is not touched by the writer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.formats.files import FolderBoundary, image_root, read_each, source_files
from core.formats.records import LineRecord, PageRecord, Skipped, SourceContents, WordRecord
from core.formats.xml_parse import XML_SUFFIXES, local_name, parse
from core.geometry import Box

Unusable = list[tuple[str, str]]
"""Ids (or positions) of elements that cannot be used, each with the reason."""

ReadPages = Callable[[Path, Any, Path], tuple[list[PageRecord], list[Skipped]]]
"""Reads the pages from (the file, its root element, the folder of the images); may raise InputError."""


@dataclass
class WordNode:
    """An element and the word that was read from it."""

    element: Any
    record: WordRecord


@dataclass
class LineNode:
    """A TextLine element with its words, or the line itself if it has none; ``box`` is None when unknown."""

    element: Any
    box: Box | None
    line: LineRecord | None = None
    words: list[WordNode] = field(default_factory=list)


def read_documents(source: Path, name: str, root_element: str, read_pages: ReadPages) -> SourceContents:
    """Read one XML file, or all XML files below a folder in natural order, as the format ``name``.

    Files of a folder that cannot be used are skipped; raises InputError if nothing can be used.
    """
    root = image_root(source)

    def read_file(path: Path) -> tuple[list[PageRecord], list[Skipped]]:
        element = parse(path).getroot()
        if local_name(element) != root_element:
            found = f"its root is '{local_name(element)}', not '{root_element}'"
            raise InputError.at(path, f"this is not a file of this format: {found}")
        return read_pages(path, element, root)

    files = source_files(source, XML_SUFFIXES)
    pages, skipped = read_each(source, files, read_file, "no page can be used", FolderBoundary(root))
    return SourceContents(name, pages=pages, skipped=skipped)


def node_records(nodes: Iterable[LineNode]) -> tuple[tuple[WordRecord, ...], tuple[LineRecord, ...]]:
    """Return the words of all nodes, and the lines without words."""
    words: list[WordRecord] = []
    lines: list[LineRecord] = []
    for node in nodes:
        words += [word.record for word in node.words]
        if node.line is not None:
            lines.append(node.line)
    return tuple(words), tuple(lines)
