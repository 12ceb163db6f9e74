"""ALTO written: into the original document with nothing else changed, or a fresh one of version 4."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.formats.alto_tree import is_line_string, line_nodes, scale_of, strings_of, unit_of
from core.formats.boxes import BoxError, Polygon, around
from core.formats.records import LineRecord, PageRecord, WordRecord
from core.formats.xml_make import make, namespace_of
from core.formats.xml_safe import children, descendants, local, outermost, parse
from core.formats.xmlpages import (
    Ids,
    LineNode,
    in_order,
    insert_after,
    merge_words,
    remove,
    save_tree,
    storable,
    texts_of,
)
from core.geometry import Box

NAMESPACE = "http://www.loc.gov/standards/alto/ns-v4#"
_CONFIDENCES = ("WC", "CC")


def write(page: PageRecord, out: Path, original: Path | None = None) -> None:
    """Write one page's words as ALTO.

    With ``original`` (it may be ``out`` itself) that document comes back with every element, attribute and
    comment in its order, in its own unit; only the words differ: CONTENT of those that changed (with the
    SUBS_CONTENT of both halves when hyphenated; WC and CC, which spoke of the old text, go), boxes of those
    that were moved, words no longer on the page gone, new ones in the line they belong to. A line that was
    one String keeps it until it gets words. Without, a fresh ALTO 4 in pixels with one text block; there a
    line whose only word holds a blank reads as a line. Raises InputError, ``out`` untouched.
    """
    storable(out, texts_of(page))
    save_tree(out, _fresh(page) if original is None else _merged(page, original))


def _merged(page: PageRecord, original: Path) -> Any:
    tree = parse(original)
    pages = outermost(descendants(tree.getroot(), "Page"))
    if page.frame >= len(pages):
        raise InputError.at(original, f"there is no Page number {page.frame + 1} in this file")
    element, size = pages[page.frame], (page.width, page.height)
    try:
        scale = scale_of(element, unit_of(tree.getroot()), size)
    except BoxError as error:
        raise InputError.at(original, str(error)) from error
    nodes, _ = line_nodes(element, scale, size)
    merge_words(_Editor(tree, scale), nodes, element, page.words)
    return tree


class _Editor:
    """Small edits in one document, in its own namespace and its own units."""

    def __init__(self, tree: Any, scale: tuple[float, float]) -> None:
        self.root = tree.getroot()
        self.namespace = namespace_of(self.root)
        self.scale = scale
        self.ids = Ids(e.get("ID") for e in self.root.iter() if local(e) and e.get("ID"))

    def update(self, string: Any, before: WordRecord, after: WordRecord) -> None:
        if before.text != after.text:
            string.set("CONTENT", after.text or "")
            for name in _CONFIDENCES:
                string.attrib.pop(name, None)
            if string.get("SUBS_TYPE"):
                self._join_halves(string)
        if (before.box, before.polygon) != (after.box, after.polygon):
            self._set_outline(string, after.box, after.polygon)

    def add_word(self, node: LineNode, before: Any | None, word: WordRecord) -> Any:
        if before is None and is_line_string(node):
            for child in [c for c in node.element if local(c) in ("String", "SP", "HYP")]:
                remove(child)
        new = self._string(word)
        first = next(iter(strings_of(node.element)), None)
        shapes = children(node.element, "Shape")
        if before is not None:
            insert_after(before, new)
            before.addnext(self._make(None, "SP"))
        elif shapes:
            insert_after(shapes[-1], new)
        else:
            node.element.insert(0, new)
        if before is None and first is not None:
            new.addnext(self._make(None, "SP"))
        return new

    def remove_word(self, string: Any) -> None:
        """Take a String out with the space that parted it from its neighbour."""
        for neighbour in (string.getprevious(), string.getnext()):
            if neighbour is not None and local(neighbour) == "SP":
                remove(neighbour)
                break
        remove(string)

    def add_line(self, page: Any, words: list[WordRecord]) -> None:
        blocks = descendants(page, "TextBlock")
        if not blocks:
            spaces = children(page, "PrintSpace")
            space = spaces[0] if spaces else self._make(page, "PrintSpace")
            blocks = [self._boxed(space, "TextBlock", "block_", around(w.box for w in words))]
        blocks[-1].append(self._line(words))

    def block(self, space: Any, lines: list[list[WordRecord] | LineRecord]) -> None:
        boxes = [item.box for line in lines for item in (line if isinstance(line, list) else [line])]
        block = self._boxed(space, "TextBlock", "block_", around(boxes))
        block.extend(self._line(line) for line in lines)

    def _line(self, line: list[WordRecord] | LineRecord) -> Any:
        if isinstance(line, LineRecord):
            element = self._boxed(None, "TextLine", "line_", line.box, line.polygon, line.ref)
            if line.text is not None:
                string = self._boxed(element, "String", "string_", line.box)
                string.set("CONTENT", line.text)
            return element
        element = self._boxed(None, "TextLine", "line_", around(w.box for w in line))
        for i, word in enumerate(line):
            if i:
                self._make(element, "SP")
            element.append(self._string(word))
        return element

    def _string(self, word: WordRecord) -> Any:
        string = self._boxed(None, "String", "string_", word.box, word.polygon, word.ref)
        string.set("CONTENT", word.text or "")
        return string

    def _boxed(
        self, parent: Any, name: str, prefix: str, box: Box, polygon: Polygon | None = None, ref: str | None = None
    ) -> Any:
        element = self._make(parent, name, ID=self.ids.take(ref, prefix))
        self._set_outline(element, box, polygon)
        return element

    def _set_outline(self, element: Any, box: Box, polygon: Polygon | None) -> None:
        sx, sy = self.scale
        values = (box[0] / sx, box[1] / sy, box[2] / sx, box[3] / sy)
        for name, value in zip(("HPOS", "VPOS", "WIDTH", "HEIGHT"), values, strict=True):
            element.set(name, _number(value))
        for shape in children(element, "Shape"):
            remove(shape)
        if polygon is not None:
            shape = self._make(None, "Shape")
            points = " ".join(f"{_number(x / sx)},{_number(y / sy)}" for x, y in polygon)
            self._make(shape, "Polygon", POINTS=points)
            element.insert(0, shape)

    def _join_halves(self, string: Any) -> None:
        """SUBS_CONTENT of a hyphenated word follows its halves, where both are there."""
        hyphenated = [s for s in descendants(self.root, "String") if s.get("SUBS_TYPE")]
        for first, second in pairwise(hyphenated):
            kinds = (first.get("SUBS_TYPE"), second.get("SUBS_TYPE"))
            if string in (first, second) and kinds == ("HypPart1", "HypPart2"):
                whole = first.get("CONTENT", "").rstrip("-\u00ad\u2010¬") + second.get("CONTENT", "")
                first.set("SUBS_CONTENT", whole)
                second.set("SUBS_CONTENT", whole)

    def _make(self, parent: Any, name: str, **attributes: str) -> Any:
        return make(parent, self.namespace, name, **attributes)


def _number(value: float) -> str:
    """Four decimals at most: enough to come back to the same pixel from any unit."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _fresh(page: PageRecord) -> Any:
    from lxml import etree

    root = make(None, NAMESPACE, "alto")
    description = make(root, NAMESPACE, "Description")
    make(description, NAMESPACE, "MeasurementUnit").text = "pixel"
    information = make(description, NAMESPACE, "sourceImageInformation")
    make(information, NAMESPACE, "fileName").text = page.image.name
    size = {"WIDTH": str(page.width), "HEIGHT": str(page.height)}
    layout = make(root, NAMESPACE, "Layout")
    element = make(layout, NAMESPACE, "Page", ID="page_1", PHYSICAL_IMG_NR=str(page.frame + 1), **size)
    space = make(element, NAMESPACE, "PrintSpace", HPOS="0", VPOS="0", **size)
    lines = in_order(page)
    if lines:
        _Editor(root.getroottree(), (1.0, 1.0)).block(space, lines)
    etree.indent(root)
    return root.getroottree()
