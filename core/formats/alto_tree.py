"""An ALTO document as lines and words; shared by reading and writing."""

from __future__ import annotations

from typing import Any

from core.formats.boxes import BoxError, Polygon, around, corners, parse_points, place, scale_to
from core.formats.records import LineRecord, WordRecord
from core.formats.xml_safe import children, descendants
from core.formats.xmlpages import LineNode, WordNode
from core.geometry import Box

UNITS = ("pixel", "mm10", "inch1200")
Bad = list[tuple[str, str]]
Placed = tuple[Box, Polygon | None]


def unit_of(root: Any) -> str:
    """The MeasurementUnit, ``pixel`` when none is told; raises BoxError for an unknown one."""
    for element in descendants(root, "MeasurementUnit"):
        unit = (element.text or "").strip().lower()
        if unit not in UNITS:
            raise BoxError(f"its unit '{unit[:40]}' is none of {', '.join(UNITS)}")
        return unit
    return "pixel"


def scale_of(page: Any, unit: str, size: tuple[int, int]) -> tuple[float, float]:
    """Image pixels per unit, from the page's size in units; raises BoxError when that cannot be told."""
    try:
        declared = float(page.get("WIDTH") or 0), float(page.get("HEIGHT") or 0)
    except ValueError:
        raise BoxError("its page size is not a number") from None
    if declared == (0, 0) and unit == "pixel":
        return 1.0, 1.0
    return scale_to(declared, size)


def line_nodes(page: Any, scale: tuple[float, float], size: tuple[int, int]) -> tuple[list[LineNode], Bad]:
    """Every TextLine in the order of the document, with its usable words, and what is not usable.

    A line counts as one of words when its Strings have boxes of their own. It counts as a line as a whole
    when its only String holds several words, or when no String has a box other than the line's (and, for
    one word alone, the page has other lines of that kind).
    """
    elements = descendants(page, "TextLine")
    line_level = any(_one_string_of_many(line) for line in elements)
    nodes: list[LineNode] = []
    bad: Bad = []
    number = 0
    for order, element in enumerate(elements, start=1):
        name = element.get("ID") or f"line {order}"
        node, found = _line_node(element, name, number, line_level, scale, size)
        number += bool(node.words or node.line)
        nodes.append(node)
        bad += found
    return nodes, bad


def strings_of(line: Any) -> list[Any]:
    return children(line, "String")


def content_of(string: Any) -> str | None:
    """What stands on the page: of a hyphenated word the part that this String holds, not SUBS_CONTENT."""
    text = string.get("CONTENT", "")
    return text if text.strip() else None


def is_line_string(node: LineNode) -> bool:
    """Whether the line was taken as a whole although it has Strings."""
    return node.line is not None and bool(strings_of(node.element))


def _one_string_of_many(line: Any) -> bool:
    strings = strings_of(line)
    return len(strings) == 1 and len((content_of(strings[0]) or "").split()) > 1


def _line_node(
    element: Any, name: str, number: int, line_level: bool, scale: tuple[float, float], size: tuple[int, int]
) -> tuple[LineNode, Bad]:
    own = _placed(element, scale, size)
    strings = [(string, _placed(string, scale, size)) for string in strings_of(element)]
    placed = [where for _, where in strings if not isinstance(where, BoxError)]
    node = LineNode(element, None if isinstance(own, BoxError) else own[0])
    if _is_whole(element, own, [where for _, where in strings], line_level):
        if node.box is None and placed:
            node.box = around(where[0] for where in placed)
        if node.box is None:
            return node, [(name, str(own))]
        text = " ".join(content for string, _ in strings if (content := content_of(string))) or None
        polygon = None if isinstance(own, BoxError) else own[1]
        node.line = LineRecord(node.box, text, polygon, element.get("ID"))
        return node, []
    bad: Bad = []
    for i, (string, where) in enumerate(strings, start=1):
        ref = string.get("ID")
        if isinstance(where, BoxError):
            bad.append((ref or f"{name}, String {i}", str(where)))
        else:
            box, polygon = where
            node.words.append(WordNode(string, WordRecord(box, content_of(string), polygon, number, ref)))
    return node, bad


def _is_whole(line: Any, own: Placed | BoxError, strings: list[Placed | BoxError], line_level: bool) -> bool:
    if not strings or _one_string_of_many(line):
        return True
    box = None if isinstance(own, BoxError) else own[0]
    if any(not isinstance(where, BoxError) and where[0] != box for where in strings):
        return False
    boxless = all(isinstance(where, BoxError) for where in strings)
    return boxless or line_level or len(strings) > 1


def _placed(element: Any, scale: tuple[float, float], size: tuple[int, int]) -> Placed | BoxError:
    """Box and polygon by Shape/Polygon and HPOS, VPOS, WIDTH, HEIGHT; an error is handed back, not raised."""
    try:
        polygon = None
        for shape in children(element, "Shape"):
            for inner in children(shape, "Polygon"):
                polygon = place(parse_points(inner.get("POINTS")), scale, size)
        values = [element.get(name) for name in ("HPOS", "VPOS", "WIDTH", "HEIGHT")]
        if polygon is not None and None in values:
            return polygon
        if None in values:
            raise BoxError("it has no box")
        try:
            x, y, width, height = (float(value) for value in values)
        except ValueError:
            raise BoxError("its box is not made of numbers") from None
        box, _ = place(corners(x, y, width, height), scale, size)
        return box, polygon[1] if polygon is not None else None
    except BoxError as error:
        return error
