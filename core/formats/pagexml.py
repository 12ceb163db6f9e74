"""Reading PAGE XML of 2010 to 2019 and of later versions with the same names: words with boxes, or text lines only."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from lxml import etree

from core.errors import InputError
from core.formats.files import find_image
from core.formats.markup import children, descendants, local_name
from core.formats.outlines import OutlineError, Points, page_scale, parse_points, to_pixels, to_polyline
from core.formats.records import (
    ALIGNED,
    SUGGESTED,
    LineRecord,
    PageRecord,
    RegionRecord,
    Skipped,
    SourceContents,
    TextOrigin,
    WordRecord,
)
from core.formats.xml_pages import Layout, LineNode, WordNode, match_words, node_records, read_documents
from core.geometry import Polyline, union
from core.imaging.read import IMAGE_SUFFIXES, frame_sizes
from core.language import tr

ROOT = "PcGts"

SUGGESTION_MARK, ALIGNED_MARK = (f"ductus {{source:{kind};" for kind in (SUGGESTED, ALIGNED))
"""Part of the mark of a Word whose text nobody has checked."""

_CUSTOM_TYPE = re.compile(r"structure\s*\{[^}]{0,200}?\btype\s*:\s*([^;}]{1,60})")
_CUSTOM_INDEX = re.compile(r"readingOrder\s*\{\s*index\s*:\s*([0-9]{1,6})\b")


def read(source: Path) -> SourceContents:
    """Return the pages of a PAGE XML file, or of all below a folder (images beside them or one folder up).

    Boxes are scaled to the image if the file declares another size of the same shape. If words and the text of
    their line disagree, the line's text is used. Raises InputError if nothing can be used.
    """
    return read_documents(source, ROOT, _read_page)


def _read_page(path: Path, root: Any, folder: Path) -> tuple[list[PageRecord], list[Skipped]]:
    pages = children(root, "Page")
    if not pages:
        raise InputError.at(path, tr("there is no Page element in this file"))
    image = find_image(path, pages[0].get("imageFilename"), folder, IMAGE_SUFFIXES)
    size = frame_sizes(image)[0]
    try:
        scale = scale_of(pages[0], size)
    except OutlineError as error:
        raise InputError.at(path, str(error)) from error
    layout = read_layout(pages[0], scale, size)
    words, lines = node_records(layout.nodes)
    record = PageRecord(image, *size, words=words, lines=lines, source=path, regions=tuple(layout.regions))
    skipped = [Skipped(path, place, reason) for place, reason in layout.unusable]
    return [record], skipped + layout.disagreements.report(path)


def scale_of(page: Any, size: tuple[int, int]) -> tuple[float, float]:
    """Return image pixels per unit of the document. Raises OutlineError if the page is of another shape."""
    declared = (page.get("imageWidth"), page.get("imageHeight"))
    if declared in ((None, None), ("0", "0")):
        return 1.0, 1.0
    try:
        return page_scale((float(declared[0]), float(declared[1])), size)
    except (TypeError, ValueError) as error:
        raise error if isinstance(error, OutlineError) else OutlineError(tr("its page size is not a number")) from error


def read_layout(page: Any, scale: tuple[float, float], size: tuple[int, int]) -> Layout:
    """Return every text region and every TextLine in reading order with its usable words.

    The text of a line is right where its words spell something else: the words are corrected, or if they do not fit
    the line is read without words.
    """
    layout = Layout()
    index_of = _read_regions(page, scale, size, layout)
    for number, element in enumerate(_in_reading_order(page)):
        name = element.get("id") or tr("line {number}", number=number + 1)
        node = LineNode(element, None)
        reason = ""
        try:
            box, polygon = to_pixels(_outline(element), scale, size)
            node.record = LineRecord(box, polygon=polygon)
        except OutlineError as error:
            reason = str(error)
        _read_words(node, name, number, layout, scale, size)
        if node.words and node.record is None:
            node.record = LineRecord(union(word.record.box for word in node.words))
        if node.record is None:
            layout.unusable.append((name, reason))
        else:
            region = next((index_of[a] for a in element.iterancestors() if a in index_of), None)
            baseline = _baseline(element, scale, size)
            text, ref = text_of(element), element.get("id")
            node.record = replace(node.record, text=text, ref=ref, baseline=baseline, region=region, number=number)
        layout.nodes.append(node)
    return layout


def _read_regions(page: Any, scale: tuple[float, float], size: tuple[int, int], layout: Layout) -> dict[Any, int]:
    """Add the text regions to the layout; return the index of each element's record."""
    rank = _region_ranks(page)
    elements = sorted(descendants(page, "TextRegion"), key=lambda region: rank.get(region.get("id"), len(rank)))
    index_of: dict[Any, int] = {}
    for element in elements:
        has_lines = any(local_name(child) in ("TextLine", "TextRegion") for child in element)
        text = None if has_lines else text_of(element)
        try:
            box, polygon = to_pixels(_outline(element), scale, size)
        except OutlineError as error:
            if text is not None:
                layout.unusable.append(
                    (element.get("id") or tr("a region"), tr("its text was not imported: {error}", error=error))
                )
            continue
        index_of[element] = len(layout.regions)
        layout.regions.append(RegionRecord(box, _kind(element), polygon, element.get("id"), text))
    return index_of


def _kind(region: Any) -> str:
    """Return the type of a region; of those that are not in the schema, that in ``custom``."""
    kind = region.get("type") or ""
    if kind in ("", "other") and (found := _CUSTOM_TYPE.search(region.get("custom", ""))):
        return found[1].strip()
    return kind or "paragraph"


def line_kinds(root: Any) -> dict[str, str]:
    """Return the types of the TextLines that have one in ``custom``, by id."""
    found = ((line.get("id"), _CUSTOM_TYPE.search(line.get("custom", ""))) for line in descendants(root, "TextLine"))
    return {id: match[1].strip() for id, match in found if id and match}


def _read_words(
    node: LineNode, name: str, number: int, layout: Layout, scale: tuple[float, float], size: tuple[int, int]
) -> None:
    """Add the usable words of a line to its node, with texts that agree with the line's own text."""
    words = children(node.element, "Word")
    texts = [None if is_suggested(word) else text_of(word) for word in words]
    line = text_of(node.element)
    if line is not None and words and not any(map(is_suggested, words)):
        matched = match_words(texts, line)
        if matched is None:
            # without any text in the words the line still wins: its words can be found again
            layout.disagreements.uncut += 1
            node.outdated = words
            return
        layout.disagreements.relabelled += matched != texts
        texts = matched
    for i, (word, text) in enumerate(zip(words, texts, strict=True), start=1):
        try:
            box, outline = to_pixels(_outline(word), scale, size)
        except OutlineError as error:
            layout.unusable.append((word.get("id") or tr("{name}, word {number}", name=name, number=i), str(error)))
            continue
        is_aligned = ALIGNED_MARK in _mark_of(word) and text == text_of(word)
        origin = TextOrigin(ALIGNED) if is_aligned else None
        record = WordRecord(box, text, outline, number, word.get("id"), origin=origin)
        marked = is_suggested(word)
        node.words.append(WordNode(word, record, marked, not marked and text != text_of(word)))


def is_suggested(word: Any) -> bool:
    """Return whether an export of this program marked the text of a Word as an unchecked suggestion."""
    return SUGGESTION_MARK in _mark_of(word)


def _mark_of(word: Any) -> str:
    """Return the attribute ``custom`` of a Word, and the comments in it that stand for one."""
    return word.get("custom", "") + "".join(comment.text for comment in word.iterchildren(etree.Comment))


def equiv_of(element: Any) -> Any | None:
    """Return the TextEquiv with the lowest index, else the first."""
    equivs = children(element, "TextEquiv")
    return min(equivs, key=_index, default=None)


def text_of(element: Any) -> str | None:
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
        raise OutlineError(tr("it has no outline"))
    points = children(coords[0], "Point")  # before 2013 every point was an element
    if points and not coords[0].get("points"):
        return parse_points(" ".join(f"{p.get('x', '')},{p.get('y', '')}" for p in points))
    return parse_points(coords[0].get("points"))


def _baseline(element: Any, scale: tuple[float, float], size: tuple[int, int]) -> Polyline | None:
    """Return the baseline of a line in pixels, or None without a usable one."""
    for baseline in children(element, "Baseline"):
        try:
            return to_polyline(parse_points(baseline.get("points")), scale, size)
        except OutlineError:
            return None  # a better line is made from the words
    return None


def _in_reading_order(page: Any) -> list[Any]:
    """Return the TextLines sorted by their region in ReadingOrder; regions that are not listed come last.

    Within its region a line is sorted by ``readingOrder {index:N;}`` in ``custom`` if all lines there have it.
    """
    ranks = _region_ranks(page)
    rank_of = {page: ranks.get(page.get("id"), len(ranks))}
    for element in page.iterdescendants(etree.Element):
        rank_of[element] = ranks.get(element.get("id"), rank_of[element.getparent()])
    lines = descendants(page, "TextLine")
    by_region: dict[Any, list[Any]] = {}
    for line in lines:
        by_region.setdefault(line.getparent(), []).append(line)
    # the n-th place of a region's lines is taken by the line that is n-th by its index
    ordered = {region: iter(_by_index(own)) for region, own in by_region.items()}
    return sorted((next(ordered[line.getparent()]) for line in lines), key=lambda line: rank_of[line.getparent()])


def _by_index(lines: list[Any]) -> list[Any]:
    """Return the lines of a region by the indices in ``custom``; as they are unless each has one of its own."""
    found = (_CUSTOM_INDEX.search(line.get("custom", "")) for line in lines)
    by_number = {int(match[1]): line for match, line in zip(found, lines, strict=True) if match}
    return [by_number[number] for number in sorted(by_number)] if len(by_number) == len(lines) else lines


def _region_ranks(page: Any) -> dict[str, int]:
    """Return the place of each region in ReadingOrder, the first of several, by id."""
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
    return {ref: rank for rank, ref in reversed(list(enumerate(refs)))}
