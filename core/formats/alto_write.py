"""Writing ALTO: into the original document with nothing else changed, or a new one of version 4."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

from lxml import etree

from core.errors import InputError
from core.formats.alto import has_line_string, line_nodes, scale_of, strings_of
from core.formats.outlines import OutlineError
from core.formats.records import LineRecord, PageRecord, WordRecord, lines_in_order
from core.formats.xml_edit import DocumentEditor, check_text, insert_after, lines_box, make_element, remove, save_tree
from core.formats.xml_pages import LineNode
from core.formats.xml_parse import children, descendants, local_name, outermost, parse
from core.geometry import Box, Polygon, union

NAMESPACE = "http://www.loc.gov/standards/alto/ns-v4#"
_CONFIDENCES = ("WC", "CC")
"""Attributes with the confidence in a word's text; they are removed when the text changes."""


def write_alto(page: PageRecord, out: Path, original: Path | None = None) -> None:
    """Write the words of one page as ALTO.

    With ``original`` (which may be ``out``) the document keeps every element, attribute and comment in order, and
    its unit. Only the words differ: CONTENT of changed texts (with SUBS_CONTENT of both halves of a hyphenated
    word, without WC and CC), boxes of moved words; removed words are taken out and new ones added to their
    lines. A line that was one String keeps it until it gets words.

    Without ``original`` a new ALTO 4 document in pixels with one text block is written; there a line whose only
    word holds a blank is read back as a line. Raises InputError, with ``out`` unchanged.
    """
    check_text(page, out)
    save_tree(out, _new_document(page) if original is None else _edited_original(page, original))


def _edited_original(page: PageRecord, original: Path) -> Any:
    tree = parse(original)
    pages = outermost(descendants(tree.getroot(), "Page"))
    if page.frame >= len(pages):
        raise InputError.at(original, f"there is no Page number {page.frame + 1} in this file")
    element, size = pages[page.frame], (page.width, page.height)
    try:
        scale = scale_of(tree.getroot(), element, size)
    except OutlineError as error:
        raise InputError.at(original, str(error)) from error
    nodes, _ = line_nodes(element, scale, size)
    _AltoEditor(tree, scale, "ID").merge(nodes, element, page.words)
    return tree


class _AltoEditor(DocumentEditor):
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
        if before is None and has_line_string(node):
            for child in [c for c in node.element if local_name(c) in ("String", "SP", "HYP")]:
                remove(child)
        new = self._string(word)
        first = next(iter(strings_of(node.element)), None)
        shapes = children(node.element, "Shape")
        if before is not None:
            insert_after(before, new)
            before.addnext(self.make(None, "SP"))
        elif shapes:
            insert_after(shapes[-1], new)
        else:
            node.element.insert(0, new)
        if before is None and first is not None:
            new.addnext(self.make(None, "SP"))
        return new

    def remove_word(self, string: Any) -> None:
        """Remove a String with the space between it and its neighbour."""
        for neighbour in (string.getprevious(), string.getnext()):
            if neighbour is not None and local_name(neighbour) == "SP":
                remove(neighbour)
                break
        remove(string)

    def add_line(self, page: Any, words: list[WordRecord]) -> None:
        blocks = descendants(page, "TextBlock")
        if not blocks:
            spaces = children(page, "PrintSpace")
            space = spaces[0] if spaces else self.make(page, "PrintSpace")
            blocks = [self._boxed(space, "TextBlock", "block_", union(w.box for w in words))]
        blocks[-1].append(self._line(words))

    def add_block(self, space: Any, lines: list[list[WordRecord] | LineRecord]) -> None:
        block = self._boxed(space, "TextBlock", "block_", lines_box(lines))
        block.extend(self._line(line) for line in lines)

    def _line(self, line: list[WordRecord] | LineRecord) -> Any:
        if isinstance(line, LineRecord):
            element = self._boxed(None, "TextLine", "line_", line.box, line.polygon, line.ref)
            if line.text is not None:
                string = self._boxed(element, "String", "string_", line.box)
                string.set("CONTENT", line.text)
            return element
        element = self._boxed(None, "TextLine", "line_", union(w.box for w in line))
        for i, word in enumerate(line):
            if i:
                self.make(element, "SP")
            element.append(self._string(word))
        return element

    def _string(self, word: WordRecord) -> Any:
        string = self._boxed(None, "String", "string_", word.box, word.polygon, word.ref)
        string.set("CONTENT", word.text or "")
        return string

    def _boxed(
        self, parent: Any, name: str, prefix: str, box: Box, polygon: Polygon | None = None, ref: str | None = None
    ) -> Any:
        element = self.make(parent, name, ID=self.ids.take(ref, prefix))
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
            shape = self.make(None, "Shape")
            points = " ".join(f"{_number(x / sx)},{_number(y / sy)}" for x, y in polygon)
            self.make(shape, "Polygon", POINTS=points)
            element.insert(0, shape)

    def _join_halves(self, string: Any) -> None:
        """Set SUBS_CONTENT of a hyphenated word from its two halves, if both are there."""
        hyphenated = [s for s in descendants(self.root, "String") if s.get("SUBS_TYPE")]
        for first, second in pairwise(hyphenated):
            kinds = (first.get("SUBS_TYPE"), second.get("SUBS_TYPE"))
            if string in (first, second) and kinds == ("HypPart1", "HypPart2"):
                whole = first.get("CONTENT", "").rstrip("-\u00ad\u2010¬") + second.get("CONTENT", "")
                first.set("SUBS_CONTENT", whole)
                second.set("SUBS_CONTENT", whole)


def _number(value: float) -> str:
    """Return at most four decimals: enough to round back to the same pixel in any unit."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _new_document(page: PageRecord) -> Any:
    root = make_element(None, NAMESPACE, "alto")
    description = make_element(root, NAMESPACE, "Description")
    make_element(description, NAMESPACE, "MeasurementUnit").text = "pixel"
    information = make_element(description, NAMESPACE, "sourceImageInformation")
    make_element(information, NAMESPACE, "fileName").text = page.image.name
    size = {"WIDTH": str(page.width), "HEIGHT": str(page.height)}
    layout = make_element(root, NAMESPACE, "Layout")
    element = make_element(layout, NAMESPACE, "Page", ID="page_1", PHYSICAL_IMG_NR=str(page.frame + 1), **size)
    space = make_element(element, NAMESPACE, "PrintSpace", HPOS="0", VPOS="0", **size)
    if lines := lines_in_order(page):
        _AltoEditor(root.getroottree(), (1.0, 1.0), "ID").add_block(space, lines)
    etree.indent(root)
    return root.getroottree()
