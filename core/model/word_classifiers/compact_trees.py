"""Decision trees over thousands of classes with sparse leaves.

scikit-learn stores a dense vector over all classes at every node: gigabytes for a forest. A leaf has samples of only a
few classes; here it stores these with their counts, and inner nodes store none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays, check_keys, checked_array
from core.errors import ModelFileError
from core.language import tr, tr_noop

PART = tr_noop("word classifier 'rf'")
LEAF = -1
"""Stored at a leaf instead of a coordinate."""

_MAX_NUMBER = 2**24
"""Larger numbers of classes, nodes or entries of a leaf occur only in damaged files."""

PREDICT_BYTES = 2**25
"""Size of the dense sums [rows, C] while predicting."""


@dataclass(frozen=True, slots=True)
class CompactTrees:
    """The nodes of all trees in sequence, each tree by levels, so that a right child follows its left sibling."""

    dims: int
    classes: int
    roots: NDArray[np.int64]
    """[T] node number of each tree's root; a tree's nodes end where the next tree begins."""
    feature: NDArray[np.int16]
    """[nodes] the coordinate compared; LEAF at a leaf."""
    threshold: NDArray[np.float32]
    """[inner nodes] a point goes left when the coordinate is at most this; in node order without the leaves."""
    left: NDArray[np.int32]
    """[inner nodes] offset from the node to its left child."""
    leaf_start: NDArray[np.int64]
    """[leaves + 1] start of each leaf's entries in the two tables below; leaves in node order."""
    leaf_class: NDArray[np.unsignedinteger[Any]]
    """[entries] a class with samples in the leaf, uint16 or uint32."""
    leaf_count: NDArray[np.unsignedinteger[Any]]
    """[entries] the number of its samples, in the smallest type that holds all."""

    @property
    def trees(self) -> int:
        """T."""
        return len(self.roots)

    def probabilities(self, features: NDArray[Any]) -> NDArray[np.float64]:
        """Return the mean over the trees of each class's share in the leaf: [N, C]. For small N only (see `best`)."""
        # scikit-learn compares in float32 too
        points = np.ascontiguousarray(features, np.float32)
        leaves = self._leaves(points)
        sums = np.zeros((len(points), self.classes))
        flat = sums.reshape(-1)
        totals = np.add.reduceat(self.leaf_count.astype(np.int64), self.leaf_start[:-1])
        for tree in range(self.trees):
            leaf = leaves[:, tree]
            start = self.leaf_start[leaf]
            number = self.leaf_start[leaf + 1] - start
            row = np.repeat(np.arange(len(points)), number)
            entry = np.arange(len(row)) + np.repeat(start - (np.cumsum(number) - number), number)
            # within a tree each pair of row and class occurs once, so adding by index is safe
            share = self.leaf_count[entry] / totals[leaf][row]
            flat[row * self.classes + self.leaf_class[entry]] += share
        return sums / self.trees

    def best(self, features: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return the most probable class [N] (the lowest of equal ones) and its probability [N], in bounded memory."""
        index = np.empty(len(features), np.int64)
        score = np.empty(len(features), np.float32)
        rows = max(1, PREDICT_BYTES // (8 * self.classes))
        for start in range(0, len(features), rows):
            part = slice(start, start + rows)
            shares = self.probabilities(features[part])
            index[part] = shares.argmax(axis=1)
            score[part] = shares.max(axis=1)
        return index, score

    def _leaves(self, points: NDArray[np.float32]) -> NDArray[np.int64]:
        """Return the leaf of each point in each tree, [N, T], numbered over the whole forest."""
        inner_before = np.cumsum(self.feature != LEAF)
        node = np.tile(self.roots, (len(points), 1))
        at, tree = np.nonzero(self.feature[node] != LEAF)
        while len(at):
            here = node[at, tree]
            inner = inner_before[here] - 1
            right = ~(points[at, self.feature[here]] <= self.threshold[inner])
            node[at, tree] = here = here + self.left[inner] + right
            inside = self.feature[here] != LEAF
            at, tree = at[inside], tree[inside]
        return np.asarray(node - inner_before[node], np.int64)

    def to_arrays(self) -> Arrays:
        """Return all fields by name, and ``shape`` = (C, D). ``leaf_start`` is stored as entries per leaf."""
        return {
            "shape": np.array([self.classes, self.dims], np.int64),
            "roots": self.roots,
            "feature": self.feature,
            "threshold": self.threshold,
            "left": self.left,
            "leaf_size": _small(np.diff(self.leaf_start)),
            "leaf_class": self.leaf_class,
            "leaf_count": self.leaf_count,
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> CompactTrees:
        """Rebuild from :meth:`to_arrays`. Raises ModelFileError for invalid arrays or a path that ends in no leaf."""
        check_keys(
            arrays, {"shape", "roots", "feature", "threshold", "left", "leaf_size", "leaf_class", "leaf_count"}, PART
        )
        classes, dims = (
            int(side) for side in checked_array(arrays, "shape", (2,), "iu", PART, low=1, high=_MAX_NUMBER)
        )
        feature = checked_array(arrays, "feature", (None,), "i", PART, low=LEAF, high=dims - 1).astype(np.int16)
        is_leaf = feature == LEAF
        inner = int((~is_leaf).sum())
        roots = checked_array(arrays, "roots", (None,), "iu", PART, low=0, high=len(feature) - 1).astype(np.int64)
        left = checked_array(arrays, "left", (inner,), "iu", PART, low=1, high=_MAX_NUMBER).astype(np.int32)
        threshold = checked_array(arrays, "threshold", (inner,), "f", PART).astype(np.float32)
        size = checked_array(arrays, "leaf_size", (int(is_leaf.sum()),), "iu", PART, low=1, high=_MAX_NUMBER).astype(
            np.int64
        )
        entries = int(size.sum())
        leaf_class = checked_array(arrays, "leaf_class", (entries,), "u", PART, high=classes - 1)
        leaf_count = checked_array(arrays, "leaf_count", (entries,), "u", PART, low=1)
        if not len(roots) or roots[0] != 0 or (np.diff(roots) < 1).any():
            raise ModelFileError.of(
                "The model's {part} has no trees, or their roots are out of order: the file is damaged.", part=tr(PART)
            )
        at = np.flatnonzero(~is_leaf)
        end = np.append(roots[1:], len(feature))[np.searchsorted(roots, at, side="right") - 1]
        if (at + left + 1 >= end).any():
            raise ModelFileError.of(
                "The model's {part} has nodes whose children do not exist: the file is damaged.", part=tr(PART)
            )
        start = np.concatenate([[0], np.cumsum(size)])
        return cls(dims, classes, roots, feature, threshold, left, start, leaf_class, leaf_count)


def compact(tree: Any, labels: NDArray[Any], dims: int, classes: int) -> CompactTrees:
    """Convert a fitted scikit-learn ``tree_``; ``labels`` are the ``classes_`` of its estimator."""
    order, new = _by_levels(tree.children_left, tree.children_right)
    children = tree.children_left[order]
    is_leaf = children < 0
    inner = np.flatnonzero(~is_leaf)
    # for a float32 x, x <= t is equivalent to x <= the largest float32 not above t: no comparison changes
    threshold = tree.threshold[order][inner].astype(np.float32)
    too_high = threshold > tree.threshold[order][inner]
    threshold[too_high] = np.nextafter(threshold[too_high], np.float32(-np.inf))
    sizes, columns, counts = [], [], []
    for node in order[is_leaf]:
        shares = tree.value[node, 0]
        present = np.flatnonzero(shares)
        sizes.append(len(present))
        columns.append(labels[present])
        counts.append(np.rint(shares[present] * tree.weighted_n_node_samples[node]))
    return CompactTrees(
        dims,
        classes,
        np.zeros(1, np.int64),
        np.where(is_leaf, LEAF, tree.feature[order]).astype(np.int16),
        threshold,
        (new[children[inner]] - inner).astype(np.int32),
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        np.concatenate(columns).astype(np.uint16 if classes <= 2**16 else np.uint32),
        _small(np.concatenate(counts)),
    )


def join(trees: list[CompactTrees]) -> CompactTrees:
    """Join forests over the same classes and coordinates into one."""
    nodes = np.cumsum([0, *(len(tree.feature) for tree in trees)])
    entries = np.cumsum([0, *(len(tree.leaf_class) for tree in trees)])
    starts = [tree.leaf_start[:-1] + first for tree, first in zip(trees, entries[:-1], strict=True)]
    return CompactTrees(
        trees[0].dims,
        trees[0].classes,
        np.concatenate([tree.roots + first for tree, first in zip(trees, nodes[:-1], strict=True)]),
        np.concatenate([tree.feature for tree in trees]),
        np.concatenate([tree.threshold for tree in trees]),
        np.concatenate([tree.left for tree in trees]),
        np.concatenate([*starts, entries[-1:]]),
        np.concatenate([tree.leaf_class for tree in trees]),
        np.concatenate([tree.leaf_count for tree in trees]),
    )


def _by_levels(left: NDArray[Any], right: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the node numbers in their new order (level by level, siblings together), and the new number of each."""
    levels = [np.zeros(1, np.int64)]
    while len(parents := levels[-1][left[levels[-1]] >= 0]):
        levels.append(np.stack([left[parents], right[parents]], axis=1).ravel())
    order = np.concatenate(levels)
    new = np.empty(len(order), np.int64)
    new[order] = np.arange(len(order))
    return order, new


def _small(numbers: NDArray[Any]) -> NDArray[np.unsignedinteger[Any]]:
    """Convert whole numbers to the smallest unsigned type that holds them."""
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))
