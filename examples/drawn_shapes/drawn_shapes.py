"""Zero-shot classes by their attributes, without text: drawn shapes, 45 classes of shape, fill and count.

    python examples/drawn_shapes/drawn_shapes.py

Twelve of the classes occur on no training image. A class is a vector of eleven attributes; ridge regression predicts
the attributes of an image, and Ductus compares them with those of each class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from core import api

SHAPES, FILLS, COUNTS = ("circle", "square", "triangle", "cross", "diamond"), ("empty", "striped", "full"), "123"
PARTS = (*SHAPES, *FILLS, *COUNTS)
VECTORS = {"-".join(parts): [float(part in parts) for part in PARTS] for parts in product(SHAPES, FILLS, COUNTS)}
UNSEEN = tuple(VECTORS)[::4]


class RidgeAttributes:
    """Embeddings are the attributes that ridge regression predicts from the numbers of an image."""

    def __init__(self, seed: int, alpha: float = 0.1) -> None:
        self.alpha, self.arrays = alpha, dict[str, NDArray[Any]]()

    def fit(
        self, images: NDArray[Any], words: Sequence[str], signatures: NDArray[np.float32],
        report: Callable[[float], None], should_stop: Callable[[], bool],
    ) -> None:  # fmt: skip
        rows = images.reshape(len(images), -1).astype(np.float64)
        mean, offset = rows.mean(axis=0), signatures.mean(axis=0)
        kernel = (rows - mean) @ (rows - mean).T
        kernel += self.alpha * kernel.trace() / len(rows) * np.eye(len(rows))
        weights = (rows - mean).T @ np.linalg.solve(kernel, signatures - offset)
        self.arrays = {"weights": weights, "offset": offset - mean @ weights}

    def embed(self, images: NDArray[Any]) -> NDArray[np.float32]:
        return (images.reshape(len(images), -1) @ self.arrays["weights"] + self.arrays["offset"]).astype(np.float32)

    def to_arrays(self) -> Mapping[str, NDArray[Any]]:
        return self.arrays

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> RidgeAttributes:
        made = cls(0)
        made.arrays = {name: arrays[name] for name in ("weights", "offset")}
        return made


def draw(names: Sequence[str], seed: int) -> NDArray[np.uint8]:
    """Return a picture of each class, uint8 [N, 32, 96]: up to three shapes of varying size and place, and noise."""
    rng = np.random.default_rng(seed)
    pictures = np.full((len(names), 32, 96), 255, np.uint8)
    for picture, name in zip(pictures, names, strict=True):
        shape, fill, count = name.split("-")
        for slot in range(int(count)):
            x, y = 16 + 32 * slot + int(rng.integers(-2, 3)), 16 + int(rng.integers(-2, 3))
            mask = _outline(shape, x, y, int(rng.integers(10, 13)))
            stripes = np.arange(96) // 2 % 2 * 255
            inside = stripes if fill == "striped" else {"empty": 255, "full": 90}[fill]
            edge = mask - cv2.erode(mask, np.ones((3, 3), np.uint8))
            picture[:] = np.where(edge > 0, 0, np.where(mask > 0, inside, picture))
    return np.clip(pictures + rng.normal(0, 12, pictures.shape), 0, 255).astype(np.uint8)


def _outline(shape: str, x: int, y: int, r: int) -> NDArray[np.uint8]:
    mask = np.zeros((32, 96), np.uint8)
    if shape == "circle":
        return np.asarray(cv2.circle(mask, (x, y), r, 1, -1))
    if shape == "cross":
        mask[y - r : y + r + 1, x - 4 : x + 5] = mask[y - 4 : y + 5, x - r : x + r + 1] = 1
        return mask
    corners = {
        "square": [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)],
        "triangle": [(x, y - r), (x + r, y + r), (x - r, y + r)],
        "diamond": [(x, y - r), (x + r, y), (x, y + r), (x - r, y)],
    }
    return np.asarray(cv2.fillPoly(mask, [np.array(corners[shape], np.int32)], 1))


def main() -> None:
    shown = [name for name in VECTORS if name not in UNSEEN] * 20
    model = api.train(
        draw(shown, seed=1), shown, VECTORS.keys(), learner="drawn_shapes:RidgeAttributes",
        learner_parameters={"alpha": 0.1}, class_vectors=VECTORS, normalise=None, settings={"s": 0.2},
    )  # fmt: skip
    tested = [*VECTORS] * 10
    result = api.evaluate(model, draw(tested, seed=2), tested, VECTORS.keys())
    print("decided by", *sorted(set(result.decided_by)))
    for rule, scores in [("decided", result.scores), *result.rules.items()]:
        print(f"{rule}: A_u {scores.A_u:.3f}, A_s {scores.A_s:.3f}, h {scores.h:.3f}")


if __name__ == "__main__":
    main()
