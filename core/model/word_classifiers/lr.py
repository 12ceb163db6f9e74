"""`lr`: multinomial logistic regression on the padded samples of Algorithm 5, drawn by minibatches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays, check_keys, checked_array
from core.errors import DuctusError
from core.language import tr_noop
from core.model.word_classifiers.interface import SeenWords, check_points
from core.model.word_classifiers.padded_samples import PaddedSamples

PART = tr_noop("word classifier 'lr'")
ROWS = 1024
"""Points classified at a time, which bounds the memory for [rows, C]."""


def _empty() -> NDArray[np.float32]:
    return np.zeros((0, 0), np.float32)


@dataclass
class LogisticClassifier:
    """A softmax over C words, linear in the standardised coordinates.

    Trained by Adam on minibatches: a solver over all padded samples at once, as of `paper-lr`, needs N x C numbers,
    gigabytes for thousands of words.
    """

    kind: ClassVar[str] = "lr"
    cap: int = 20
    """Most samples of a word in one epoch (the paper's m is the largest class count)."""
    epochs: int = 15
    batch: int = 2048
    lr: float = 0.05
    """Adam's learning rate at the start; it falls along half a cosine to 1 %. The problem is convex, so a high rate and
    few epochs suffice."""
    mean: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))
    scale: NDArray[np.float32] = field(default_factory=lambda: np.ones(0, np.float32))
    weight: NDArray[np.float32] = field(default_factory=_empty)
    """[D, C]"""
    bias: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))

    @property
    def shape(self) -> tuple[int, int]:
        return self.weight.shape[1], self.weight.shape[0]

    def fit(self, words: SeenWords) -> Self:
        """Train for ``epochs`` passes over the C * m padded samples. Raises DuctusError when the training diverges."""
        import torch
        import torch.nn.functional as F

        samples = PaddedSamples(words, self.cap, (words.seed, 4))
        classes, dims = samples.centres.shape
        # the variance of the class means plus that of the residuals is the variance of the padded samples
        self.mean = (samples.centres.mean(axis=0) + samples.residuals.mean(axis=0)).astype(np.float32)
        spread = np.sqrt(samples.centres.var(axis=0) + samples.residuals.var(axis=0))
        self.scale = np.where(spread > 1e-6, spread, 1.0).astype(np.float32)
        weight = torch.zeros((dims, classes), device=words.device, requires_grad=True)
        bias = torch.zeros(classes, device=words.device, requires_grad=True)
        optimiser = torch.optim.Adam([weight, bias], lr=self.lr)
        steps = self.epochs * -(-len(samples) // self.batch)
        step = 0
        for _ in range(self.epochs):
            for points, targets in samples.batches(self.batch):
                words.raise_if_stopped()
                for options in optimiser.param_groups:
                    options["lr"] = self.lr * (0.01 + 0.99 * (1 + float(np.cos(np.pi * step / steps))) / 2)
                x = torch.from_numpy((points - self.mean) / self.scale).to(words.device)
                loss = F.cross_entropy(torch.addmm(bias, x, weight), torch.from_numpy(targets).to(words.device))
                optimiser.zero_grad(set_to_none=True)
                loss.backward()
                optimiser.step()
                step += 1
            if not torch.isfinite(loss):
                raise DuctusError.of(
                    "Word classifier 'lr' diverged: the loss is NaN or infinite. Choose 'lda' instead."
                )
        self.weight = weight.detach().cpu().numpy()
        self.bias = bias.detach().cpu().numpy()
        return self

    def predict(self, features: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return the most probable class [N] and its probability [N]."""
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
        """Return ``mean`` and ``scale`` [D], ``weight`` [D, C], ``bias`` [C]."""
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
