"""Reading ALTO 2, 3 and 4 under any namespace: words with boxes or whole text lines, in pixel, mm10 or inch1200."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.formats.files import find_image
from core.formats.markup import children, descendants, local_name, outermost
from core.formats.outlines import OutlineError, box_corners, page_scale, parse_points, to_pixels, to_polyline
from core.formats.records import LineRecord, PageRecord, RegionRecord, Skipped, SourceContents, WordRecord
from core.formats.xml_pages import Layout, LineNode, Unusable, WordNode, node_records, read_documents
from core.geometry import Box, Polygon, Polyline, union
from core.imaging.read import IMAGE_SUFFIXES, frame_sizes
from core.language import tr

ROOT = "alto"
UNITS = ("pixel", "mm10", "inch1200")

SUGGESTION_TYPE = "ductus-suggestion"
"""TYPE of the OtherTag that marks Strings whose text nobody has checked."""

_Outline = tuple[Box, Polygon | None]


def read(source: Path) -> SourceContents:
    """Return the pages of an ALTO file, or of all below a folder (images beside them or one folder up).

    The n-th Page of a file belongs to the n-th frame of its image. Boxes in any unit are converted to image
    pixels by the size of the page. Raises InputError if nothing can be used.
    """
    return read_documents(source, ROOT, _read_pages)


def _read_pages(path: Path, root: Any, folder: Path) -> tuple[list[PageRecord], list[Skipped]]:
    elements = outermost(descendants(root, "Page"))
    if not elements:
        raise InputError.at(path, tr("there is no Page element in this file"))
    names = [element.text.strip() for element in descendants(root, "fileName") if element.text]
    image = find_image(path, names[0] if names else None, folder, IMAGE_SUFFIXES)
    frames = frame_sizes(image)
    pages: list[PageRecord] = []
    skipped: list[Skipped] = []
    for i, element in enumerate(elements):
        try:
            if i >= len(frames):
                raise OutlineError(tr("its image has only {n_frames} page(s)", n_frames=len(frames)))
            layout = read_layout(root, element, scale_of(root, element, frames[i]), frames[i])
        except OutlineError as error:
            if len(elements) == 1:
                raise InputError.at(path, str(error)) from error
            skipped.append(Skipped(path, tr("page {page}", page=i + 1), str(error)))
            continue
        words, lines = node_records(layout.nodes)
        record = PageRecord(image, *frames[i], i, words, lines, source=path, regions=tuple(layout.regions))
        pages.append(record)
        skipped += [Skipped(path, place, reason) for place, reason in layout.unusable]
    return pages, skipped


def scale_of(root: Any, page: Any, size: tuple[int, int]) -> tuple[float, float]:
    """Return image pixels per unit, from the size of the page in units; the unit is ``pixel`` by default.

    Raises OutlineError for an unknown unit and for a page without a usable size.
    """
    unit = _unit(root)
    try:
        declared = float(page.get("WIDTH") or 0), float(page.get("HEIGHT") or 0)
    except ValueError:
        raise OutlineError(tr("its page size is not a number")) from None
    if declared == (0, 0) and unit == "pixel":
        return 1.0, 1.0
    return page_scale(declared, size)


def _unit(root: Any) -> str:
    for element in descendants(root, "MeasurementUnit"):
        unit = (element.text or "").strip().lower()
        if unit not in UNITS:
            raise OutlineError(tr("its unit '{unit}' is none of {choices}", unit=unit[:40], choices=", ".join(UNITS)))
        return unit
    return "pixel"


def read_layout(root: Any, page: Any, scale: tuple[float, float], size: tuple[int, int]) -> Layout:
    """Return every TextBlock and every TextLine in document order with its usable words.

    A line is read as words if its Strings have boxes of their own. It is read as a whole if its only String
    holds several words, or if no String has a box other than that of the line (and, for a single word, the
    page has other whole lines, or it is empty, or the line has an outline and the word has none).
    """
    labels = _tag_labels(root)
    layout = Layout()
    index_of: dict[Any, int] = {}
    for element in descendants(page, "TextBlock"):
        outline = _outline(element, scale, size)
        if not isinstance(outline, OutlineError):
            index_of[element] = len(layout.regions)
            kind = _label(element, labels) or "paragraph"
            layout.regions.append(RegionRecord(outline[0], kind, outline[1], element.get("ID")))
    elements = descendants(page, "TextLine")
    reader = _LineReader(scale, size, any(_is_one_string_of_many_words(line) for line in elements), _suggestions(root))
    for number, element in enumerate(elements):
        name = element.get("ID") or tr("line {number}", number=number + 1)
        node, found = reader.read(element, name, number)
        if node.record is not None:
            region = next((index_of[a] for a in element.iterancestors() if a in index_of), None)
            node.record = replace(node.record, region=region)
        layout.nodes.append(node)
        layout.unusable += found
    return layout


def line_kinds(root: Any) -> dict[str, str]:
    """Return the types of the TextLines that have one, by id."""
    labels = _tag_labels(root)
    found = ((line.get("ID"), _label(line, labels)) for line in descendants(root, "TextLine"))
    return {id: label for id, label in found if id and label}


def _label(element: Any, labels: dict[str, str]) -> str | None:
    return next((labels[tag] for tag in (element.get("TAGREFS") or "").split() if tag in labels), None)


def _tag_labels(root: Any) -> dict[str, str]:
    """Return the labels of the tags that name kinds of blocks and lines, by id."""
    tags = [tag for kind in ("LayoutTag", "OtherTag", "StructureTag") for tag in descendants(root, kind)]
    return {tag.get("ID", ""): tag.get("LABEL", "") for tag in tags if tag.get("LABEL")}


def _suggestions(root: Any) -> frozenset[str]:
    """Return the ids of the tags with which an export of this program marks unchecked suggestions."""
    return frozenset(t.get("ID", "") for t in descendants(root, "OtherTag") if t.get("TYPE") == SUGGESTION_TYPE)


def strings_of(line: Any) -> list[Any]:
    return children(line, "String")


def _content(string: Any) -> str | None:
    """Return the text of a String as written: of a hyphenated word the part on this line, not SUBS_CONTENT."""
    text = string.get("CONTENT", "")
    return text if text.strip() else None


def _is_one_string_of_many_words(line: Any) -> bool:
    strings = strings_of(line)
    return len(strings) == 1 and len((_content(strings[0]) or "").split()) > 1


@dataclass(frozen=True)
class _LineReader:
    """Reads TextLine elements of one page."""

    scale: tuple[float, float]
    size: tuple[int, int]
    has_whole_lines: bool
    suggestions: frozenset[str]

    def read(self, element: Any, name: str, number: int) -> tuple[LineNode, Unusable]:
        """Return the line with its words, and the Strings that cannot be used."""
        own = _outline(element, self.scale, self.size)
        strings = [(string, _outline(string, self.scale, self.size)) for string in strings_of(element)]
        outlines = [outline for _, outline in strings]
        boxes = [outline[0] for outline in outlines if not isinstance(outline, OutlineError)]
        node = LineNode(element, None)
        box, polygon = (union(boxes) if boxes else None, None) if isinstance(own, OutlineError) else own
        if box is None:
            return node, [(name, str(own))]
        baseline = _baseline(element, self.scale, self.size)
        node.record = LineRecord(box, None, polygon, element.get("ID"), baseline, number=number)
        if _is_whole_line(element, None if isinstance(own, OutlineError) else box, outlines, self.has_whole_lines):
            text = " ".join(content for string, _ in strings if (content := _content(string))) or None
            node.record = replace(node.record, text=text)
            node.outdated = [c for c in element if local_name(c) in ("String", "SP", "HYP")] if strings else []
            return node, []
        unusable: Unusable = []
        for i, (string, outline) in enumerate(strings, start=1):
            ref = string.get("ID")
            if isinstance(outline, OutlineError):
                unusable.append((ref or tr("{name}, String {number}", name=name, number=i), str(outline)))
                continue
            is_suggested = not self.suggestions.isdisjoint((string.get("TAGREFS") or "").split())
            text = None if is_suggested else _content(string)
            record = WordRecord(outline[0], text, outline[1], number, ref)
            node.words.append(WordNode(string, record, is_suggested))
        return node, unusable


def _baseline(element: Any, scale: tuple[float, float], size: tuple[int, int]) -> Polyline | None:
    """Return BASELINE in pixels: points, or before version 4.2 one vertical position; None if it cannot be used."""
    value = element.get("BASELINE")
    if not value:
        return None
    try:
        if len(value.split()) == 1 and "," not in value:
            left, y = float(element.get("HPOS") or 0), float(value)
            value = f"{left} {y} {left + float(element.get('WIDTH') or 0)} {y}"
        return to_polyline(parse_points(value), scale, size)
    except ValueError:
        return None  # a better line is made from the words


def _is_whole_line(line: Any, box: Box | None, strings: list[_Outline | OutlineError], has_whole_lines: bool) -> bool:
    if not strings or _is_one_string_of_many_words(line):
        return True
    if any(not isinstance(outline, OutlineError) and outline[0] != box for outline in strings):
        return False
    no_boxes = all(isinstance(outline, OutlineError) for outline in strings)
    # a line without transcription has one empty String, because the schema wants a String in every line
    is_empty = _content(strings_of(line)[0]) is None
    has_outline = bool(children(line, "Shape")) and not children(strings_of(line)[0], "Shape")
    return no_boxes or is_empty or has_whole_lines or has_outline or len(strings) > 1


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
            raise OutlineError(tr("it has no box"))
        try:
            x, y, width, height = (float(value) for value in values)
        except ValueError:
            raise OutlineError(tr("its box is not made of numbers")) from None
        box, _ = to_pixels(box_corners(x, y, width, height), scale, size)
        return box, polygon[1] if polygon is not None else None
    except OutlineError as error:
        return error
