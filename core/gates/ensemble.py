"""The gate ensemble M2^(k,-): n_k networks that vote on whether member k was trained on the word of an image.

Their inputs are principal components of the signature and, if wanted, distances to words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays, check_keys, checked_array
from core.errors import InputError, ModelFileError
from core.events import ShouldStop
from core.gates.fitting import EpochCallback, GateData, GateSettings, train_networks
from core.gates.network import Parameters, logits, to_tensors
from core.language import tr, tr_noop

PART = tr_noop("gate")
MAX_NETWORKS = 65_535
"""Votes are counted in uint16."""

VOTE_BYTES = 2**26
"""Size of one hidden layer while voting; points are processed in batches of this size."""

DISTANCE_FEATURES = 4
"""Columns added to the principal components: nearest seen, nearest unseen, their difference, and the norm."""

MARGIN_COLUMN = -2
"""Column of the difference: it is above 0 where the nearest word of all is a seen one."""

_NO_WORD_DISTANCE = 1e3
"""Distance used where the lexicon has no word of a side: larger than any real one."""


@dataclass(frozen=True, slots=True)
class GateEnsemble:
    """n_k networks; ``mean`` and ``scale`` float32 [D] standardise a point."""

    mean: NDArray[np.float32]
    scale: NDArray[np.float32]
    parameters: Parameters

    @classmethod
    def fit(
        cls,
        points: NDArray[Any],
        labels: NDArray[Any],
        used: NDArray[np.bool_],
        settings: GateSettings,
        *,
        seed: int = 0,
        device: str = "cpu",
        progress: EpochCallback | None = None,
        should_stop: ShouldStop | None = None,
    ) -> GateEnsemble:
        """Train n_k networks on ``points`` [N, D] with ``labels`` [N] (1 seen, 0 unseen).

        Network i learns from the rows that ``used`` bool [n_k, N] marks. Seen and unseen are not balanced: most
        synthetic points of Algorithm 4 (data of the gates) are easy, so equal totals would give the held-out words of
        X', which matter, too little weight. Calibrating ``thres`` corrects the resulting shift of all votes.
        Raises InputError when seen or unseen examples are missing or there are too many networks, Stopped when
        ``should_stop`` returns True.
        """
        if points.ndim != 2 or len(labels) != len(points):
            raise ValueError(f"points {points.shape} must be [N, D] with as many labels, not {len(labels)}")
        if used.ndim != 2 or used.shape[1] != len(points):
            raise ValueError(f"used {used.shape} must be [n, {len(points)}]")
        if not 1 <= len(used) <= MAX_NETWORKS:
            raise InputError.of(
                "The number of gates must lie in 1..{max_networks}, not {n_used}.",
                max_networks=MAX_NETWORKS,
                n_used=len(used),
            )
        seen = np.asarray(labels, np.float32)
        if not 0 < seen.sum() < len(seen):
            raise InputError(
                tr(
                    "The gates have no example of unseen words to learn from. Import more different words, or turn "
                    "synthetic points on."
                )
                if seen.any()
                else tr(
                    "The gates have no example of seen words to learn from. Import more different words, or turn "
                    "synthetic points on."
                )
            )
        mean, scale = points.mean(axis=0, dtype=np.float64), points.std(axis=0, dtype=np.float64)
        mean, scale = mean.astype(np.float32), np.where(scale > 1e-6, scale, 1.0).astype(np.float32)
        data = GateData(((points - mean) / scale).astype(np.float32), seen, used)
        parameters = train_networks(
            data, settings, seed=seed, device=device, progress=progress, should_stop=should_stop
        )
        return cls(mean, scale, parameters)

    @classmethod
    def from_feature(cls, dims: int, column: int, above: NDArray[np.float32] | float = 0.0) -> GateEnsemble:
        """Return untrained networks that vote "seen" where ``column`` of a point [dims] is above the numbers [n]."""
        limits = np.reshape(np.asarray(above, np.float32), (-1, 1, 1))
        pick = np.zeros((len(limits), dims, 1), np.float32)
        pick[:, column] = 1
        last = [np.ones_like(limits), np.zeros_like(limits)]
        return cls(np.zeros(dims, np.float32), np.ones(dims, np.float32), [pick, -limits, *last])

    @property
    def is_offset(self) -> bool:
        """Return whether these are untrained networks of :meth:`from_feature`; trained ones have two nodes or more."""
        return self.parameters[0].shape[2] == 1

    @property
    def n(self) -> int:
        """n_k, the number of networks."""
        return len(self.parameters[0])

    @property
    def dims(self) -> int:
        """D, the length of a point."""
        return len(self.mean)

    def votes(self, points: NDArray[Any], device: str = "cpu") -> NDArray[np.uint16]:
        """Return for each point [N, D] the number of networks that vote "seen" (logit above 0): uint16 [N]."""
        parts = [(scores > 0).sum(axis=0) for _, scores in self._scores(points, device)]
        return np.concatenate([np.zeros(0, np.uint16), *parts]).astype(np.uint16)

    def out_of_bag_votes(
        self, points: NDArray[Any], used: NDArray[np.bool_], device: str = "cpu"
    ) -> NDArray[np.float32]:
        """Return the votes of only those networks that did not learn from a point, scaled to 0..n_k: float32 [N].

        ``used`` bool [n_k, N] marks the points that each network learnt from. All networks vote on a point that every
        network learnt from.
        """
        if used.shape != (self.n, len(points)):
            raise ValueError(f"used {used.shape} must be [{self.n}, {len(points)}]")
        out = np.empty(len(points), np.float32)
        for rows, scores in self._scores(points, device):
            voters = ~used[:, rows]
            voters |= ~voters.any(axis=0)
            out[rows] = self.n * ((scores > 0) & voters).sum(axis=0) / voters.sum(axis=0)
        return out

    def _scores(self, points: NDArray[Any], device: str) -> Iterator[tuple[slice, NDArray[np.float32]]]:
        """Yield batches of rows and the logits [n_k, rows] of all networks on them."""
        import torch

        if points.ndim != 2 or points.shape[1] != self.dims:
            raise ValueError(f"points must be [N, {self.dims}], not {points.shape}")
        parameters = to_tensors(self.parameters, device)
        batch = max(1, VOTE_BYTES // (4 * self.n * self.parameters[0].shape[2]))
        with torch.inference_mode():
            for start in range(0, len(points), batch):
                rows = slice(start, min(start + batch, len(points)))
                standard = ((points[rows] - self.mean) / self.scale).astype(np.float32)
                yield rows, logits(parameters, torch.from_numpy(standard).to(device)).cpu().numpy()

    def to_arrays(self) -> Arrays:
        """Return ``mean``, ``scale`` and ``weight0``, ``bias0``, ... as float32."""
        arrays: Arrays = {"mean": self.mean, "scale": self.scale}
        for layer, (weight, bias) in enumerate(zip(self.parameters[::2], self.parameters[1::2], strict=True)):
            arrays |= {f"weight{layer}": weight, f"bias{layer}": bias}
        return arrays

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> GateEnsemble:
        """Rebuild from :meth:`to_arrays`. Raises ModelFileError when names, shapes, types or numbers do not fit."""
        layers = sum(name.startswith("weight") for name in arrays)
        if layers < 2:
            raise ModelFileError.of("The model's {part} has fewer than two layers: the file is damaged.", part=tr(PART))
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
        if not networks or networks > MAX_NETWORKS:
            raise ModelFileError.of(
                "The model's {part} has {networks} networks, where 1 to {max_networks} are possible.",
                part=tr(PART),
                networks=networks,
                max_networks=MAX_NETWORKS,
            )
        return cls(mean, scale, parameters)


def add_distances(
    points: NDArray[np.float32],
    nearest_seen: NDArray[np.float32],
    nearest_unseen: NDArray[np.float32],
    signatures: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Return [n, D + 4]: ``points`` [n, D] with seen and unseen distance, margin and norm as further columns.

    ``nearest_seen`` and ``nearest_unseen`` [n] are distances to the nearest word of W_s^(k) and of the rest of the
    lexicon; the norm is that of ``signatures`` [n, d]. The paper's gates see ``points`` only.
    """
    seen = np.where(np.isfinite(nearest_seen), nearest_seen, _NO_WORD_DISTANCE)
    unseen = np.where(np.isfinite(nearest_unseen), nearest_unseen, _NO_WORD_DISTANCE)
    norm = np.linalg.norm(signatures, axis=1)
    return np.column_stack([points, seen, unseen, unseen - seen, norm]).astype(np.float32)
