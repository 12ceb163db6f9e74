"""ECE and AUGRC by hand and against a plain loop."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.reliability import augrc, expected_calibration_error, reliability


def test_ece_by_hand() -> None:
    assert expected_calibration_error([0.95, 0.95, 0.15, 0.15], [1, 0, 0, 0]) == pytest.approx(0.5 * 0.45 + 0.5 * 0.15)
    assert expected_calibration_error([1.0, 0.0], [1, 0]) == 0
    assert expected_calibration_error([], []) is None


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=1, max_size=30))
def test_augrc_equals_sum_over_all_coverages(rows: list[tuple[int, bool]]) -> None:
    confidence, correct = np.array([r[0] / 5 for r in rows]), np.array([r[1] for r in rows])
    area, before_x, before_y = 0.0, 0.0, 0.0
    for level in sorted(set(confidence.tolist()), reverse=True):
        accepted = confidence >= level
        x, y = accepted.mean(), (accepted & ~correct).mean()
        area += (x - before_x) * (y + before_y) / 2
        before_x, before_y = x, y
    assert augrc(confidence, correct) == pytest.approx(area)
    assert augrc(confidence, np.ones(len(rows))) == 0


def test_ece_is_separate_for_seen_and_unseen_words() -> None:
    result = reliability(np.array([0.9, 0.9, 0.2]), np.array([True, True, True]), np.array([True, True, False]))
    assert result["ece_seen"] == pytest.approx(0.1) and result["ece_unseen"] == pytest.approx(0.8)
    assert sum(bin_["words"] for bin_ in result["curve"]) == 3
