"""Adam training of all gate networks of a member at once, each on its own points.

Networks share minibatches, so that a step of all of them is a few batched matrix products.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError, InputError, Stopped
from core.events import ShouldStop
from core.gates.network import Parameters, he_init, logits, to_tensors, weight_count

if TYPE_CHECKING:
    from torch import Tensor

EpochCallback = Callable[[int, int, float], None]
"""Called with (epochs done, epochs in all, mean loss)."""

GROUP_BYTES = 2**26
"""Bytes that the networks trained together may hold on a CPU; the others follow in further groups. Larger groups are
not faster there: a few dozen networks keep the processor busy."""

_GPU_SHARE = 0.6
"""Share of a graphics card's free memory that a group may hold; the rest is for torch's work buffers."""


@dataclass(frozen=True, slots=True)
class GateSettings:
    """Shape and schedule of the networks. Raises InputError for values below 1."""

    width: int = 32
    """Nodes of a hidden layer."""
    depth: int = 10
    """Hidden layers."""
    epochs: int = 20
    batch: int = 128

    def __post_init__(self) -> None:
        if min(self.width, self.depth, self.epochs, self.batch) < 1:
            raise InputError.of("Width, depth, epochs and batch size of the gates must be 1 or more.")

    @property
    def peak_lr(self) -> float:
        """Adam's highest learning rate: 0.01 at 32 nodes, in proportion to 1 / width.

        Adam changes every weight by about the learning rate, hence a layer's output by rate times width. At 32 nodes
        20 epochs at 0.01 separate seen from unseen as well as 80 epochs at 0.003.
        """
        return 0.32 / self.width


@dataclass(frozen=True, slots=True)
class GateData:
    """The points that the E networks of a member learn from."""

    points: NDArray[np.float32]
    """[N, D], standardised."""
    labels: NDArray[np.float32]
    """[N], 1 seen and 0 unseen."""
    used: NDArray[np.bool_]
    """[E, N], the points that each network learns from."""


def epoch_batches(seed: int, epoch: int, rows: int, batch: int) -> list[NDArray[np.int64]]:
    """Return the rows in the epoch's random order, split into minibatches of nearly equal size, at most ``batch``."""
    order = np.random.default_rng((seed, 3, epoch)).permutation(rows)
    return np.array_split(order, -(-rows // batch))


def lr_at(position: float, peak: float) -> float:
    """Return the learning rate at ``position`` 0..1 of the training: a linear rise, then half a cosine to 1 %.

    The rise over the first tenth, from 10 %, gives Adam's moments time to settle.
    """
    if position < 0.1:
        return peak * (0.1 + 9.0 * position)
    return peak * (0.01 + 0.99 * (1 + float(np.cos(np.pi * (position - 0.1) / 0.9))) / 2)


def train_networks(
    data: GateData,
    settings: GateSettings,
    *,
    seed: int,
    device: str = "cpu",
    progress: EpochCallback | None = None,
    should_stop: ShouldStop | None = None,
) -> Parameters:
    """Train all E networks and return their parameters.

    Networks are trained in groups that fit into memory; ``progress`` counts the epochs of every group. The grouping
    affects only the last bits of the weights. Raises Stopped when ``should_stop`` returns True, DuctusError when the
    training diverges.
    """
    networks = len(data.used)
    group = group_size(data.points.shape[1], settings, device)
    starts = range(0, networks, group)
    epochs = len(starts) * settings.epochs
    done: list[Parameters] = []
    for number, start in enumerate(starts):
        members = range(start, min(start + group, networks))

        def report(epoch: int, loss: float, before: int = number * settings.epochs) -> None:
            if progress:
                progress(before + epoch, epochs, loss)

        done.append(_train_group(data, settings, members, seed, device, report, should_stop or (lambda: False)))
    return [np.concatenate(parts) for parts in zip(*done, strict=True)]


def group_size(dims: int, settings: GateSettings, device: str = "cpu") -> int:
    """Return the number of networks trained at once, at least 1: as many as fit into the device's memory."""
    limit = GROUP_BYTES
    if device.startswith("cuda"):
        import torch

        limit = int(torch.cuda.mem_get_info(torch.device(device))[0] * _GPU_SHARE)
    return max(1, limit // bytes_per_network(dims, settings))


def bytes_per_network(dims: int, settings: GateSettings) -> int:
    """Estimate the memory for training one network: weights, gradients and Adam's two moments; activations."""
    weights = weight_count(dims, settings.width, settings.depth)
    # each hidden layer is kept for the backward pass; two more are in use, as value and as gradient
    return 4 * (4 * weights + settings.batch * settings.width * (settings.depth + 4))


def _train_group(
    data: GateData,
    settings: GateSettings,
    members: range,
    seed: int,
    device: str,
    report: Callable[[int, float], None],
    should_stop: ShouldStop,
) -> Parameters:
    import torch

    rows, dims = data.points.shape
    parameters = to_tensors(he_init(seed, members, dims, settings.width, settings.depth), device)
    for parameter in parameters:
        parameter.requires_grad_()
    optimiser = torch.optim.Adam(parameters, lr=settings.peak_lr, fused=device.split(":")[0] in ("cpu", "cuda"))
    points = torch.from_numpy(data.points).to(device)
    labels = torch.from_numpy(data.labels).to(device)
    used = torch.from_numpy(data.used[members.start : members.stop]).to(device)
    for epoch in range(settings.epochs):
        batches = epoch_batches(seed, epoch, rows, settings.batch)
        total = torch.zeros(len(members), device=device)
        for step, batch in enumerate(batches):
            if should_stop():
                raise Stopped.of("Stopped while the gates were trained. When the training continues, they start again.")
            position = (epoch + step / len(batches)) / settings.epochs
            for options in optimiser.param_groups:
                options["lr"] = lr_at(position, settings.peak_lr)
            own, weights = _own_points(torch.from_numpy(batch).to(device), used)
            optimiser.zero_grad(set_to_none=True)
            # Adam treats every number by itself, so minimising the sum of the losses trains each network alone
            losses = _losses(parameters, points[own], labels[own], weights)
            losses.sum().backward()
            optimiser.step()
            total += losses.detach()
        mean = float(total.mean()) / len(batches)
        if not np.isfinite(mean):
            raise DuctusError.of("The training of the gates diverged: the loss is NaN or infinite. Use another seed.")
        report(epoch + 1, mean)
    return [parameter.detach().cpu().numpy() for parameter in parameters]


def _losses(parameters: list[Tensor], x: Tensor, y: Tensor, weights: Tensor) -> Tensor:
    """Return each network's weighted mean cross-entropy [E], given ``x`` [E, B, D], ``y`` and ``weights`` [E, B]."""
    import torch.nn.functional as F

    losses = F.binary_cross_entropy_with_logits(logits(parameters, x), y, reduction="none")
    return (losses * weights).sum(dim=1) / weights.sum(dim=1).clamp_min(1e-6)  # a network may use no row of a batch


def _own_points(batch: Tensor, used: Tensor) -> tuple[Tensor, Tensor]:
    """Return the rows [E, S] of the minibatch ``batch`` [B] that each network uses, and their weights [E, S], 1 or 0.

    S is the largest number that a network uses; networks with fewer are filled up with rows of weight 0. This spares
    computing the fifth of the points that a network does not use.
    """
    mine, order = used[:, batch].sort(dim=1, descending=True, stable=True)
    most = max(1, int(mine.sum(dim=1).max()))
    return batch[order[:, :most]], mine[:, :most].float()
