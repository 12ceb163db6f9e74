"""Writing PAGE XML: into the original document with nothing else changed, or a new one of 2019."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lxml import etree

from core.errors import InputError
from core.formats.markup import children, descendants, local_name, parse
from core.formats.outlines import OutlineError, box_corners
from core.formats.pagexml import equiv_of, read_layout, scale_of, text_of
from core.formats.records import LineRecord, PageRecord, RegionRecord, WordRecord, line_text, suggestions_comment
from core.formats.xml_edit import (
    DocumentEditor,
    check_text,
    insert_after,
    lines_by_region,
    make_element,
    namespace_of,
    remove,
    save_tree,
)
from core.formats.xml_pages import LineNode, WordNode
from core.geometry import Box, Polygon
from core.language import tr

NAMESPACE = "http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"
# the order of child elements by the schema
_BEFORE_TEXT = ("AlternativeImage", "Coords", "Baseline", "Word", "Glyph")
_BEFORE_WORDS = ("AlternativeImage", "Coords", "Baseline")
_AFTER_LINES = ("TextEquiv", "TextStyle", "UserDefined", "Labels", "Roles")


_KINDS = frozenset(
    {
        *("paragraph", "heading", "caption", "header", "footer", "page-number", "drop-capital", "credit", "floating"),
        *("signature-mark", "catch-word", "marginalia", "footnote", "footnote-continued", "endnote", "TOC-entry"),
        *("list-label", "other"),
    }
)
"""The region types of the schema; the name of any other is written into ``custom``."""
_OWN_CUSTOM = re.compile(r"\s*ductus \{[^}]*\}")
_NOT_IN_CUSTOM = re.compile("[{};]")
_EARLY_NAMESPACE = re.compile(r"/20(09|10)-")
"""In the versions before 2013 a point is an element, and there is no baseline, ``custom`` or ``conf``."""


def write_pagexml(page: PageRecord, out: Path, original: Path | None = None, when: datetime | None = None) -> None:
    """Write the words and lines of one page as PAGE XML.

    With ``original`` (which may be ``out``) the document keeps every element, attribute and comment in order. Only what
    changed differs: texts (without their ``conf`` and glyphs) with those of their lines and regions, outlines, the line
    of a word; removed words and lines, and words that their line contradicts, are taken out, new words are added to
    their lines, new lines behind the line before.

    Without ``original`` a new 2019 document with all regions, lines and baselines is written, dated ``when`` (now by
    default). The attribute ``custom`` of a word (in documents of 2010 a comment) names the origin of a new text,
    ``conf`` the confidence of a suggestion. Raises InputError, with ``out`` unchanged.
    """
    check_text(page, out)
    save_tree(out, _new_document(page, when) if original is None else _edited_original(page, original), original)


def _edited_original(page: PageRecord, original: Path) -> Any:
    tree = parse(original)
    pages = children(tree.getroot(), "Page")
    if not pages:
        raise InputError.at(original, tr("there is no Page element in this file"))
    size = (page.width, page.height)
    try:
        scale = scale_of(pages[0], size)
    except OutlineError as error:
        raise InputError.at(original, str(error)) from error
    _PageEditor(tree, scale).merge(read_layout(pages[0], scale, size).nodes, pages[0], page)
    if comment := suggestions_comment(page):
        _add_comment(tree.getroot(), comment)
    return tree


def _add_comment(root: Any, comment: str) -> None:
    """Add a sentence to the metadata of a document, once."""
    namespace = namespace_of(root)
    for metadata in children(root, "Metadata"):
        found = children(metadata, "Comments")
        if not found:
            found = [make_element(None, namespace, "Comments")]
            before = [child for child in metadata if local_name(child) in ("Creator", "Created", "LastChange")]
            metadata.insert(metadata.index(before[-1]) + 1 if before else 0, found[0])
        if comment not in (found[0].text or ""):
            found[0].text = f"{found[0].text or ''} {comment}".strip()


class _PageEditor(DocumentEditor):
    def __init__(self, tree: Any, scale: tuple[float, float]) -> None:
        super().__init__(tree, scale, "id")
        self._is_early = _EARLY_NAMESPACE.search(self.namespace) is not None

    def merge(self, nodes: list[LineNode], page: Any, record: PageRecord) -> None:
        before = {region: _line_texts(region) for region in descendants(page, "TextRegion")}
        super().merge(nodes, page, record)
        for node in nodes:
            if any(map(text_of, node.outdated)):  # programs that prefer words would read what the line contradicts
                self._remove_outdated(node)
        for region, texts in before.items():
            self._follow_lines(region, texts)

    def _follow_lines(self, region: Any, before: dict[Any, str]) -> None:
        """Rewrite the text of a region after the texts of its lines, or the lines, have changed.

        A text that is not that of the lines has only the changed ones replaced, where it contains them once.
        """
        whole, after = text_of(region), _line_texts(region)
        if not whole or after == before:
            return
        old = {line: text for line, text in before.items() if text}
        if {line for line, text in after.items() if text} == old.keys():
            text = _replace_words(whole, list(old.values()), [after[line] for line in old])
        else:
            text = "\n".join(filter(None, after.values())) if whole.split() == " ".join(old.values()).split() else ""
        if not text:
            text = whole
            for line, earlier in old.items():
                if line in after and after[line] != earlier and text.count(earlier) == 1:
                    text = text.replace(earlier, after[line])
        if text != whole:
            self._set_text(region, text)

    def update(self, known: WordNode, after: WordRecord) -> None:
        element, before = known.element, known.record
        if known.has_other_text(after):
            self._set_text(element, after.text)
            for glyph in children(element, "Glyph"):
                remove(glyph)
            self._set_origin(element, after)
        if (before.box, before.polygon) != (after.box, after.polygon):
            self._set_points(children(element, "Coords")[0], after.box, after.polygon)

    def make_word(self, node: LineNode, word: WordRecord) -> Any:
        return self._word(word)

    def insert_word(self, node: LineNode, before: Any | None, element: Any) -> None:
        if before is None:
            slots = [child for child in node.element if local_name(child) in _BEFORE_WORDS]
            before = slots[-1] if slots else None
        if before is None:
            node.element.insert(0, element)
        else:
            insert_after(before, element)

    def remove_word(self, element: Any) -> None:
        remove(element)

    def set_line_text(self, node: LineNode) -> None:
        elements = children(node.element, "Word")
        words = [text_of(word) or "" for word in elements]
        before = text_of(node.element)
        is_complete = all(words) and bool(words)
        earlier = {word.element: word.record.text or "" for word in node.words}
        texts = [earlier.get(element, text) for element, text in zip(elements, words, strict=True)]
        text = _replace_words(before or "", texts, words) or " ".join(filter(None, words))
        if (before is None and not is_complete) or (before or "").split() == text.split():
            return
        self._set_text(node.element, text if text.strip() else "")

    def set_whole_text(self, node: LineNode, text: str | None) -> None:
        self._set_text(node.element, text)

    def make_line(self, line: LineRecord) -> LineNode:
        return LineNode(self._line(line, []), line)

    def append_line(self, page: Any, element: Any, line: LineRecord) -> None:
        regions = descendants(page, "TextRegion")
        region = regions[-1] if regions else self.add_region(page, RegionRecord(line.box), [])
        following = [child for child in region if local_name(child) in _AFTER_LINES]
        if following:
            following[0].addprevious(element)
        else:
            region.append(element)

    def move_line(self, node: LineNode, line: LineRecord) -> None:
        coords = children(node.element, "Coords") or [self.make(None, "Coords")]
        if coords[0].getparent() is None:
            node.element.insert(0, coords[0])
        self._set_points(coords[0], line.box, line.polygon)
        if line.baseline is not None and not self._is_early:
            baselines = children(node.element, "Baseline") or [self.make(None, "Baseline")]
            if baselines[0].getparent() is None:
                insert_after(coords[0], baselines[0])
            baselines[0].set("points", self._join(line.baseline))

    def add_region(self, page: Any, region: RegionRecord, lines: list[tuple[LineRecord, list[WordRecord]]]) -> Any:
        element = self._element(page, "TextRegion", region.box, region.polygon, region.ref)
        if region.kind in _KINDS:
            element.set("type", region.kind)
        else:  # without a type, because programs read that in ``custom`` only where there is none
            element.set("custom", _structure(region.kind))
        element.extend(self._line(line, words) for line, words in lines)
        if not lines and region.text is not None:
            self._set_text(element, region.text)
        return element

    def _line(self, line: LineRecord, words: list[WordRecord]) -> Any:
        element = self._element(None, "TextLine", line.box, line.polygon, line.ref)
        if line.kind is not None:
            element.set("custom", _structure(line.kind))
        if line.baseline is not None and not self._is_early:
            self.make(element, "Baseline", points=self._join(line.baseline))
        element.extend(self._word(word) for word in words)
        if (text := line_text(line, words)) is not None:
            self._set_text(element, text)
        return element

    def _word(self, word: WordRecord) -> Any:
        element = self._element(None, "Word", word.box, word.polygon, word.ref)
        if word.text is not None:
            self._set_text(element, word.text)
        self._set_origin(element, word)
        return element

    def _element(self, parent: Any, name: str, box: Box, polygon: Polygon | None = None, ref: str | None = None) -> Any:
        prefix = {"TextRegion": "r", "TextLine": "l", "Word": "w"}[name]
        element = self.make(parent, name, id=self.ids.take(ref, prefix))
        self._set_points(self.make(element, "Coords"), box, polygon)
        return element

    def _set_text(self, element: Any, text: str | None) -> None:
        equiv = equiv_of(element)
        if equiv is None:
            equiv = self.make(None, "TextEquiv")
            preceding = [i for i, child in enumerate(element) if local_name(child) in _BEFORE_TEXT]
            element.insert(preceding[-1] + 1 if preceding else 0, equiv)
            if self._is_early:
                self.make(equiv, "PlainText")
        equiv.attrib.pop("conf", None)
        found = children(equiv, "Unicode")
        unicode = found[0] if found else self.make(equiv, "Unicode")
        for plain in children(equiv, "PlainText"):
            if plain.text:
                plain.text = text
        for inner in list(unicode):
            unicode.remove(inner)
        unicode.text = text or ""

    def _set_origin(self, element: Any, word: WordRecord) -> None:
        """Mark a word with the origin of its text, and with the confidence of a suggestion."""
        custom = _OWN_CUSTOM.sub("", element.get("custom", ""))
        for comment in element.xpath("comment()[contains(., 'ductus {')]"):
            remove(comment)
        origin = word.origin if word.text is not None else None
        if origin is not None:
            model = f" model:{_NOT_IN_CUSTOM.sub('_', origin.model)};" if origin.model else ""
            mark = f"ductus {{source:{origin.kind};{model}}}"
            equiv = equiv_of(element)
            if self._is_early:
                element.insert(0, etree.Comment(mark.replace("--", "__")))
            else:
                custom = f"{custom} {mark}".strip()
                if origin.confidence is not None and origin.is_suggested and equiv is not None:
                    equiv.set("conf", f"{origin.confidence:.4f}")
        if custom:
            element.set("custom", custom)
        else:
            element.attrib.pop("custom", None)

    def _set_points(self, coords: Any, box: Box, polygon: Polygon | None) -> None:
        points = self._join(polygon or box_corners(*box))
        for point in children(coords, "Point"):
            coords.remove(point)
        if self._is_early:
            for point in points.split():
                self.make(coords, "Point", **dict(zip("xy", point.split(","), strict=True)))
        else:
            coords.set("points", points)

    def _join(self, points: Iterable[tuple[float, float]]) -> str:
        return " ".join(f"{round(x / self.scale[0])},{round(y / self.scale[1])}" for x, y in points)


def _line_texts(region: Any) -> dict[Any, str]:
    """Return the texts of the lines of a region, "" for none, by their elements."""
    return {line: text_of(line) or "" for line in children(region, "TextLine")}


def _structure(kind: str) -> str:
    """Return the attribute ``custom`` of a region or line of a kind that the schema does not know."""
    return f"structure {{type:{_NOT_IN_CUSTOM.sub('_', kind)};}}"


def _replace_words(line: str, before: Sequence[str], after: Sequence[str]) -> str:
    """Return ``line`` with its words (or the lines of a region) replaced and everything between them kept.

    "" if ``before`` does not spell it.

    Where a sign without a blank beside it (``Sir.``) becomes a word, it gets one.
    """
    parts: list[str] = []
    end = 0
    was_sign = False
    for old, new in zip(before, after, strict=True):
        start = line.find(old, end)
        if not old or start < 0 or line[end:start].strip():
            return ""
        is_sign_made_word = _has_letters(new) and not _has_letters(old)
        is_glued = parts and start == end and (is_sign_made_word or was_sign)
        parts += [" " if is_glued else line[end:start], new]
        end, was_sign = start + len(old), is_sign_made_word
    return "" if line[end:].strip() else "".join(parts) + line[end:]


def _has_letters(text: str) -> bool:
    return any(map(str.isalnum, text))


def _new_document(page: PageRecord, when: datetime | None) -> Any:
    root = make_element(None, NAMESPACE, "PcGts")
    metadata = make_element(root, NAMESPACE, "Metadata")
    stamp = (when or datetime.now(UTC)).isoformat(timespec="seconds")
    for name, text in (("Creator", "Ductus"), ("Created", stamp), ("LastChange", stamp)):
        make_element(metadata, NAMESPACE, name).text = text
    if comment := suggestions_comment(page):
        make_element(metadata, NAMESPACE, "Comments").text = comment
    size = {"imageWidth": str(page.width), "imageHeight": str(page.height)}
    element = make_element(root, NAMESPACE, "Page", imageFilename=page.image.name, **size)
    if regions := lines_by_region(page):
        editor = _PageEditor(root.getroottree(), (1.0, 1.0))
        order = make_element(make_element(element, NAMESPACE, "ReadingOrder"), NAMESPACE, "OrderedGroup", id="order")
        editor.ids.take("order", "order")
        for index, (region, lines) in enumerate(regions):
            added = editor.add_region(element, region, lines)
            make_element(order, NAMESPACE, "RegionRefIndexed", index=str(index), regionRef=added.get("id"))
    etree.indent(root)
    return root.getroottree()
