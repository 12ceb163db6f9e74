"""A PAGE XML document as lines and words, in reading order; shared by reading and writing."""

from __future__ import annotations

from typing import Any

from core.formats.boxes import BoxError, Points, parse_points, place, scale_to
from core.formats.records import LineRecord, WordRecord
from core.formats.xml_safe import children, descendants, local
from core.formats.xmlpages import LineNode, WordNode

Bad = list[tuple[str, str]]
"""(id or order of the element, why it cannot be used)"""


def scale_of(page: Any, size: tuple[int, int]) -> tuple[float, float]:
    """Image pixels per unit of the document; raises BoxError when the image cannot be the one described."""
    declared = (page.get("imageWidth"), page.get("imageHeight"))
    if declared == (None, None):
        return 1.0, 1.0
    try:
        return scale_to((float(declared[0]), float(declared[1])), size)
    except (TypeError, ValueError) as error:
        raise error if isinstance(error, BoxError) else BoxError("its page size is not a number") from error


def line_nodes(page: Any, scale: tuple[float, float], size: tuple[int, int]) -> tuple[list[LineNode], Bad]:
    """Every TextLine in reading order, with its usable words, and what is not usable."""
    nodes: list[LineNode] = []
    bad: Bad = []
    number = 0
    for order, element in enumerate(_in_reading_order(page), start=1):
        name = element.get("id") or f"line {order}"
        node = LineNode(element, None)
        polygon = None
        try:
            node.box, polygon = place(_outline(element), scale, size)
        except BoxError as error:
            reason = str(error)
        words = children(element, "Word")
        for i, word in enumerate(words, start=1):
            try:
                box, outline = place(_outline(word), scale, size)
            except BoxError as error:
                bad.append((word.get("id") or f"{name}, word {i}", str(error)))
                continue
            node.words.append(WordNode(word, WordRecord(box, text_of(word), outline, number, word.get("id"))))
        if not words and node.box is not None:
            node.line = LineRecord(node.box, text_of(element), polygon, element.get("id"))
        elif not words:
            bad.append((name, reason))
        number += bool(node.words or node.line)
        nodes.append(node)
    return nodes, bad


def equiv_of(element: Any) -> Any | None:
    """The TextEquiv that counts: the one with the lowest index, else the first."""
    equivs = children(element, "TextEquiv")
    return min(equivs, key=_index, default=None)


def text_of(element: Any) -> str | None:
    """The text given for a Word or TextLine; None when there is none but blanks."""
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
        raise BoxError("it has no outline")
    points = children(coords[0], "Point")  # before 2013 every point was an element
    if points and not coords[0].get("points"):
        return parse_points(" ".join(f"{p.get('x', '')},{p.get('y', '')}" for p in points))
    return parse_points(coords[0].get("points"))


def _in_reading_order(page: Any) -> list[Any]:
    """TextLines by the rank of their region in ReadingOrder; regions without rank come last."""
    rank = {ref: i for i, ref in reversed(list(enumerate(_ordered_regions(page))))}
    known = {page: rank.get(page.get("id"), len(rank))}
    """By element: what stands in deeply nested regions is looked up once, not once a line."""

    def key(line: Any) -> int:
        below = []
        for region in line.iterancestors():
            if region in known:
                found = known[region]
                break
            below.append(region)
            if region.get("id") in rank:
                found = rank[region.get("id")]
                break
        for region in below:
            known[region] = found
        return found

    return sorted(descendants(page, "TextLine"), key=key)


def _ordered_regions(page: Any) -> list[str]:
    refs: list[str] = []
    for order in children(page, "ReadingOrder"):
        waiting = list(reversed(list(order)))
        while waiting:
            element = waiting.pop()
            if ref := element.get("regionRef"):
                refs.append(ref)
            inner = [child for child in element if local(child)]
            if local(element).startswith("Ordered"):
                inner.sort(key=_index)
            waiting += reversed(inner)
    return refs
