"""Training the gates M2^(k,i) of a member, all at once, each on its own 80 % of the points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError, InputError, Stopped
from core.gates.network import Parameters, bytes_per_network, he_init, load, logits

if TYPE_CHECKING:
    from torch import Tensor

BUDGET = 2**26
"""Bytes that networks in training together may hold on a CPU; the others go in groups after them. Larger
groups are no faster there: beyond a few dozen networks the products fill the processor."""


@dataclass(frozen=True, slots=True)
class GateData:
    """What every network of a member learns from."""

    points: NDArray[np.float32]
    """[N, D], standardised."""
    labels: NDArray[np.float32]
    """[N], 1 seen and 0 unseen."""
    weights: NDArray[np.float32]
    """[N], of mean 1: how much each point counts."""
    used: NDArray[np.bool_]
    """[E, N], which points each network may learn from."""


@dataclass(frozen=True, slots=True)
class GateSettings:
    """Shape and schedule of the networks: hidden ``width`` and ``depth``, passes, minibatch, peak Adam rate."""

    width: int = 32
    depth: int = 10
    epochs: int = 20
    batch: int = 128
    lr: float = 1e-2


def default_lr(width: int) -> float:
    """A peak rate that suits the width: 0.01 at 32 nodes, falling in proportion to 1 / width.

    Adam moves every weight by about the rate, so a layer's output moves by rate times width. At 32 nodes a
    rate of 0.01 and 20 passes rank seen over unseen as well as 0.003 and 80 passes do.
    """
    return 0.32 / width


def draw_subsets(
    n: int, rows: int, share: float, seed: int, groups: NDArray[np.integer[Any]] | None = None
) -> NDArray[np.bool_]:
    """bool [n, rows]: each network's own random ``share`` of the rows, without replacement.

    ``groups`` int [rows] makes rows of one number (0 or more) come and go together, for instance the images
    of one held-out word, so that a network left out can judge the word as one it has never met; rows of a
    negative number are drawn one by one. Network i's draw depends on (seed, i) alone.
    """
    if not 0 < share <= 1:
        raise InputError(f"The share of points for each gate must lie in (0, 1], not {share}.")
    if groups is None:
        unit = np.arange(rows)
    else:
        alone = groups < 0
        unit = np.where(alone, groups.max(initial=-1) + 1 + np.cumsum(alone), groups)
        unit = np.unique(unit, return_inverse=True)[1]
    units = int(unit.max(initial=-1)) + 1
    kept = max(1, round(share * units))
    used = np.zeros((n, rows), bool)
    for i in range(n):
        chosen = np.zeros(units, bool)
        chosen[np.random.default_rng((seed, 2, i)).permutation(units)[:kept]] = True
        used[i] = chosen[unit]
    return used


def epoch_batches(seed: int, epoch: int, rows: int, batch: int) -> list[NDArray[np.int64]]:
    """The epoch's rows in random order, cut into minibatches of nearly equal size, at most ``batch``."""
    order = np.random.default_rng((seed, 3, epoch)).permutation(rows)
    return np.array_split(order, -(-rows // batch))


def lr_at(place: float, peak: float) -> float:
    """Adam's rate at ``place`` 0..1 of the training: a short rise, then half a cosine down to 1 % of the peak."""
    if place < 0.1:
        return peak * (0.1 + 9.0 * place)
    return peak * (0.01 + 0.99 * (1 + float(np.cos(np.pi * (place - 0.1) / 0.9))) / 2)


def losses(parameters: list[Tensor], x: Tensor, y: Tensor, weights: Tensor) -> Tensor:
    """Weighted mean binary cross-entropy of each network, [E], of ``x`` [E, B, D], ``y`` and ``weights`` [E, B]."""
    import torch.nn.functional as F

    each = F.binary_cross_entropy_with_logits(logits(parameters, x), y, reduction="none")
    return (each * weights).sum(dim=1) / weights.sum(dim=1).clamp_min(1e-6)


def train_networks(
    data: GateData,
    settings: GateSettings,
    *,
    seed: int,
    device: str = "cpu",
    budget: int | None = None,
    progress: Callable[[int, int, float], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Parameters:
    """The trained parameters of all E networks.

    Networks go in groups that fit ``budget`` bytes; ``progress(epoch, epochs, loss)`` counts an epoch for
    each group and gives the mean loss of its networks. Which group a network is in changes nothing but the
    last bits of its weights. Raises Stopped when ``should_stop`` says so, DuctusError when the loss is lost.
    """
    networks = len(data.used)
    group = group_size(data.points.shape[1], settings, _budget(device) if budget is None else budget)
    starts = range(0, networks, group)
    epochs = len(starts) * settings.epochs
    done: list[Parameters] = []
    for number, start in enumerate(starts):
        members = range(start, min(start + group, networks))

        def tell(epoch: int, loss: float, before: int = number * settings.epochs) -> None:
            if progress:
                progress(before + epoch, epochs, loss)

        done.append(_train_group(data, settings, members, seed, device, tell, should_stop or (lambda: False)))
    return [np.concatenate(parts) for parts in zip(*done, strict=True)]


def _train_group(
    data: GateData,
    settings: GateSettings,
    members: range,
    seed: int,
    device: str,
    tell: Callable[[int, float], None],
    should_stop: Callable[[], bool],
) -> Parameters:
    import torch

    rows, dims = data.points.shape
    parameters = load(he_init(seed, members, dims, settings.width, settings.depth), device)
    for parameter in parameters:
        parameter.requires_grad_()
    optimiser = torch.optim.Adam(parameters, lr=settings.lr, fused=device.split(":")[0] in ("cpu", "cuda"))
    points = torch.from_numpy(data.points).to(device)
    labels = torch.from_numpy(data.labels).to(device)
    counts = torch.from_numpy(data.weights).to(device)
    used = torch.from_numpy(data.used[members.start : members.stop]).to(device)
    for epoch in range(settings.epochs):
        batches = epoch_batches(seed, epoch, rows, settings.batch)
        total = torch.zeros(len(members), device=device)
        for step, chosen in enumerate(batches):
            if should_stop():
                raise Stopped("Stopped while the gates were in training; they are trained anew on resuming.")
            place = (epoch + step / len(batches)) / settings.epochs
            for options in optimiser.param_groups:
                options["lr"] = lr_at(place, settings.lr)
            at, weights = _own(torch.from_numpy(chosen).to(device), used, counts)
            optimiser.zero_grad(set_to_none=True)
            # A sum over networks: Adam works number by number, so this is E trainings in one.
            each = losses(parameters, points[at], labels[at], weights)
            each.sum().backward()
            optimiser.step()
            total += each.detach()
        mean = float(total.mean()) / len(batches)
        if not np.isfinite(mean):
            raise DuctusError("The gates' training has run away; train again with a smaller rate.")
        tell(epoch + 1, mean)
    return [parameter.detach().cpu().numpy() for parameter in parameters]


def _own(chosen: Tensor, used: Tensor, counts: Tensor) -> tuple[Tensor, Tensor]:
    """Of the minibatch ``chosen`` [B] each network's own points first, [E, S], and how much each counts.

    S is the most that any network has; the places left over in the others count nothing. So a network does not
    work on the fifth of the points that it may not learn from.
    """
    import torch

    mine, place = used[:, chosen].sort(dim=1, descending=True, stable=True)
    most = max(1, int(mine.sum(dim=1).max()))
    at = chosen[place[:, :most]]
    return at, torch.where(mine[:, :most], counts[at], 0.0)


def group_size(dims: int, settings: GateSettings, budget: int = BUDGET) -> int:
    """How many networks train at once within ``budget`` bytes: at least one."""
    return max(1, budget // bytes_per_network(dims, settings.width, settings.depth, settings.batch))


def _budget(device: str) -> int:
    """Bytes that one group may hold: most of what a graphics card has free, else :data:`BUDGET`."""
    if device.startswith("cuda"):
        import torch

        return int(torch.cuda.mem_get_info(torch.device(device))[0] * 0.6)
    return BUDGET
