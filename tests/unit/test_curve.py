"""The seen-unseen curve against trying every offset, and the area under it."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.curve import ausuc, seen_unseen_curve

word = st.tuples(st.integers(0, 5), st.booleans(), st.integers(0, 5), st.booleans(), st.booleans())


@given(st.lists(word, min_size=2, max_size=40))
def test_every_point_equals_answering_with_that_offset(
    words: list[tuple[int, bool, int, bool, bool]],
) -> None:
    d_seen, if_seen, d_unseen, if_unseen, group = (np.array(column) for column in zip(*words, strict=True))
    curve = seen_unseen_curve(d_seen, if_seen, d_unseen, if_unseen, group)
    if group.all() or not group.any():
        assert curve is None
        return
    assert curve is not None
    for offset, seen, unseen in zip(curve.offsets, curve.seen_acc, curve.unseen_acc, strict=True):
        right = np.where(d_unseen - d_seen >= offset, if_seen, if_unseen)
        assert seen == pytest.approx(right[group].mean()) and unseen == pytest.approx(right[~group].mean())
    assert (np.diff(curve.offsets) > 0).all()
    assert set(curve.offsets[:-1]) == set((d_unseen - d_seen).tolist())


def test_an_answer_from_the_wrong_group_is_never_right() -> None:
    """The usual case: then the curve falls from (0, best A_s) to (best A_u, 0)."""
    curve = seen_unseen_curve(
        [1.0, 2.0, 4.0, 3.0],
        [True, True, False, False],
        [4.0, 3.0, 1.0, 2.5],
        [False, False, True, True],
        [True, True, False, False],
    )
    assert curve is not None
    assert (curve.seen_acc[0], curve.unseen_acc[0]) == (1.0, 0.0)
    assert (curve.seen_acc[-1], curve.unseen_acc[-1]) == (0.0, 1.0)
    assert curve.area == 1.0
    data = json.loads(json.dumps(curve.to_json(), allow_nan=False))
    assert data["ausuc"] == 1.0 and len(data["offsets"]) == 5


def test_chance_gives_half() -> None:
    rng = np.random.default_rng(1)
    group = np.arange(4000) % 2 == 0
    curve = seen_unseen_curve(rng.random(4000), group, rng.random(4000), ~group, group)
    assert curve is not None and curve.area == pytest.approx(0.5, abs=0.03)


def test_area_by_hand_in_either_direction() -> None:
    assert ausuc([1.0, 0.5, 0.0], [0.0, 0.5, 0.8]) == pytest.approx(0.5 * 0.75 + 0.3 * 0.25)
    assert ausuc([0.0, 0.5, 1.0], [0.8, 0.5, 0.0]) == pytest.approx(0.45)
    assert ausuc([0.9], [0.4]) == 0.0


def test_bad_input_is_refused() -> None:
    with pytest.raises(ValueError, match="same length"):
        ausuc([1.0], [1.0, 0.0])
    with pytest.raises(ValueError, match="one point at least"):
        ausuc([], [])
    with pytest.raises(ValueError, match="same length"):
        seen_unseen_curve([1.0], [True], [1.0], [True], [True, False])
    with pytest.raises(ValueError, match="finite"):
        seen_unseen_curve([1.0, 2.0], [True, True], [np.inf, 1.0], [True, True], [True, False])
