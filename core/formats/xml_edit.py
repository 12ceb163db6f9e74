"""Writing words back into a PAGE XML or ALTO document: which words change, and the edits both formats share."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lxml import etree

from core.disk import write_atomically
from core.errors import InputError
from core.formats.records import LineRecord, PageRecord, WordRecord
from core.formats.xml_pages import LineNode
from core.formats.xml_parse import local_name
from core.geometry import Box, coverage, union

_MIN_COVERAGE = 0.5
"""A new word belongs to the line that covers at least half of it."""

_XML_ID = re.compile(r"[A-Za-z_][A-Za-z0-9._-]{0,99}")
_NOT_IN_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

Position = tuple[int, int]
"""(line, word) in a document."""


@dataclass(frozen=True, slots=True)
class MergeStep:
    """One word of the page, in order, with its position in the document, or None for a new word.

    ``line`` is the document's line of a new word; None means a new line, one for all new words with the same
    ``word.line``.
    """

    word: WordRecord
    position: Position | None
    line: int | None


@dataclass(frozen=True, slots=True)
class MergePlan:
    """The steps in the order of the page, and the positions of words to remove."""

    steps: tuple[MergeStep, ...]
    removed: tuple[Position, ...]


def plan_merge(
    document: Sequence[Sequence[WordRecord]], line_boxes: Sequence[Box | None], words: Sequence[WordRecord]
) -> MergePlan:
    """Match the words of a page with those of its document by id, else by equal box.

    ``document`` holds the words of every line, ``line_boxes`` the box of every line. A new word goes to the
    line of the matched words that share its line number, else to the line that covers at least half of it.
    """
    by_ref: dict[str, list[Position]] = {}
    by_box: dict[Box, list[Position]] = {}
    for i, line in enumerate(document):
        for j, word in enumerate(line):
            if word.ref:
                by_ref.setdefault(word.ref, []).append((i, j))
            by_box.setdefault(word.box, []).append((i, j))
    used: set[Position] = set()

    def claim(candidates: Sequence[Position]) -> Position | None:
        position = next((c for c in candidates if c not in used), None)
        if position is not None:
            used.add(position)
        return position

    # all matches by id come first, so that no match by box takes them away
    positions = [claim(by_ref.get(word.ref or "", ())) for word in words]
    positions = [claim(by_box.get(w.box, ())) if p is None else p for w, p in zip(words, positions, strict=True)]
    line_of: dict[int, int] = {}
    for word, position in zip(words, positions, strict=True):
        if position is not None:
            line_of.setdefault(word.line, position[0])
    steps = []
    for word, position in zip(words, positions, strict=True):
        target = position[0] if position is not None else line_of.get(word.line)
        steps.append(MergeStep(word, position, _covering_line(word.box, line_boxes) if target is None else target))
    removed = [(i, j) for i, line in enumerate(document) for j in range(len(line)) if (i, j) not in used]
    return MergePlan(tuple(steps), tuple(removed))


def _covering_line(box: Box, lines: Sequence[Box | None]) -> int | None:
    shares = [(coverage(box, line) if line is not None else 0.0, -i) for i, line in enumerate(lines)]
    share, index = max(shares, default=(0.0, 0))
    return -index if share >= _MIN_COVERAGE else None


class DocumentEditor(ABC):
    """The edits of one document, in its own namespace and its own units; the formats implement them."""

    def __init__(self, tree: Any, scale: tuple[float, float], id_attribute: str) -> None:
        self.root = tree.getroot()
        self.namespace = namespace_of(self.root)
        self.scale = scale
        ids = (element.get(id_attribute) for element in self.root.iter() if local_name(element))
        self.ids = IdAllocator(i for i in ids if i)

    @abstractmethod
    def update(self, element: Any, before: WordRecord, after: WordRecord) -> None:
        """Change an element from one record to another; only what differs is touched."""

    @abstractmethod
    def add_word(self, node: LineNode, before: Any | None, word: WordRecord) -> Any:
        """Add a word to a line after the element ``before``, or as its first; return the new element."""

    @abstractmethod
    def add_line(self, page: Any, words: list[WordRecord]) -> None:
        """Add a line of new words at the end of the page."""

    @abstractmethod
    def remove_word(self, element: Any) -> None:
        """Remove a word."""

    def make(self, parent: Any, name: str, **attributes: str) -> Any:
        return make_element(parent, self.namespace, name, **attributes)

    def merge(self, nodes: list[LineNode], page: Any, words: Sequence[WordRecord]) -> None:
        """Change the words of the element ``page``, read as ``nodes``, to ``words``."""
        plan = plan_merge([[word.record for word in n.words] for n in nodes], [n.box for n in nodes], words)
        last: dict[int, Any] = {}
        new_lines: dict[int, list[WordRecord]] = {}
        for step in plan.steps:
            if step.position is not None:
                known = nodes[step.position[0]].words[step.position[1]]
                self.update(known.element, known.record, step.word)
                last[step.position[0]] = known.element
            elif step.line is not None:
                last[step.line] = self.add_word(nodes[step.line], last.get(step.line), step.word)
            else:
                new_lines.setdefault(step.word.line, []).append(step.word)
        for line in new_lines.values():
            self.add_line(page, line)
        for i, j in plan.removed:
            self.remove_word(nodes[i].words[j].element)


class IdAllocator:
    """Hands out ids that no element of the document has yet."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._next: dict[str, int] = {}

    def take(self, preferred: str | None, prefix: str) -> str:
        """Return ``preferred`` if it is a valid and free id, else the first free ``prefix`` with a number."""
        if preferred and _XML_ID.fullmatch(preferred) and preferred not in self._taken:
            self._taken.add(preferred)
            return preferred
        number = self._next.get(prefix, 1)
        while f"{prefix}{number}" in self._taken:
            number += 1
        self._next[prefix] = number + 1
        self._taken.add(f"{prefix}{number}")
        return f"{prefix}{number}"


def lines_box(lines: Iterable[list[WordRecord] | LineRecord]) -> Box:
    """Return the smallest box around lines (at least one)."""
    return union(item.box for line in lines for item in (line if isinstance(line, list) else [line]))


def check_text(page: PageRecord, out: Path) -> None:
    """Raise InputError, naming ``out``, if a text of ``page`` holds a character that XML cannot store."""
    for text in (page.image.name, *(word.text for word in page.words), *(line.text for line in page.lines)):
        if text and _NOT_IN_XML.search(text):
            raise InputError.at(out, f"the text {text!r} holds a control character, which XML cannot store")


def namespace_of(root: Any) -> str:
    """Return the namespace of an element, "" for none."""
    return root.tag.rpartition("}")[0][1:] if root.tag.startswith("{") else ""


def make_element(parent: Any, namespace: str, name: str, **attributes: str) -> Any:
    """Return a new element, the last child of ``parent`` if there is one."""
    tag = f"{{{namespace}}}{name}" if namespace else name
    if parent is None:
        return etree.Element(tag, attributes, nsmap={None: namespace} if namespace else None)
    return etree.SubElement(parent, tag, attributes)


def insert_after(before: Any, new: Any) -> None:
    """Insert ``new`` after ``before``, with the same indentation; the text that followed still follows."""
    parent = before.getparent()
    tail = before.tail
    parent.insert(parent.index(before) + 1, new)
    new.tail = tail
    earlier = before.getprevious()
    before.tail = earlier.tail if earlier is not None else parent.text


def remove(element: Any) -> None:
    """Remove an element together with the indentation before it."""
    parent, earlier = element.getparent(), element.getprevious()
    if element.getnext() is None:  # the closing tag keeps its indentation
        if earlier is not None:
            earlier.tail = element.tail
        else:
            parent.text = element.tail
    element.tail = None
    parent.remove(element)


def save_tree(out: Path, tree: Any) -> None:
    """Write a document as UTF-8, with the comments and instructions around its root."""
    standalone = tree.docinfo.standalone
    write_atomically(out, etree.tostring(tree, encoding="UTF-8", xml_declaration=True, standalone=standalone) + b"\n")
