"""Training of the line finder's network on crops of pages, continued where an interrupted run stopped.

Crops are pages as training meets them: turned, scaled, inked anew, with the maps that the network should answer.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from core.imaging.segment.line_maps import STRIDE
from research.line_finder.examples import Example
from research.line_finder.pages import TrueLine

SIZE = 384
"""Height and width of a crop."""
XHEIGHTS = (4.5, 17.0)
"""Pixels of the small letters of most lines in a crop; the line finder scales a page to about the middle."""
_BLUR, _END = 1.1, 2.4
"""Spread of a baseline across and of an end, in values of the maps."""
_UNSURE = 0.5
"""Weight of places far from known lines on pages that have others too."""
BATCH = 4
_RATE = 2.5e-3
_REAL_SHARE = 0.62
"""Share of crops from real pages."""
_KEEP = 0.995
"""The weights that are saved are a running mean; this much of it stays at each step."""
_EVERY = 200
"""Steps between reports and checkpoints."""


@dataclass(frozen=True)
class Crop:
    """The input of the network, uint8 [h, w]; its answer, float32 [4, h / 2, w / 2]; and how much each place counts."""

    depth: NDArray[np.uint8]
    answer: NDArray[np.float32]
    weight: NDArray[np.float32]


def random_crop(example: Example, rng: np.random.Generator) -> Crop:
    """Cut a crop of ``SIZE`` at a random place, scale, turn and slant."""
    height, width = example.depth.shape
    usual = float(np.median([line.xheight for line in example.lines])) if example.lines else 9.0
    scale = float(np.exp(rng.uniform(*np.log(XHEIGHTS)))) / usual
    scale = float(np.clip(scale, 0.4, 2.2))
    centre = rng.uniform(0, 1, 2) * (width, height)
    if example.lines and rng.random() < 0.85:
        points = example.lines[rng.integers(len(example.lines))].points
        centre = points[rng.integers(len(points))] + rng.normal(0, 90 / scale, 2)
    angle = np.deg2rad(rng.normal(0, 1.5) if rng.random() < 0.8 else rng.uniform(-8, 8))
    across, down = scale * np.exp(rng.normal(0, 0.1, 2))
    lean = rng.normal(0, 0.12)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    linear = turn @ np.array([[across, lean * down], [0, down]])
    matrix = np.concatenate([linear, (np.array([SIZE / 2, SIZE / 2]) - linear @ centre)[:, None]], 1)
    depth = _warped(example.depth, matrix, centre, scale)
    lines = [
        TrueLine((line.points @ linear.T + matrix[:, 2]).astype(np.float32), line.xheight * down)
        for line in example.lines
    ]
    return Crop(_inked(depth, rng), answer(lines), _weight(lines, example.is_complete))


def _warped(
    page: NDArray[np.uint8], matrix: NDArray[np.float64], centre: NDArray[np.float64], scale: float
) -> NDArray[np.uint8]:
    """Return the part of ``page`` around ``centre`` that ``matrix`` takes into the crop."""
    reach = 0.8 * SIZE / scale
    x0, y0 = np.maximum(centre - reach, 0).astype(int)
    x1, y1 = np.maximum(np.minimum(centre + reach, page.shape[::-1]), (x0 + 1, y0 + 1)).astype(int)
    part = page[y0:y1, x0:x1]
    if not part.size:
        return np.zeros((SIZE, SIZE), np.uint8)
    if scale < 0.7:  # a large reduction needs smoothing first
        part = cv2.GaussianBlur(part, (0, 0), 0.45 / scale)
    matrix = matrix.copy()
    matrix[:, 2] += matrix[:, :2] @ (x0, y0)
    return np.asarray(cv2.warpAffine(part, matrix, (SIZE, SIZE), flags=cv2.INTER_LINEAR), np.uint8)


def answer(lines: Sequence[TrueLine], size: tuple[int, int] = (SIZE, SIZE)) -> NDArray[np.float32]:
    """Draw the maps of ``lines`` for an input of ``size`` (height, width)."""
    height, width = size[0] // STRIDE, size[1] // STRIDE
    base, body = np.ones((height, width), np.uint8), np.zeros((height, width), np.uint8)
    ends = np.zeros((2, height, width), np.float32)
    for line in lines:
        points = line.points / STRIDE
        if (
            points[:, 0].max() < -20
            or points[:, 1].max() < -60
            or points[:, 0].min() > width + 20
            or points[:, 1].min() > height + 60
        ):
            continue
        fixed = np.round(points * 8).astype(np.int32)
        cv2.polylines(base, [fixed], False, 0, 1, cv2.LINE_8, 3)
        upper = fixed - np.array([0, round(line.xheight / STRIDE * 8)], np.int32)
        cv2.fillPoly(body, [np.concatenate([fixed, upper[::-1]])], 1, cv2.LINE_8, 3)
        for side, (x, y) in enumerate((points[0], points[-1])):
            _spot(ends[side], float(x), float(y))
    away = np.minimum(cv2.distanceTransform(base, cv2.DIST_L2, 5), 9)
    near = np.exp(-(away**2) / (2 * _BLUR**2))
    return np.stack([near, ends[0], ends[1], body.astype(np.float32)]).astype(np.float32)


def _spot(target: NDArray[np.float32], x: float, y: float) -> None:
    reach = int(3 * _END) + 1
    x0, x1 = max(0, int(x) - reach), min(target.shape[1], int(x) + reach + 1)
    y0, y1 = max(0, int(y) - reach), min(target.shape[0], int(y) + reach + 1)
    if x1 <= x0 or y1 <= y0:
        return
    rows, columns = np.mgrid[y0:y1, x0:x1]
    spot = np.exp(-((rows - y) ** 2 + (columns - x) ** 2) / (2 * _END**2)).astype(np.float32)
    np.maximum(target[y0:y1, x0:x1], spot, out=target[y0:y1, x0:x1])


def _weight(lines: Sequence[TrueLine], is_complete: bool) -> NDArray[np.float32]:
    side = SIZE // STRIDE
    if is_complete:
        return np.ones((side, side), np.float32)
    weight = np.full((side, side), _UNSURE, np.float32)
    for line in lines:
        points = line.points / STRIDE - np.array([0, line.xheight / STRIDE / 2], np.float32)
        cv2.polylines(weight, [np.round(points).astype(np.int32)], False, 1.0, max(3, round(5 * line.xheight / STRIDE)))
    return weight


def _inked(depth: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Fainter, darker, softer, thicker or noisier ink."""
    ink = depth.astype(np.float32) / 255
    kind = rng.random()
    if kind < 0.15:
        ink = cv2.GaussianBlur(ink, (0, 0), rng.uniform(0.4, 1.0))
    elif kind < 0.22:
        ink = cv2.dilate(ink, np.ones((2, 2), np.uint8))
    ink = np.clip(ink, 0, 1) ** rng.uniform(0.7, 1.5) * rng.uniform(0.6, 1.3)
    if rng.random() < 0.25:
        small = rng.random((5, 5)).astype(np.float32)
        ink = ink * (1 - rng.uniform(0.2, 0.7) * cv2.resize(small, ink.shape[::-1], interpolation=cv2.INTER_CUBIC))
    if rng.random() < 0.15:  # a strip of the page is covered
        at, thick = int(rng.integers(SIZE)), int(rng.integers(8, 60))
        if rng.random() < 0.5:
            ink[:, at : at + thick] = rng.choice([0.0, 0.0, 0.5])
    ink = ink + rng.normal(0, rng.uniform(0, 0.06), ink.shape)
    return np.asarray(np.clip(ink, 0, 1) * 255, np.uint8)


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

    from core.model.line_finder import LineNet

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
