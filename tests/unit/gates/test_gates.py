"""The gate ensemble: batched training equals training alone, votes count networks, files are checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from core.errors import DuctusError, InputError, ModelFileError, Stopped
from core.gates import fitting as gate_training
from core.gates.ensemble import GateEnsemble
from core.gates.fitting import GateData, GateSettings, draw_subsets, epoch_batches, lr_at, train_networks
from core.gates.network import bytes_per_network, he_init, layer_sizes, load, logits

Make = Callable[..., GateEnsemble]


def clumps(rows: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Seen points on a ball, unseen ones on a shell round it: no line parts them."""
    rng = np.random.default_rng(seed)
    labels = (rng.random(rows) < 0.5).astype(np.uint8)
    direction = rng.standard_normal((rows, 3))
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    radius = np.where(labels == 1, rng.uniform(0, 1, rows), rng.uniform(1.3, 2, rows))
    return (100 + 7 * direction * radius[:, None]).astype(np.float32), labels


@pytest.fixture(scope="module")
def trained() -> GateEnsemble:
    points, labels = clumps(500)
    return GateEnsemble.fit(points, labels, n=12, width=16, depth=4, epochs=25, seed=1)


def small(**options: Any) -> GateEnsemble:
    points, labels = clumps(120)
    given: dict[str, Any] = {"n": 3, "width": 8, "depth": 2, "epochs": 2, "batch": 50, "seed": 1}
    return GateEnsemble.fit(points, labels, **given | options)


def test_the_vote_tells_seen_from_unseen(trained: GateEnsemble) -> None:
    points, labels = clumps(400, seed=7)
    votes = trained.votes(points)
    assert votes.dtype == np.uint16 and votes.max() <= trained.n == 12
    assert ((votes > 6) == (labels == 1)).mean() > 0.93


def test_ten_layers_learn_at_either_width() -> None:
    points, labels = clumps(400)
    for width, n in ((32, 6), (256, 1)):
        gate = GateEnsemble.fit(points, labels, n=n, width=width, depth=10, epochs=12, batch=64, seed=0)
        right = ((gate.votes(points) > n / 2) == (labels == 1)).mean()
        assert right > 0.85, f"width {width}"


def test_votes_count_the_networks_with_a_positive_logit(trained: GateEnsemble) -> None:
    points, _ = clumps(50, seed=3)
    standard = torch.from_numpy((points - trained.mean) / trained.scale)
    each = logits(load(trained.parameters, "cpu"), standard).numpy()
    np.testing.assert_array_equal(trained.votes(points), (each > 0).sum(axis=0))


def test_networks_disagree_somewhere(trained: GateEnsemble) -> None:
    votes = trained.votes(clumps(400, seed=9)[0])
    assert ((votes > 0) & (votes < trained.n)).any()


def test_voting_in_batches_changes_nothing(trained: GateEnsemble, monkeypatch: pytest.MonkeyPatch) -> None:
    points, _ = clumps(101, seed=4)
    whole = trained.votes(points)
    monkeypatch.setattr("core.gates.ensemble.WORK", 4 * trained.n * 16 * 10)
    np.testing.assert_array_equal(trained.votes(points), whole)


def test_no_points_give_no_votes(trained: GateEnsemble) -> None:
    none = np.zeros((0, 3), np.float32)
    assert trained.votes(none).shape == (0,)
    assert trained.votes(none).dtype == np.uint16


def _alone(data: GateData, number: int, settings: GateSettings, seed: int) -> tuple[list[float], np.ndarray]:
    """Losses by epoch and final logits of one network as plain torch modules, trained by itself."""
    dims = data.points.shape[1]
    start = he_init(seed, [number], dims, settings.width, settings.depth)
    layers: list[nn.Module] = []
    for place, sizes in enumerate(layer_sizes(dims, settings.width, settings.depth)):
        linear = nn.Linear(*sizes)
        with torch.no_grad():
            linear.weight.copy_(torch.from_numpy(start[2 * place][0].T))
            linear.bias.copy_(torch.from_numpy(start[2 * place + 1][0, 0]))
        layers += [linear, nn.ReLU()]
    net = nn.Sequential(*layers[:-1])
    optimiser = torch.optim.Adam(net.parameters(), lr=settings.lr)
    curve = []
    for epoch in range(settings.epochs):
        batches = epoch_batches(seed, epoch, len(data.points), settings.batch)
        total = 0.0
        for step, rows in enumerate(batches):
            optimiser.param_groups[0]["lr"] = lr_at((epoch + step / len(batches)) / settings.epochs, settings.lr)
            mine = rows[data.used[number, rows]]
            each = F.binary_cross_entropy_with_logits(
                net(torch.from_numpy(data.points[mine])).squeeze(1),
                torch.from_numpy(data.labels[mine]),
                reduction="none",
            )
            weights = torch.from_numpy(data.weights[mine])
            loss = (each * weights).sum() / weights.sum()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            total += float(loss.detach())
        curve.append(total / len(batches))
    with torch.no_grad():
        return curve, net(torch.from_numpy(data.points)).squeeze(1).numpy()


def test_training_all_at_once_equals_training_each_alone_on_its_own_rows() -> None:
    points, labels = clumps(160)
    standard = ((points - points.mean(axis=0)) / points.std(axis=0)).astype(np.float32)
    weights = np.where(labels == 1, 0.5, 1.5).astype(np.float32)
    data = GateData(standard, labels.astype(np.float32), weights, draw_subsets(4, 160, 0.8, seed=5))
    settings = GateSettings(width=8, depth=3, epochs=3, batch=60, lr=5e-3)
    curve: list[float] = []
    parameters = train_networks(data, settings, seed=5, progress=lambda epoch, epochs, loss: curve.append(loss))
    together = logits(load(parameters, "cpu"), torch.from_numpy(standard)).numpy()
    alone = [_alone(data, number, settings, seed=5) for number in range(4)]
    np.testing.assert_allclose(curve, np.mean([losses for losses, _ in alone], axis=0), atol=1e-4)
    np.testing.assert_allclose(together, np.stack([scores for _, scores in alone]), atol=2e-3)


def test_groups_for_a_small_memory_give_the_same_networks() -> None:
    told: list[tuple[int, int]] = []
    whole = small(n=5)
    tight = small(n=5, budget=2 * bytes_per_network(3, 8, 2, 50), progress=lambda e, es, _: told.append((e, es)))
    for one, other in zip(whole.parameters, tight.parameters, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-4)
    assert told == [(epoch, 6) for epoch in range(1, 7)], "three groups of two epochs"
    assert small(n=2, budget=1).n == 2, "one network at a time even where the budget is too small"


def test_same_seed_same_networks_and_another_seed_others() -> None:
    one, same, other = small().parameters, small().parameters, small(seed=2).parameters
    assert all(np.array_equal(a, b) for a, b in zip(one, same, strict=True))
    assert not np.array_equal(one[0], other[0])


def test_each_network_learns_from_its_own_four_fifths() -> None:
    used = draw_subsets(40, 100, 0.8, seed=0)
    assert (used.sum(axis=1) == 80).all()
    assert len(np.unique(used, axis=0)) == 40
    assert used.sum(axis=0).min() > 20, "no row is left out of all"
    np.testing.assert_array_equal(draw_subsets(3, 100, 0.8, seed=0), used[:3])


def test_rows_of_a_group_come_and_go_together() -> None:
    groups = np.array([-1] * 10 + [3, 3, 3, 7, 7, 9])
    used = draw_subsets(200, 16, 0.5, seed=0, groups=groups)
    for rows in (slice(10, 13), slice(13, 15)):
        assert (used[:, rows] == used[:, rows][:, :1]).all()
    assert (used[:, :10].sum(axis=1) != 10).all(), "single rows are drawn one by one"
    assert 0.4 < used[:, 10].mean() < 0.6


def test_rows_a_network_may_not_see_do_not_change_it() -> None:
    points, labels = clumps(120)
    used = np.ones((3, 120), bool)
    used[:, 100:] = False
    spoilt = labels.copy()
    spoilt[100:] ^= 1
    one, two = (
        small(used=used),
        GateEnsemble.fit(points, spoilt, n=3, width=8, depth=2, epochs=2, batch=50, seed=1, used=used),
    )
    for a, b in zip(one.parameters, two.parameters, strict=True):
        np.testing.assert_array_equal(a, b)


def test_out_of_bag_votes_ask_only_the_networks_that_did_not_learn_the_row(trained: GateEnsemble) -> None:
    points, _ = clumps(30, seed=2)
    standard = torch.from_numpy((points - trained.mean) / trained.scale)
    each = logits(load(trained.parameters, "cpu"), standard).numpy() > 0
    used = np.random.default_rng(0).random((12, 30)) < 0.8
    used[0] = False
    used[:, 0] = True
    wanted = [12 * each[~used[:, i], i].mean() for i in range(1, 30)]
    votes = trained.out_of_bag_votes(points, used)
    np.testing.assert_allclose(votes[1:], wanted, atol=1e-4)
    assert votes[0] == each[:, 0].sum(), "with no judge left all of them vote"
    with pytest.raises(ValueError, match="used"):
        trained.out_of_bag_votes(points, used[:, :5])


def test_balance_gives_seen_and_unseen_equal_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[GateData] = []

    def keep(data: GateData, settings: GateSettings, **_: object) -> list[np.ndarray]:
        given.append(data)
        return he_init(0, [0], 3, 4, 1)

    monkeypatch.setattr("core.gates.ensemble.train_networks", keep)
    points, labels = clumps(120)
    labels[:80] = 0
    for balance in (True, False):
        GateEnsemble.fit(points, labels, n=1, balance=balance)
    balanced, plain = given
    assert balanced.weights[labels == 1].sum() == pytest.approx(balanced.weights[labels == 0].sum(), rel=1e-4)
    assert balanced.weights.mean() == pytest.approx(1, rel=1e-4)
    assert (plain.weights == 1).all()
    np.testing.assert_allclose(plain.points.mean(axis=0), 0, atol=1e-4)
    np.testing.assert_allclose(plain.points.std(axis=0), 1, atol=1e-3)


def test_a_constant_coordinate_does_no_harm() -> None:
    points, labels = clumps(120)
    points[:, 1] = 3
    gate = GateEnsemble.fit(points, labels, n=2, width=8, depth=2, epochs=1)
    standard = torch.from_numpy((points - gate.mean) / gate.scale)
    assert torch.isfinite(logits(load(gate.parameters, "cpu"), standard)).all()


def test_stopping_is_heeded_at_once() -> None:
    asked: list[None] = []

    def stop() -> bool:
        asked.append(None)
        return len(asked) == 4

    with pytest.raises(Stopped):
        small(epochs=100, should_stop=stop)
    assert len(asked) == 4


def test_a_training_that_runs_away_is_told() -> None:
    points, labels = clumps(120)
    points[3, 0] = np.inf
    with pytest.raises(DuctusError, match="run away"), np.errstate(invalid="ignore"):
        GateEnsemble.fit(points, labels, n=2, width=8, depth=2, epochs=1)


@pytest.mark.parametrize(
    "wrong",
    [{"n": 0}, {"n": 70_000}, {"width": 0}, {"epochs": 0}, {"lr": 0.0}, {"lr": -1.0}, {"subset": 0.0}, {"subset": 1.5}],
)
def test_numbers_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        small(**wrong)


@pytest.mark.parametrize(("only", "lacking"), [(1, "unseen"), (0, "seen")])
def test_one_kind_alone_is_refused(only: int, lacking: str) -> None:
    points, _ = clumps(20)
    with pytest.raises(InputError, match=f"no example of {lacking}"):
        GateEnsemble.fit(points, np.full(20, only), n=2)


def test_shapes_that_do_not_fit_are_programming_errors(trained: GateEnsemble) -> None:
    points, labels = clumps(20)
    with pytest.raises(ValueError, match="as many labels"):
        GateEnsemble.fit(points, labels[:5], n=2)
    with pytest.raises(ValueError, match="used"):
        GateEnsemble.fit(points, labels, n=2, used=np.ones((3, 20), bool))
    with pytest.raises(ValueError, match=r"\[N, 3\]"):
        trained.votes(np.zeros((2, 4)))


def test_first_weights_keep_the_signal_through_ten_layers() -> None:
    weights = load(he_init(0, range(20), 15, 32, 10), "cpu")
    scores = logits(weights, torch.randn(200, 15, generator=torch.Generator().manual_seed(0)))
    assert 0.2 < float(scores.std()) < 5
    assert all((bias == 0).all() for bias in weights[1::2])


def test_the_rate_rises_then_falls() -> None:
    rates = [lr_at(place, 1.0) for place in np.linspace(0, 1, 101)]
    assert rates[0] == pytest.approx(0.1) and max(rates) == pytest.approx(1.0)
    assert rates[-1] == pytest.approx(0.01)
    assert (np.diff(rates[11:]) < 0).all() and (np.diff(rates[:10]) > 0).all()


def test_an_epoch_shows_every_row_once() -> None:
    parts = epoch_batches(3, 0, 103, 25)
    assert sorted(np.concatenate(parts).tolist()) == list(range(103))
    assert {len(part) for part in parts} <= {20, 21}
    assert not np.array_equal(parts[0], epoch_batches(3, 1, 103, 25)[0])


def test_float32_arrays_give_the_same_votes_back(trained: GateEnsemble) -> None:
    points, _ = clumps(200, seed=5)
    arrays = trained.to_arrays()
    assert len(arrays) == 2 + 2 * 5 and all(array.dtype == np.float32 for array in arrays.values())
    np.testing.assert_array_equal(GateEnsemble.from_arrays(arrays).votes(points), trained.votes(points))


def test_float16_halves_the_size_and_hardly_moves_the_votes(trained: GateEnsemble) -> None:
    points, _ = clumps(400, seed=5)
    arrays = trained.to_arrays(half=True)
    whole, halved = (sum(a.nbytes for a in stored.values()) for stored in (trained.to_arrays(), arrays))
    assert halved < 0.51 * whole
    again = GateEnsemble.from_arrays(arrays)
    assert again.parameters[0].dtype == np.float32
    moved = np.abs(again.votes(points).astype(int) - trained.votes(points)).mean() / trained.n
    assert moved < 0.005


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
def test_damaged_arrays_are_refused(name: str, value: np.ndarray | None) -> None:
    arrays = small().to_arrays()
    if value is None:
        del arrays[name]
    else:
        arrays[name] = value
    with pytest.raises(ModelFileError, match="gate"):
        GateEnsemble.from_arrays(arrays)


def test_too_few_layers_or_networks_are_refused() -> None:
    with pytest.raises(ModelFileError, match="two layers"):
        GateEnsemble.from_arrays({"mean": np.zeros(3, np.float32)})
    arrays = {name: array[:0] if name[0] in "wb" else array for name, array in small().to_arrays().items()}
    with pytest.raises(ModelFileError, match="0 networks"):
        GateEnsemble.from_arrays(arrays)


def test_a_card_s_free_memory_sets_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda device: (10_000, 20_000))
    assert gate_training._budget("cuda:0") == 6_000
    assert gate_training._budget("cpu") == gate_training.BUDGET


def test_a_gate_that_was_not_trained_goes_by_one_number() -> None:
    gate = GateEnsemble.by_number(5, -2)
    points = np.random.default_rng(0).normal(size=(40, 5)).astype(np.float32)
    assert (gate.n, gate.dims) == (1, 5)
    np.testing.assert_array_equal(gate.votes(points), points[:, 3] > 0)
    again = GateEnsemble.from_arrays(gate.to_arrays(half=True))
    np.testing.assert_array_equal(again.votes(points), gate.votes(points))
