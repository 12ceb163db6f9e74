"""The ensemble M2^(k,-): n_k small networks that vote on whether an embedder has met an image's word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays, check_keys, checked_array
from core.errors import InputError, ModelFileError
from core.gates.fitting import GateData, GateSettings, default_lr, draw_subsets, train_networks
from core.gates.network import Parameters, load, logits

PART = "gate"
MOST = 65_535
"""Votes are counted in uint16."""

WORK = 2**26
"""Bytes of one hidden layer while voting; points go in batches of this size."""


@dataclass(frozen=True, slots=True)
class GateEnsemble:
    """``mean`` and ``scale`` float32 [D] standardise a point; ``parameters`` are those of the networks."""

    mean: NDArray[np.float32]
    scale: NDArray[np.float32]
    parameters: Parameters

    @classmethod
    def fit(
        cls,
        points: NDArray[Any],
        labels: NDArray[Any],
        *,
        n: int,
        width: int = 32,
        depth: int = 10,
        epochs: int = 20,
        batch: int = 128,
        lr: float | None = None,
        subset: float = 0.8,
        used: NDArray[np.bool_] | None = None,
        balance: bool = False,
        seed: int = 0,
        device: str = "cpu",
        budget: int | None = None,
        progress: Callable[[int, int, float], None] | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> GateEnsemble:
        """Train ``n`` (n_k) networks on ``points`` [N, D] with ``labels`` [N] (1 seen, 0 unseen).

        Each learns from its own random ``subset`` of the points, or from the rows that ``used`` bool [n, N]
        names (:func:`core.gates.fitting.draw_subsets`). ``lr`` is Adam's peak rate; None takes
        :func:`core.gates.fitting.default_lr`. ``balance`` gives seen and unseen the same
        total weight. It is off by default: Algorithm 2 makes the unseen side the larger one by points that
        are easy to tell, so equal totals would make the held-out words of X', which matter, count less than
        they do; the shift of all votes that remains is what calibrating ``thres`` is for.
        ``budget`` bounds the bytes of networks trained together; ``progress(epoch, epochs, loss)`` is told
        of every epoch. Raises InputError when one of the two kinds is missing or a number is out of range,
        Stopped when ``should_stop`` says so.
        """
        if points.ndim != 2 or len(labels) != len(points):
            raise ValueError(f"points {points.shape} must be [N, D] with as many labels, not {len(labels)}")
        if not 1 <= n <= MOST:
            raise InputError(f"The number of gates must lie in 1..{MOST}, not {n}.")
        if min(width, depth, epochs, batch) < 1 or (lr is not None and not lr > 0):
            raise InputError("Width, depth, epochs, batch and rate of the gates must all be above zero.")
        seen = np.asarray(labels, np.float32)
        if not 0 < seen.sum() < len(seen):
            lacking = "unseen" if seen.any() else "seen"
            raise InputError(
                f"The gates have no example of {lacking} words to learn from. Import more different words, or "
                "let synthetic points be drawn."
            )
        chosen = draw_subsets(n, len(points), subset, seed) if used is None else used
        if chosen.shape != (n, len(points)):
            raise ValueError(f"used {chosen.shape} must be [{n}, {len(points)}]")
        weights = np.ones(len(seen), np.float32)
        if balance:
            weights = np.where(seen == 1, 0.5 / seen.mean(), 0.5 / (1 - seen.mean())).astype(np.float32)
        mean, scale = points.mean(axis=0, dtype=np.float64), points.std(axis=0, dtype=np.float64)
        mean, scale = mean.astype(np.float32), np.where(scale > 1e-6, scale, 1.0).astype(np.float32)
        standard = ((points - mean) / scale).astype(np.float32)
        parameters = train_networks(
            GateData(standard, seen, weights, chosen),
            GateSettings(width, depth, epochs, batch, lr or default_lr(width)),
            seed=seed,
            device=device,
            budget=budget,
            progress=progress,
            should_stop=should_stop,
        )
        return cls(mean, scale, parameters)

    @classmethod
    def by_number(cls, dims: int, column: int) -> GateEnsemble:
        """One network that was not trained: "seen" where number ``column`` of a point [dims] is above zero."""
        pick = np.zeros((1, dims, 1), np.float32)
        pick[0, column, 0] = 1
        none, one = np.zeros((1, 1, 1), np.float32), np.ones((1, 1, 1), np.float32)
        return cls(np.zeros(dims, np.float32), np.ones(dims, np.float32), [pick, none, one, none.copy()])

    @property
    def n(self) -> int:
        """n_k, the number of networks."""
        return len(self.parameters[0])

    @property
    def dims(self) -> int:
        """D, the length of a point."""
        return len(self.mean)

    def votes(self, points: NDArray[Any], device: str = "cpu") -> NDArray[np.uint16]:
        """How many of the n_k networks say "seen" (logit above 0) of each point [N, D]: uint16 [N]."""
        parts = [(scores > 0).sum(axis=0) for _, scores in self._scores(points, device)]
        return np.concatenate([np.zeros(0, np.uint16), *parts]).astype(np.uint16)

    def out_of_bag_votes(
        self, points: NDArray[Any], used: NDArray[np.bool_], device: str = "cpu"
    ) -> NDArray[np.float32]:
        """Votes on points [N, D] of only those networks that did not learn from them, scaled to n_k.

        ``used`` bool [n, N] says which network learnt from which point. float32 [N] in 0..n_k; a point that
        every network learnt from gets the vote of all of them.
        """
        if used.shape != (self.n, len(points)):
            raise ValueError(f"used {used.shape} must be [{self.n}, {len(points)}]")
        out = np.empty(len(points), np.float32)
        for rows, scores in self._scores(points, device):
            judges = ~used[:, rows]
            judges |= ~judges.any(axis=0)
            out[rows] = self.n * ((scores > 0) & judges).sum(axis=0) / judges.sum(axis=0)
        return out

    def _scores(self, points: NDArray[Any], device: str) -> Iterator[tuple[slice, NDArray[np.float32]]]:
        """Rows of ``points`` and the logits [E, rows] of every network on them, batch by batch."""
        import torch

        if points.ndim != 2 or points.shape[1] != self.dims:
            raise ValueError(f"points must be [N, {self.dims}], not {points.shape}")
        parameters = load(self.parameters, device)
        batch = max(1, WORK // (4 * self.n * self.parameters[0].shape[2]))
        with torch.inference_mode():
            for start in range(0, len(points), batch):
                rows = slice(start, min(start + batch, len(points)))
                standard = ((points[rows] - self.mean) / self.scale).astype(np.float32)
                yield rows, logits(parameters, torch.from_numpy(standard).to(device)).cpu().numpy()

    def to_arrays(self, half: bool = False) -> Arrays:
        """``mean``, ``scale`` and ``weight0``, ``bias0``, ...; ``half`` stores the networks as float16.

        Half the size; a point's votes then change by less than 0.5 % of n_k on average, most not at all. Best
        calibrate ``thres`` on the networks as they are stored.
        """
        kept = np.float16 if half else np.float32
        arrays: Arrays = {"mean": self.mean, "scale": self.scale}
        for layer, (weight, bias) in enumerate(zip(self.parameters[::2], self.parameters[1::2], strict=True)):
            arrays[f"weight{layer}"] = weight.astype(kept)
            arrays[f"bias{layer}"] = bias.astype(kept)
        return arrays

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> GateEnsemble:
        """Rebuild from :meth:`to_arrays`. Raises ModelFileError when shapes, types or numbers do not fit."""
        layers = sum(name.startswith("weight") for name in arrays)
        if layers < 2:
            raise ModelFileError(f"The model's {PART} has fewer than two layers: the file is damaged.")
        named = {f"{kind}{layer}" for kind in ("weight", "bias") for layer in range(layers)}
        check_keys(arrays, {"mean", "scale"} | named, PART)
        mean = checked_array(arrays, "mean", (None,), "f", PART).astype(np.float32)
        scale = checked_array(arrays, "scale", (len(mean),), "f", PART, low=1e-12).astype(np.float32)
        networks, inputs = None, len(mean)
        parameters: Parameters = []
        for layer in range(layers):
            outputs = 1 if layer == layers - 1 else None
            weight = checked_array(arrays, f"weight{layer}", (networks, inputs, outputs), "f", PART)
            networks, inputs = weight.shape[0], weight.shape[2]
            bias = checked_array(arrays, f"bias{layer}", (networks, 1, inputs), "f", PART)
            parameters += [weight.astype(np.float32), bias.astype(np.float32)]
        if not networks or networks > MOST:
            raise ModelFileError(f"The model's {PART} has {networks} networks, where 1 to {MOST} are possible.")
        return cls(mean, scale, parameters)
