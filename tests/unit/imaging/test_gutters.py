"""Lines that run across the gutter between two columns are parted there; words that stand apart are not."""

from __future__ import annotations

import numpy as np
import pytest

from core.imaging.segment.gutters import part_at_gutters
from core.imaging.segment.trace import Baseline

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
