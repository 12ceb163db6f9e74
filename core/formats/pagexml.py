"""Reading PAGE XML of 2010 to 2019 and of later versions with the same names: words with boxes, or text lines only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.errors import InputError
from core.formats.files import find_image
from core.formats.outlines import OutlineError, Points, page_scale, parse_points, to_pixels
from core.formats.records import LineRecord, PageRecord, Skipped, SourceContents, WordRecord
from core.formats.xml_pages import LineNode, Unusable, WordNode, node_records, read_documents
from core.formats.xml_parse import children, descendants, local_name
from core.imaging.read import IMAGE_SUFFIXES, frame_sizes

ROOT = "PcGts"


def read(source: Path) -> SourceContents:
    """Return the pages of a PAGE XML file, or of all below a folder (images beside them or one folder up).

    Boxes are scaled to the image if the file declares another size of the same shape. Lines with words give
    words, lines without words give lines. Raises InputError if nothing can be used.
    """
    return read_documents(source, "pagexml", ROOT, _read_page)


def _read_page(path: Path, root: Any, folder: Path) -> tuple[list[PageRecord], list[Skipped]]:
    pages = children(root, "Page")
    if not pages:
        raise InputError.at(path, "there is no Page element in this file")
    image = find_image(path, pages[0].get("imageFilename"), folder, IMAGE_SUFFIXES)
    size = frame_sizes(image)[0]
    try:
        scale = scale_of(pages[0], size)
    except OutlineError as error:
        raise InputError.at(path, str(error)) from error
    nodes, unusable = line_nodes(pages[0], scale, size)
    words, lines = node_records(nodes)
    record = PageRecord(image, *size, words=words, lines=lines, source=path)
    return [record], [Skipped(path, place, reason) for place, reason in unusable]


def scale_of(page: Any, size: tuple[int, int]) -> tuple[float, float]:
    """Return image pixels per unit of the document. Raises OutlineError if the page is of another shape."""
    declared = (page.get("imageWidth"), page.get("imageHeight"))
    if declared == (None, None):
        return 1.0, 1.0
    try:
        return page_scale((float(declared[0]), float(declared[1])), size)
    except (TypeError, ValueError) as error:
        raise error if isinstance(error, OutlineError) else OutlineError("its page size is not a number") from error


def line_nodes(page: Any, scale: tuple[float, float], size: tuple[int, int]) -> tuple[list[LineNode], Unusable]:
    """Return every TextLine in reading order with its usable words, and the unusable elements."""
    nodes: list[LineNode] = []
    unusable: Unusable = []
    number = 0
    for order, element in enumerate(_in_reading_order(page), start=1):
        name = element.get("id") or f"line {order}"
        node = LineNode(element, None)
        polygon = None
        try:
            node.box, polygon = to_pixels(_outline(element), scale, size)
        except OutlineError as error:
            reason = str(error)
        words = children(element, "Word")
        for i, word in enumerate(words, start=1):
            try:
                box, outline = to_pixels(_outline(word), scale, size)
            except OutlineError as error:
                unusable.append((word.get("id") or f"{name}, word {i}", str(error)))
                continue
            node.words.append(WordNode(word, WordRecord(box, _text(word), outline, number, word.get("id"))))
        if not words and node.box is not None:
            node.line = LineRecord(node.box, _text(element), polygon, element.get("id"))
        elif not words:
            unusable.append((name, reason))
        number += bool(node.words or node.line)
        nodes.append(node)
    return nodes, unusable


def equiv_of(element: Any) -> Any | None:
    """Return the TextEquiv with the lowest index, else the first."""
    equivs = children(element, "TextEquiv")
    return min(equivs, key=_index, default=None)


def _text(element: Any) -> str | None:
    """Return the text of a Word or TextLine, or None if it is empty or blank."""
    equiv = equiv_of(element)
    for unicode in children(equiv, "Unicode") if equiv is not None else []:
        text = "".join(unicode.itertext())
        return text if text.strip() else None
    return None


def _index(equiv: Any) -> int:
    value = equiv.get("index", "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else 0


def _outline(element: Any) -> Points:
    coords = children(element, "Coords")
    if not coords:
        raise OutlineError("it has no outline")
    points = children(coords[0], "Point")  # before 2013 every point was an element
    if points and not coords[0].get("points"):
        return parse_points(" ".join(f"{p.get('x', '')},{p.get('y', '')}" for p in points))
    return parse_points(coords[0].get("points"))


def _in_reading_order(page: Any) -> list[Any]:
    """Return the TextLines sorted by their region in ReadingOrder; regions that are not listed come last."""
    rank = {ref: i for i, ref in reversed(list(enumerate(_ordered_regions(page))))}
    known = {page: rank.get(page.get("id"), len(rank))}
    """Ranks by element, so that deeply nested regions are looked up once and not for every line."""

    def key(line: Any) -> int:
        path = []
        for region in line.iterancestors():
            if region in known:
                found = known[region]
                break
            path.append(region)
            if region.get("id") in rank:
                found = rank[region.get("id")]
                break
        for region in path:
            known[region] = found
        return found

    return sorted(descendants(page, "TextLine"), key=key)


def _ordered_regions(page: Any) -> list[str]:
    refs: list[str] = []
    for order in children(page, "ReadingOrder"):
        stack = list(reversed(list(order)))
        while stack:
            element = stack.pop()
            if ref := element.get("regionRef"):
                refs.append(ref)
            inner = [child for child in element if local_name(child)]
            if local_name(element).startswith("Ordered"):
                inner.sort(key=_index)
            stack += reversed(inner)
    return refs
