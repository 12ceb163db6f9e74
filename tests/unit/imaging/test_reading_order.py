"""The order of lines on a page, and lines that run across the gutter between two columns, which are parted there."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from line_map_helpers import level

from core.imaging.segment.gutters import part_at_gutters
from core.imaging.segment.reading_order import reading_order
from core.imaging.segment.trace import Baseline


def read(named: dict[str, Baseline]) -> str:
    """Return the names of the lines in reading order, given in any order."""
    names = list(named)
    np.random.default_rng(0).shuffle(names)
    return " ".join(names[index] for index in reading_order([named[name] for name in names]))


def column(prefix: str, left: float, right: float, top: float, count: int, spacing: float = 20) -> dict[str, Baseline]:
    return {f"{prefix}{n}": level(left, right, top + spacing * n) for n in range(count)}


def test_one_column_is_read_downwards() -> None:
    assert read(column("a", 20, 300, 50, 5)) == "a0 a1 a2 a3 a4"


def test_a_slanted_column_is_read_downwards() -> None:
    lines = {f"a{n}": level(20 + 10 * (n % 3), 400 - 90 * (n % 2), 60 + 12 * n, 0.15) for n in range(6)}
    assert read(lines) == "a0 a1 a2 a3 a4 a5"


def test_the_pages_of_a_double_page_are_read_one_after_the_other() -> None:
    lines = column("l", 20, 200, 50, 4) | column("r", 230, 420, 44, 5)
    assert read(lines) == "l0 l1 l2 l3 r0 r1 r2 r3 r4"


def test_a_heading_across_columns_is_read_before_them_and_a_footer_after() -> None:
    lines = column("l", 20, 200, 50, 4) | column("r", 230, 420, 50, 4)
    lines |= {"head": level(60, 380, 20), "foot": level(60, 380, 150)}
    assert read(lines) == "head l0 l1 l2 l3 r0 r1 r2 r3 foot"


def test_columns_whose_long_lines_touch_are_read_one_after_the_other() -> None:
    lines = column("l", 20, 200, 50, 6) | column("r", 210, 420, 44, 6)
    assert read(lines) == "l0 l1 l2 l3 l4 l5 r0 r1 r2 r3 r4 r5"
    lines |= {"l2": level(20, 211, 90), "r3": level(202, 420, 104)}
    assert read(lines) == "l0 l1 l2 l3 l4 l5 r0 r1 r2 r3 r4 r5"


def test_lines_that_are_broken_at_the_same_place_are_no_columns_unless_they_are_many() -> None:
    lines = column("l", 20, 200, 50, 4) | column("r", 204, 420, 50, 4)
    assert read(lines) == "l0 r0 l1 r1 l2 r2 l3 r3"


def test_a_note_in_the_margin_is_read_apart_from_the_text() -> None:
    lines = column("n", 10, 60, 83, 3, 13) | column("t", 80, 420, 50, 6)
    assert read(lines) in ("n0 n1 n2 t0 t1 t2 t3 t4 t5", "t0 t1 t2 t3 t4 t5 n0 n1 n2")


def test_tables_are_read_row_by_row() -> None:
    lines = column("a", 20, 60, 50, 4, 30) | column("b", 80, 140, 52, 4, 30) | column("c", 160, 200, 49, 4, 30)
    assert read(lines) == "a0 b0 c0 a1 b1 c1 a2 b2 c2 a3 b3 c3"


def test_words_of_a_broken_line_stay_in_it() -> None:
    lines = {"a": level(20, 90, 50), "b": level(110, 300, 51), "c": level(20, 300, 80)}
    assert read(lines) == "a b c"


def test_no_lines_have_no_order() -> None:
    assert reading_order([]) == []


@given(st.lists(st.tuples(st.floats(0, 400), st.floats(1, 300), st.floats(0, 500), st.floats(-0.3, 0.3)), max_size=25))
def test_every_line_is_read_once(lines: list[tuple[float, float, float, float]]) -> None:
    order = reading_order([level(x, x + width, y, slope) for x, width, y, slope in lines])
    assert sorted(order) == list(range(len(lines)))


@pytest.mark.parametrize("shift", [0.0, 1000.0])
def test_the_order_does_not_depend_on_the_place_of_the_page(shift: float) -> None:
    lines = column("l", 20 + shift, 200 + shift, 50, 4) | column("r", 230 + shift, 420 + shift, 44, 5)
    assert read(lines) == "l0 l1 l2 l3 r0 r1 r2 r3 r4"


XHEIGHT = 10.0


def page(rows: list[list[tuple[int, int]]], slant: float = 0.0) -> tuple[list[Baseline], np.ndarray]:
    """A page with one baseline a row, and ink from column to column; rows move by ``slant`` columns a row."""
    height = 40 * (len(rows) + 1)
    mask = np.zeros((height, 900), np.uint8)
    lines = []
    for number, words in enumerate(rows):
        y = 40 * (number + 1)
        moved = [(round(a + slant * y), round(b + slant * y)) for a, b in words]
        for a, b in moved:
            mask[y - 9 : y, a:b] = 1
        xs = np.array([moved[0][0], moved[-1][1]], float)
        lines.append(Baseline(xs, np.full(2, float(y)), XHEIGHT))
    return lines, mask


def words(rng: np.random.Generator, left: int, right: int) -> list[tuple[int, int]]:
    """Words of 20 to 60 columns with 5 to 12 between them, up to ``right``."""
    found, at = [], left
    while at < right - 15:
        end = min(right, at + int(rng.integers(20, 60)))
        found.append((at, end))
        at = end + int(rng.integers(5, 13))
    return found


@pytest.mark.parametrize("slant", [0.0, 0.05])
def test_two_columns_that_were_joined_are_parted(slant: float) -> None:
    rng = np.random.default_rng(1)
    rows = [words(rng, 50, 400) + words(rng, 415, 780) for _ in range(12)]
    lines, mask = page(rows, slant)
    parts = part_at_gutters(lines, mask)
    assert len(parts) == 24
    for line in lines:
        left, right = (part for part in parts if part.ys[0] == line.ys[0])
        middle = 407 + slant * line.ys[0]
        assert line.xs[0] == left.xs[0] and left.xs[-1] < middle < right.xs[0] and right.xs[-1] == line.xs[-1]


def test_lines_that_touch_the_next_column_do_not_hide_the_gutter_beside_others() -> None:
    rng = np.random.default_rng(3)
    rows = [words(rng, 50, 400) + words(rng, 415, 780) for _ in range(24)]
    touching = (5, 12, 18)
    for number in touching:
        rows[number] = [word for word in rows[number] if word[1] <= 370] + [(375, 416)] + words(rng, 418, 780)
    lines, mask = page(rows)
    assert len(part_at_gutters(lines, mask)) == 48 - len(touching)


def test_a_heading_across_both_columns_stays_whole() -> None:
    rng = np.random.default_rng(2)
    rows = [words(rng, 50, 400) + words(rng, 415, 780) for _ in range(12)]
    lines, mask = page([[(200, 600)], *rows])
    assert len(part_at_gutters(lines, mask)) == 25


@pytest.mark.parametrize("seed", range(5))
def test_words_that_stand_apart_are_no_columns(seed: int) -> None:
    rng = np.random.default_rng(seed)
    lines, mask = page([words(rng, 50, 780) for _ in range(20)])
    assert len(part_at_gutters(lines, mask)) == 20


def test_rows_of_a_narrow_table_stay_whole() -> None:
    lines, mask = page([[(50, 100), (130, 180), (210, 260)] for _ in range(12)])
    assert len(part_at_gutters(lines, mask)) == 12


def test_a_page_without_lines() -> None:
    assert part_at_gutters([], np.zeros((10, 10), np.uint8)) == []
