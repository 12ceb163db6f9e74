"""Reading hOCR, the HTML that OCR programs write: pages, regions, lines with baselines, and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from dataclasses import replace
from pathlib import Path
from typing import Any

from lxml import etree

from core.errors import InputError
from core.formats.files import FolderBoundary, find_image, image_root, open_limited, read_each, source_files
from core.formats.hocr_title import Title, baseline_points, bbox_points, parse_numbers, parse_title
from core.formats.html_parse import HTML_SUFFIXES, parse_html
from core.formats.outlines import OutlineError, Points, page_scale, parse_points, to_pixels, to_polyline
from core.formats.records import (
    SUGGESTED,
    LineRecord,
    PageRecord,
    RegionRecord,
    Skipped,
    SourceContents,
    TextOrigin,
    WordRecord,
)
from core.formats.xml_parse import MAX_BYTES, local_name, outermost
from core.geometry import Box, Polygon, Polyline, intersection_area, union
from core.imaging.read import IMAGE_SUFFIXES, frame_sizes

SUFFIX = ".hocr"
HOCR_SUFFIXES = HTML_SUFFIXES | {SUFFIX}

PAGE = "ocr_page"
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
_MAX_KIND = 60

_SEARCH_BYTES = 256 * 1024
_TEXT = etree.XPath(
    ".//text()[not(ancestor::*[local-name()='script' or local-name()='style' or local-name()='del'])]",
    smart_strings=False,
)
"""The text of an element without scripts and without the readings that the program did not choose."""


def read(source: Path) -> SourceContents:
    """Return the pages of an hOCR file, or of all below a folder, with the images that they name.

    Boxes are scaled to the image if the file declares another size of the same shape. Words whose text is marked as an
    unchecked suggestion, as our own files do, come without it. Raises InputError if nothing can be used.
    """
    root = image_root(source)
    files = source_files(source, HOCR_SUFFIXES)
    if source.is_dir():
        files = [path for path in files if is_hocr(path)]

    def read_file(path: Path) -> tuple[list[PageRecord], list[Skipped]]:
        return _read_pages(path, root)

    pages, skipped = read_each(source, files, read_file, "no hOCR page can be used", FolderBoundary(root))
    return SourceContents("hocr", pages=pages, skipped=skipped)


def is_hocr(path: Path) -> bool:
    """Return whether a file is hOCR: by its suffix, or as HTML that names a page of OCR near its beginning."""
    suffix = path.suffix.lower()
    if suffix not in HTML_SUFFIXES:
        return suffix == SUFFIX
    try:
        with open_limited(path, MAX_BYTES, "the HTML") as stream:
            return PAGE.encode() in stream.read(_SEARCH_BYTES).replace(b"\0", b"")
    except (InputError, OSError):
        return False


def _read_pages(path: Path, folder: Path) -> tuple[list[PageRecord], list[Skipped]]:
    root = parse_html(path)
    elements = outermost([element for element in root.iter() if PAGE in _classes(element)])
    if not elements:
        raise InputError.at(path, f"there is no page in this file (an element of the class {PAGE})")
    program = _meta(root, "ocr-system")
    titles = [parse_title(element.get("title")) for element in elements]
    numbers = _frame_numbers(titles)
    pages: list[PageRecord] = []
    skipped: list[Skipped] = []
    for i, (element, title) in enumerate(zip(elements, titles, strict=True)):
        try:
            image = find_image(path, _image_name(title), folder, IMAGE_SUFFIXES)
            frames = frame_sizes(image)
            frame = _frame(numbers[i], len(frames))
            layout = _PageLayout(_scale(title, frames[frame]), frames[frame], program)
            layout.read(element)
        except (InputError, OutlineError) as error:
            if len(elements) == 1:
                raise error if isinstance(error, InputError) else InputError.at(path, str(error)) from error
            skipped.append(Skipped.from_error(path, f"page {i + 1}", error))
            continue
        width, height = frames[frame]
        regions, lines = layout.used_regions()
        pages.append(PageRecord(image, width, height, frame, tuple(layout.words), lines, path, regions=regions))
        skipped += [Skipped(path, place, reason) for place, reason in layout.unusable]
    return pages, skipped


class _PageLayout:
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
        with_lines = _containing(page, _LINES | _FLOATS.keys())
        with_regions = _containing(page, _REGIONS.keys())
        inhabited = with_lines | with_regions | _containing(page, _WORDS)
        stack: list[tuple[Any, int | None]] = [(page, None)]
        while stack:
            element, region = stack.pop()
            classes = _classes(element)
            if classes & _LINES or (classes & _FLOATS.keys() and element not in with_lines):
                self._end_loose_line()
                self._read_line(element, region)
            elif classes & _WORDS:
                if word := self._read_word(element, f"word {len(self.words) + len(self._loose) + 1}"):
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
                self.unusable.append((name or "a region", f"its text was not imported: {error}"))
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
        name = element.get("id") or f"line {number + 1}"
        title = parse_title(element.get("title"))
        found = outermost([inner for inner in element.iterdescendants() if _classes(inner) & _WORDS])
        read = [self._read_word(inner, f"{name}, word {i}", number) for i, inner in enumerate(found, start=1)]
        words = [word for word in read if word is not None]
        polygon: Polygon | None = None
        try:
            box, polygon = self._outline(title)
        except OutlineError as error:
            if not words:
                self.unusable.append((name, str(error)))
                return
            box = union(word.box for word in words)
        is_checked = not any(inner.get(ORIGIN) == SUGGESTED for inner in (element, *element.iterdescendants()))
        # with words it is no more than their texts, which must not seem complete when some are missing
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
    return frozenset((element.get("class") or "").split())


def _containing(page: Any, classes: Set[str]) -> set[Any]:
    """Return the elements of a page that have one of the classes somewhere inside."""
    found: set[Any] = set()
    for element in page.iterdescendants():
        if _classes(element) & classes:
            for ancestor in element.iterancestors():
                if ancestor in found or ancestor is page:
                    break
                found.add(ancestor)
    return found


def _text(element: Any) -> str | None:
    """Return the text of an element with single blanks, or None if it has none."""
    return " ".join("".join(_TEXT(element)).split()) or None


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


def _meta(root: Any, name: str) -> str | None:
    contents = (e.get("content") for e in root.iter() if local_name(e) == "meta" and e.get("name") == name)
    return next((content.strip()[:200] for content in contents if content and content.strip()), None)


def _image_name(title: Title) -> str | None:
    name = title.get("image") or title.get("x_source") or title.get("file")
    return name.strip("\"' ") or None if name else None


def _frame_numbers(titles: list[Title]) -> list[tuple[int | None, int]]:
    """Return for each page its ``ppageno`` if no other page of its image has it, and its place among those pages."""
    keys = [(_image_name(title), title.get("ppageno", "")) for title in titles]
    counts = Counter(keys)
    places: Counter[str | None] = Counter()
    numbers: list[tuple[int | None, int]] = []
    for image, number in keys:
        is_number = number.isascii() and number.isdigit() and len(number) < 7
        unique = int(number) if is_number and counts[image, number] == 1 else None
        numbers.append((unique, places[image]))
        places[image] += 1
    return numbers


def _frame(numbers: tuple[int | None, int], n_frames: int) -> int:
    """Return the frame of an image that a page belongs to. Raises OutlineError if the image has too few."""
    if n_frames == 1 and numbers[1] == 0:
        return 0  # the number counts the pages of a book
    frame = numbers[1] if numbers[0] is None or numbers[0] >= n_frames else numbers[0]
    if frame >= n_frames:
        raise OutlineError(f"its image has only {n_frames} page(s)")
    return frame


def _scale(title: Title, size: tuple[int, int]) -> tuple[float, float]:
    """Return image pixels per unit of the page. Raises OutlineError if the page is of another shape."""
    if "bbox" not in title:
        return 1.0, 1.0
    corners: Points = bbox_points(title)
    if corners[0] != (0, 0) or corners[2] == (0, 0):
        return 1.0, 1.0  # a part of the image, in its own pixels, or no size
    return page_scale(corners[2], size)
