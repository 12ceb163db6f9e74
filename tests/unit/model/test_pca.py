"""Principal components: variance, degenerate data, and invalid arrays."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import InputError, ModelFileError
from core.model.pca import Pca


@pytest.fixture
def points() -> np.ndarray:
    rng = np.random.default_rng(0)
    return (rng.standard_normal((300, 8)) * [9, 5, 3, 1, 1, 0.5, 0.1, 0]) @ _rotation(8) + 4


def _rotation(side: int) -> np.ndarray:
    return np.linalg.qr(np.random.default_rng(1).standard_normal((side, side)))[0]


def test_coordinates_are_centred_uncorrelated_and_of_falling_variance(points: np.ndarray) -> None:
    z = Pca.fit(points, 4).transform(points)
    assert z.shape == (300, 4) and z.dtype == np.float32
    np.testing.assert_allclose(z.mean(axis=0), 0, atol=1e-5)
    covariance = np.cov(z.T)
    assert np.abs(covariance - np.diag(np.diag(covariance))).max() < 1e-3
    assert (np.diff(np.diag(covariance)) < 0).all()


def test_shares_are_shares_of_the_total_variance(points: np.ndarray) -> None:
    pca = Pca.fit(points, 3)
    kept = pca.transform(points).var(axis=0).sum()
    assert pca.shares.sum() == pytest.approx(kept / points.var(axis=0).sum(), rel=1e-4)
    assert Pca.fit(points, points.shape[1] - 1).shares[:3] == pytest.approx(pca.shares)


def test_all_axes_preserve_distances(points: np.ndarray) -> None:
    z = Pca.fit(points, 8).transform(points)
    before = np.linalg.norm(points[:50, None] - points[None, :50], axis=2)
    np.testing.assert_allclose(np.linalg.norm(z[:50, None] - z[None, :50], axis=2), before, atol=1e-3)


def test_no_dimensions_pass_the_signature_through_unchanged(points: np.ndarray) -> None:
    pca = Pca.fit(points, None)
    assert (pca.dims, pca.width, len(pca.shares)) == (8, 8, 0)
    np.testing.assert_array_equal(pca.transform(points), points.astype(np.float32))


def test_same_points_in_another_order_give_the_same_axes(points: np.ndarray) -> None:
    np.testing.assert_allclose(Pca.fit(points, 3).axes, Pca.fit(points[::-1], 3).axes, atol=1e-5)


def test_summing_in_blocks_gives_the_same_axes(points: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Pca.fit(points, 3)
    monkeypatch.setattr("core.model.pca.BLOCK", 7)
    np.testing.assert_allclose(Pca.fit(points, 3).axes, whole.axes, atol=1e-5)


@pytest.mark.parametrize("dims", [3, None])
def test_arrays_restore_the_same_components(points: np.ndarray, dims: int | None) -> None:
    pca = Pca.fit(points, dims)
    again = Pca.from_arrays(pca.to_arrays())
    np.testing.assert_array_equal(again.transform(points), pca.transform(points))
    np.testing.assert_array_equal(again.shares, pca.shares)


@pytest.mark.parametrize("dims", [0, 9, -1])
def test_impossible_dimensions_raise_input_error(points: np.ndarray, dims: int) -> None:
    with pytest.raises(InputError, match="1 to 8"):
        Pca.fit(points, dims)


@pytest.mark.parametrize("rows", [0, 1, 5])
def test_equal_points_raise_input_error(rows: int) -> None:
    with pytest.raises(InputError, match="two words"):
        Pca.fit(np.ones((rows, 4)), 2)


def test_wrong_widths_raise_value_error(points: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"\[N, 8\]"):
        Pca.fit(points, 2).transform(points[:, :5])
    with pytest.raises(ValueError, match=r"\[N, d\]"):
        Pca.fit(points[0], 2)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mean", np.zeros((2, 2), np.float32)),
        ("mean", np.full(8, np.nan, np.float32)),
        ("axes", np.zeros((7, 3), np.float32)),
        ("axes", np.zeros((8, 3), np.int64)),
        ("shares", np.zeros(2)),
        ("shares", np.full(3, 2.0)),
        ("axes", None),
        ("mean", None),
        ("code", np.zeros(1)),
    ],
)
def test_damaged_arrays_raise_model_file_error_with_their_name(
    points: np.ndarray, name: str, value: np.ndarray | None
) -> None:
    arrays = Pca.fit(points, 3).to_arrays()
    if value is None:
        del arrays[name]
    else:
        arrays[name] = value
    with pytest.raises(ModelFileError, match=f"{name}|axes"):
        Pca.from_arrays(arrays)


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 30), st.integers(1, 6), st.integers(0, 2**32 - 1))
def test_axes_are_orthonormal_or_zero_for_any_points(rows: int, dims: int, seed: int) -> None:
    points = np.random.default_rng(seed).standard_normal((rows, 6))
    pca = Pca.fit(points, dims)
    assert pca.axes is not None
    spanned = np.arange(dims) < rows - 1  # rows span one direction less around their mean
    np.testing.assert_allclose(pca.axes.T @ pca.axes, np.diag(spanned.astype(float)), atol=1e-5)
    assert not pca.axes[:, ~spanned].any() and not pca.shares[~spanned].any()
    assert 0 < pca.shares.sum() <= 1 + 1e-9
