"""Algorithm 4: the distribution of synthetic unseen points, and the labels of the gates' points."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from ensemble_helpers import make_points
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import kstest, norm

from core.errors import InputError
from core.gates import training
from core.gates.ensemble import GateEnsemble
from core.gates.fitting import GateSettings
from core.gates.network import he_init, logits, to_tensors
from core.gates.training import GateRecipe, draw_subsets, generate_gate_data, synthetic_unseen, train_gates


@pytest.fixture
def Z() -> np.ndarray:
    rng = np.random.default_rng(0)
    return rng.standard_normal((200, 20)) * np.linspace(0.1, 5, 20) + np.arange(20)


def quantiles(Z: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return the probability under N(mu_j, sigma_j) of values below each coordinate."""
    return norm.cdf((points - Z.mean(axis=0)) / Z.std(axis=0))


def test_points_come_in_order_with_their_labels(Z: np.ndarray) -> None:
    points, labels = generate_gate_data(Z, Z[:30] + 1, 230, low=0.05, high=0.95, rng=np.random.default_rng(1))
    assert points.shape == (200 + 30 + 230, 20) and points.dtype == np.float32
    assert labels.tolist() == [1] * 200 + [0] * 260
    np.testing.assert_array_equal(points[:200], Z.astype(np.float32))
    np.testing.assert_array_equal(points[200:230], (Z[:30] + 1).astype(np.float32))


@pytest.mark.parametrize("count", [0, 7, 30])
def test_the_number_of_synthetic_points_is_free(Z: np.ndarray, count: int) -> None:
    points, labels = generate_gate_data(Z, Z[:0], count, low=0.1, high=0.9, rng=np.random.default_rng(1))
    assert len(points) == len(labels) == 200 + count
    assert labels.sum() == 200


def test_nineteen_of_twenty_coordinates_are_extreme_in_every_point(Z: np.ndarray) -> None:
    drawn = synthetic_unseen(Z, 500, low=0.05, high=0.9, rng=np.random.default_rng(2))
    p = quantiles(Z, drawn)
    extreme = (p <= 0.05 + 1e-6) | (p >= 0.9 - 1e-6)
    assert (extreme.sum(axis=1) == 19).all()
    assert (extreme.mean(axis=0) > 0.85).all(), "every coordinate is in the middle now and then"


def test_fractional_shares_are_correct_on_average(Z: np.ndarray) -> None:
    drawn = synthetic_unseen(Z[:, :15], 4000, low=0.05, high=0.95, extreme_share=0.95, rng=np.random.default_rng(2))
    p = quantiles(Z[:, :15], drawn)
    number = ((p <= 0.05 + 1e-6) | (p >= 0.95 - 1e-6)).sum(axis=1)
    assert set(number) == {14, 15}
    assert number.mean() == pytest.approx(0.95 * 15, abs=0.03)


@pytest.mark.parametrize(
    ("share", "low", "high"), [(1.0, 0.05, 0.95), (1.0, 0.2, 0.7), (0.0, 0.05, 0.95), (0.0, 0.3, 0.4)]
)
def test_samples_follow_the_truncated_normal_exactly(share: float, low: float, high: float) -> None:
    Z = np.random.default_rng(3).standard_normal((50, 4)) * 3 - 2
    drawn = synthetic_unseen(Z, 3000, low=low, high=high, extreme_share=share, rng=np.random.default_rng(4))
    p = quantiles(Z, drawn).ravel()
    # with the middle (or the tails) cut out the rest must be uniform
    if share:
        uniform = np.where(p <= low + 1e-6, p, p - (high - low)) / (low + 1 - high)
    else:
        uniform = (p - low) / (high - low)
    assert kstest(uniform, "uniform").pvalue > 1e-3


def test_far_tails_stay_finite_and_on_both_sides(Z: np.ndarray) -> None:
    drawn = synthetic_unseen(Z, 2000, low=1e-9, high=1 - 1e-9, extreme_share=1.0, rng=np.random.default_rng(5))
    deviate = (drawn - Z.mean(axis=0)) / Z.std(axis=0)
    assert np.isfinite(drawn).all()
    assert np.abs(deviate).min() > 5.9
    assert 0.45 < (deviate > 0).mean() < 0.55


def test_a_constant_coordinate_stays_constant() -> None:
    Z = np.c_[np.full(40, 3.0), np.arange(40.0)]
    drawn = synthetic_unseen(Z, 50, low=0.1, high=0.9, extreme_share=0.95, rng=np.random.default_rng(0))
    np.testing.assert_allclose(drawn[:, 0], 3.0)


def test_many_points_are_drawn_in_blocks(Z: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "BLOCK", 64)
    drawn = synthetic_unseen(Z, 150, low=0.05, high=0.95, extreme_share=0.95, rng=np.random.default_rng(0))
    assert drawn.shape == (150, 20)
    assert len(np.unique(drawn, axis=0)) == 150


def test_equal_seeds_give_equal_points(Z: np.ndarray) -> None:
    one, two = (
        generate_gate_data(Z, Z[:5], 205, low=0.05, high=0.95, rng=np.random.default_rng(9))[0] for _ in range(2)
    )
    np.testing.assert_array_equal(one, two)


def test_empty_x_raises_input_error_with_a_hint() -> None:
    with pytest.raises(InputError, match="training share t"):
        generate_gate_data(np.zeros((0, 3)), np.zeros((2, 3)), 2, low=0.1, high=0.9, rng=np.random.default_rng(0))


@pytest.mark.parametrize(
    "wrong",
    [
        {"low": 0.0, "high": 0.9},
        {"low": 0.9, "high": 0.1},
        {"low": 0.1, "high": 1.0},
        {"low": 0.1, "high": 0.9, "count": -1},
        {"low": float("nan"), "high": 0.9},
    ],
)
def test_parameters_out_of_range_raise_input_error(Z: np.ndarray, wrong: dict[str, float]) -> None:
    with pytest.raises(InputError):
        generate_gate_data(Z, Z[:3], **({"count": 3} | wrong), rng=np.random.default_rng(0))  # type: ignore[arg-type]


def test_a_share_above_one_raises_input_error(Z: np.ndarray) -> None:
    with pytest.raises(InputError, match="share"):
        synthetic_unseen(Z, 3, low=0.1, high=0.9, extreme_share=1.5, rng=np.random.default_rng(0))


def test_different_dimensions_raise_value_error(Z: np.ndarray) -> None:
    with pytest.raises(ValueError, match="one D"):
        generate_gate_data(Z, Z[:, :3], 3, low=0.1, high=0.9, rng=np.random.default_rng(0))


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 40), st.floats(0.001, 0.45), st.floats(0.55, 0.999), st.floats(0, 1), st.integers(0, 2**32 - 1))
def test_every_point_has_its_share_of_extreme_coordinates(
    dims: int, low: float, high: float, share: float, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    Z = rng.standard_normal((30, dims))
    drawn = synthetic_unseen(Z, 20, low=low, high=high, extreme_share=share, rng=rng)
    p = quantiles(Z, drawn)
    certain = ((p < low - 1e-5) | (p > high + 1e-5)).sum(axis=1)
    possible = ((p <= low + 1e-5) | (p >= high - 1e-5)).sum(axis=1)
    assert (certain <= np.ceil(share * dims + 1e-9)).all()
    assert (possible >= np.floor(share * dims - 1e-9)).all()


def test_points_drawn_on_whole_vectors_are_projected() -> None:
    rng = np.random.default_rng(4)
    whole = rng.normal(3.0, [1.0, 5.0, 0.1, 2.0], (400, 4)).astype(np.float32)
    axes = np.array([[0, 1, 0, 0], [0, 0, 0, 1]], np.float32).T

    def project(points: NDArray[Any]) -> NDArray[np.float32]:
        return np.asarray((points - whole.mean(axis=0)) @ axes, np.float32)

    ranges = {"low": 0.1, "high": 0.9}
    points, labels = generate_gate_data(
        project(whole), project(whole[:9]), 50, **ranges, rng=np.random.default_rng(5), full=(whole, project)
    )
    drawn = synthetic_unseen(whole, 50, **ranges, rng=np.random.default_rng(5))
    np.testing.assert_allclose(points[-50:], project(drawn))
    assert labels.tolist() == [1] * 400 + [0] * 59


def test_initial_weights_keep_the_signal_through_ten_layers() -> None:
    weights = to_tensors(he_init(0, range(20), 15, 32, 10), "cpu")
    scores = logits(weights, torch.randn(200, 15, generator=torch.Generator().manual_seed(0)))
    assert 0.2 < float(scores.std()) < 5
    assert all((bias == 0).all() for bias in weights[1::2])


def test_each_network_uses_its_own_four_fifths() -> None:
    used = draw_subsets(40, 100, seed=0)
    assert (used.sum(axis=1) == 80).all()
    assert len(np.unique(used, axis=0)) == 40
    assert used.sum(axis=0).min() > 20, "every row is used by some network"
    np.testing.assert_array_equal(draw_subsets(3, 100, seed=0), used[:3])


def test_rows_of_a_group_are_drawn_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "SUBSET_SHARE", 0.5)
    groups = np.array([-1] * 10 + [3, 3, 3, 7, 7, 9])
    used = draw_subsets(200, 16, seed=0, groups=groups)
    for rows in (slice(10, 13), slice(13, 15)):
        assert (used[:, rows] == used[:, rows][:, :1]).all()
    assert (used[:, :10].sum(axis=1) != 10).all(), "single rows are drawn one by one"
    assert all((used[:, single] != used[:, group]).any() for single in range(10) for group in (10, 13, 15))
    assert 0.4 < used[:, 10].mean() < 0.6


@pytest.mark.parametrize("learn_held_out", [True, False])
def test_held_out_words_get_out_of_bag_votes(learn_held_out: bool) -> None:
    points, labels = make_points(90)
    points = points[np.argsort(labels == 0, kind="stable")]
    is_seen = np.arange(90) < labels.sum()
    recipe = GateRecipe(6, GateSettings(8, 2, 3), 0.05, 0.95, synthetic=True, learn_held_out=learn_held_out)
    gates, votes = train_gates(points, is_seen, np.arange(90) // 3, recipe, seed=3, device="cpu")
    assert gates.n == 6 and votes.shape == (90,) and votes.dtype == np.float32
    assert votes.min() >= 0 and votes.max() <= 6
    all_votes = gates.votes(points)
    assert not np.array_equal(votes[is_seen], all_votes[is_seen])
    assert np.array_equal(votes[~is_seen], all_votes[~is_seen]) == (not learn_held_out)


def test_images_of_a_held_out_word_are_learnt_from_together_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a gate that knows one image of a word would vote on another one as if the word were new to it."""
    drawn = []
    fit = GateEnsemble.fit

    def recorded(points: NDArray[Any], labels: NDArray[Any], used: NDArray[np.bool_], *rest: Any, **named: Any) -> Any:
        drawn.append(used)
        return fit(points, labels, used, *rest, **named)

    monkeypatch.setattr(GateEnsemble, "fit", recorded)
    points, _ = make_points(90)
    is_seen, words = np.arange(90) < 45, np.arange(90) // 3
    recipe = GateRecipe(20, GateSettings(8, 2, 1), 0.05, 0.95, synthetic=True)
    gates, votes = train_gates(points, is_seen, words, recipe, seed=3, device="cpu")
    used = drawn[0][:, :90].reshape(20, 30, 3)
    in_one = (used == used[:, :, :1]).all(axis=2)
    assert in_one[:, 15:].all() and not in_one[:, :15].all()
    assert drawn[0].shape == (20, 180), "as many synthetic points as real ones"
    np.testing.assert_array_equal(votes, gates.out_of_bag_votes(points, drawn[0][:, :90]))
