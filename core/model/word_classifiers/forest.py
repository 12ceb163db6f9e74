"""`rf`: a forest over the seen words, grown tree by tree on Algorithm 3's samples and stored sparsely."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays
from core.errors import InputError
from core.model.word_classifiers.compact_trees import CompactTrees, compact, join
from core.model.word_classifiers.interface import Report, ShouldStop, check_points, stop_if_asked
from core.model.word_classifiers.padded_samples import PaddedSamples

GROWTH = ("extra", "gini")

NODE_BYTES = 2**29
"""What one tree's dense node vectors may take while scikit-learn grows it (it doubles them as it goes)."""


@dataclass
class ForestClassifier:
    """Every tree sees its own draw of the padded samples.

    ``growth`` "extra" splits at random places: with thousands of balanced classes the best gini split cuts
    off a few samples at an end, so that a tree of depth 10 has a few dozen leaves and takes a hundred times
    longer. "gini" grows those, on a bootstrap of the draw, as the paper's forest does.
    """

    kind: ClassVar[str] = "rf"
    trees: int = 100
    depth: int = 16
    growth: str = "extra"
    cap: int = 10
    """Most samples of a word that a tree is grown on; entries stored are at most C * cap a tree."""
    forest: CompactTrees | None = None

    def __post_init__(self) -> None:
        if self.growth not in GROWTH:
            raise InputError(f"The growth '{self.growth}' is not known; it is one of {', '.join(GROWTH)}.")
        if self.trees < 1 or self.depth < 1:
            raise InputError("A forest needs at least one tree of at least depth 1.")

    @property
    def shape(self) -> tuple[int, int]:
        return (0, 0) if self.forest is None else (self.forest.classes, self.forest.dims)

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
        """Grows ``trees`` trees on the CPU; ``progress`` counts them. Each estimator is dropped at once."""
        samples = PaddedSamples(features, labels, centres, self.cap, np.random.default_rng((seed, 5)))
        grown = []
        for number in range(self.trees):
            stop_if_asked(should_stop)
            tree_seed = int(np.random.default_rng((seed, 6, number)).integers(2**31))
            grown.append(self._grow(samples, tree_seed))
            if progress:
                progress(number + 1, self.trees)
        self.forest = join(grown)
        return self

    def _grow(self, samples: PaddedSamples, seed: int) -> CompactTrees:
        from sklearn.tree import DecisionTreeClassifier, ExtraTreeClassifier

        points, wanted = samples.draw()
        classes, dims = samples.centres.shape
        if self.growth == "gini":
            rows = np.random.default_rng((seed, 7)).integers(0, len(points), len(points))
            points, wanted = points[rows], wanted[rows]
        # Only a forest over many classes needs the bound; trees with one grow best leaf first.
        most_leaves = NODE_BYTES // (16 * classes)
        grower = ExtraTreeClassifier if self.growth == "extra" else DecisionTreeClassifier
        estimator = grower(
            max_depth=self.depth,
            max_features="sqrt",
            random_state=seed,
            max_leaf_nodes=max(2, most_leaves) if most_leaves < len(points) else None,
        )
        estimator.fit(points, wanted)
        return compact(estimator.tree_, estimator.classes_, dims, classes)

    def predict(self, features: NDArray[Any], device: str = "cpu") -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Class [N] of largest mean share over the trees' leaves, and that share [N]."""
        if self.forest is None:
            raise ValueError("the forest is not fitted")
        check_points(features, self.forest.dims)
        return self.forest.best(features)

    def to_arrays(self) -> Arrays:
        """The arrays of :meth:`CompactTrees.to_arrays`."""
        if self.forest is None:
            raise ValueError("the forest is not fitted")
        return self.forest.to_arrays()

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        forest = CompactTrees.from_arrays(arrays)
        return cls(trees=forest.trees, forest=forest)
