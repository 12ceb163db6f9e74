"""Algorithm 3: equally many samples of every seen word, drawn when they are needed and never all held."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError

Batch = tuple[NDArray[np.float32], NDArray[np.int64]]


class PaddedSamples:
    """Class c has m samples: its own features from X, then e(c) + v with v uniform from D = {F - e(w)}.

    m (``per_class``) is the largest class of X, at most ``cap``: the largest is "the", and every word padded
    to its count would be millions of rows. A class of more than m images takes turns with them.
    """

    def __init__(
        self,
        features: NDArray[Any],
        labels: NDArray[np.integer[Any]],
        centres: NDArray[Any],
        cap: int,
        rng: np.random.Generator,
    ) -> None:
        """``features`` [N, D] of X, their class numbers ``labels`` [N], ``centres`` [C, D] = projected e(c).

        Raises InputError when X is empty or ``cap`` below 1.
        """
        if features.ndim != 2 or centres.ndim != 2 or features.shape[1] != centres.shape[1]:
            raise ValueError(f"features {features.shape} and centres {centres.shape} must share D")
        if len(labels) != len(features) or (len(labels) and not 0 <= labels.min() <= labels.max() < len(centres)):
            raise ValueError("labels must number the classes of centres, one for each feature")
        if not len(labels):
            raise InputError(
                "No image of a seen word was held back (X is empty), so a word classifier has nothing to learn "
                "from. Lower the training share t, or choose the classifier 'nearest'."
            )
        if cap < 1:
            raise InputError(f"The cap on samples of a word must be 1 or more, not {cap}.")
        self.features = np.asarray(features, np.float32)
        self.centres = np.asarray(centres, np.float32)
        self.residuals = self.features - self.centres[labels]
        """The pool D, float32 [N, D]."""
        self.counts = np.bincount(labels, minlength=len(centres))
        self.per_class = int(min(self.counts.max(), cap))
        """m."""
        self._rng = rng
        # Rows of one class lie together, in random order within it.
        self._rows = np.lexsort((rng.random(len(labels)), labels))
        self._first = np.concatenate([[0], np.cumsum(self.counts)[:-1]])

    def __len__(self) -> int:
        """Samples in one pass: C * m."""
        return len(self.centres) * self.per_class

    def batches(self, size: int) -> Iterator[Batch]:
        """One pass over all C * m samples in minibatches of ``size`` (the last may be smaller).

        The pass is m rounds, each with every class once in random order, so that any stretch of it is
        balanced; the memory is that of one batch and one round.
        """
        turn = self._rng.integers(0, np.maximum(self.counts, self.per_class))
        kept_classes: list[NDArray[np.int64]] = []
        kept_slots: list[NDArray[np.int64]] = []
        waiting = 0
        for round_number in range(self.per_class):
            order = self._rng.permutation(len(self.centres))
            kept_classes.append(order)
            kept_slots.append(self._slots(round_number, turn)[order])
            waiting += len(order)
            last = round_number == self.per_class - 1
            if waiting < size and not last:
                continue
            classes, slots = np.concatenate(kept_classes), np.concatenate(kept_slots)
            whole = waiting if last else waiting - waiting % size
            for start in range(0, whole, size):
                stop = min(start + size, whole)
                yield self._samples(classes[start:stop], slots[start:stop])
            kept_classes, kept_slots = [classes[whole:]], [slots[whole:]]
            waiting -= whole

    def draw(self) -> Batch:
        """All C * m samples at once, class by class, with freshly drawn padding: the data of one tree."""
        turn = self._rng.integers(0, np.maximum(self.counts, self.per_class))
        slots = np.stack([self._slots(number, turn) for number in range(self.per_class)], axis=1)
        return self._samples(np.repeat(np.arange(len(self.centres)), self.per_class), slots.ravel())

    def _slots(self, round_number: int, turn: NDArray[np.int64]) -> NDArray[np.int64]:
        """Which of its samples each class gives in a round, int64 [C]; from counts[c] on it is padding.

        Over m rounds a class runs once through its m samples, or through m successive ones of its more than
        m images, from a place drawn anew for each pass.
        """
        return (round_number + turn) % np.maximum(self.counts, self.per_class)

    def _samples(self, classes: NDArray[np.int64], slots: NDArray[np.int64]) -> Batch:
        real = slots < self.counts[classes]
        out = np.empty((len(classes), self.features.shape[1]), np.float32)
        out[real] = self.features[self._rows[self._first[classes[real]] + slots[real]]]
        made = classes[~real]
        out[~real] = self.centres[made] + self.residuals[self._rng.integers(0, len(self.residuals), len(made))]
        return out, classes.astype(np.int64)
