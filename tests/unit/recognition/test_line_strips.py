"""Strips of lines: what they show, where their boxes lie, and how high and wide the line reader is surest of them."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from core.geometry import LinePlace
from core.imaging.segment.line_strip import letter_heights, region_strip, straight_strip
from core.model.line_reader import LineReader
from core.model.line_spelling import SpelledLine
from core.recognition.page_strips import page_strips

HEIGHT = 20
WIDTH = 600
LINES = [
    LinePlace(
        (20, y - 28, right - 19, 42),
        ((20, y - 28), (right, y - 28), (right, y + 13), (20, y + 13)),
        ((20, y), (right, y)),
        is_found=True,
    )
    for y, right in ((100, 580), (200, 560), (300, 540), (400, 500), (500, 450), (600, 90), (700, 60))
]
GRAY = np.full((800, WIDTH), 240, np.uint8)
USUAL = 77
"""Rows of a strip of such a line as its outline has it."""


def sloping_page() -> tuple[np.ndarray, list[tuple[int, int]]]:
    """A page with strokes along a baseline that falls by one row in ten columns, and the baseline."""
    gray = np.full((400, 600), 240, np.uint8)
    baseline = [(50, 150), (550, 200)]
    for x in range(50, 550, 30):
        y = 150 + (x - 50) // 10
        gray[y - HEIGHT : y, x : x + 12] = 20
    return gray, baseline


def outline(baseline: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """About twice as high as the strokes, as around letters with loops."""
    (x0, y0), (x1, y1) = baseline
    return (x0, y0 - 28), (x1, y1 - 28), (x1, y1 + 13), (x0, y0 + 13)


def test_a_sloping_line_is_straight_in_its_strip() -> None:
    gray, baseline = sloping_page()
    strip = straight_strip(gray, tuple(baseline), *letter_heights([outline(baseline)]))
    assert strip is not None
    rows = np.flatnonzero((strip.gray < 100).any(axis=1))
    assert np.ptp(rows) < HEIGHT + 5, "on the page the strokes span 65 rows"
    assert 0.4 < rows[0] / len(strip.gray) < 0.6, "room for loops above and below"


@pytest.mark.parametrize("stretch", [1.0, 0.8, 1.25])
def test_boxes_return_to_the_page(stretch: float) -> None:
    gray, baseline = sloping_page()
    strip = straight_strip(gray, tuple(baseline), *letter_heights([outline(baseline)]), stretch)
    assert strip is not None
    for x in (50, 290, 530):
        y = 150 + (x - 50) // 10
        left, top, width, height = strip.strip_box((x, y - HEIGHT, 12, HEIGHT))
        assert width == round(12 * stretch)
        assert (strip.gray[top + 3 : top + height - 3, left + 2 : left + width - 2] < 100).all()
        box = strip.page_box(left, top, left + width, top + height)
        assert np.abs(np.subtract(box, (x, y - HEIGHT, 12, HEIGHT))).max() <= 2


def test_a_given_line_is_cut_as_it_stands() -> None:
    gray, _ = sloping_page()
    strip = region_strip(gray, (40, 100, 300, 90))
    assert strip is not None and np.array_equal(strip.gray, gray[100:190, 40:340])
    assert strip.page_box(3, 4, 13, 24) == (43, 104, 10, 20) and strip.strip_box((43, 104, 10, 20)) == (3, 4, 10, 20)
    assert region_strip(gray, (700, 10, 20, 20)) is None


def test_a_line_at_the_edge_of_the_page_keeps_its_columns() -> None:
    gray, _ = sloping_page()
    strip = straight_strip(gray, ((0, 15), (599, 15)), 8.7)
    assert strip is not None and strip.x == 0 and strip.gray.shape[1] <= 600
    assert strip.page_box(0, 0, 10, 5)[1] == 0


def box_outline(width: int, height: float) -> tuple[tuple[int, int], ...]:
    return (0, 0), (width, 0), (width, round(height)), (0, round(height))


def test_a_line_with_little_ink_is_cut_nearly_as_high_as_the_others_of_its_page() -> None:
    usual = [box_outline(500, 40)] * 4
    alone = letter_heights(usual)
    faint = letter_heights([*usual, box_outline(450, 10)])
    assert faint[:4] == alone and faint[4] == pytest.approx(alone[0] / 2)
    short = letter_heights([*usual, *[box_outline(30, 10)] * 9])
    assert short[:4] == alone, "the page's usual height is that of most writing, not of most lines"
    assert letter_heights([]) == []


class ReaderOf:
    """Reads one letter of every strip, the surer, the nearer its height and its length are to what it likes."""

    def __init__(self, height: float, stretch: float = 1.0) -> None:
        self.height = height
        self.lengths = [stretch * strip.gray.shape[1] for strip in page_strips(GRAY, LINES, None) if strip is not None]
        self.shapes: list[tuple[int, int]] = []

    def spell(self, lines: list[np.ndarray]) -> list[SpelledLine]:
        self.shapes += [line.shape for line in lines]
        far = [min(abs(line.shape[1] - length) for length in self.lengths) for line in lines]
        sure = [-abs(len(line) - self.height) / 100 - length / 100 for line, length in zip(lines, far, strict=True)]
        return [SpelledLine(np.array([[-9.0, score]], np.float32), 8.0) for score in sure]


def heights(reader: ReaderOf | None) -> list[int]:
    strips = page_strips(GRAY, LINES, cast(LineReader, reader))
    return [len(strip.gray) for strip in strips if strip is not None]


@pytest.mark.parametrize(("stretch", "width"), [(0.8, 0.9), (1.0, 1.0), (1.3, 1.12)])
def test_all_lines_are_as_wide_as_the_reader_is_surest_of(stretch: float, width: float) -> None:
    strips = page_strips(GRAY, LINES[:1], cast(LineReader, ReaderOf(USUAL, stretch)))
    [plain] = page_strips(GRAY, LINES[:1], None)
    assert plain is not None and strips[0] is not None
    assert strips[0].gray.shape == (USUAL, round(plain.gray.shape[1] * width))


@pytest.mark.parametrize(("best", "height"), [(60, 70), (77, USUAL), (95, 85)])
def test_all_lines_are_cut_at_the_height_that_the_reader_is_surest_of(best: float, height: int) -> None:
    assert heights(ReaderOf(best)) == [height] * len(LINES)


def test_only_the_longest_lines_are_read_for_it() -> None:
    reader = ReaderOf(USUAL)
    heights(reader)
    assert len(reader.shapes) == 25 and min(width for _, width in reader.shapes) > 400


def test_without_a_reader_or_anything_to_read_the_outlines_decide() -> None:
    assert heights(None) == [USUAL] * len(LINES)
    assert page_strips(GRAY, [], cast(LineReader, ReaderOf(60))) == []


def test_a_line_outside_the_page_has_no_strip() -> None:
    outline = ((900, 10), (990, 10), (990, 50), (900, 50))
    outside = LinePlace((900, 10, 91, 41), outline, ((900, 40), (990, 40)), is_found=True)
    strips = page_strips(GRAY, [*LINES, outside], cast(LineReader, ReaderOf(60)))
    assert strips[-1] is None and all(strips[:-1])


GIVEN = [replace(line, is_found=False) for line in LINES]


AS_IT_STANDS = 42


"""Rows of such a line as it stands."""


def test_given_lines_are_straightened_if_the_reader_is_surer_of_them_then() -> None:
    for best, height in ((30, AS_IT_STANDS), (AS_IT_STANDS, AS_IT_STANDS), (52, 54), (62, 62), (90, USUAL)):
        strips = page_strips(GRAY, GIVEN, cast(LineReader, ReaderOf(best)))
        assert [len(strip.gray) for strip in strips if strip is not None] == [height] * len(GIVEN)
    assert [len(strip.gray) for strip in page_strips(GRAY, GIVEN, None) if strip is not None] == [AS_IT_STANDS] * 7


def test_each_source_of_outlines_has_a_height_of_its_own() -> None:
    strips = page_strips(GRAY, [*LINES[:3], *GIVEN[3:]], cast(LineReader, ReaderOf(60)))
    assert [len(strip.gray) for strip in strips if strip is not None] == [70] * 3 + [62] * 4


def test_a_line_without_an_outline_or_a_baseline_is_cut_out_as_it_stands() -> None:
    bare = [LinePlace(LINES[0].box), replace(GIVEN[1], baseline=None), replace(GIVEN[2], outline=None)]
    strips = page_strips(GRAY, [*bare, *GIVEN[3:]], cast(LineReader, ReaderOf(62)))
    assert [len(strip.gray) for strip in strips if strip is not None] == [42] * 3 + [62] * 4
