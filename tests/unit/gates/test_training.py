"""The gates of a member: each gate's own 80 % of the points, and out-of-bag votes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from gate_helpers import make_points
from numpy.typing import NDArray

from core.gates import training
from core.gates.ensemble import GateEnsemble
from core.gates.fitting import GateSettings
from core.gates.network import he_init, logits, to_tensors
from core.gates.training import GateRecipe, draw_subsets, train_gates


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
