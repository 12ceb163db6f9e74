"""The lines that were found on a page, cut out as high as a line reader reads them best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.geometry import Polygon, Polyline
from core.imaging.segment.binarise import Gray
from core.imaging.segment.line_strip import LineStrip, found_strip, letter_heights
from core.recognition.line_words import mean_score

if TYPE_CHECKING:
    from core.model.line_reader import LineReader

_HEIGHTS = 1.0, 0.9, 1.1
"""Heights of the strips that are tried: hands differ in how far their loops and capitals reach
(research/trials/line-reader.md)."""
_SAMPLE = 5
"""Lines of a page, the longest ones, that are read to choose among them."""


def page_strips(
    gray: Gray, lines: Sequence[tuple[Polygon, Polyline]], reader: LineReader | None
) -> list[LineStrip | None]:
    """Cut lines, each with its outline and its baseline, out of a page; None where one lies outside it.

    All strips are as much higher or lower, in heights of their letters, as the reader is surest of its letters with.
    """
    letters = letter_heights([outline for outline, _ in lines])

    def cut(number: int, height: float) -> LineStrip | None:
        return found_strip(gray, lines[number][1], letters[number] * height)

    height = _HEIGHTS[0]
    if reader is not None:
        lengths = [abs(baseline[-1][0] - baseline[0][0]) for _, baseline in lines]
        longest = sorted(range(len(lines)), key=lengths.__getitem__)[-_SAMPLE:]
        samples = [[strip.gray for number in longest if (strip := cut(number, height))] for height in _HEIGHTS]
        spelled = iter(reader.spell([strip for sample in samples for strip in sample]))
        scores = [mean_score([next(spelled) for _ in sample]) for sample in samples]
        height = _HEIGHTS[scores.index(max(scores))]
    return [cut(number, height) for number in range(len(lines))]
