"""Lines and words found: by overlap of ink, and of boxes, one to one."""

from __future__ import annotations

import numpy as np

from core.evaluation.word_errors import found_boxes, found_lines

INK = np.zeros((100, 200), bool)
INK[20:30, 10:190] = INK[60:70, 10:190] = True


def test_a_line_is_found_by_its_ink_whatever_the_margins() -> None:
    true = [[(0, 10, 200, 30)], [(0, 50, 200, 30)]]
    assert found_lines(INK, true, [[(5, 18, 190, 14)], [((0, 40), (199, 40), (199, 90), (0, 90))]]) == 2
    assert found_lines(INK, true, [[(0, 0, 200, 100)]]) == 0, "both lines as one share only half of its ink"
    assert found_lines(INK, true, [[(0, 10, 90, 30)]]) == 0, "less than half of the line"
    assert found_lines(INK, true, [[(0, 10, 80, 30), (90, 10, 90, 30)]]) == 1, "the boxes of words together"
    assert found_lines(INK, true, []) == found_lines(INK, [], true) == 0


def test_a_line_without_ink_is_not_found() -> None:
    assert found_lines(INK, [[(0, 80, 200, 15)]], [[(0, 80, 200, 15)]]) == 0


def test_boxes_are_paired_one_to_one() -> None:
    true = [(0, 0, 10, 10), (20, 0, 10, 10)]
    assert found_boxes(true, [(1, 0, 10, 10), (20, 2, 10, 10)]) == 2
    assert found_boxes(true, [(0, 0, 10, 10), (0, 0, 10, 9)]) == 1, "two for one count once"
    assert found_boxes(true, [(0, 0, 30, 10)]) == 0 and found_boxes([], true) == 0
