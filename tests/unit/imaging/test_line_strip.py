"""Strips of lines: what they show, and where their boxes lie on the page."""

from __future__ import annotations

import numpy as np
import pytest

from core.imaging.segment.line_strip import letter_heights, region_strip, straight_strip

HEIGHT = 20


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
