"""Reading PAGE XML and ALTO: the nodes of lines and words that both formats are read into.

A format module makes :class:`LineNode` objects from a document. Records are read from them and edits are
written through them, so anything the reader does not understand is not touched by the writer.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.formats.files import FolderBoundary, image_root, read_each, source_files
from core.formats.markup import local_name, parse
from core.formats.records import LineRecord, PageRecord, RegionRecord, Skipped, SourceContents, WordRecord
from core.formats.registry import XML_SUFFIXES
from core.language import tr, tr_plural
from core.lexicon.text import nfc

Unusable = list[tuple[str, str]]
"""Ids (or positions) of elements that cannot be used, each with the reason."""

ReadPages = Callable[[Path, Any, Path], tuple[list[PageRecord], list[Skipped]]]
"""Reads the pages from (the file, its root element, the folder of the images); may raise InputError."""


@dataclass
class WordNode:
    """An element and the word that was read from it."""

    element: Any
    record: WordRecord
    is_suggested: bool = False
    """True if its text is marked as a suggestion that nobody has checked; then the record has no text."""
    is_outdated: bool = False
    """True if the element spells something else than the line, whose text the record has."""

    def has_other_text(self, word: WordRecord) -> bool:
        """Return whether ``word`` has another text than the document, or a suggestion, which is to be marked.

        A suggestion in the document counts as no text.
        """
        is_marked = word.origin is not None and word.origin.is_suggested
        is_other = self.record.text != word.text or (self.is_suggested and word.text is None)
        return self.is_outdated or is_marked or is_other


@dataclass
class LineNode:
    """A TextLine element, the line that was read from it (None if its outline cannot be used), and its words."""

    element: Any
    record: LineRecord | None
    words: list[WordNode] = field(default_factory=list)
    outdated: list[Any] = field(default_factory=list)
    """Elements that spell a text other than the line's, or the whole line: words take their place."""


@dataclass
class LineDisagreements:
    """Counts of lines whose words spelled something else than the line's own text, which then replaced them."""

    relabelled: int = 0
    uncut: int = 0

    def report(self, path: Path) -> list[Skipped]:
        """Return the entry for the import report of a file; none if all lines agree."""
        if not self.relabelled + self.uncut:
            return []
        reason = tr("their words differ from the text of the whole line, which was used instead")
        if self.uncut:
            reason = tr_plural(
                "their words differ from the text of the whole line, which was used instead; "
                "{n} of them has no usable word boxes and can be cut into words again",
                "their words differ from the text of the whole line, which was used instead; "
                "{n} of them have no usable word boxes and can be cut into words again",
                self.uncut,
            )
        return [Skipped(path, tr_plural("{n} line", "{n} lines", self.relabelled + self.uncut), reason, is_note=True)]


@dataclass
class Layout:
    """The content of a Page element."""

    nodes: list[LineNode] = field(default_factory=list)
    regions: list[RegionRecord] = field(default_factory=list)
    unusable: Unusable = field(default_factory=list)
    disagreements: LineDisagreements = field(default_factory=LineDisagreements)


def read_documents(source: Path, root_element: str, read_pages: ReadPages) -> SourceContents:
    """Read one XML file, or all XML files below a folder in natural order.

    Files of a folder that cannot be used are skipped; raises InputError if nothing can be used.
    """
    root = image_root(source)

    def read_file(path: Path) -> tuple[list[PageRecord], list[Skipped]]:
        element = parse(path).getroot()
        if local_name(element) != root_element:
            problem = tr(
                "this is not a file of this format: its root is '{local_name}', not '{root_element}'",
                local_name=local_name(element),
                root_element=root_element,
            )
            raise InputError.at(path, problem)
        return read_pages(path, element, root)

    files = source_files(source, XML_SUFFIXES)
    pages, skipped = read_each(source, files, read_file, tr("no page can be used"), FolderBoundary(root))
    return SourceContents(pages=pages, skipped=skipped)


def node_records(nodes: Iterable[LineNode]) -> tuple[tuple[WordRecord, ...], tuple[LineRecord, ...]]:
    """Return the words and the lines of all nodes."""
    words = tuple(word.record for node in nodes for word in node.words)
    return words, tuple(node.record for node in nodes if node.record is not None)


_SIMILAR = 0.5
"""Two words spell the same box, one corrected, from this share of common letters on."""


def match_words(texts: Sequence[str | None], line: str) -> list[str | None] | None:
    """Return the words of ``line`` for boxes that are labelled ``texts``; None if they do not fit the boxes.

    Boxes that carry a part of a word (punctuation) are left as they are if together they spell the line. If the line
    has as many words as there are boxes, each box gets one, provided that most words are similar to what they replace.
    """
    tokens = line.split()
    if _joined(texts) == _joined(tokens):
        return list(texts)
    if len(tokens) != len(texts):
        return None
    pairs = [(text, token) for text, token in zip(texts, tokens, strict=True) if text and nfc(text) != nfc(token)]
    unlike = sum(SequenceMatcher(None, *pair, autojunk=False).ratio() < _SIMILAR for pair in pairs)
    return None if unlike > max(1, len(tokens) // 4) else list(tokens)


def _joined(texts: Iterable[str | None]) -> str:
    return nfc("".join("".join((text or "").split()) for text in texts))
