"""Weights in eight bits: near to what they were, and refused where scales do not fit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.store.eight_bits import from_eight_bits, to_eight_bits


@given(st.integers(0, 2**32 - 1), st.integers(1, 5), st.integers(1, 20), st.floats(1e-6, 1e3))
def test_each_number_is_within_half_a_step_of_its_row(seed: int, rows: int, columns: int, size: float) -> None:
    weights = (np.random.default_rng(seed).standard_normal((rows, columns, 2)) * size).astype(np.float32)
    packed = to_eight_bits({"w": weights})
    assert packed["w"].dtype == np.int8 and packed["w"].shape == weights.shape
    steps = np.abs(weights).max(axis=(1, 2)) / 127
    assert (np.abs(from_eight_bits(packed)["w"] - weights) <= 0.51 * steps[:, None, None] + 1e-12).all()


def test_other_arrays_stay() -> None:
    arrays = {"bias": np.array([0.5, -2.0], np.float32), "count": np.array(7), "zero": np.zeros((2, 3), np.float32)}
    found = from_eight_bits(to_eight_bits(arrays))
    assert found.keys() == arrays.keys() and all((found[name] == arrays[name]).all() for name in arrays)


def test_a_scale_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError):
        from_eight_bits({"w": np.zeros((3, 2), np.int8), "w.scale": np.ones(2, np.float32)})
