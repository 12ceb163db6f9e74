"""Boxes and polygons on a page."""

from __future__ import annotations

from core.geometry import bounding_box, clip, coverage, intersection_area, iou, union


def test_bounding_box_of_points() -> None:
    assert bounding_box([(5, 9), (1, 3), (4, 20)]) == (1, 3, 4, 17)
    assert bounding_box([(2, 2)]) == (2, 2, 0, 0)


def test_union_is_the_smallest_box_around_all() -> None:
    assert union([(10, 10, 5, 5), (0, 12, 3, 30)]) == (0, 10, 15, 32)
    assert union(box for box in [(1, 2, 3, 4)]) == (1, 2, 3, 4)


def test_clip_keeps_the_part_on_the_page() -> None:
    assert clip((-5, 90, 10, 20), 100, 100) == (0, 90, 5, 10)
    assert clip((100, 0, 10, 10), 100, 100) is None


def test_overlap_as_area_and_as_shares() -> None:
    assert intersection_area((0, 0, 10, 10), (5, 5, 10, 10)) == 25
    assert coverage((0, 0, 5, 5), (0, 0, 10, 10)) == 1
    assert coverage((0, 0, 10, 10), (0, 0, 5, 5)) == 0.25
    assert iou((0, 0, 10, 10), (5, 0, 10, 10)) == 50 / 150
    assert iou((0, 0, 10, 10), (20, 0, 10, 10)) == 0
