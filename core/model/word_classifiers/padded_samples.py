"""Algorithm 5, "Synthetically generating seen data": equally many samples of every seen word, drawn on demand."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.model.word_classifiers.interface import SeenWords

Batch = tuple[NDArray[np.float32], NDArray[np.int64]]


class PaddedSamples:
    """m samples of each class c: its own features from X, then e(c) + v with v uniform from D = {F - e(w)}.

    m (``per_class``) is the size of the largest class of X, at most ``cap``: the largest class is a word like "the",
    and padding every word to its count would give millions of rows. Classes of more than m images use them in turn.
    """

    def __init__(self, words: SeenWords, cap: int, seed: tuple[int, ...]) -> None:
        """Draw from ``seed``. Raises InputError when X is empty or ``cap`` below 1."""
        features, labels, centres = words.features, words.labels, words.centres
        if features.ndim != 2 or centres.ndim != 2 or features.shape[1] != centres.shape[1]:
            raise ValueError(f"features {features.shape} and centres {centres.shape} must share D")
        if len(labels) != len(features) or (len(labels) and not 0 <= labels.min() <= labels.max() < len(centres)):
            raise ValueError("labels must number the classes of centres, one for each feature")
        if not len(labels):
            raise InputError.of(
                "The word classifier has no training data: no image of a seen word was reserved (X is empty). "
                "Lower the training share t, or choose the classifier 'nearest'."
            )
        if cap < 1:
            raise InputError.of("The maximum number of samples a word (cap) must be 1 or more, not {cap}.", cap=cap)
        self.features = np.asarray(features, np.float32)
        self.centres = np.asarray(centres, np.float32)
        self.residuals = self.features - self.centres[labels]
        """The pool D, float32 [N, D]."""
        self.counts = np.bincount(labels, minlength=len(centres))
        self.per_class = int(min(self.counts.max(), cap))
        """m."""
        self._rng = np.random.default_rng(seed)
        # rows sorted by class, in random order within each class
        self._rows = np.lexsort((self._rng.random(len(labels)), labels))
        self._first = np.concatenate([[0], np.cumsum(self.counts)[:-1]])

    def __len__(self) -> int:
        """Return the number of samples in one pass, C * m."""
        return len(self.centres) * self.per_class

    def batches(self, size: int) -> Iterator[Batch]:
        """Yield one pass over all C * m samples in minibatches of ``size`` (the last may be smaller).

        The pass has m rounds, each with every class once in random order, so that every part of it is balanced. Only
        one batch and one round are in memory.
        """
        turn = self._rng.integers(0, np.maximum(self.counts, self.per_class))
        pending_classes: list[NDArray[np.int64]] = []
        pending_slots: list[NDArray[np.int64]] = []
        waiting = 0
        for round_number in range(self.per_class):
            order = self._rng.permutation(len(self.centres))
            pending_classes.append(order)
            pending_slots.append(self._slots(round_number, turn)[order])
            waiting += len(order)
            last = round_number == self.per_class - 1
            if waiting < size and not last:
                continue
            classes, slots = np.concatenate(pending_classes), np.concatenate(pending_slots)
            whole = waiting if last else waiting - waiting % size
            for start in range(0, whole, size):
                stop = min(start + size, whole)
                yield self._samples(classes[start:stop], slots[start:stop])
            pending_classes, pending_slots = [classes[whole:]], [slots[whole:]]
            waiting -= whole

    def draw(self) -> Batch:
        """Return all C * m samples, class by class, with newly drawn padding: the data of one tree."""
        turn = self._rng.integers(0, np.maximum(self.counts, self.per_class))
        slots = np.stack([self._slots(number, turn) for number in range(self.per_class)], axis=1)
        return self._samples(np.repeat(np.arange(len(self.centres)), self.per_class), slots.ravel())

    def _slots(self, round_number: int, turn: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the slot that each class uses in a round, int64 [C]; slots from counts[c] on are padding.

        Over m rounds a class uses each of its m slots once, or m successive ones if it has more images, beginning at
        ``turn`` [C].
        """
        return (round_number + turn) % np.maximum(self.counts, self.per_class)

    def _samples(self, classes: NDArray[np.int64], slots: NDArray[np.int64]) -> Batch:
        real = slots < self.counts[classes]
        out = np.empty((len(classes), self.features.shape[1]), np.float32)
        out[real] = self.features[self._rows[self._first[classes[real]] + slots[real]]]
        padded = classes[~real]
        out[~real] = self.centres[padded] + self.residuals[self._rng.integers(0, len(self.residuals), len(padded))]
        return out, classes.astype(np.int64)
