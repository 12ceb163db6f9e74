"""`lr`: multinomial logistic regression on Algorithm 3's samples, drawn minibatch by minibatch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays, check_keys, checked_array
from core.errors import DuctusError
from core.model.word_classifiers.interface import Report, ShouldStop, check_points, stop_if_asked
from core.model.word_classifiers.padded_samples import PaddedSamples

PART = "word classifier 'lr'"
ROWS = 1024
"""Points classified at a time, so that [rows, C] stays small."""


def _none() -> NDArray[np.float32]:
    return np.zeros((0, 0), np.float32)


@dataclass
class LogisticClassifier:
    """Softmax over C words, linear in the standardised coordinates. Adam on minibatches: a solver over all
    padded samples at once would need N x C numbers, gigabytes for thousands of words."""

    kind: ClassVar[str] = "lr"
    cap: int = 20
    """Most samples of a word in one pass (the paper's m is the largest class count)."""
    epochs: int = 15
    batch: int = 2048
    rate: float = 0.05
    """Adam's rate at the start; it falls along half a cosine to 1 % of it."""
    mean: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))
    scale: NDArray[np.float32] = field(default_factory=lambda: np.ones(0, np.float32))
    weight: NDArray[np.float32] = field(default_factory=_none)
    """[D, C]"""
    bias: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))

    @property
    def shape(self) -> tuple[int, int]:
        return self.weight.shape[1], self.weight.shape[0]

    def fit(
        self,
        features: NDArray[Any],
        labels: NDArray[np.integer[Any]],
        centres: NDArray[Any],
        *,
        seed: int = 0,
        device: str = "cpu",
        progress: Report | None = None,
        should_stop: ShouldStop | None = None,
    ) -> Self:
        """``epochs`` passes over C * m padded samples; ``progress`` counts the passes."""
        import torch
        import torch.nn.functional as F

        samples = PaddedSamples(features, labels, centres, self.cap, np.random.default_rng((seed, 4)))
        classes, dims = samples.centres.shape
        # Spread of the class means plus that of the residuals: the spread of the padded samples.
        self.mean = (samples.centres.mean(axis=0) + samples.residuals.mean(axis=0)).astype(np.float32)
        spread = np.sqrt(samples.centres.var(axis=0) + samples.residuals.var(axis=0))
        self.scale = np.where(spread > 1e-6, spread, 1.0).astype(np.float32)
        weight = torch.zeros((dims, classes), device=device, requires_grad=True)
        bias = torch.zeros(classes, device=device, requires_grad=True)
        optimiser = torch.optim.Adam([weight, bias], lr=self.rate)
        steps = self.epochs * -(-len(samples) // self.batch)
        step = 0
        for epoch in range(self.epochs):
            for points, wanted in samples.batches(self.batch):
                stop_if_asked(should_stop)
                for options in optimiser.param_groups:
                    options["lr"] = self.rate * (0.01 + 0.99 * (1 + float(np.cos(np.pi * step / steps))) / 2)
                x = torch.from_numpy((points - self.mean) / self.scale).to(device)
                loss = F.cross_entropy(torch.addmm(bias, x, weight), torch.from_numpy(wanted).to(device))
                optimiser.zero_grad(set_to_none=True)
                loss.backward()
                optimiser.step()
                step += 1
            if not torch.isfinite(loss):
                raise DuctusError("The regression has run away; choose the word classifier 'lda' instead.")
            if progress:
                progress(epoch + 1, self.epochs)
        self.weight = weight.detach().cpu().numpy()
        self.bias = bias.detach().cpu().numpy()
        return self

    def predict(self, features: NDArray[Any], device: str = "cpu") -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Most probable class [N] and its probability [N]."""
        check_points(features, self.shape[1])
        index = np.empty(len(features), np.int64)
        score = np.empty(len(features), np.float32)
        for start in range(0, len(features), ROWS):
            part = slice(start, start + ROWS)
            logits = ((features[part] - self.mean) / self.scale).astype(np.float32) @ self.weight + self.bias
            index[part] = logits.argmax(axis=1)
            score[part] = 1 / np.exp(logits - logits.max(axis=1, keepdims=True)).sum(axis=1)
        return index, score

    def to_arrays(self) -> Arrays:
        """``mean``, ``scale`` [D], ``weight`` [D, C], ``bias`` [C]."""
        return {"mean": self.mean, "scale": self.scale, "weight": self.weight, "bias": self.bias}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        check_keys(arrays, {"mean", "scale", "weight", "bias"}, PART)
        weight = checked_array(arrays, "weight", (None, None), "f", PART).astype(np.float32)
        dims, classes = weight.shape
        return cls(
            mean=checked_array(arrays, "mean", (dims,), "f", PART).astype(np.float32),
            scale=checked_array(arrays, "scale", (dims,), "f", PART, low=1e-12).astype(np.float32),
            weight=weight,
            bias=checked_array(arrays, "bias", (classes,), "f", PART).astype(np.float32),
        )
