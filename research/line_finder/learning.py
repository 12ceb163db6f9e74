"""Training of the line finder's network on crops of pages, continued where an interrupted run stopped."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.line_finder.crops import Crop, random_crop
from research.line_finder.examples import Example

BATCH = 4
_RATE = 2.5e-3
_REAL_SHARE = 0.62
"""Share of crops from real pages."""
_KEEP = 0.995
"""The weights that are saved are a running mean; this much of it stays at each step."""
_EVERY = 200
"""Steps between reports and checkpoints."""


def fit(
    real: Sequence[Example],
    chances: NDArray[np.float64],
    drawn: Sequence[Path],
    aside: Sequence[Example],
    *,
    steps: int,
    seed: int,
    device: str,
    checkpoint: Path,
) -> Any:
    """Return a network trained for ``steps`` batches of crops.

    Real pages are met with ``chances`` [len(real)]. The loss on fixed crops of ``aside`` is printed now and then.
    """
    import torch

    from core.model.nets.line_net import LineNet

    torch.manual_seed(seed)
    net = LineNet().to(device).to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # missing in torch's stubs
    mean = deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=1e-3)
    begin = 0
    if checkpoint.exists():
        begin = _load(checkpoint, net, mean, optimiser)
        print(f"Going on after step {begin}", flush=True)
    rng = np.random.default_rng([seed, begin])
    fixed = np.random.default_rng(1)
    test = [random_crop(example, fixed) for example in aside for _ in range(3)]
    kept: dict[Path, Example] = {}
    losses: list[float] = []
    since = time.perf_counter()
    for step in range(begin, steps):
        crops = []
        for _ in range(BATCH):
            if not drawn or (len(real) and rng.random() < _REAL_SHARE):
                example = real[rng.choice(len(real), p=chances)]
            else:
                path = drawn[int(rng.integers(len(drawn)))]
                if path not in kept:
                    kept[path] = Example.read(path)
                example = kept[path]
            crops.append(random_crop(example, rng))
        for group in optimiser.param_groups:
            group["lr"] = _RATE * min(1, (step + 1) / 150) * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 1e-5
        net.train()
        loss = _loss(net, crops, device)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        keep = min(_KEEP, (step + 1) / (step + 10))
        with torch.no_grad():
            for ours, new in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
                ours.lerp_(new, 1 - keep) if ours.dtype.is_floating_point else ours.copy_(new)
        losses.append(float(loss))
        if (step + 1) % _EVERY == 0 or step + 1 == steps:
            mean.eval()
            with torch.no_grad():
                parts = [float(_loss(mean, test[n : n + BATCH], device)) for n in range(0, len(test), BATCH)]
            held = float(np.mean(parts)) if parts else math.nan
            took = (time.perf_counter() - since) / len(losses)
            print(
                f"step {step + 1}/{steps} loss {np.mean(losses):.4f} aside {held:.4f} {took:.2f} s a step", flush=True
            )
            losses, since = [], time.perf_counter()
            _save(checkpoint, net, mean, optimiser, step + 1)
    return mean.to("cpu").eval()


def _save(checkpoint: Path, net: Any, mean: Any, optimiser: Any, step: int) -> None:
    from core.store.tree import write_tree

    arrays = {f"net/{name}": value.cpu().numpy() for name, value in net.state_dict().items()}
    arrays |= {f"mean/{name}": value.cpu().numpy() for name, value in mean.state_dict().items()}
    for number, moments in optimiser.state_dict()["state"].items():
        arrays |= {f"moments/{number}/{name}": value.cpu().numpy() for name, value in moments.items()}
    write_tree(checkpoint, {"step": step}, arrays)


def _load(checkpoint: Path, net: Any, mean: Any, optimiser: Any) -> int:
    """Restore what :func:`_save` wrote; return the number of steps."""
    import torch

    from core.store.tree import read_tree

    card, arrays = read_tree(checkpoint)
    tensors = {name: torch.from_numpy(np.array(array)) for name, array in arrays.items()}
    for prefix, target in (("net/", net), ("mean/", mean)):
        target.load_state_dict({n.removeprefix(prefix): t for n, t in tensors.items() if n.startswith(prefix)})
    state = optimiser.state_dict()
    for name, tensor in tensors.items():
        if name.startswith("moments/"):
            _, number, moment = name.split("/")
            state["state"].setdefault(int(number), {})[moment] = tensor
    optimiser.load_state_dict(state)
    return int(card["step"])


def _loss(net: Any, crops: Sequence[Crop], device: str) -> Any:
    """Weighted cross entropy of each map, and the overlap (Dice) of baselines and bodies."""
    import torch
    import torch.nn.functional as F

    from core.model.precision import autocast

    seen = torch.from_numpy(np.stack([crop.depth for crop in crops])[:, None]).to(device).float() / 255
    right = torch.from_numpy(np.stack([crop.answer for crop in crops])).to(device)
    weight = torch.from_numpy(np.stack([crop.weight for crop in crops])[:, None]).to(device)
    seen = seen.contiguous(memory_format=torch.channels_last)
    with autocast(device):
        logits = net(seen)
    logits = logits.float()
    rare = torch.tensor([3.0, 20.0, 20.0, 1.0], device=device)[None, :, None, None]
    entropy = F.binary_cross_entropy_with_logits(logits, right, reduction="none") * (1 + rare * right) * weight
    given, true = torch.sigmoid(logits) * weight, right * weight
    shared = (given * true).sum((0, 2, 3))
    dice = 1 - (2 * shared + 1) / ((given**2).sum((0, 2, 3)) + (true**2).sum((0, 2, 3)) + 1)
    return 4 * entropy.mean() + dice.mean()
