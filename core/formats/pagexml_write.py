"""Writing PAGE XML: into the original document with nothing else changed, or a new one of 2019."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lxml import etree

from core.errors import InputError
from core.formats.outlines import OutlineError, box_corners
from core.formats.pagexml import equiv_of, line_nodes, scale_of
from core.formats.records import LineRecord, PageRecord, WordRecord, lines_in_order
from core.formats.xml_edit import DocumentEditor, check_text, insert_after, lines_box, make_element, remove, save_tree
from core.formats.xml_pages import LineNode
from core.formats.xml_parse import children, descendants, local_name, parse
from core.geometry import Box, Polygon, union

NAMESPACE = "http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"
# the order of child elements by the schema
_BEFORE_TEXT = ("AlternativeImage", "Coords", "Baseline", "Word", "Glyph")
_BEFORE_WORDS = ("AlternativeImage", "Coords", "Baseline")
_AFTER_LINES = ("TextEquiv", "TextStyle", "UserDefined", "Labels", "Roles")


def write_pagexml(page: PageRecord, out: Path, original: Path | None = None, when: datetime | None = None) -> None:
    """Write the words of one page as PAGE XML.

    With ``original`` (which may be ``out``) the document keeps every element, attribute and comment in order.
    Only the words differ: changed texts (without their ``conf``), outlines of moved words; removed words are
    taken out and new ones added to their lines. Texts of lines and regions stay.

    Without ``original`` a new 2019 document with one region is written, dated ``when`` (now by default). Raises
    InputError, with ``out`` unchanged.
    """
    check_text(page, out)
    save_tree(out, _new_document(page, when) if original is None else _edited_original(page, original))


def _edited_original(page: PageRecord, original: Path) -> Any:
    tree = parse(original)
    pages = children(tree.getroot(), "Page")
    if not pages:
        raise InputError.at(original, "there is no Page element in this file")
    size = (page.width, page.height)
    try:
        scale = scale_of(pages[0], size)
    except OutlineError as error:
        raise InputError.at(original, str(error)) from error
    nodes, _ = line_nodes(pages[0], scale, size)
    _PageEditor(tree, scale, "id").merge(nodes, pages[0], page.words)
    return tree


class _PageEditor(DocumentEditor):
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
            slots = [child for child in node.element if local_name(child) in _BEFORE_WORDS]
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
        region = regions[-1] if regions else self._element(page, "TextRegion", union(w.box for w in words))
        line = self._line(None, words)
        following = [child for child in region if local_name(child) in _AFTER_LINES]
        if following:
            following[0].addprevious(line)
        else:
            region.append(line)

    def add_region(self, page: Any, lines: list[list[WordRecord] | LineRecord]) -> None:
        region = self._element(page, "TextRegion", lines_box(lines))
        for line in lines:
            region.append(self._line(None, line) if isinstance(line, list) else self._line(line, []))

    def _line(self, record: LineRecord | None, words: list[WordRecord]) -> Any:
        box = record.box if record else union(w.box for w in words)
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
        element = self.make(parent, name, id=self.ids.take(ref, prefix))
        self.make(element, "Coords", points=self._points(box, polygon))
        return element

    def _set_text(self, element: Any, text: str | None) -> None:
        equiv = equiv_of(element)
        if equiv is None:
            equiv = self.make(None, "TextEquiv")
            preceding = [i for i, child in enumerate(element) if local_name(child) in _BEFORE_TEXT]
            element.insert(preceding[-1] + 1 if preceding else 0, equiv)
        equiv.attrib.pop("conf", None)
        found = children(equiv, "Unicode")
        unicode = found[0] if found else self.make(equiv, "Unicode")
        for inner in list(unicode):
            unicode.remove(inner)
        unicode.text = text or ""

    def _points(self, box: Box, polygon: Polygon | None) -> str:
        points = polygon or box_corners(*box)
        return " ".join(f"{round(x / self.scale[0])},{round(y / self.scale[1])}" for x, y in points)


def _new_document(page: PageRecord, when: datetime | None) -> Any:
    root = make_element(None, NAMESPACE, "PcGts")
    metadata = make_element(root, NAMESPACE, "Metadata")
    stamp = (when or datetime.now(UTC)).isoformat(timespec="seconds")
    for name, text in (("Creator", "Ductus"), ("Created", stamp), ("LastChange", stamp)):
        make_element(metadata, NAMESPACE, name).text = text
    size = {"imageWidth": str(page.width), "imageHeight": str(page.height)}
    element = make_element(root, NAMESPACE, "Page", imageFilename=page.image.name, **size)
    if lines := lines_in_order(page):
        _PageEditor(root.getroottree(), (1.0, 1.0), "id").add_region(element, lines)
    etree.indent(root)
    return root.getroottree()
