"""Lines of a page are cut out as high and as wide as the line reader is surest of them."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from core.geometry import LinePlace
from core.model.line_reader import LineReader
from core.model.line_spelling import SpelledLine
from core.recognition.page_strips import page_strips

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
