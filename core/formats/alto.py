"""Reading ALTO 2, 3 and 4 under any namespace: words with boxes or whole text lines, in pixel, mm10 or inch1200."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.errors import InputError
from core.formats.files import find_image
from core.formats.outlines import OutlineError, box_corners, page_scale, parse_points, to_pixels
from core.formats.records import LineRecord, PageRecord, Skipped, SourceContents, WordRecord
from core.formats.xml_pages import LineNode, Unusable, WordNode, node_records, read_documents
from core.formats.xml_parse import children, descendants, outermost
from core.geometry import Box, Polygon, union
from core.imaging.read import IMAGE_SUFFIXES, frame_sizes

ROOT = "alto"
UNITS = ("pixel", "mm10", "inch1200")

_Outline = tuple[Box, Polygon | None]


def read(source: Path) -> SourceContents:
    """Return the pages of an ALTO file, or of all below a folder (images beside them or one folder up).

    The n-th Page of a file belongs to the n-th frame of its image. Boxes in any unit are converted to image
    pixels by the size of the page. Raises InputError if nothing can be used.
    """
    return read_documents(source, "alto", ROOT, _read_pages)


def _read_pages(path: Path, root: Any, folder: Path) -> tuple[list[PageRecord], list[Skipped]]:
    elements = outermost(descendants(root, "Page"))
    if not elements:
        raise InputError.at(path, "there is no Page element in this file")
    names = [element.text.strip() for element in descendants(root, "fileName") if element.text]
    image = find_image(path, names[0] if names else None, folder, IMAGE_SUFFIXES)
    frames = frame_sizes(image)
    pages: list[PageRecord] = []
    skipped: list[Skipped] = []
    for i, element in enumerate(elements):
        try:
            if i >= len(frames):
                raise OutlineError(f"its image has only {len(frames)} page(s)")
            nodes, unusable = line_nodes(element, scale_of(root, element, frames[i]), frames[i])
        except OutlineError as error:
            if len(elements) == 1:
                raise InputError.at(path, str(error)) from error
            skipped.append(Skipped(path, f"page {i + 1}", str(error)))
            continue
        words, lines = node_records(nodes)
        width, height = frames[i]
        pages.append(PageRecord(image, width, height, frame=i, words=words, lines=lines, source=path))
        skipped += [Skipped(path, place, reason) for place, reason in unusable]
    return pages, skipped


def scale_of(root: Any, page: Any, size: tuple[int, int]) -> tuple[float, float]:
    """Return image pixels per unit, from the size of the page in units; the unit is ``pixel`` by default.

    Raises OutlineError for an unknown unit and for a page without a usable size.
    """
    unit = _unit(root)
    try:
        declared = float(page.get("WIDTH") or 0), float(page.get("HEIGHT") or 0)
    except ValueError:
        raise OutlineError("its page size is not a number") from None
    if declared == (0, 0) and unit == "pixel":
        return 1.0, 1.0
    return page_scale(declared, size)


def _unit(root: Any) -> str:
    for element in descendants(root, "MeasurementUnit"):
        unit = (element.text or "").strip().lower()
        if unit not in UNITS:
            raise OutlineError(f"its unit '{unit[:40]}' is none of {', '.join(UNITS)}")
        return unit
    return "pixel"


def line_nodes(page: Any, scale: tuple[float, float], size: tuple[int, int]) -> tuple[list[LineNode], Unusable]:
    """Return every TextLine in document order with its usable words, and the unusable elements.

    A line is read as words if its Strings have boxes of their own. It is read as a whole if its only String
    holds several words, or if no String has a box other than that of the line (and, for a single word, the
    page has other whole lines).
    """
    elements = descendants(page, "TextLine")
    has_whole_lines = any(_is_one_string_of_many_words(line) for line in elements)
    nodes: list[LineNode] = []
    unusable: Unusable = []
    number = 0
    for order, element in enumerate(elements, start=1):
        name = element.get("ID") or f"line {order}"
        node, found = _line_node(element, name, number, has_whole_lines, scale, size)
        number += bool(node.words or node.line)
        nodes.append(node)
        unusable += found
    return nodes, unusable


def strings_of(line: Any) -> list[Any]:
    return children(line, "String")


def has_line_string(node: LineNode) -> bool:
    """Return whether the line was read as a whole although it has Strings."""
    return node.line is not None and bool(strings_of(node.element))


def _content(string: Any) -> str | None:
    """Return the text of a String as written: of a hyphenated word the part on this line, not SUBS_CONTENT."""
    text = string.get("CONTENT", "")
    return text if text.strip() else None


def _is_one_string_of_many_words(line: Any) -> bool:
    strings = strings_of(line)
    return len(strings) == 1 and len((_content(strings[0]) or "").split()) > 1


def _line_node(
    element: Any, name: str, number: int, has_whole_lines: bool, scale: tuple[float, float], size: tuple[int, int]
) -> tuple[LineNode, Unusable]:
    own = _outline(element, scale, size)
    strings = [(string, _outline(string, scale, size)) for string in strings_of(element)]
    outlines = [outline for _, outline in strings]
    boxes = [outline[0] for outline in outlines if not isinstance(outline, OutlineError)]
    node = LineNode(element, None if isinstance(own, OutlineError) else own[0])
    if _is_whole_line(element, node.box, outlines, has_whole_lines):
        if node.box is None and boxes:
            node.box = union(boxes)
        if node.box is None:
            return node, [(name, str(own))]
        text = " ".join(content for string, _ in strings if (content := _content(string))) or None
        polygon = None if isinstance(own, OutlineError) else own[1]
        node.line = LineRecord(node.box, text, polygon, element.get("ID"))
        return node, []
    unusable: Unusable = []
    for i, (string, outline) in enumerate(strings, start=1):
        ref = string.get("ID")
        if isinstance(outline, OutlineError):
            unusable.append((ref or f"{name}, String {i}", str(outline)))
        else:
            box, polygon = outline
            node.words.append(WordNode(string, WordRecord(box, _content(string), polygon, number, ref)))
    return node, unusable


def _is_whole_line(line: Any, box: Box | None, strings: list[_Outline | OutlineError], has_whole_lines: bool) -> bool:
    if not strings or _is_one_string_of_many_words(line):
        return True
    if any(not isinstance(outline, OutlineError) and outline[0] != box for outline in strings):
        return False
    no_boxes = all(isinstance(outline, OutlineError) for outline in strings)
    return no_boxes or has_whole_lines or len(strings) > 1


def _outline(element: Any, scale: tuple[float, float], size: tuple[int, int]) -> _Outline | OutlineError:
    """Return box and polygon by Shape/Polygon and HPOS, VPOS, WIDTH, HEIGHT; an error is returned, not raised."""
    try:
        polygon = None
        for shape in children(element, "Shape"):
            for inner in children(shape, "Polygon"):
                polygon = to_pixels(parse_points(inner.get("POINTS")), scale, size)
        values = [element.get(name) for name in ("HPOS", "VPOS", "WIDTH", "HEIGHT")]
        if polygon is not None and None in values:
            return polygon
        if None in values:
            raise OutlineError("it has no box")
        try:
            x, y, width, height = (float(value) for value in values)
        except ValueError:
            raise OutlineError("its box is not made of numbers") from None
        box, _ = to_pixels(box_corners(x, y, width, height), scale, size)
        return box, polygon[1] if polygon is not None else None
    except OutlineError as error:
        return error
