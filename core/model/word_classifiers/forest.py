"""`rf`: extremely randomised trees over the seen words, stored sparsely.

They are grown one by one on the padded samples of Algorithm 5.

P. Geurts, D. Ernst, L. Wehenkel: "Extremely Randomized Trees", Machine Learning 63, 2006, pp. 3-42.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays
from core.errors import InputError
from core.model.word_classifiers.compact_trees import CompactTrees, compact, join
from core.model.word_classifiers.interface import SeenWords, check_points
from core.model.word_classifiers.padded_samples import Batch, PaddedSamples

NODE_BYTES = 2**29
"""Memory for one tree's dense node vectors while scikit-learn grows it, which doubles them as it goes."""


@dataclass
class ForestClassifier:
    """A forest of trees with random splits, each grown on its own draw of the padded samples.

    The paper's forest (`paper-rf`) takes the best Gini splits. With thousands of balanced classes these separate only a
    few samples, so that a tree of depth 10 has a few dozen leaves and takes a hundred times longer.
    """

    kind: ClassVar[str] = "rf"
    trees: int = 100
    """scikit-learn's default."""
    depth: int = 16
    """Random splits need more depth than the paper's 10: 2^16 leaves separate thousands of words."""
    cap: int = 10
    """Most samples of a word that a tree is grown on; a tree stores at most C * cap entries."""
    forest: CompactTrees | None = None

    def __post_init__(self) -> None:
        if self.trees < 1 or self.depth < 1:
            raise InputError.of("A forest needs at least one tree of depth 1 or more.")

    @property
    def shape(self) -> tuple[int, int]:
        return (0, 0) if self.forest is None else (self.forest.classes, self.forest.dims)

    def fit(self, words: SeenWords) -> Self:
        """Grow ``trees`` trees on the CPU; only their sparse form is kept."""
        samples = PaddedSamples(words, self.cap, (words.seed, 5))
        draw = self._draws_of(samples)
        grown = []
        for number in range(self.trees):
            words.raise_if_stopped()
            tree_seed = int(np.random.default_rng((words.seed, 6, number)).integers(2**31))
            grown.append(self._grow(*draw(), len(words.centres), tree_seed))
        self.forest = join(grown)
        return self

    def _draws_of(self, samples: PaddedSamples) -> Callable[[], Batch]:
        """Return the function that gives the samples of one tree after the other."""
        return samples.draw

    def _grow(self, points: NDArray[np.float32], labels: NDArray[np.int64], classes: int, seed: int) -> CompactTrees:
        from sklearn.tree import ExtraTreeClassifier

        # set only for many classes, because scikit-learn grows trees with a limit in another order, best leaf first
        most_leaves = NODE_BYTES // (16 * classes)
        estimator = ExtraTreeClassifier(
            max_depth=self.depth,
            max_features="sqrt",
            random_state=seed,
            max_leaf_nodes=max(2, most_leaves) if most_leaves < len(points) else None,
        )
        estimator.fit(points, labels)
        return compact(estimator.tree_, estimator.classes_, points.shape[1], classes)

    def predict(self, features: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return the class [N] with the largest mean share over the trees' leaves, and that share [N]."""
        if self.forest is None:
            raise ValueError("the forest is not fitted")
        check_points(features, self.forest.dims)
        return self.forest.best(features)

    def to_arrays(self) -> Arrays:
        """Return the arrays of :meth:`CompactTrees.to_arrays`."""
        if self.forest is None:
            raise ValueError("the forest is not fitted")
        return self.forest.to_arrays()

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        forest = CompactTrees.from_arrays(arrays)
        return cls(trees=forest.trees, forest=forest)
