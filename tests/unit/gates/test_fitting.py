"""Training of all networks at once: equal to training each alone, in groups or not, with one seed."""

from __future__ import annotations

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from gate_helpers import make_points, train_small
from torch import nn

from core.gates import fitting
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
    whole = train_small(n=5)
    monkeypatch.setattr(fitting, "GROUP_BYTES", 2 * bytes_per_network(3, GateSettings(8, 2, 2, 50)))
    reported: list[tuple[int, int]] = []
    grouped = train_small(n=5, progress=lambda epoch, epochs, _: reported.append((epoch, epochs)))
    for one, other in zip(whole.parameters, grouped.parameters, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-4)
    assert reported == [(epoch, 6) for epoch in range(1, 7)], "three groups of two epochs"
    monkeypatch.setattr(fitting, "GROUP_BYTES", 1)
    assert train_small(n=2).n == 2, "one network at a time even where the memory is too small"


def test_equal_seeds_give_equal_networks_and_other_seeds_others() -> None:
    one, same, other = train_small().parameters, train_small().parameters, train_small(seed=2).parameters
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
