"""Writing ALTO: into the original document with nothing else changed, or a new one of version 4."""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from lxml import etree

from core.errors import InputError
from core.formats.alto import SUGGESTION_TYPE, read_layout, scale_of, strings_of
from core.formats.markup import children, descendants, local_name, outermost, parse
from core.formats.outlines import OutlineError, box_corners
from core.formats.records import LineRecord, PageRecord, RegionRecord, WordRecord, suggestions_comment
from core.formats.xml_edit import (
    DocumentEditor,
    check_text,
    insert_after,
    lines_by_region,
    make_element,
    remove,
    save_tree,
)
from core.formats.xml_pages import LineNode, WordNode
from core.geometry import Box, Polygon, Polyline
from core.language import tr

NAMESPACE = "http://www.loc.gov/standards/alto/ns-v4#"
_EARLY_NAMESPACE = re.compile(r"/ns-v[123]#")
"""In the versions before 4 a baseline is one height."""
_CONFIDENCES = ("WC", "CC")
"""Attributes with the confidence in a word's text; they are removed when the text changes."""


def write_alto(page: PageRecord, out: Path, original: Path | None = None) -> None:
    """Write the words and lines of one page as ALTO.

    With ``original`` (which may be ``out``) the document keeps every element, attribute and comment in order, and
    its unit. Only what changed differs: CONTENT of changed texts (with SUBS_CONTENT of both halves of a hyphenated
    word, without WC, CC and glyphs), outlines, the line of a word; removed words and lines are taken out, new words are
    added to their lines, new lines behind the line before. A line that was one String keeps it until it gets words.

    Without ``original`` a new ALTO 4 document in pixels with all blocks, lines and baselines is written. Each line has
    an outline; the String of a line that was not cut into words has none, so that it is read back as a line. So is a
    line whose only word holds a blank. WC is the confidence of a suggestion, a tag marks it, and CS marks what a person
    typed or accepted. Raises InputError, with ``out`` unchanged.
    """
    check_text(page, out)
    save_tree(out, _new_document(page) if original is None else _edited_original(page, original), original)


def _edited_original(page: PageRecord, original: Path) -> Any:
    tree = parse(original)
    root = tree.getroot()
    pages = outermost(descendants(root, "Page"))
    if page.frame >= len(pages):
        raise InputError.at(original, tr("there is no Page number {frame} in this file", frame=page.frame + 1))
    element, size = pages[page.frame], (page.width, page.height)
    try:
        scale = scale_of(root, element, size)
    except OutlineError as error:
        raise InputError.at(original, str(error)) from error
    _AltoEditor(tree, scale, page).merge(read_layout(root, element, scale, size).nodes, element, page)
    return tree


class _AltoEditor(DocumentEditor):
    def __init__(self, tree: Any, scale: tuple[float, float], page: PageRecord) -> None:
        super().__init__(tree, scale, "ID")
        self._comment = suggestions_comment(page)
        self._suggestion_tag: str | None = None

    def update(self, known: WordNode, after: WordRecord) -> None:
        string, before = known.element, known.record
        if known.has_other_text(after):
            string.set("CONTENT", after.text or "")
            for name in _CONFIDENCES:
                string.attrib.pop(name, None)
            for glyph in children(string, "Glyph"):
                remove(glyph)
            if string.get("SUBS_TYPE"):
                self._join_halves(string)
            self._set_origin(string, after)
        if (before.box, before.polygon) != (after.box, after.polygon):
            self._set_outline(string, after.box, after.polygon)

    def make_word(self, node: LineNode, word: WordRecord) -> Any:
        if node.record is not None and node.record.box == word.box:  # an outline of its own makes it a word
            word = replace(word, polygon=word.polygon or box_corners(*word.box))
        return self._string(word)

    def insert_word(self, node: LineNode, before: Any | None, element: Any) -> None:
        first = next(iter(strings_of(node.element)), None)
        shapes = children(node.element, "Shape")
        if before is not None:
            insert_after(before, element)
            before.addnext(self.make(None, "SP"))
        elif shapes:
            insert_after(shapes[-1], element)
        else:
            node.element.insert(0, element)
        if before is None and first is not None:
            element.addnext(self.make(None, "SP"))

    def remove_word(self, element: Any) -> None:
        """Remove a String with the space between it and its neighbour, or an SP or HYP."""
        if element.getparent() is None:
            return  # an SP that went with its String
        if local_name(element) == "String":
            for neighbour in (element.getprevious(), element.getnext()):
                if neighbour is not None and local_name(neighbour) == "SP":
                    remove(neighbour)
                    break
        remove(element)

    def set_line_text(self, node: LineNode) -> None:
        """Keep a line valid that lost its last word; the text of an ALTO line is that of its Strings."""
        if not strings_of(node.element):
            self.set_whole_text(node, None)

    def set_whole_text(self, node: LineNode, text: str | None) -> None:
        if node.record is not None:
            string = self._boxed(None, "String", "string_", node.record.box)
            string.set("CONTENT", text or "")
            node.element.append(string)

    def make_line(self, line: LineRecord) -> LineNode:
        element = self._line(line, [])
        return LineNode(element, line, outdated=strings_of(element))

    def append_line(self, page: Any, element: Any, line: LineRecord) -> None:
        blocks = descendants(page, "TextBlock")
        if not blocks:
            spaces = children(page, "PrintSpace")
            space = spaces[0] if spaces else self.make(page, "PrintSpace")
            blocks = [self._boxed(space, "TextBlock", "block_", line.box)]
        blocks[-1].append(element)

    def move_line(self, node: LineNode, line: LineRecord) -> None:
        self._set_outline(node.element, line.box, line.polygon)
        self._set_baseline(node.element, line.baseline)

    def add_block(self, space: Any, region: RegionRecord, lines: list[tuple[LineRecord, list[WordRecord]]]) -> None:
        block = self._boxed(space, "TextBlock", "block_", region.box, region.polygon, region.ref)
        if region.kind != "paragraph":
            block.set("TAGREFS", self._add_tag("type", LABEL=region.kind, TYPE="block type"))
        block.extend(self._line(line, words) for line, words in lines)
        if not lines and region.text is not None:
            block.append(self._line(LineRecord(region.box, " ".join(region.text.split())), []))

    def _line(self, line: LineRecord, words: list[WordRecord]) -> Any:
        # an outline even if it is the box: without one, programs find no image of the line
        element = self._boxed(None, "TextLine", "line_", line.box, line.polygon or box_corners(*line.box), line.ref)
        self._set_baseline(element, line.baseline)
        if line.kind is not None:
            element.set("TAGREFS", self._add_tag("type", LABEL=line.kind, TYPE="line type"))
        if not words:
            string = self._boxed(element, "String", "string_", line.box)
            string.set("CONTENT", line.text or "")
        for i, word in enumerate(words):
            if i:
                self.make(element, "SP")
            if len(words) == 1 and word.box == line.box:  # an outline of its own makes it a word, not a whole line
                word = replace(word, polygon=word.polygon or box_corners(*word.box))
            element.append(self._string(word))
        return element

    def _string(self, word: WordRecord) -> Any:
        string = self._boxed(None, "String", "string_", word.box, word.polygon, word.ref)
        string.set("CONTENT", word.text or "")
        self._set_origin(string, word)
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
            self.make(shape, "Polygon", POINTS=self._join(polygon))
            element.insert(0, shape)

    def _set_baseline(self, element: Any, baseline: Polyline | None) -> None:
        if baseline is not None:
            height = _number(baseline[0][1] / self.scale[1])
            element.set("BASELINE", height if _EARLY_NAMESPACE.search(self.namespace) else self._join(baseline))

    def _join(self, points: Iterable[tuple[float, float]]) -> str:
        """Return points as the schema writes them; several programs accept blanks only, no commas."""
        return " ".join(f"{_number(x / self.scale[0])} {_number(y / self.scale[1])}" for x, y in points)

    def _set_origin(self, string: Any, word: WordRecord) -> None:
        """Mark a suggestion by WC and a tag, and what a person typed or accepted by CS."""
        origin = word.origin if word.text is not None else None
        tags = [tag for tag in (string.get("TAGREFS") or "").split() if tag != self._suggestion_tag]
        if origin is not None and origin.is_suggested:
            if self._suggestion_tag is None:
                label = self._comment or "suggested, not checked"
                self._suggestion_tag = self._add_tag("suggested", LABEL=label, TYPE=SUGGESTION_TYPE)
            tags.append(self._suggestion_tag)
            if origin.confidence is not None:
                string.set("WC", f"{origin.confidence:.4f}")
            string.attrib.pop("CS", None)
        elif origin is not None and origin.kind in ("typed", "accepted"):
            string.set("CS", "true")
        if tags:
            string.set("TAGREFS", " ".join(tags))
        else:
            string.attrib.pop("TAGREFS", None)

    def _add_tag(self, prefix: str, **attributes: str) -> str:
        """Return the id of an OtherTag with these attributes; it is added if the document has none."""
        found = children(self.root, "Tags")
        if found:
            tags = found[0]
        else:
            tags = self.make(None, "Tags")
            children(self.root, "Layout")[0].addprevious(tags)
        for tag in children(tags, "OtherTag"):
            if all(tag.get(name) == value for name, value in attributes.items()):
                return str(tag.get("ID"))
        identifier = self.ids.take(None, f"{prefix}_")
        self.make(tags, "OtherTag", ID=identifier, **attributes)
        return identifier

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
    if comment := suggestions_comment(page):
        step = make_element(description, NAMESPACE, "Processing", ID="processing_1")
        make_element(step, NAMESPACE, "processingStepDescription").text = comment
        software = make_element(step, NAMESPACE, "processingSoftware")
        make_element(software, NAMESPACE, "softwareName").text = "Ductus"
    size = {"WIDTH": str(page.width), "HEIGHT": str(page.height)}
    layout = make_element(root, NAMESPACE, "Layout")
    element = make_element(layout, NAMESPACE, "Page", ID="page_1", PHYSICAL_IMG_NR=str(page.frame + 1), **size)
    space = make_element(element, NAMESPACE, "PrintSpace", HPOS="0", VPOS="0", **size)
    editor = _AltoEditor(root.getroottree(), (1.0, 1.0), page)
    for region, lines in lines_by_region(page):
        editor.add_block(space, region, lines)
    etree.indent(root)
    return root.getroottree()
