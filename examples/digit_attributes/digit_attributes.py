"""A learner for Ductus that is no text recogniser: digits by the strokes that they are drawn with.

A class is described by attributes, as in zero-shot image classification: the seven strokes of a digital clock, and the
closed loops of the written digit. Logistic regressions predict the attributes of an image, and an image is near to a
class whose attributes they find likely. So a digit can be recognised that no training image shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

SIDE = 8
# top, upper left, upper right, middle, lower left, lower right, bottom; upper loop, lower loop
STROKES = {
    "zero": "111011100",
    "one": "001001000",
    "two": "101110100",
    "three": "101101100",
    "four": "011101000",
    "five": "110101100",
    "six": "110111101",
    "seven": "101001000",
    "eight": "111111111",
    "nine": "111101110",
}
ATTRIBUTES = {name: np.array([int(c) for c in code], np.float32) for name, code in STROKES.items()}


class DigitAttributes:
    """Embeddings are the log odds of the attributes; the distance is their negative log likelihood for a class."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.weights = np.zeros((0, 0), np.float32)
        self.offset = np.zeros(0, np.float32)

    def fit(
        self,
        images: NDArray[np.uint8],
        words: Sequence[str],
        signatures: NDArray[np.float32],
        report: Callable[[float], None],
        should_stop: Callable[[], bool],
    ) -> None:
        """Learn the attributes of images uint8 [N, 50, 250]; the signatures of the names are not used."""
        pixels, wanted = shrink(images), np.stack([ATTRIBUTES[word] for word in words])
        count = wanted.shape[1]
        self.weights, self.offset = np.zeros((pixels.shape[1], count), np.float32), np.zeros(count, np.float32)
        for number in range(count):
            if should_stop():
                return
            share = wanted[:, number].mean()
            if 0 < share < 1:
                model = LogisticRegression(C=0.1, max_iter=500).fit(pixels, wanted[:, number])
                self.weights[:, number], self.offset[number] = model.coef_[0], model.intercept_[0]
            else:  # all training classes agree on it
                self.offset[number] = 2.0 if share else -2.0
            report((number + 1) / count)

    def embed(self, images: NDArray[np.uint8]) -> NDArray[np.float32]:
        return np.asarray(shrink(images) @ self.weights + self.offset, np.float32)

    def distances(
        self, embeddings: NDArray[np.float32], words: Sequence[str], signatures: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        classes = np.stack([ATTRIBUTES[word] for word in words]) if words else np.zeros((0, embeddings.shape[1]))
        present, absent = np.logaddexp(0, -embeddings), np.logaddexp(0, embeddings)
        return np.asarray(present @ classes.T + absent @ (1 - classes).T, np.float32)

    def to_arrays(self) -> Mapping[str, NDArray[Any]]:
        return {"weights": self.weights, "offset": self.offset}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> DigitAttributes:
        made = cls(seed=0)
        made.weights, made.offset = np.asarray(arrays["weights"], np.float32), np.asarray(arrays["offset"], np.float32)
        if made.weights.shape != (SIDE * SIDE, len(made.offset)):
            raise ValueError("the weights do not fit images of 8 x 8")
        return made


def shrink(images: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the ink [N, 64] of the squares in the middle of images uint8 [N, 50, 250], 0 to 1."""
    margin = (images.shape[2] - images.shape[1]) // 2
    squares = 255 - images[:, :, margin : margin + images.shape[1]]
    small = [cv2.resize(square, (SIDE, SIDE), interpolation=cv2.INTER_AREA).ravel() for square in squares]
    return np.stack(small).astype(np.float32) / np.float32(255) if small else np.zeros((0, SIDE * SIDE), np.float32)
