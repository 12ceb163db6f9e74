"""ECE and AUGRC on cases worked out by hand and against a plain loop."""

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
def test_augrc_equals_the_sum_over_every_coverage(rows: list[tuple[int, bool]]) -> None:
    chance, right = np.array([r[0] / 5 for r in rows]), np.array([r[1] for r in rows])
    area, before_x, before_y = 0.0, 0.0, 0.0
    for level in sorted(set(chance.tolist()), reverse=True):
        kept = chance >= level
        x, y = kept.mean(), (kept & ~right).mean()
        area += (x - before_x) * (y + before_y) / 2
        before_x, before_y = x, y
    assert augrc(chance, right) == pytest.approx(area)
    assert augrc(chance, np.ones(len(rows))) == 0


def test_seen_and_unseen_are_told_apart() -> None:
    told = reliability(np.array([0.9, 0.9, 0.2]), np.array([True, True, True]), np.array([True, True, False]))
    assert told["ece_seen"] == pytest.approx(0.1) and told["ece_unseen"] == pytest.approx(0.8)
    assert sum(bin_["words"] for bin_ in told["curve"]) == 3
