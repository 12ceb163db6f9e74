"""Writing words back into a PAGE XML or ALTO document: which words change, and the edits both formats share."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lxml import etree

from core.disk import write_atomically
from core.errors import InputError
from core.formats.records import LineRecord, PageRecord, RegionRecord, WordRecord, lines_in_order
from core.formats.xml_pages import LineNode, WordNode
from core.formats.xml_parse import descendants, local_name, parse
from core.geometry import Box, coverage, union
from core.language import tr

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
    document: Sequence[Sequence[WordRecord]], document_lines: Sequence[LineRecord | None], page: PageRecord
) -> MergePlan:
    """Match the words of a page with those of its document by id, else by equal box.

    ``document`` holds the words of every line, ``document_lines`` the lines. A new word goes to the line of the matched
    words that share its line number, else to the document's line that has the id or the box of the page's line with
    that number, else to the line that covers at least half of it.
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
    positions = [claim(by_ref.get(word.ref or "", ())) for word in page.words]
    positions = [claim(by_box.get(w.box, ())) if p is None else p for w, p in zip(page.words, positions, strict=True)]
    line_of: dict[int, int] = {}
    for word, position in zip(page.words, positions, strict=True):
        if position is not None:
            line_of.setdefault(word.line, position[0])
    line_of = _match_lines(document_lines, page.lines) | line_of
    boxes = [None if line is None else line.box for line in document_lines]
    steps = []
    for word, position in zip(page.words, positions, strict=True):
        target = position[0] if position is not None else line_of.get(word.line)
        steps.append(MergeStep(word, position, _covering_line(word.box, boxes) if target is None else target))
    removed = [(i, j) for i, line in enumerate(document) for j in range(len(line)) if (i, j) not in used]
    return MergePlan(tuple(steps), tuple(removed))


def _match_lines(document: Sequence[LineRecord | None], lines: Iterable[LineRecord]) -> dict[int, int]:
    """Return the document's line by the number of the page's line: by id, else by equal box."""
    by_ref: dict[str, int] = {}
    by_box: dict[Box, int] = {}
    for index, line in enumerate(document):
        if line is not None:
            by_box.setdefault(line.box, index)
            if line.ref:
                by_ref.setdefault(line.ref, index)
    found = {line.number: by_ref.get(line.ref or "", by_box.get(line.box)) for line in lines}
    return {number: index for number, index in found.items() if index is not None}


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
    def update(self, known: WordNode, after: WordRecord) -> None:
        """Change an element to another record; only what differs is touched."""

    @abstractmethod
    def add_word(self, node: LineNode, before: Any | None, word: WordRecord) -> Any:
        """Add a word to a line after the element ``before``, or as its first; return the new element."""

    @abstractmethod
    def add_line(self, page: Any, line: LineRecord, words: list[WordRecord]) -> None:
        """Add a line of new words at the end of the page."""

    @abstractmethod
    def remove_word(self, element: Any) -> None:
        """Remove a word."""

    @abstractmethod
    def set_line_text(self, node: LineNode) -> None:
        """Rewrite the text of a line, and of its region, from its words after one of them has changed.

        A line that had no text gets one only if all of its words have texts.
        """

    def make(self, parent: Any, name: str, **attributes: str) -> Any:
        return make_element(parent, self.namespace, name, **attributes)

    def merge(self, nodes: list[LineNode], page: Any, record: PageRecord) -> None:
        """Change the words of the element ``page``, read as ``nodes``, to those of ``record``."""
        plan = plan_merge([[w.record for w in n.words] for n in nodes], [n.record for n in nodes], record)
        last: dict[int, Any] = {}
        changed: set[int] = {i for i, _ in plan.removed}
        new_lines: dict[int, list[WordRecord]] = {}
        for step in plan.steps:
            if step.line is None:
                new_lines.setdefault(step.word.line, []).append(step.word)
                continue
            node = nodes[step.line]
            if step.position is not None:
                word = node.words[step.position[1]]
                if word.has_other_text(step.word):
                    changed.add(step.line)
                self.update(word, step.word)
                last[step.line] = word.element
            else:
                for element in node.outdated:
                    self.remove_word(element)
                node.outdated = []
                changed.add(step.line)
                last[step.line] = self.add_word(node, last.get(step.line), step.word)
        for i, j in plan.removed:
            self.remove_word(nodes[i].words[j].element)
        for index in sorted(changed):
            self.set_line_text(nodes[index])
        if new_lines:
            line_of = {line.number: line for line, _ in lines_in_order(record)}
            for number, words in new_lines.items():
                self.add_line(page, line_of[number], words)


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


def lines_by_region(page: PageRecord) -> list[tuple[RegionRecord, list[tuple[LineRecord, list[WordRecord]]]]]:
    """Return the regions of a new document in reading order, each with its lines in order.

    Lines without a region are put into one region around them.
    """
    by_region: dict[int | None, list[tuple[LineRecord, list[WordRecord]]]] = {}
    for line, words in lines_in_order(page):
        region = line.region if line.region is not None and line.region < len(page.regions) else None
        by_region.setdefault(region, []).append((line, words))
    ordered = [
        (_region_around(lines) if index is None else page.regions[index], lines) for index, lines in by_region.items()
    ]
    return ordered + [(region, []) for index, region in enumerate(page.regions) if index not in by_region]


def _region_around(lines: Iterable[tuple[LineRecord, list[WordRecord]]]) -> RegionRecord:
    return RegionRecord(union(box for line, words in lines for box in (line.box, *(word.box for word in words))))


def check_text(page: PageRecord, out: Path) -> None:
    """Raise InputError, naming ``out``, if a text of ``page`` holds a character that XML cannot store."""
    texts = [page.image.name, *(word.text for word in page.words), *(line.text for line in page.lines)]
    for text in (*texts, *(region.text for region in page.regions)):
        if text and _NOT_IN_XML.search(text):
            raise InputError.at(
                out, tr("the text {text!r} holds a control character, which XML cannot store", text=text)
            )


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


def refer_to_image(path: Path, name: str) -> None:
    """Let a PAGE or ALTO document name its image ``name``; the file is written only if it names another."""
    tree = parse(path)
    page = next(iter(descendants(tree.getroot(), "Page")), None)
    element = next((found for found in descendants(tree.getroot(), "fileName") if found.text), None)
    if page is not None and page.get("imageFilename", name) != name:
        page.set("imageFilename", name)
    elif element is not None and element.text.strip() != name:
        element.text = name
    else:
        return
    save_tree(path, tree)


def save_tree(out: Path, tree: Any) -> None:
    """Write a document as UTF-8, with the comments and instructions around its root."""
    standalone = tree.docinfo.standalone
    write_atomically(out, etree.tostring(tree, encoding="UTF-8", xml_declaration=True, standalone=standalone) + b"\n")
