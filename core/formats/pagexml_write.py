"""PAGE XML written: into the original document with nothing else changed, or a fresh one of 2019."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.formats.boxes import BoxError, Polygon, around, corners
from core.formats.pagexml_tree import equiv_of, line_nodes, scale_of
from core.formats.records import LineRecord, PageRecord, WordRecord
from core.formats.xml_make import make, namespace_of
from core.formats.xml_safe import children, descendants, local, parse
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

NAMESPACE = "http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"
_BEFORE_TEXT = ("AlternativeImage", "Coords", "Baseline", "Word", "Glyph")
_BEFORE_WORDS = ("AlternativeImage", "Coords", "Baseline")
_AFTER_LINES = ("TextEquiv", "TextStyle", "UserDefined", "Labels", "Roles")


def write(page: PageRecord, out: Path, original: Path | None = None, when: datetime | None = None) -> None:
    """Write one page's words as PAGE XML.

    With ``original`` (it may be ``out`` itself) that document comes back with every element, attribute and
    comment in its order; only the words differ: the text of those that changed (and its ``conf``, which
    spoke of the old text, goes), the outline of those that were moved, words no longer on the page gone, new
    ones in the line they belong to. Texts of lines and regions are left as they were. Without, a fresh 2019
    document with one region, dated ``when`` (now by default). Raises InputError, ``out`` untouched.
    """
    storable(out, texts_of(page))
    save_tree(out, _fresh(page, when) if original is None else _merged(page, original))


def _merged(page: PageRecord, original: Path) -> Any:
    tree = parse(original)
    pages = children(tree.getroot(), "Page")
    if not pages:
        raise InputError.at(original, "there is no Page in this file")
    try:
        scale = scale_of(pages[0], (page.width, page.height))
    except BoxError as error:
        raise InputError.at(original, str(error)) from error
    nodes, _ = line_nodes(pages[0], scale, (page.width, page.height))
    merge_words(_Editor(tree, scale), nodes, pages[0], page.words)
    return tree


class _Editor:
    """Small edits in one document, in its own namespace and its own units."""

    def __init__(self, tree: Any, scale: tuple[float, float]) -> None:
        root = tree.getroot()
        self.namespace = namespace_of(root)
        self.scale = scale
        self.ids = Ids(e.get("id") for e in root.iter() if local(e) and e.get("id"))

    def update(self, element: Any, before: WordRecord, after: WordRecord) -> None:
        if before.text != after.text:
            self._set_text(element, after.text)
        if (before.box, before.polygon) != (after.box, after.polygon):
            coords = children(element, "Coords")[0]
            for point in children(coords, "Point"):
                coords.remove(point)
            coords.set("points", self._points(after.box, after.polygon))

    def add_word(self, node: LineNode, before: Any | None, word: WordRecord) -> Any:
        new = self._word(word)
        if before is None:
            slots = [child for child in node.element if local(child) in _BEFORE_WORDS]
            before = slots[-1] if slots else None
        if before is None:
            node.element.insert(0, new)
        else:
            insert_after(before, new)
        return new

    def remove_word(self, element: Any) -> None:
        remove(element)

    def add_line(self, page: Any, words: list[WordRecord]) -> None:
        regions = descendants(page, "TextRegion")
        region = regions[-1] if regions else self._element(page, "TextRegion", around(w.box for w in words))
        line = self._line(None, words)
        behind = [child for child in region if local(child) in _AFTER_LINES]
        if behind:
            behind[0].addprevious(line)
        else:
            region.append(line)

    def region(self, page: Any, lines: list[list[WordRecord] | LineRecord]) -> None:
        boxes = [item.box for line in lines for item in (line if isinstance(line, list) else [line])]
        region = self._element(page, "TextRegion", around(boxes))
        for line in lines:
            region.append(self._line(None, line) if isinstance(line, list) else self._line(line, []))

    def _line(self, record: LineRecord | None, words: list[WordRecord]) -> Any:
        box = record.box if record else around(w.box for w in words)
        polygon = record.polygon if record else None
        line = self._element(None, "TextLine", box, polygon, record.ref if record else None)
        line.extend(self._word(word) for word in words)
        text = record.text if record else " ".join(w.text for w in words if w.text) or None
        if text is not None:
            self._set_text(line, text)
        return line

    def _word(self, word: WordRecord) -> Any:
        element = self._element(None, "Word", word.box, word.polygon, word.ref)
        if word.text is not None:
            self._set_text(element, word.text)
        return element

    def _element(self, parent: Any, name: str, box: Box, polygon: Polygon | None = None, ref: str | None = None) -> Any:
        prefix = {"TextRegion": "r", "TextLine": "l", "Word": "w"}[name]
        element = self._make(parent, name, id=self.ids.take(ref, prefix))
        self._make(element, "Coords", points=self._points(box, polygon))
        return element

    def _set_text(self, element: Any, text: str | None) -> None:
        equiv = equiv_of(element)
        if equiv is None:
            equiv = self._make(None, "TextEquiv")
            behind = [i for i, child in enumerate(element) if local(child) in _BEFORE_TEXT]
            element.insert(behind[-1] + 1 if behind else 0, equiv)
        equiv.attrib.pop("conf", None)
        found = children(equiv, "Unicode")
        unicode = found[0] if found else self._make(equiv, "Unicode")
        for inner in list(unicode):
            unicode.remove(inner)
        unicode.text = text or ""

    def _points(self, box: Box, polygon: Polygon | None) -> str:
        points = polygon or corners(*box)
        return " ".join(f"{round(x / self.scale[0])},{round(y / self.scale[1])}" for x, y in points)

    def _make(self, parent: Any, name: str, **attributes: str) -> Any:
        return make(parent, self.namespace, name, **attributes)


def _fresh(page: PageRecord, when: datetime | None) -> Any:
    from lxml import etree

    root = make(None, NAMESPACE, "PcGts")
    metadata = make(root, NAMESPACE, "Metadata")
    stamp = (when or datetime.now(UTC)).isoformat(timespec="seconds")
    for name, text in (("Creator", "Ductus"), ("Created", stamp), ("LastChange", stamp)):
        make(metadata, NAMESPACE, name).text = text
    size = {"imageWidth": str(page.width), "imageHeight": str(page.height)}
    element = make(root, NAMESPACE, "Page", imageFilename=page.image.name, **size)
    lines = in_order(page)
    if lines:
        _Editor(root.getroottree(), (1.0, 1.0)).region(element, lines)
    etree.indent(root)
    return root.getroottree()
