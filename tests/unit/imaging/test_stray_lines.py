"""Which lines of a page are left out: the edge of a facing page in the picture, and specks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.imaging.segment.found_lines import stray_lines

WIDTH = 1000
TEXT = [(250, 900)] * 10
"""Left and right end of each line of a page."""
FRAGMENT = [(0, 90), (2, 70), (5, 95), (0, 80), (40, 93)]
"""What is seen of a facing page: one of its lines ends before the edge."""


def strays(lines: list[tuple[int, int]], heights: list[int] | None = None) -> list[bool]:
    """Return which lines are strays; each is a bar of ink from left to right, 10 pixels high or as ``heights`` say."""
    ink = []
    for number, (left, right) in enumerate(lines):
        height = heights[number] if heights else 10
        rows, columns = np.mgrid[40 * number : 40 * number + height, left : right + 1]
        ink.append((rows.ravel(), columns.ravel()))
    return stray_lines(ink, WIDTH).tolist()


def mirrored(lines: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(WIDTH - 1 - right, WIDTH - 1 - left) for left, right in lines]


@pytest.mark.parametrize("turn", [list, mirrored])
def test_the_edge_of_a_facing_page_is_left_out(turn: Callable[..., list[tuple[int, int]]]) -> None:
    assert strays(turn(TEXT + FRAGMENT)) == [False] * 10 + [True] * 5


def test_both_edges_at_once() -> None:
    right = [(930, 999), (920, 998), (940, 999)]
    assert strays([*TEXT, *FRAGMENT, *right]) == [False] * 10 + [True] * 8


@pytest.mark.parametrize(
    "lines",
    [
        [*TEXT, *FRAGMENT[:2]],  # a stamp and a number at the edge
        [(0, 900)] * 10,  # a page cut to its writing
        [*[(0, 480)] * 10, *[(520, 999)] * 10],  # a double page
        [*[(0, 90), (0, 85), (0, 88)], *[(20, 900)] * 10],  # short lines of the page itself
        [*[(100, 180)] * 8, *TEXT],  # notes in the margin, beside the edge
        FRAGMENT,  # nothing else is written
    ],
)
def test_lines_of_the_page_stay(lines: list[tuple[int, int]]) -> None:
    assert not any(strays(lines))


def test_a_long_line_from_the_edge_stays_beside_a_facing_page() -> None:
    assert strays([*TEXT, *FRAGMENT, (0, 900)]) == [False] * 10 + [True] * 5 + [False]


def test_specks_are_left_out_and_short_words_stay() -> None:
    assert strays([*TEXT, (300, 305), (500, 560)], [10] * 10 + [3, 10]) == [False] * 10 + [True, False]


def test_figures_of_a_table_are_measured_by_its_own_cells() -> None:
    cells = [(100 + 90 * column, 130 + 90 * column) for column in range(8)]
    assert not any(strays([*cells, (900, 905)], [10] * 8 + [6]))


def test_lines_without_ink_are_left_to_others() -> None:
    nothing = np.zeros(0, np.int64)
    rows, columns = np.mgrid[0:10, 100:900]
    assert stray_lines([(nothing, nothing), (rows.ravel(), columns.ravel())], WIDTH).tolist() == [False, False]
    assert stray_lines([(nothing, nothing)], WIDTH).tolist() == [False]
    assert stray_lines([], WIDTH).tolist() == []


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, WIDTH - 1), st.integers(0, WIDTH - 1)).map(lambda ends: (min(ends), max(ends))))
)
def test_a_page_never_loses_all_its_lines_and_its_mirror_image_loses_the_same(lines: list[tuple[int, int]]) -> None:
    left_out = strays(lines)
    assert not lines or not all(left_out)
    assert strays(mirrored(lines)) == left_out
