"""The gate ensemble: training of all networks at once, votes, out-of-bag votes, invalid data, and storage."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from ensemble_helpers import make_points, train_gates, train_small_gates
from torch import nn

from core.errors import DuctusError, InputError, ModelFileError, Stopped
from core.gates import fitting
from core.gates.ensemble import GateEnsemble
from core.gates.fitting import (
    GateData,
    GateSettings,
    bytes_per_network,
    epoch_batches,
    group_size,
    lr_at,
    train_networks,
)
from core.gates.network import he_init, layer_sizes, logits, to_tensors
from core.gates.training import draw_subsets

TINY = GateSettings(width=8, depth=2, epochs=1)


@pytest.fixture(scope="module")
def trained() -> GateEnsemble:
    return train_gates(12, 500, GateSettings(width=16, depth=4, epochs=25), seed=1)


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
    gates = train_gates(n, 400, GateSettings(width=width, depth=10, epochs=12, batch=64))
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
        train_small_gates(used=used).parameters, train_small_gates(used=used, labels=changed).parameters, strict=True
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
    train_small_gates(n=1)
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
        train_small_gates(epochs=100, should_stop=stop)
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
    arrays = train_small_gates().to_arrays()
    if value is None:
        del arrays[name]
    else:
        arrays[name] = value
    with pytest.raises(ModelFileError, match="gate"):
        GateEnsemble.from_arrays(arrays)


def test_too_few_layers_or_networks_raise_model_file_error() -> None:
    with pytest.raises(ModelFileError, match="two layers"):
        GateEnsemble.from_arrays({"mean": np.zeros(3, np.float32)})
    arrays = {name: array[:0] if name[0] in "wb" else array for name, array in train_small_gates().to_arrays().items()}
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


def _train_alone(data: GateData, number: int, settings: GateSettings, seed: int) -> tuple[list[float], np.ndarray]:
    """Train one network by itself as plain torch modules; return its loss by epoch and its final logits."""
    dims = data.points.shape[1]
    start = he_init(seed, [number], dims, settings.width, settings.depth)
    layers: list[nn.Module] = []
    for index, sizes in enumerate(layer_sizes(dims, settings.width, settings.depth)):
        linear = nn.Linear(*sizes)
        with torch.no_grad():
            linear.weight.copy_(torch.from_numpy(start[2 * index][0].T))
            linear.bias.copy_(torch.from_numpy(start[2 * index + 1][0, 0]))
        layers += [linear, nn.ReLU()]
    net = nn.Sequential(*layers[:-1])
    optimiser = torch.optim.Adam(net.parameters(), lr=settings.peak_lr)
    curve = []
    for epoch in range(settings.epochs):
        batches = epoch_batches(seed, epoch, len(data.points), settings.batch)
        total = 0.0
        for step, rows in enumerate(batches):
            position = (epoch + step / len(batches)) / settings.epochs
            optimiser.param_groups[0]["lr"] = lr_at(position, settings.peak_lr)
            mine = rows[data.used[number, rows]]
            loss = F.binary_cross_entropy_with_logits(
                net(torch.from_numpy(data.points[mine])).squeeze(1), torch.from_numpy(data.labels[mine])
            )
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            total += float(loss.detach())
        curve.append(total / len(batches))
    with torch.no_grad():
        return curve, net(torch.from_numpy(data.points)).squeeze(1).numpy()


def test_training_all_at_once_equals_training_each_alone_on_its_own_rows() -> None:
    points, labels = make_points(160)
    standard = ((points - points.mean(axis=0)) / points.std(axis=0)).astype(np.float32)
    data = GateData(standard, labels.astype(np.float32), draw_subsets(4, 160, seed=5))
    settings = GateSettings(width=64, depth=3, epochs=3, batch=60)
    curve: list[float] = []
    parameters = train_networks(data, settings, seed=5, progress=lambda epoch, epochs, loss: curve.append(loss))
    together = logits(to_tensors(parameters, "cpu"), torch.from_numpy(standard)).numpy()
    alone = [_train_alone(data, number, settings, seed=5) for number in range(4)]
    np.testing.assert_allclose(curve, np.mean([losses for losses, _ in alone], axis=0), atol=1e-4)
    np.testing.assert_allclose(together, np.stack([scores for _, scores in alone]), atol=2e-3)


def test_training_in_groups_gives_the_same_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = train_small_gates(n=5)
    monkeypatch.setattr(fitting, "GROUP_BYTES", 2 * bytes_per_network(3, GateSettings(8, 2, 2, 50)))
    reported: list[tuple[int, int]] = []
    grouped = train_small_gates(n=5, progress=lambda epoch, epochs, _: reported.append((epoch, epochs)))
    for one, other in zip(whole.parameters, grouped.parameters, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-4)
    assert reported == [(epoch, 6) for epoch in range(1, 7)], "three groups of two epochs"
    monkeypatch.setattr(fitting, "GROUP_BYTES", 1)
    assert train_small_gates(n=2).n == 2, "one network at a time even where the memory is too small"


def test_equal_seeds_give_equal_networks_and_other_seeds_others() -> None:
    one, same, other = (
        train_small_gates().parameters,
        train_small_gates().parameters,
        train_small_gates(seed=2).parameters,
    )
    assert all(np.array_equal(a, b) for a, b in zip(one, same, strict=True))
    assert not np.array_equal(one[0], other[0])


def test_the_learning_rate_rises_then_falls() -> None:
    rates = [lr_at(position, 1.0) for position in np.linspace(0, 1, 101)]
    assert rates[0] == pytest.approx(0.1) and max(rates) == pytest.approx(1.0)
    assert rates[-1] == pytest.approx(0.01)
    assert (np.diff(rates[11:]) < 0).all() and (np.diff(rates[:10]) > 0).all()


def test_an_epoch_has_every_row_once() -> None:
    parts = epoch_batches(3, 0, 103, 25)
    assert sorted(np.concatenate(parts).tolist()) == list(range(103))
    assert {len(part) for part in parts} <= {20, 21}
    assert not np.array_equal(parts[0], epoch_batches(3, 1, 103, 25)[0])


def test_a_graphics_card_s_free_memory_limits_the_group(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = GateSettings()
    one = bytes_per_network(15, settings)
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda device: (10 * one, 20 * one))
    assert group_size(15, settings, "cuda:0") == 6
    assert group_size(15, settings) == fitting.GROUP_BYTES // one


def test_the_learning_rate_is_a_hundredth_at_32_nodes_and_halves_with_twice_as_many() -> None:
    assert GateSettings(width=32).peak_lr == pytest.approx(0.01)
    assert GateSettings(width=64).peak_lr == pytest.approx(0.005)


def test_the_learning_rate_rises_in_a_line_to_its_peak() -> None:
    rates = [lr_at(position, 1.0) for position in (0.0, 0.05, 0.0999999, 0.1)]
    assert rates == pytest.approx([0.1, 0.55, 1.0, 1.0], abs=1e-5)


def test_rows_that_a_network_does_not_use_count_nothing_however_few_it_uses() -> None:
    points, labels = np.array([[1.0, -1.0], [-0.5, 2.0], [3.0, 3.0]], np.float32), np.array([1, 0, 1], np.float32)
    settings, curves = GateSettings(width=4, depth=1, epochs=2), []
    for rows, used in ((3, [True, True, False]), (2, [True, True])):
        curve: list[float] = []
        data = GateData(points[:rows], labels[:rows], np.array([used]))
        train_networks(data, settings, seed=1, progress=lambda epoch, epochs, loss, curve=curve: curve.append(loss))
        curves.append(curve)
    assert curves[0] == pytest.approx(curves[1], rel=1e-4) and curves[0][0] > 0.4
