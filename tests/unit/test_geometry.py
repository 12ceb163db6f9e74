"""Boxes and polygons on a page."""

from __future__ import annotations

from core.geometry import bounding_box, clip, coverage, intersection_area, iou, straight_baseline, union


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


def test_a_baseline_passes_under_most_boxes() -> None:
    assert straight_baseline([(10, 20, 30, 40)]) == ((10, 52), (40, 52))
    # the second word has a descender, the line rises by one pixel in ten
    boxes = [(100 * k, 100 - 10 * k, 80, 40 + (20 if k == 1 else 0)) for k in range(5)]
    (left, at_left), (right, at_right) = straight_baseline(boxes)
    assert (left, right) == (0, 480)
    assert abs(at_left - 144) <= 2 and abs(at_right - 96) <= 2


def test_a_baseline_of_very_many_boxes_is_quick() -> None:
    assert straight_baseline([(k, 5, 2, 10) for k in range(200_000)])[0] == (0, 15)
