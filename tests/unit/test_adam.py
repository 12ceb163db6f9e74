"""Adam of our own against torch's: the same bits, the same moments, without torch's compiler."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from core.adam import Adam

RATES = [1e-3, 5e-3, 2e-3, 7e-4]


def parameters() -> list[Tensor]:
    """A matrix, a vector, images in channels-last order, and one that never has a gradient."""
    generator = torch.Generator().manual_seed(3)
    shapes = (7, 5), (9,), (4, 3, 2, 2), (6,)
    tensors = [torch.randn(shape, generator=generator) for shape in shapes]
    tensors[2] = tensors[2].contiguous(memory_format=torch.channels_last)
    return [tensor.requires_grad_() for tensor in tensors]


def loss(of: list[Tensor], number: int) -> Tensor:
    return sum(((tensor - number) ** 2).sum() * (1 + number) for tensor in of[:3])  # type: ignore[return-value]


@pytest.mark.parametrize("is_fused", [False, True])
@pytest.mark.parametrize(("is_decoupled", "kind"), [(False, torch.optim.Adam), (True, torch.optim.AdamW)])
@pytest.mark.parametrize("decay", [0.0, 0.02])
def test_steps_have_the_bits_of_torch(decay: float, is_decoupled: bool, kind: Any, is_fused: bool) -> None:
    ours, theirs = parameters(), parameters()
    one = Adam(ours, 1e-3, weight_decay=decay, is_decoupled=is_decoupled, is_fused=is_fused)
    other = kind(theirs, lr=1e-3, weight_decay=decay, fused=is_fused or None)
    for number, rate in enumerate(RATES):
        one.rate = other.param_groups[0]["lr"] = rate
        for optimiser, tensors, clear in ((one, ours, one.clear_gradients), (other, theirs, other.zero_grad)):
            clear()
            loss(tensors, number).backward()  # type: ignore[no-untyped-call]
            optimiser.step()
    assert all(torch.equal(mine, his) for mine, his in zip(ours, theirs, strict=True))
    state = other.state_dict()["state"]
    assert set(one.moments) == set(state) == {0, 1, 2}
    for number, moments in one.moments.items():
        assert all(torch.equal(value, state[number][name]) for name, value in moments.items())


@pytest.mark.parametrize("is_fused", [False, True])
def test_loaded_moments_continue_it(is_fused: bool) -> None:
    straight, resumed = parameters(), parameters()
    one = Adam(straight, 1e-2, weight_decay=0.1, is_decoupled=True, is_fused=is_fused)
    other = Adam(resumed, 1e-2, weight_decay=0.1, is_decoupled=True, is_fused=is_fused)
    loss(straight, 1).backward()  # type: ignore[no-untyped-call]
    one.step()
    with torch.no_grad():
        for tensor, value in zip(resumed, straight, strict=True):
            tensor.copy_(value)
    # a file does not keep the order in memory
    kept = {n: {name: value.numpy().copy(order="C") for name, value in m.items()} for n, m in one.moments.items()}
    other.load_moments({n: {name: torch.from_numpy(np.asarray(v)) for name, v in m.items()} for n, m in kept.items()})
    for optimiser, tensors in ((one, straight), (other, resumed)):
        optimiser.clear_gradients()
        loss(tensors, 2).backward()  # type: ignore[no-untyped-call]
        optimiser.step()
    assert all(torch.equal(a, b) for a, b in zip(straight, resumed, strict=True))


def test_a_training_does_not_import_the_compiler_of_torch() -> None:
    """It is the reason for an optimiser of our own."""
    program = """
import sys
import numpy as np
from core.gates.fitting import GateData, GateSettings, train_networks
points = np.random.default_rng(0).normal(size=(20, 4)).astype(np.float32)
labels = (np.arange(20) % 2).astype(np.float32)
train_networks(GateData(points, labels, np.ones((3, 20), np.bool_)), GateSettings(4, 2, 2), seed=1)
assert "torch" in sys.modules
sys.exit("torch._dynamo" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", program], timeout=120).returncode == 0
