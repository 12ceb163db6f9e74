"""The gate ensemble: votes, out-of-bag votes, invalid data, and storage."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from gate_helpers import make_points, train, train_small

from core.errors import DuctusError, InputError, ModelFileError, Stopped
from core.gates.ensemble import GateEnsemble
from core.gates.fitting import GateData, GateSettings
from core.gates.network import he_init, logits, to_tensors
from core.gates.training import draw_subsets

TINY = GateSettings(width=8, depth=2, epochs=1)


@pytest.fixture(scope="module")
def trained() -> GateEnsemble:
    return train(12, 500, GateSettings(width=16, depth=4, epochs=25), seed=1)


def logits_of(gates: GateEnsemble, points: np.ndarray) -> np.ndarray:
    standard = torch.from_numpy((points - gates.mean) / gates.scale)
    return logits(to_tensors(gates.parameters, "cpu"), standard).numpy()


def test_votes_separate_seen_from_unseen(trained: GateEnsemble) -> None:
    points, labels = make_points(400, seed=7)
    votes = trained.votes(points)
    assert votes.dtype == np.uint16 and votes.max() <= trained.n == 12
    assert ((votes > 6) == (labels == 1)).mean() > 0.93


@pytest.mark.parametrize(("width", "n"), [(32, 6), (256, 1)])
def test_ten_layers_learn_at_either_width(width: int, n: int) -> None:
    points, labels = make_points(400)
    gates = train(n, 400, GateSettings(width=width, depth=10, epochs=12, batch=64))
    assert ((gates.votes(points) > n / 2) == (labels == 1)).mean() > 0.85


def test_votes_count_the_networks_with_a_positive_logit(trained: GateEnsemble) -> None:
    points, _ = make_points(50, seed=3)
    np.testing.assert_array_equal(trained.votes(points), (logits_of(trained, points) > 0).sum(axis=0))


def test_networks_disagree_on_some_points(trained: GateEnsemble) -> None:
    votes = trained.votes(make_points(400, seed=9)[0])
    assert ((votes > 0) & (votes < trained.n)).any()


def test_voting_in_batches_gives_the_same_votes(trained: GateEnsemble, monkeypatch: pytest.MonkeyPatch) -> None:
    points, _ = make_points(101, seed=4)
    whole = trained.votes(points)
    monkeypatch.setattr("core.gates.ensemble.VOTE_BYTES", 4 * trained.n * 16 * 10)
    np.testing.assert_array_equal(trained.votes(points), whole)


def test_no_points_give_no_votes(trained: GateEnsemble) -> None:
    none = np.zeros((0, 3), np.float32)
    assert trained.votes(none).shape == (0,)
    assert trained.votes(none).dtype == np.uint16


def test_rows_that_are_not_used_do_not_affect_a_network() -> None:
    _, labels = make_points(120)
    used = np.ones((3, 120), bool)
    used[:, 100:] = False
    changed = labels.copy()
    changed[100:] ^= 1
    for one, other in zip(
        train_small(used=used).parameters, train_small(used=used, labels=changed).parameters, strict=True
    ):
        np.testing.assert_array_equal(one, other)


def test_out_of_bag_votes_are_those_of_networks_that_did_not_use_the_row(trained: GateEnsemble) -> None:
    points, _ = make_points(30, seed=2)
    positive = logits_of(trained, points) > 0
    used = np.random.default_rng(0).random((12, 30)) < 0.8
    used[0] = False
    used[:, 0] = True
    expected = [12 * positive[~used[:, i], i].mean() for i in range(1, 30)]
    votes = trained.out_of_bag_votes(points, used)
    np.testing.assert_allclose(votes[1:], expected, atol=1e-4)
    assert votes[0] == positive[:, 0].sum(), "where every network used the row all of them vote"
    with pytest.raises(ValueError, match="used"):
        trained.out_of_bag_votes(points, used[:, :5])


def test_networks_learn_from_standardised_points(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[GateData] = []

    def record(data: GateData, settings: GateSettings, **_: object) -> list[np.ndarray]:
        given.append(data)
        return he_init(0, [0], 3, 4, 1)

    monkeypatch.setattr("core.gates.ensemble.train_networks", record)
    train_small(n=1)
    np.testing.assert_allclose(given[0].points.mean(axis=0), 0, atol=1e-4)
    np.testing.assert_allclose(given[0].points.std(axis=0), 1, atol=1e-3)


def test_a_constant_coordinate_gives_finite_logits() -> None:
    points, labels = make_points(120)
    points[:, 1] = 3
    gates = GateEnsemble.fit(points, labels, draw_subsets(2, 120, 0), TINY)
    assert np.isfinite(logits_of(gates, points)).all()


def test_training_stops_at_the_next_step() -> None:
    calls: list[None] = []

    def stop() -> bool:
        calls.append(None)
        return len(calls) == 4

    with pytest.raises(Stopped):
        train_small(epochs=100, should_stop=stop)
    assert len(calls) == 4


def test_diverged_training_raises_ductus_error() -> None:
    points, labels = make_points(120)
    points[3, 0] = np.inf
    with pytest.raises(DuctusError, match="diverged"), np.errstate(invalid="ignore"):
        GateEnsemble.fit(points, labels, draw_subsets(2, 120, 0), TINY)


@pytest.mark.parametrize("wrong", [{"width": 0}, {"depth": 0}, {"epochs": 0}, {"batch": 0}])
def test_settings_below_one_raise_input_error(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="1 or more"):
        GateSettings(**wrong)


@pytest.mark.parametrize("n", [0, 70_000])
def test_too_few_or_too_many_networks_raise_input_error(n: int) -> None:
    points, labels = make_points(5)
    with pytest.raises(InputError, match="number of gates"):
        GateEnsemble.fit(points, labels, np.ones((n, 5), bool), TINY)


@pytest.mark.parametrize(("label", "missing"), [(1, "unseen"), (0, "seen")])
def test_examples_of_one_label_only_raise_input_error(label: int, missing: str) -> None:
    points, _ = make_points(20)
    with pytest.raises(InputError, match=f"no example of {missing}"):
        GateEnsemble.fit(points, np.full(20, label), draw_subsets(2, 20, 0), TINY)


def test_shapes_that_do_not_match_raise_value_error(trained: GateEnsemble) -> None:
    points, labels = make_points(20)
    used = draw_subsets(2, 20, 0)
    with pytest.raises(ValueError, match="as many labels"):
        GateEnsemble.fit(points, labels[:5], used, TINY)
    with pytest.raises(ValueError, match="used"):
        GateEnsemble.fit(points, labels, used[:, :19], TINY)
    with pytest.raises(ValueError, match=r"\[N, 3\]"):
        trained.votes(np.zeros((2, 4)))


def test_arrays_restore_the_same_votes(trained: GateEnsemble) -> None:
    points, _ = make_points(200, seed=5)
    arrays = trained.to_arrays()
    assert len(arrays) == 2 + 2 * 5 and all(array.dtype == np.float32 for array in arrays.values())
    np.testing.assert_array_equal(GateEnsemble.from_arrays(arrays).votes(points), trained.votes(points))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mean", np.zeros(4, np.float32)),
        ("scale", np.zeros(3, np.float32)),
        ("scale", np.ones((3, 1), np.float32)),
        ("weight0", np.zeros((3, 4, 8), np.float32)),
        ("weight1", np.zeros((3, 7, 8), np.float32)),
        ("weight1", np.zeros((2, 8, 8), np.float32)),
        ("weight2", np.zeros((3, 8, 2), np.float32)),
        ("weight2", np.full((3, 8, 1), np.nan, np.float32)),
        ("bias1", np.zeros((3, 8), np.float32)),
        ("bias1", np.zeros((3, 1, 8), np.int32)),
        ("bias1", None),
        ("weight1", None),
        ("weight7", np.zeros((3, 8, 8), np.float32)),
    ],
)
def test_damaged_arrays_raise_model_file_error(name: str, value: np.ndarray | None) -> None:
    arrays = train_small().to_arrays()
    if value is None:
        del arrays[name]
    else:
        arrays[name] = value
    with pytest.raises(ModelFileError, match="gate"):
        GateEnsemble.from_arrays(arrays)


def test_too_few_layers_or_networks_raise_model_file_error() -> None:
    with pytest.raises(ModelFileError, match="two layers"):
        GateEnsemble.from_arrays({"mean": np.zeros(3, np.float32)})
    arrays = {name: array[:0] if name[0] in "wb" else array for name, array in train_small().to_arrays().items()}
    with pytest.raises(ModelFileError, match="0 networks"):
        GateEnsemble.from_arrays(arrays)


def test_a_gate_from_one_feature_votes_by_its_sign() -> None:
    gate = GateEnsemble.from_feature(5, -2)
    points = np.random.default_rng(0).normal(size=(40, 5)).astype(np.float32)
    assert (gate.n, gate.dims) == (1, 5)
    np.testing.assert_array_equal(gate.votes(points), points[:, 3] > 0)
    again = GateEnsemble.from_arrays(gate.to_arrays())
    np.testing.assert_array_equal(again.votes(points), gate.votes(points))


def test_a_gate_from_one_feature_votes_seen_strictly_above_its_number() -> None:
    gate = GateEnsemble.from_feature(3, 1, above=0.5)
    points = np.array([[9, 0.25, 9], [-9, 0.5, -9], [-9, 0.75, -9]], np.float32)
    assert gate.votes(points).tolist() == [0, 0, 1]
    assert gate.out_of_bag_votes(points, np.zeros((1, 3), np.bool_)).tolist() == [0, 0, 1]


def test_one_layer_or_more_networks_than_can_be_counted_raise_model_file_error() -> None:
    one = {"mean": np.zeros(2), "scale": np.ones(2), "weight0": np.zeros((1, 2, 1)), "bias0": np.zeros((1, 1, 1))}
    with pytest.raises(ModelFileError, match="fewer than two layers"):
        GateEnsemble.from_arrays(one)
    shapes = {"mean": (1,), "scale": (1,)} | dict.fromkeys(("weight0", "bias0", "weight1", "bias1"), (65_536, 1, 1))
    with pytest.raises(ModelFileError, match="65536 networks, where 1 to 65535 are possible"):
        GateEnsemble.from_arrays({name: np.ones(shape, np.float32) for name, shape in shapes.items()})
