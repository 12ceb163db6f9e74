"""`paper-rf` and `paper-lr`: the paper's own word classifiers, by scikit-learn.

A random forest of Gini splits to a depth of 10, and logistic regression with up to 1,000 iterations; what the paper
leaves open has scikit-learn's defaults. Both learn from one draw of the padded samples of Algorithm 5. With thousands
of words they take hours and gigabytes: `rf` and `lr` are made for that.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError
from core.model.word_classifiers.compact_trees import CompactTrees, compact
from core.model.word_classifiers.forest import ForestClassifier
from core.model.word_classifiers.interface import SeenWords
from core.model.word_classifiers.lr import LogisticClassifier
from core.model.word_classifiers.padded_samples import Batch, PaddedSamples

DEPTH = 10
ITERATIONS = 1000


@dataclass
class PaperForestClassifier(ForestClassifier):
    """A random forest: each tree grows by the best Gini splits on a bootstrap draw of the same padded samples."""

    kind: ClassVar[str] = "paper-rf"
    depth: int = DEPTH

    def _draws_of(self, samples: PaddedSamples) -> Callable[[], Batch]:
        batch = samples.draw()
        return lambda: batch

    def _grow(self, points: NDArray[np.float32], labels: NDArray[np.int64], classes: int, seed: int) -> CompactTrees:
        from sklearn.ensemble import RandomForestClassifier

        # a forest of one tree draws its bootstrap sample as a forest of many does for each
        forest = RandomForestClassifier(1, criterion="gini", max_depth=self.depth, random_state=seed)
        forest.fit(points, labels)
        return compact(forest.estimators_[0].tree_, forest.classes_, points.shape[1], classes)


@dataclass
class PaperLogisticClassifier(LogisticClassifier):
    """Multinomial logistic regression by L-BFGS, on the coordinates as they are."""

    kind: ClassVar[str] = "paper-lr"
    iterations: int = ITERATIONS

    def fit(self, words: SeenWords) -> Self:
        """Fit on the CPU until it converges or ``iterations`` are over; it cannot be stopped in between.

        Raises DuctusError where the solver fails.
        """
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.linear_model import LogisticRegression

        words.raise_if_stopped()
        points, classes = PaddedSamples(words, self.cap, (words.seed, 4)).draw()
        dims = points.shape[1]
        self.mean, self.scale = np.zeros(dims, np.float32), np.ones(dims, np.float32)
        self.weight, self.bias = (
            np.zeros((dims, len(words.centres)), np.float32),
            np.zeros(len(words.centres), np.float32),
        )
        if len(words.centres) == 1:
            return self
        model = LogisticRegression(max_iter=self.iterations)
        with warnings.catch_warnings():
            # 1,000 iterations are the paper's, whether they suffice or not
            warnings.simplefilter("ignore", ConvergenceWarning)
            model.fit(points, classes)
        if not np.isfinite(model.coef_).all():
            raise DuctusError.of("Word classifier '{kind}' diverged. Choose 'lda' instead.", kind=self.kind)
        # of two classes scikit-learn keeps the second only
        present = model.classes_ if len(model.classes_) > 2 else model.classes_[1:]
        self.weight[:, present] = model.coef_.T
        self.bias[present] = model.intercept_
        return self
