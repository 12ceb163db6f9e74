"""Errors against the number of members: curves of the theory, the floor of errors in common, parts measured."""

from __future__ import annotations

import numpy as np
import pytest

from core.evaluation.bounds import growth
from core.evaluation.bounds.ensemble_size import MOST, Kind, enough_members
from core.evaluation.bounds.estimate import MemberRates
from core.evaluation.bounds.growth import floor_in_common, mean_kind, measured_growth, size_errors

KIND = Kind(0.1, 0.2, 0.9, 300)


def rates(alpha: float | None, beta: float | None) -> MemberRates:
    return MemberRates(alpha, beta, (0, 1), (0, 1), 10, 10)


def test_each_yardstick_is_more_careful_than_the_next() -> None:
    for size in (1, 2, 5, 20, 100):
        one = size_errors(KIND, size, (0.0, 0.0))
        assert one.size == size and 0 <= one.expected <= one.promised <= one.printed <= 1
        assert one.dependent is not None and one.dependent >= one.expected - 1e-12
    assert size_errors(KIND, 5, None).dependent is None


def test_enough_is_where_the_curve_meets_the_aim() -> None:
    enough = enough_members(KIND, 0.05, (0.02, 0.02))
    for name in ("promised", "expected", "dependent"):
        least = getattr(enough, name)
        assert getattr(size_errors(KIND, least, (0.02, 0.02)), name) <= 0.05
        assert getattr(size_errors(KIND, least - 1, (0.02, 0.02)), name) > 0.05


def test_errors_in_common_leave_a_floor_that_no_number_removes() -> None:
    rho = (0.3, 0.1)
    floor = floor_in_common(KIND, rho)
    q, g = 0.2 + 0.9 * 0.7, 0.9 * 0.7 / 2
    assert floor == pytest.approx(q * (1 - q) * 0.3 / (q * (1 - q) * 0.3 + g * g), rel=1e-6)
    curve = [size_errors(KIND, size, rho).dependent for size in (1, 10, 100, MOST)]
    assert curve == sorted(curve, reverse=True) and curve[-1] > floor
    assert enough_members(KIND, floor, rho).dependent is None
    assert floor_in_common(KIND, (0.0, 0.0)) < 1e-6


def test_the_mean_kind_of_members() -> None:
    kind = mean_kind([rates(0.1, 0.3), rates(0.3, 0.1)], [8, 9], 10, 9)
    assert kind is not None and (kind.alpha, kind.beta, kind.p, kind.words) == pytest.approx((0.2, 0.2, 0.85, 9))
    assert mean_kind([rates(0.1, 0.3), rates(None, 0.1)], [8, 9], 10, 9) is None
    assert mean_kind([rates(0.1, None)], [8], 10, 9) is None and mean_kind([], [], 10, 0) is None


def drawn(members: int, images: int, common: bool) -> tuple[np.ndarray, np.ndarray]:
    """Verdicts of members with alpha .1 and beta .2 on images of which half are known to all; ``common`` errors."""
    rng = np.random.default_rng(4)
    knows = np.broadcast_to(np.arange(images) % 2 == 0, (members, images))
    luck = rng.random(images)[None].repeat(members, 0) if common else rng.random((members, images))
    return np.where(knows, luck >= 0.1, luck < 0.2), knows


def test_independent_members_measure_as_the_law_expects() -> None:
    says, knows = drawn(5, 60_000, common=False)
    found = measured_growth([rates(0.1, 0.2)] * 5, np.ones((5, 9), np.bool_), says, knows)
    law = [size_errors(Kind(0.1, 0.2, 1.0, 9), size, None).expected for size in range(1, 6)]
    assert found == pytest.approx(law, abs=0.01)


def test_members_that_err_together_gain_nothing_by_being_many() -> None:
    says, knows = drawn(5, 20_000, common=True)
    found = measured_growth([rates(0.1, 0.2)] * 5, np.ones((5, 9), np.bool_), says, knows)
    assert found == pytest.approx([0.2] * 5, abs=0.02)


def test_a_part_errs_on_words_of_w_s_that_it_does_not_know() -> None:
    """Two perfect members of which each holds out half the words: one alone calls that half unseen."""
    knows = np.array([[True, False], [False, True]])
    says = np.array([[True, False, False], [False, True, False]])
    images = np.array([[True, False, False], [False, True, False]])
    assert measured_growth([rates(0, 0)] * 2, knows, says, images).tolist() == [0.5, 0.0]


def test_without_images_of_both_kinds_nothing_is_measured() -> None:
    says, knows = drawn(3, 40, common=False)
    for rows in (knows[0], ~knows[0], np.zeros(40, np.bool_)):
        found = measured_growth([rates(0.1, 0.2)] * 3, np.ones((3, 9), np.bool_), says[:, rows], knows[:, rows])
        assert found.shape == (3,) and np.isnan(found).all()


def test_of_many_parts_some_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(growth._parts(5, 2)) == 10
    monkeypatch.setattr(growth, "_PARTS", 6)
    parts = growth._parts(8, 4)
    assert len(parts) == 6 and all(part == sorted(set(part)) and len(part) == 4 for part in parts)
    assert parts == growth._parts(8, 4)
