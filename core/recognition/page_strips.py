"""The lines of a page, cut out as high and as wide as a line reader reads them best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.geometry import LinePlace
from core.imaging.segment.binarise import Gray
from core.imaging.segment.line_strip import LineStrip, letter_heights, region_strip, straight_strip
from core.recognition.line_words import mean_score

if TYPE_CHECKING:
    from core.model.line_reader import LineReader

_Shape = tuple[float, float] | None
"""Height of the strips of straightened lines, in what their outlines say, and width, in that of the line; None for
lines that are cut out as they stand."""

_FOUND: tuple[_Shape, ...] = ((1.0, 1.0), (0.9, 1.0), (1.1, 1.0))
_GIVEN: tuple[_Shape, ...] = (None, (0.7, 1.0), (0.6, 1.0), (0.8, 1.0), (0.9, 1.0), (1.0, 1.0))
"""Shapes that are tried for lines that were found, and for others: hands differ in how far loops and capitals reach,
and outlines in how much room they leave around the ink (research/trials/line-reader.md)."""
_WIDTHS = (1.0, 0.9, 1.12)
"""Widths that are tried then: hands differ in how wide they write."""
_SAMPLE = 5
"""Lines of a page, the longest ones, that are read to choose among them."""


def page_strips(gray: Gray, lines: Sequence[LinePlace], reader: LineReader | None) -> list[LineStrip | None]:
    """Cut lines out of a page; None where one lies outside it.

    Lines with an outline and a baseline have the shape in which the reader is surest of their letters; without a reader
    those that were found are straightened. Others are cut out as they stand.
    """
    strips = [None if line.has_shape else region_strip(gray, line.box, line.outline) for line in lines]
    for is_found, shapes in ((True, _FOUND), (False, _GIVEN)):
        group = [number for number, line in enumerate(lines) if line.has_shape and line.is_found == is_found]
        for number, strip in zip(group, _shaped_strips(gray, [lines[n] for n in group], shapes, reader), strict=True):
            strips[number] = strip
    return strips


def _shaped_strips(
    gray: Gray, lines: Sequence[LinePlace], shapes: Sequence[_Shape], reader: LineReader | None
) -> list[LineStrip | None]:
    """Cut lines out in the shape in which the reader is surest of the longest of them, without one in the first."""
    letters = letter_heights([line.outline or () for line in lines])

    def cut(number: int, shape: _Shape) -> LineStrip | None:
        line = lines[number]
        if shape is None:
            return region_strip(gray, line.box, line.outline)
        return straight_strip(gray, line.baseline or (), letters[number] * shape[0], shape[1])

    longest = sorted(range(len(lines)), key=lambda number: lines[number].box[2])[-_SAMPLE:]
    shape = shapes[0]
    if reader is not None and lines:
        shape = _surest(reader, shapes, lambda shape: [strip.gray for n in longest if (strip := cut(n, shape))])
    return [cut(number, shape) for number in range(len(lines))]


def _surest(reader: LineReader, shapes: Sequence[_Shape], sample: Callable[[_Shape], list[Gray]]) -> _Shape:
    """Return the shape, then the width of it, in which the reader is surest of the letters of a sample of lines."""
    scores: dict[_Shape, float] = {}

    def surest(shapes: Sequence[_Shape]) -> _Shape:
        new = [shape for shape in shapes if shape not in scores]
        samples = list(map(sample, new))
        spelled = iter(reader.spell([strip for strips in samples for strip in strips]))
        for shape, strips in zip(new, samples, strict=True):
            scores[shape] = mean_score([next(spelled) for _ in strips])
        return max(shapes, key=scores.__getitem__)

    shape = surest(shapes)
    return shape and surest([(shape[0], width) for width in _WIDTHS])
