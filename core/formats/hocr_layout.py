"""The layout of one page of hOCR: its regions, lines with baselines, and words, in image pixels."""

from collections.abc import Iterable, Set
from dataclasses import replace
from typing import Any

from core.formats.hocr_title import Title, baseline_points, bbox_points, parse_numbers, parse_title
from core.formats.markup import local_name
from core.formats.outlines import OutlineError, parse_points, to_pixels, to_polyline
from core.formats.records import SUGGESTED, LineRecord, RegionRecord, TextOrigin, WordRecord
from core.geometry import Box, Polygon, Polyline, intersection_area, union
from core.language import tr

ORIGIN, KIND, BASELINE, CONTINUES = "data-origin", "data-kind", "data-baseline", "data-continues"
"""Attributes of our own files: where a text is from, the kind of a region, a baseline that is not straight, and the id
of the region that an element continues."""

_WORDS = frozenset({"ocrx_word", "ocr_word"})
_LINES = frozenset({"ocr_line", "ocrx_line"})
_FLOATS = {
    "ocr_header": "header",
    "ocr_footer": "footer",
    "ocr_caption": "caption",
    "ocr_textfloat": "floating",
    "ocr_pageno": "page-number",
}
"""Classes of lines, or of regions where they have lines, with the kind of region."""
_REGIONS = dict.fromkeys(("ocr_carea", "ocr_column", "ocrx_block", "ocr_par"), "paragraph") | _FLOATS
_NO_CLASSES: frozenset[str] = frozenset()
_MAX_KIND = 60

_CHARACTER = "ocrx_cinfo"
"""The class of characters inside a word, and of a group of readings of a character, which holds such elements."""

_SILENT = ("script", "style", "del")
"""Elements whose text is not shown, or is a reading that the program did not choose."""


class PageLayout:
    """The regions, lines and words of one page, in the order of the document."""

    def __init__(self, scale: tuple[float, float], size: tuple[int, int], program: str | None) -> None:
        self.scale, self.size, self.program = scale, size, program
        self.words: list[WordRecord] = []
        self.lines: list[LineRecord] = []
        self.regions: list[RegionRecord] = []
        self.unusable: list[tuple[str, str]] = []
        self._outer: set[int] = set()
        """Regions that only hold other regions, until they turn out to have lines of their own."""
        self._by_id: dict[str, int] = {}
        self._loose: list[tuple[WordRecord, int | None]] = []

    def read(self, page: Any) -> None:
        """Read all lines and words of the page element, those outside of lines as well."""
        known = {element: classes for element in page.iterdescendants() if (classes := _classes(element))}
        with_lines = _containing(page, (e for e, names in known.items() if names & (_LINES | _FLOATS.keys())))
        with_regions = _containing(page, (e for e, names in known.items() if names & _REGIONS.keys()))
        inhabited = with_lines | with_regions | _containing(page, (e for e, names in known.items() if names & _WORDS))
        stack: list[tuple[Any, int | None]] = [(page, None)]
        while stack:
            element, region = stack.pop()
            classes = known.get(element, _NO_CLASSES)
            if classes & _LINES or (classes & _FLOATS.keys() and element not in with_lines):
                self._end_loose_line()
                self._read_line(element, region)
            elif classes & _WORDS:
                if word := self._read_word(element, tr("word {number}", number=len(self.words) + len(self._loose) + 1)):
                    self._add_loose(word, region)
            else:
                if kinds := [_REGIONS[name] for name in _REGIONS if name in classes]:
                    text = None if element in inhabited else _text(element)
                    region = self._read_region(element, kinds[-1], region, text, element in with_regions)
                stack += [(child, region) for child in reversed(element)]
        self._end_loose_line()

    def used_regions(self) -> tuple[tuple[RegionRecord, ...], tuple[LineRecord, ...]]:
        """Return the regions without those that only hold other regions, and the lines with their new indices."""
        kept = [index for index in range(len(self.regions)) if index not in self._outer]
        new = {index: i for i, index in enumerate(kept)}
        lines = (line if line.region is None else replace(line, region=new[line.region]) for line in self.lines)
        return tuple(self.regions[index] for index in kept), tuple(lines)

    def _read_region(
        self, element: Any, kind: str, outer: int | None, text: str | None, has_regions: bool
    ) -> int | None:
        """Add a region and return its index; that of the region around it if it has no usable outline."""
        if (continued := self._by_id.get(element.get(CONTINUES, ""))) is not None:
            return continued
        name = element.get("id")
        try:
            box, polygon = self._outline(parse_title(element.get("title")))
        except OutlineError as error:
            if text is not None:
                self.unusable.append((name or tr("a region"), tr("its text was not imported: {error}", error=error)))
            return outer
        kind = element.get(KIND, "").strip()[:_MAX_KIND] or kind
        index = len(self.regions)
        self.regions.append(RegionRecord(box, kind, polygon, name, text))
        if has_regions:
            self._outer.add(index)
        if name:
            self._by_id.setdefault(name, index)
        return index

    def _read_line(self, element: Any, region: int | None) -> None:
        number = len(self.lines)
        name = element.get("id") or tr("line {number}", number=number + 1)
        title = parse_title(element.get("title"))
        found = topmost(element, _WORDS)
        read = [
            self._read_word(inner, tr("{name}, word {number}", name=name, number=i), number)
            for i, inner in enumerate(found, start=1)
        ]
        words = [word for word in read if word is not None]
        if len(found) == 1 and _is_whole_line(found[0], words, title):
            words = []
        polygon: Polygon | None = None
        try:
            box, polygon = self._outline(title)
        except OutlineError as error:
            if not words:
                self.unusable.append((name, str(error)))
                return
            box = union(word.box for word in words)
        is_checked = not any(inner.get(ORIGIN) == SUGGESTED for inner in (element, *element.iterdescendants()))
        # with words it only repeats their texts, which must not seem complete when some are missing
        text = _text(element) if is_checked and all(word.text for word in words) else None
        baseline = self._baseline(element, title)
        self.lines.append(LineRecord(box, text, polygon, element.get("id"), baseline, region, number))
        self._outer.discard(-1 if region is None else region)
        self.words += words

    def _read_word(self, element: Any, name: str, line: int = 0) -> WordRecord | None:
        title = parse_title(element.get("title"))
        try:
            box, polygon = self._outline(title)
        except OutlineError as error:
            self.unusable.append((element.get("id") or name, str(error)))
            return None
        text = None if element.get(ORIGIN) == SUGGESTED else _text(element)
        confidence = None if text is None else _confidence(title)
        origin = None if confidence is None else TextOrigin("imported", self.program, confidence)
        return WordRecord(box, text, polygon, line, element.get("id"), origin=origin)

    def _add_loose(self, word: WordRecord, region: int | None) -> None:
        """Add a word that is in no line to the line of the word before it, if they lie side by side."""
        if self._loose and (self._loose[-1][1] != region or not _are_side_by_side(self._loose[-1][0].box, word.box)):
            self._end_loose_line()
        self._loose.append((word, region))

    def _end_loose_line(self) -> None:
        if not self._loose:
            return
        number, region = len(self.lines), self._loose[0][1]
        words = [replace(word, line=number) for word, _ in self._loose]
        self.lines.append(LineRecord(union(word.box for word in words), region=region, number=number))
        self._outer.discard(-1 if region is None else region)
        self.words += words
        self._loose.clear()

    def _outline(self, title: Title) -> tuple[Box, Polygon | None]:
        """Return the box, and the outline if there is one that can be used."""
        polygon: tuple[Box, Polygon | None] | None = None
        if "poly" in title:
            try:
                polygon = to_pixels(parse_points(title["poly"]), self.scale, self.size)
            except OutlineError:
                polygon = None  # the box is enough
        if "bbox" not in title and polygon is not None:
            return polygon
        box, _ = to_pixels(bbox_points(title), self.scale, self.size)
        return box, polygon[1] if polygon is not None else None

    def _baseline(self, element: Any, title: Title) -> Polyline | None:
        """Return the baseline in pixels; None without one, and for a line that is turned."""
        try:
            if exact := element.get(BASELINE):
                return to_polyline(parse_points(exact), self.scale, self.size)
            coefficients = parse_numbers(title.get("baseline", ""))
            is_turned = any(parse_numbers(title.get("textangle", "0")))
            if not coefficients or is_turned:
                return None
            return to_polyline(baseline_points(coefficients, bbox_points(title)), self.scale, self.size)
        except (OutlineError, OverflowError):
            return None  # a better line is made from the words


def _classes(element: Any) -> frozenset[str]:
    names = element.get("class")
    return frozenset(names.split()) if names else _NO_CLASSES


def topmost(root: Any, classes: Set[str]) -> list[Any]:
    """Return the elements inside ``root`` that have one of the classes and lie inside no other such element."""
    found: list[Any] = []
    stack = list(reversed(root))
    while stack:
        element = stack.pop()
        if _classes(element) & classes:
            found.append(element)
        else:
            stack += reversed(element)
    return found


def _containing(page: Any, elements: Iterable[Any]) -> set[Any]:
    """Return the elements inside a page that have one of ``elements`` somewhere inside."""
    found: set[Any] = set()
    for element in elements:
        for ancestor in element.iterancestors():
            if ancestor in found or ancestor is page:
                break
            found.add(ancestor)
    return found


def _text(element: Any) -> str | None:
    """Return the text of an element with single blanks, or None if it has none."""
    parts: list[str] = []
    _collect_text(element, parts)
    return " ".join("".join(parts).split()) or None


def _collect_text(element: Any, parts: list[str]) -> None:
    if element.text:
        parts.append(element.text)
    for child in element:
        is_character = _CHARACTER in _classes(child)
        is_choice = is_character and any(_CHARACTER in _classes(inner) for inner in child)
        if local_name(child) not in _SILENT and not is_choice:
            _collect_text(child, parts)
        # between characters there is only the indentation of the document
        if child.tail and not (is_character and child.tail.isspace()):
            parts.append(child.tail)


def _is_whole_line(element: Any, words: list[WordRecord], title: Title) -> bool:
    """Return whether the only word of a line is the line: some programs write several words as one with its box."""
    is_line = parse_title(element.get("title")).get("bbox") == title.get("bbox")
    return is_line and bool(words and words[0].text and len(words[0].text.split()) > 1)


def _confidence(title: Title) -> float | None:
    try:
        values = parse_numbers(title.get("x_wconf", ""))
    except OutlineError:
        return None
    return values[0] / 100 if values and 0 <= values[0] <= 100 else None


def _are_side_by_side(a: Box, b: Box) -> bool:
    """Return whether the heights of two boxes overlap by half of the lower one."""
    shared = intersection_area((0, a[1], 1, a[3]), (0, b[1], 1, b[3]))
    return shared * 2 >= min(a[3], b[3])
