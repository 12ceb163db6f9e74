"""What PAGE XML and ALTO have in common: nodes of lines and words, reading a folder of files, small edits.

A format module makes :class:`LineNode` objects out of a document; the records of reading and the edits of
writing both come from them, so what is not understood on the way in is not touched on the way out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from core.disk import write_atomically
from core.errors import InputError
from core.formats.merge import plan
from core.formats.paths import LEADS_OUT, Fence, files_under, root_of, skip
from core.formats.records import LineRecord, PageRecord, Skipped, SourceContents, WordRecord
from core.geometry import Box

XML = frozenset({".xml"})
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9._-]{0,99}")
_NOT_IN_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass
class WordNode:
    """An element and the word that was read from it."""

    element: Any
    record: WordRecord


@dataclass
class LineNode:
    """A TextLine element: its words, or the line itself where it has none; ``box`` is None when unknown."""

    element: Any
    box: Box | None
    line: LineRecord | None = None
    words: list[WordNode] = field(default_factory=list)


PagesOf = Callable[[Path, Any, Path], tuple[list[PageRecord], list[Skipped]]]
"""(the file, its root element, the folder images may lie in) to its pages; may raise InputError."""


def read_files(source: Path, name: str, root_element: str, pages_of: PagesOf) -> SourceContents:
    """The pages of one XML file, or of all below a folder in natural order.

    Files of a folder that cannot be used are skipped; raises InputError when nothing can be used.
    """
    from core.formats.xml_safe import local, parse

    if not source.exists():
        raise InputError.at(source, "there is no such file or folder")
    pages: list[PageRecord] = []
    skipped: list[Skipped] = []
    fence = Fence(root_of(source))
    for path in files_under(source, XML) if source.is_dir() else [source]:
        try:
            if path != source and not fence.holds(path):
                raise InputError.at(path, LEADS_OUT)
            root = parse(path).getroot()
            if local(root) != root_element:
                raise InputError.at(path, f"this is not such a file: it holds '{local(root)}', not '{root_element}'")
            found, bad = pages_of(path, root, root_of(source))
        except InputError as error:
            if path == source:
                raise
            skipped.append(skip(path, "", error))
            continue
        pages += found
        skipped += bad
    if not pages:
        told = f"; the first reason: {skipped[0].reason.rstrip('.')}" if skipped else ""
        raise InputError.at(source, f"no page can be used{told}")
    return SourceContents(name, pages=tuple(pages), skipped=tuple(skipped))


def records(nodes: Iterable[LineNode]) -> tuple[tuple[WordRecord, ...], tuple[LineRecord, ...]]:
    """The words of all nodes, and the lines without words."""
    words: list[WordRecord] = []
    lines: list[LineRecord] = []
    for node in nodes:
        words += [word.record for word in node.words]
        if node.line is not None:
            lines.append(node.line)
    return tuple(words), tuple(lines)


def in_order(page: PageRecord) -> list[list[WordRecord] | LineRecord]:
    """The lines of a page as written: words by line number; a line without words fills a number left free."""
    by_line: dict[int, list[WordRecord]] = {}
    for word in page.words:
        by_line.setdefault(word.line, []).append(word)
    waiting = list(page.lines)
    order: list[list[WordRecord] | LineRecord] = []
    before = -1
    for number in sorted(by_line):
        free = max(0, number - before - 1)
        order += waiting[:free]
        waiting = waiting[free:]
        order.append(by_line[number])
        before = number
    return order + waiting


class Editor(Protocol):
    """The edits of one format's document that writing words back needs."""

    def update(self, element: Any, before: WordRecord, after: WordRecord) -> None:
        """Bring an element from one record to another, touching only what differs."""

    def add_word(self, node: LineNode, before: Any | None, word: WordRecord) -> Any:
        """A new word in a line, behind ``before`` or as its first; the element made."""

    def add_line(self, page: Any, words: list[WordRecord]) -> None:
        """A new line of new words at the end of the page."""

    def remove_word(self, element: Any) -> None:
        """Take a word out."""


def merge_words(editor: Editor, nodes: list[LineNode], page: Any, wanted: Sequence[WordRecord]) -> None:
    """Bring the words of a document's ``page``, read as ``nodes``, to those wanted."""
    changes = plan([[word.record for word in n.words] for n in nodes], [n.box for n in nodes], wanted)
    last: dict[int, Any] = {}
    new_lines: dict[int, list[WordRecord]] = {}
    for step in changes.steps:
        if step.place is not None:
            known = nodes[step.place[0]].words[step.place[1]]
            editor.update(known.element, known.record, step.word)
            last[step.place[0]] = known.element
        elif step.line is not None:
            last[step.line] = editor.add_word(nodes[step.line], last.get(step.line), step.word)
        else:
            new_lines.setdefault(step.word.line, []).append(step.word)
    for words in new_lines.values():
        editor.add_line(page, words)
    for i, j in changes.removed:
        editor.remove_word(nodes[i].words[j].element)


class Ids:
    """Ids that no element of the document has yet."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._next: dict[str, int] = {}

    def take(self, wished: str | None, prefix: str) -> str:
        """``wished`` when it may be an id and is free, else the first free ``prefix`` and number."""
        if wished and _NAME.fullmatch(wished) and wished not in self._taken:
            self._taken.add(wished)
            return wished
        number = self._next.get(prefix, 1)
        while f"{prefix}{number}" in self._taken:
            number += 1
        self._next[prefix] = number + 1
        self._taken.add(f"{prefix}{number}")
        return f"{prefix}{number}"


def texts_of(page: PageRecord) -> list[str | None]:
    """All texts of a page: the name of its image, and those of words and of lines."""
    return [page.image.name, *(word.text for word in page.words), *(line.text for line in page.lines)]


def storable(out: Path, texts: Iterable[str | None]) -> None:
    """InputError when a text holds a character that XML cannot store."""
    for text in texts:
        if text and _NOT_IN_XML.search(text):
            raise InputError.at(out, f"the text {text!r} holds a control character, which XML cannot store")


def insert_after(before: Any, new: Any) -> None:
    """Put ``new`` behind ``before``, indented alike; what followed follows still."""
    parent = before.getparent()
    tail = before.tail
    parent.insert(parent.index(before) + 1, new)
    new.tail = tail
    earlier = before.getprevious()
    before.tail = earlier.tail if earlier is not None else parent.text


def remove(element: Any) -> None:
    """Take an element out, without the indentation that led to it."""
    parent, earlier = element.getparent(), element.getprevious()
    if element.getnext() is None:  # the closing tag keeps its place
        if earlier is not None:
            earlier.tail = element.tail
        else:
            parent.text = element.tail
    element.tail = None
    parent.remove(element)


def save_tree(out: Path, tree: Any) -> None:
    """Write a document as UTF-8, its comments and instructions around the root included."""
    from lxml import etree

    standalone = tree.docinfo.standalone
    write_atomically(out, etree.tostring(tree, encoding="UTF-8", xml_declaration=True, standalone=standalone) + b"\n")
