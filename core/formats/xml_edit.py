"""Writing words back into a PAGE XML or ALTO document: which words change, and the edits both formats share."""

import re
from abc import ABC, abstractmethod
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar
from xml.parsers import expat

from lxml import etree

from core.disk import write_atomically
from core.errors import InputError
from core.formats.markup import descendants, local_name, parse
from core.formats.records import LineRecord, PageRecord, RegionRecord, WordRecord, lines_in_order
from core.formats.xml_pages import LineNode, WordNode
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

    ``line`` is its line in the document; None means a new line, one for all words with the same ``word.line``.
    """

    word: WordRecord
    position: Position | None
    line: int | None


@dataclass(frozen=True, slots=True)
class MergePlan:
    """The steps in the order of the page, the positions of words to remove, and the lines that are in both.

    ``lines`` are the document's lines by the number of the page's line.
    """

    steps: tuple[MergeStep, ...]
    removed: tuple[Position, ...]
    lines: dict[int, int]


def plan_merge(
    document: Sequence[Sequence[WordRecord]], document_lines: Sequence[LineRecord | None], page: PageRecord
) -> MergePlan:
    """Match the words and lines of a page with those of its document by id, else by equal box.

    ``document`` holds the words of every line, ``document_lines`` the lines. A line that is matched by neither is the
    one that its words stand in, if no other is. A word goes to its line. Where the page has no line of its number, it
    stays where it is, and a new one goes to the line of those that share its number, else to the line that covers at
    least half of it.
    """
    words = [(word.ref, word.box, (i, j)) for i, line in enumerate(document) for j, word in enumerate(line)]
    positions = _claim(words, [(word.ref, word.box) for word in page.words])
    known = [(line.ref, line.box, i) for i, line in enumerate(document_lines) if line is not None]
    claimed = _claim(known, [(line.ref, line.box) for line in page.lines])
    lines = {line.number: index for line, index in zip(page.lines, claimed, strict=True) if index is not None}
    stored = {line.number for line in page.lines}
    beside: dict[int, int] = {}
    """Lines of words by the numbers of lines that the page does not have."""
    for word, position in zip(page.words, positions, strict=True):
        if position is not None and word.line not in stored:
            beside.setdefault(word.line, position[0])
        elif position is not None and word.line not in lines and position[0] not in lines.values():
            lines[word.line] = position[0]
    boxes = [None if line is None else line.box for line in document_lines]
    steps = []
    for word, position in zip(page.words, positions, strict=True):
        if word.line in stored:
            target = lines.get(word.line)
        elif position is not None:
            target = position[0]
        else:
            target = beside.get(word.line, _covering_line(word.box, boxes))
        steps.append(MergeStep(word, position, target))
    used = set(positions)
    removed = [position for *_, position in words if position not in used]
    return MergePlan(tuple(steps), tuple(removed), lines)


_Place = TypeVar("_Place")


def _claim(
    known: Iterable[tuple[str | None, Box, _Place]], wanted: Sequence[tuple[str | None, Box]]
) -> list[_Place | None]:
    """Return the place of each wanted id and box, none twice; all matches by id come before those by box."""
    by_key: dict[str | Box, list[_Place]] = {}
    for ref, box, place in known:
        for key in (ref, box):
            if key:
                by_key.setdefault(key, []).append(place)
    used: set[_Place] = set()

    def claim(key: str | Box | None) -> _Place | None:
        place = next((place for place in by_key.get(key, ()) if place not in used), None) if key else None
        if place is not None:
            used.add(place)
        return place

    by_ref = [claim(ref) for ref, _ in wanted]
    return [claim(box) if place is None else place for place, (_, box) in zip(by_ref, wanted, strict=True)]


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
    def make_word(self, node: LineNode, word: WordRecord) -> Any:
        """Return a new element for a word of a line."""

    @abstractmethod
    def insert_word(self, node: LineNode, before: Any | None, element: Any) -> None:
        """Put a word into a line after the element ``before``, or as its first."""

    @abstractmethod
    def remove_word(self, element: Any) -> None:
        """Take a word out of its line."""

    @abstractmethod
    def make_line(self, line: LineRecord) -> LineNode:
        """Return a new line without words, with its text if it has one."""

    @abstractmethod
    def append_line(self, page: Any, element: Any, line: LineRecord) -> None:
        """Put a line at the end of a page that has no other."""

    @abstractmethod
    def move_line(self, node: LineNode, line: LineRecord) -> None:
        """Give a line the outline and baseline of ``line``."""

    @abstractmethod
    def set_line_text(self, node: LineNode) -> None:
        """Rewrite the text of a line from its words after one of them has changed.

        A line that had no text gets one only if all of its words have texts.
        """

    @abstractmethod
    def set_whole_text(self, node: LineNode, text: str | None) -> None:
        """Set the text of a line without words."""

    def make(self, parent: Any, name: str, **attributes: str) -> Any:
        return make_element(parent, self.namespace, name, **attributes)

    def merge(self, nodes: list[LineNode], page: Any, record: PageRecord) -> None:
        """Change the words and lines of the element ``page``, read as ``nodes``, to those of ``record``."""
        plan = plan_merge([[w.record for w in n.words] for n in nodes], [n.record for n in nodes], record)
        self._update_lines(nodes, plan, record)
        new = self._add_lines(nodes, plan, page, record)
        last: dict[Any, Any] = {}
        changed = {nodes[i].element: nodes[i] for i, _ in plan.removed}
        for step in plan.steps:
            node = new[step.word.line] if step.line is None else nodes[step.line]
            known = None if step.position is None else nodes[step.position[0]].words[step.position[1]]
            if known is not None:
                if known.has_other_text(step.word):
                    changed[node.element] = node
                self.update(known, step.word)
            element = None if known is None else known.element
            if element is None or element.getparent() is not node.element:
                changed[node.element] = node
                self._remove_outdated(node)
                if step.position is None:
                    element = self.make_word(node, step.word)
                else:
                    home = nodes[step.position[0]]
                    changed[home.element] = home
                    self.remove_word(element)
                self.insert_word(node, last.get(node.element), element)
            last[node.element] = element
        for i, j in plan.removed:
            self.remove_word(nodes[i].words[j].element)
        self._remove_lines(nodes, record)
        for node in changed.values():
            self.set_line_text(node)

    def _update_lines(self, nodes: Sequence[LineNode], plan: MergePlan, record: PageRecord) -> None:
        """Change the outlines of lines, and the texts of those without words."""
        uncut = {line.number for line in record.uncut_lines}
        for line in record.lines:
            node = nodes[plan.lines[line.number]] if line.number in plan.lines else None
            if node is None or node.record is None:
                continue
            before = node.record
            if (line.box, line.polygon, line.baseline) != (before.box, before.polygon, before.baseline):
                self.move_line(node, line)
            if line.number in uncut and not node.words and (line.text or "").split() != (before.text or "").split():
                self._remove_outdated(node)
                self.set_whole_text(node, line.text)

    def _add_lines(
        self, nodes: Sequence[LineNode], plan: MergePlan, page: Any, record: PageRecord
    ) -> dict[int, LineNode]:
        """Add the lines that the document does not have, each behind the line that is read before it."""
        place = plan.lines | {step.word.line: step.line for step in plan.steps if step.line is not None}
        to_add = {step.word.line for step in plan.steps if step.line is None}
        ordered = lines_in_order(record)
        new: dict[int, LineNode] = {}
        before = None
        following = next((nodes[place[line.number]].element for line, _ in ordered if line.number in place), None)
        for line, words in ordered:
            if line.number in place and line.number not in to_add:
                before = nodes[place[line.number]].element
                continue
            node = new[line.number] = self.make_line(replace(line, text=None) if words else line)
            if before is not None:
                insert_after(before, node.element)
            elif following is not None:
                following.addprevious(node.element)
            else:
                self.append_line(page, node.element, line)
            before = node.element
        return new

    def _remove_lines(self, nodes: Sequence[LineNode], record: PageRecord) -> None:
        """Remove the lines that the page has no more, unless they still hold words."""
        refs, boxes = {line.ref for line in record.lines}, {line.box for line in record.lines}
        for node in nodes if record.lines else ():
            if node.record is None or node.record.box in boxes or (node.record.ref and node.record.ref in refs):
                continue
            if all(child in node.outdated for child in node.element if local_name(child) in ("Word", "String")):
                remove(node.element)

    def _remove_outdated(self, node: LineNode) -> None:
        for element in node.outdated:
            self.remove_word(element)
        node.outdated = []


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
        by_region.setdefault(page.region_of(line), []).append((line, words))
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
    save_tree(path, tree, path)


def save_tree(out: Path, tree: Any, original: Path | None = None) -> None:
    """Write a document as UTF-8, with the comments and instructions around its root.

    With ``original``, the document that was edited, all but the edited tags and texts stays byte for byte.
    """
    data = None if original is None else _edited_bytes(original, tree)
    if data is None:
        standalone = ' standalone="yes"' if tree.docinfo.standalone else ""  # lxml does not tell "no" from nothing
        data = f'<?xml version="1.0" encoding="UTF-8"{standalone}?>\n'.encode() + _serialised(tree)
    write_atomically(out, data)


def _edited_bytes(original: Path, tree: Any) -> bytes | None:
    """Return the bytes of a document with those parts replaced that ``tree`` has otherwise.

    None if what comes out would not read as ``tree``, as in an encoding that needs several bytes for every sign.
    """
    data, encoding, after = original.read_bytes(), tree.docinfo.encoding or "UTF-8", _serialised(tree)
    line_end = "\r\n" if b"\r\n" in data else "\n"
    as_written: defaultdict[bytes, deque[bytes]] = defaultdict(deque)
    """How each part of the document is written there, in order."""

    def rewritten(part: bytes) -> bytes:
        if ways := as_written.get(part):
            return ways.popleft() if len(ways) > 1 else ways[0]
        return part.decode().replace("\n", line_end).encode(encoding, "xmlcharrefreplace")

    try:
        for part, kept in zip(_parts_by_tag(_serialised(parse(original))), _parts_by_tag(data), strict=True):
            as_written[part].append(kept)
        edited = b"".join(map(rewritten, _parts_by_tag(after)))
        return edited if _serialised(etree.fromstring(edited).getroottree()) == after else None
    except (LookupError, ValueError, expat.ExpatError, etree.XMLSyntaxError):
        return None


def _parts_by_tag(data: bytes) -> list[bytes]:
    """Return the parts of a document, each up to the next tag that opens an element."""
    parser, starts = expat.ParserCreate(), [0]
    parser.StartElementHandler = lambda *_: starts.append(parser.CurrentByteIndex)
    parser.Parse(data, True)
    return [data[start:end] for start, end in pairwise([*starts, len(data)])]


def _serialised(tree: Any) -> bytes:
    return bytes(etree.tostring(tree, encoding="UTF-8", xml_declaration=False)) + b"\n"
