"""The area under the seen-unseen curve, by hand."""

from __future__ import annotations

import pytest

from core.evaluation.ausuc import ausuc


def test_area_by_hand_in_either_direction() -> None:
    assert ausuc([1.0, 0.5, 0.0], [0.0, 0.5, 0.8]) == pytest.approx(0.5 * 0.75 + 0.3 * 0.25)
    assert ausuc([0.0, 0.5, 1.0], [0.8, 0.5, 0.0]) == pytest.approx(0.45)
    assert ausuc([0.9], [0.4]) == 0.0


def test_bad_input_is_refused() -> None:
    with pytest.raises(ValueError, match="same length"):
        ausuc([1.0], [1.0, 0.0])
    with pytest.raises(ValueError, match="one point at least"):
        ausuc([], [])
