"""The invisible text of a page in a PDF: each word fills the box of its word, in reading order.

Readers of PDFs expect the characters of a word from left to right as they stand on the page, and turn right-to-left
text around themselves. They separate words by blanks in the text and by gaps between the boxes, and join words of
about the same font size and baseline to lines.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from core.formats.pdf_font import ADVANCE, Extent, InvisibleFonts
from core.formats.records import PageRecord, lines_in_order
from core.geometry import Box, Polyline, straight_baseline
from core.lexicon.direction import reads_right_to_left

_RIGHT_TO_LEFT = ("R", "AL")
_LEFT_TO_RIGHT = ("L", "EN", "AN")
"""Bidirectional classes of characters that run from left to right, numbers among Arabic letters included."""

_CLEAR_GAP = 0.16
"""Share of the font size from which all readers see a gap between words; `pdftotext -raw` asks most."""

_MAX_CUT = 0.6
"""Share of a word's box that is given up at most for the gap to a neighbour."""

_GAP_TO_LEFT = 0.2
"""Share of the font size up to which the word to the left is written with a blank at its right end. Blanks of their own
mix up the order of right-to-left words in pdfium."""

_MAX_ASCENT, _MAX_DESCENT = 1.0, 0.4
"""Extent of a word over and under the baseline, as shares of the font size; readers distrust fonts with larger ones."""

_STEP = 40
"""Extents are multiples of this many thousandths of the font size, so that many words share a font."""

Rectangle = tuple[float, float, float, float]
"""``(x, y, width, height)`` in pixels of the page."""


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A word (without blanks) and its box."""

    text: str
    box: Rectangle


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """The words of a line in reading order, and the line's baseline."""

    words: tuple[PlacedText, ...]
    baseline: Polyline


def text_operators(page: PageRecord, scale: tuple[float, float], fonts: InvisibleFonts) -> str:
    """Return the operators that write the page's text; empty if there is none.

    ``scale``: points per pixel across and down. A line that is not cut into words is spread over its box.
    """
    lines = list(placed_lines(page))
    common = _common_size(lines)
    pen = _Pen(page.height, scale, fonts)
    rows = [row for line in lines for row in _line_operators(line, max(common, _least_size(line)), pen)]
    return "\n".join(["BT 3 Tr", *rows, "ET"]) if rows else ""


def placed_lines(page: PageRecord) -> Iterator[PlacedLine]:
    """Yield the lines that have text, in reading order."""
    for line, words in lines_in_order(page):
        if words:
            placed = [part for word in words for part in _spread(word.text, word.box)]
        else:
            placed = _spread(line.text, line.box)
        if placed:
            yield PlacedLine(tuple(placed), line.baseline or straight_baseline([line.box]))


def visual_order(text: str) -> str:
    """Return a word's characters as they stand on the page from left to right.

    Right-to-left letters are turned around, numbers and Latin letters among them are not.
    """
    classes = _resolved_classes(text)
    if "R" not in classes:
        return text
    runs = [
        "".join(char for char, _ in run) for _, run in groupby(zip(text, classes, strict=True), lambda pair: pair[1])
    ]
    kinds = [kind for kind, _ in groupby(classes)]
    turned = [run[::-1] if kind == "R" else run for run, kind in zip(runs, kinds, strict=True)]
    return "".join(reversed(turned) if reads_right_to_left(text) else turned)


def _line_operators(line: PlacedLine, size: float, pen: _Pen) -> Iterator[str]:
    """Yield the operators of the words of a line, with the font ``size`` in pixels, and of the blanks between them."""
    before: Rectangle | None = None
    gap = _CLEAR_GAP * size
    words = _apart(line.words, gap)
    for word in words:
        x, y, width, height = word.box
        under = y + height - _baseline_at(line.baseline, x + width / 2)
        extent = _extent(height / size, under / size)
        units = list(visual_order(word.text))
        if before is not None and before[0] <= x:
            start = before[0] + before[2]
            yield pen.write(" ", (start, y, max(x - start, gap), height), extent)
        elif before is not None and before[0] - x - width < _GAP_TO_LEFT * size:
            units[-1] += " "
        if word is words[-1]:  # some readers put no blank between lines
            units[-1] += " "
        yield pen.write(units, word.box, extent)
        before = word.box


def _common_size(lines: Sequence[PlacedLine]) -> float:
    """Return a font size for the lines of a page: readers begin a new block of text where the size changes."""
    sizes = sorted(_least_size(line) for line in lines)
    return sizes[len(sizes) * 3 // 4] if sizes else 1.0


def _least_size(line: PlacedLine) -> float:
    """Return the font size in pixels at which the highest word of a line keeps to the limits of extents."""
    return max(1.0, max(word.box[3] for word in line.words) / (_MAX_ASCENT + _MAX_DESCENT))


def _baseline_at(baseline: Polyline, x: float) -> float:
    """Return the height of a baseline at ``x``; beyond its ends that of the nearest end."""
    points = sorted(baseline)
    if x <= points[0][0]:
        return points[0][1]
    for (left, y_left), (right, y_right) in pairwise(points):
        if left <= x <= right:
            return y_left + (y_right - y_left) * ((x - left) / (right - left) if right > left else 0)
    return points[-1][1]


def _extent(height: float, under: float) -> Extent:
    """Return the extent of a word from its height and its part under the baseline, as shares of the font size.

    A word that would be out of the limits, or beside the baseline, is moved against it.
    """
    under = min(max(under, 0.0, height - _MAX_ASCENT), height, _MAX_DESCENT)
    # not 0: readers take that for unknown
    return max(_STEP, round((height - under) * 1000 / _STEP) * _STEP), max(1, round(under * 1000 / _STEP) * _STEP)


class _Pen:
    """Writes texts into boxes: the operators of a content stream."""

    def __init__(self, page_height: int, scale: tuple[float, float], fonts: InvisibleFonts) -> None:
        self._page_height, self._scale, self._fonts = page_height, scale, fonts

    def write(self, units: Sequence[str], box: Rectangle, extent: Extent) -> str:
        """Return the operators that fill ``box`` with ``units``, each as wide as the others."""
        (across, down), (x, y, width, height) = self._scale, box
        over, under = extent
        size = height * down * 1000 / (over + under)
        stretch = width * across / (len(units) * size * ADVANCE / 1000) * 100
        baseline = (self._page_height - y - height) * down + size * under / 1000
        codes = "".join(map(self._fonts.codes.encode, units))
        font = self._fonts.name(extent)
        return f"{font} {size:.4f} Tf {stretch:.4f} Tz 1 0 0 1 {x * across:.4f} {baseline:.4f} Tm <{codes}> Tj"


def _apart(words: Sequence[PlacedText], gap: float) -> list[PlacedText]:
    """Return the words with boxes that leave a gap between neighbours, for which boxes that touch or overlap are cut.

    pdf.js puts a blank between words only where it sees a gap.
    """
    boxes = [word.box for word in words]
    order = sorted(range(len(boxes)), key=lambda index: boxes[index][0])
    for left, right in pairwise(order):
        x, y, width, height = boxes[left]
        lack = gap - (boxes[right][0] - x - width)
        if lack > 0:
            cut = min(lack, _MAX_CUT * width)
            boxes[left] = (x, y, width - cut, height)
            x, y, width, height = boxes[right]
            cut = min(lack - cut, _MAX_CUT * width)
            boxes[right] = (x + cut, y, width - cut, height)
    return [replace(word, box=box) for word, box in zip(words, boxes, strict=True)]


def _spread(text: str | None, box: Box) -> list[PlacedText]:
    """Divide a box among the words of a text by their lengths; most texts are one word, which gets the whole box."""
    parts = _clean(text or "").split()
    x, y, width, height = box
    width, height = max(width, 1), max(height, 1)
    unit = width / max(sum(map(len, parts)) + len(parts) - 1, 1)
    letters = sum(unicodedata.bidirectional(char) in _RIGHT_TO_LEFT for part in parts for char in part)
    from_right = 2 * letters > sum(map(len, parts))
    placed, start = [], 0.0
    for part in parts:
        extent = len(part) * unit
        left = x + width - start - extent if from_right else x + start
        placed.append(PlacedText(part, (left, y, extent, height)))
        start += extent + unit
    return placed


def _clean(text: str) -> str:
    """Replace control characters by blanks, and invalid characters by U+FFFD."""
    kinds = ((char, unicodedata.category(char)) for char in text)
    return "".join(" " if kind == "Cc" else "\ufffd" if kind == "Cs" else char for char, kind in kinds)


def _resolved_classes(text: str) -> list[str]:
    """Return "L" or "R" for every character; marks follow their letter, signs their neighbours or the whole text."""
    base = "R" if reads_right_to_left(text) else "L"
    found: list[str | None] = []
    for char in text:
        kind = unicodedata.bidirectional(char)
        if kind == "NSM" and found:
            found.append(found[-1])
        else:
            found.append("R" if kind in _RIGHT_TO_LEFT else "L" if kind in _LEFT_TO_RIGHT else None)
    for position, resolved in enumerate(found):
        if resolved is None:
            before = next((k for k in reversed(found[:position]) if k), base)
            after = next((k for k in found[position:] if k), base)
            found[position] = before if before == after else base
    return [resolved or base for resolved in found]
