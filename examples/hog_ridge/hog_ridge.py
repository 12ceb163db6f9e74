"""A learner for Ductus: word signatures by ridge regression from histograms of oriented gradients (HOG)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.decomposition import PCA
from sklearn.linear_model import Ridge

CELL, ANGLES = 10, 9
COMPONENTS = 200
ALPHA = 1.0


class HogRidge:
    """Predicts e(w) of an image. It has no ``distances``: Ductus compares signatures by their cosine."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.arrays: dict[str, NDArray[np.float32]] = {}

    def fit(
        self,
        images: NDArray[np.uint8],
        words: Sequence[str],
        signatures: NDArray[np.float32],
        report: Callable[[float], None],
        should_stop: Callable[[], bool],
    ) -> None:
        """Learn from images uint8 [N, 50, 250] and their signatures [N, d]."""
        features = describe(images)
        report(0.3)
        if should_stop():
            return
        pca = PCA(min(COMPONENTS, len(images) - 1), random_state=self.seed).fit(features)
        report(0.7)
        points = pca.transform(features)
        scale = points.std(axis=0) + 1e-6
        ridge = Ridge(ALPHA * len(images)).fit(points / scale, signatures)
        axes = pca.components_ / scale[:, None]
        self.arrays = {
            "mean": pca.mean_.astype(np.float32),
            "axes": axes.astype(np.float32),
            "weights": np.asarray(ridge.coef_.T, np.float32),
            "offset": np.asarray(ridge.intercept_, np.float32),
        }

    def embed(self, images: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the predicted signatures [N, d]."""
        own = self.arrays
        points = (describe(images) - own["mean"]) @ own["axes"].T
        return np.asarray(points @ own["weights"] + own["offset"], np.float32)

    def to_arrays(self) -> Mapping[str, NDArray[Any]]:
        return self.arrays

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> HogRidge:
        made = cls(seed=0)
        made.arrays = {name: np.asarray(arrays[name], np.float32) for name in ("mean", "axes", "weights", "offset")}
        inner, outer = made.arrays["axes"].shape[0], made.arrays["weights"].shape
        if outer != (inner, len(made.arrays["offset"])) or made.arrays["axes"].shape[1] != len(made.arrays["mean"]):
            raise ValueError("the arrays do not fit each other")
        return made


def describe(images: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return HOG features [N, 3456] of images uint8 [N, 50, 250]: blocks of 2 x 2 cells, each scaled to length 1."""
    ink = 255 - images.astype(np.float32)
    rows, columns = ink.shape[1] // CELL, ink.shape[2] // CELL
    down, across = np.gradient(ink, axis=(1, 2))
    angle = np.floor(np.arctan2(down, across) % np.pi / np.pi * ANGLES).astype(np.int64) % ANGLES
    strength = np.hypot(down, across)
    cells = np.zeros((len(images), rows, columns, ANGLES), np.float32)
    for number in range(ANGLES):
        part = np.where(angle == number, strength, 0).reshape(len(images), rows, CELL, columns, CELL)
        cells[..., number] = part.sum(axis=(2, 4))
    corners = [cells[:, y : rows - 1 + y, x : columns - 1 + x] for y in (0, 1) for x in (0, 1)]
    blocks = np.concatenate(corners, axis=3)
    blocks /= np.linalg.norm(blocks, axis=3, keepdims=True) + 1.0
    return blocks.reshape(len(images), (rows - 1) * (columns - 1) * 4 * ANGLES)
