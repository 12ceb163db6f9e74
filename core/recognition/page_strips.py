"""The lines that were found on a page, cut out as high and as wide as a line reader reads them best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.geometry import Polygon, Polyline
from core.imaging.segment.binarise import Gray
from core.imaging.segment.line_strip import LineStrip, found_strip, letter_heights
from core.recognition.line_words import mean_score

if TYPE_CHECKING:
    from core.model.line_reader import LineReader

_HEIGHTS, _WIDTHS = (1.0, 0.9, 1.1), (1.0, 0.9, 1.12)
"""Heights of the strips that are tried, in what the outlines say, and widths, in that of the line: hands differ in how
far loops and capitals reach, and in how wide they write (research/trials/line-reader.md)."""
_SAMPLE = 5
"""Lines of a page, the longest ones, that are read to choose among them."""


def page_strips(
    gray: Gray, lines: Sequence[tuple[Polygon, Polyline]], reader: LineReader | None
) -> list[LineStrip | None]:
    """Cut lines, each with its outline and its baseline, out of a page; None where one lies outside it.

    The strips have those of the heights and widths at which the reader is surest of the letters of the page.
    """
    letters = letter_heights([outline for outline, _ in lines])

    def cut(number: int, height: float, width: float) -> LineStrip | None:
        return found_strip(gray, lines[number][1], letters[number] * height, width)

    lengths = [abs(baseline[-1][0] - baseline[0][0]) for _, baseline in lines]
    longest = sorted(range(len(lines)), key=lengths.__getitem__)[-_SAMPLE:]

    scores: dict[tuple[float, float], float] = {}

    def surest(reader: LineReader, shapes: list[tuple[float, float]]) -> tuple[float, float]:
        new = [shape for shape in shapes if shape not in scores]
        samples = [[strip.gray for number in longest if (strip := cut(number, *shape))] for shape in new]
        spelled = iter(reader.spell([strip for sample in samples for strip in sample]))
        scores.update(
            (shape, mean_score([next(spelled) for _ in sample])) for shape, sample in zip(new, samples, strict=True)
        )
        return max(shapes, key=scores.__getitem__)

    height, width = _HEIGHTS[0], _WIDTHS[0]
    if reader is not None:
        height, width = surest(reader, [(height, width) for height in _HEIGHTS])
        height, width = surest(reader, [(height, width) for width in _WIDTHS])
    return [cut(number, height, width) for number in range(len(lines))]
