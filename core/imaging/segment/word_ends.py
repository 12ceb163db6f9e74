"""The ends of words on a line: decision trees over its gaps, and what a reader sees in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from core.geometry import Polygon
from core.imaging.segment.gap_features import FEATURES

Spaces = Callable[[npt.NDArray[np.uint8], Polygon, Sequence[tuple[float, float]]], npt.NDArray[np.float64]]
"""A reader of spaces: from a page [H, W], the outline of a line and the left and right edges of its n runs of ink, in
page pixels, to the log-odds [n - 1] of a space between each run and the next."""

BETWEEN_WORDS = 0.5
"""Probability above which a gap separates two words."""
_LEAF = -1
_MAX_DEPTH = 64
"""No tree is deeper: a longer path occurs only in damaged files."""


@dataclass(frozen=True, slots=True)
class WordEnds:
    """Boosted trees over :mod:`core.imaging.segment.gap_features`, and a logistic regression over them and a reader.

    The nodes of the trees stand one after the other.
    """

    roots: npt.NDArray[np.int32]
    """[trees] number of each tree's first node."""
    feature: npt.NDArray[np.int16]
    """[nodes] the number that is compared; -1 at a leaf."""
    threshold: npt.NDArray[np.float64]
    """[nodes] a gap goes left if its number is at most this."""
    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    """[nodes] numbers of the nodes below; a leaf names itself."""
    value: npt.NDArray[np.float32]
    """[nodes] what a leaf adds to the logit."""
    base: npt.NDArray[np.float32]
    """[1] the logit before any tree."""
    joint: npt.NDArray[np.float32]
    """[3] constant, weight of the trees' logit and weight of a reader's log-odds of a space."""

    def __post_init__(self) -> None:
        """Raise ValueError for trees that no training writes."""
        nodes = len(self.feature)
        for name in ("threshold", "left", "right", "value"):
            if getattr(self, name).shape != (nodes,):
                raise ValueError(f"{name} has another length than the nodes")
        numbers = np.concatenate([self.roots, self.left, self.right])
        if self.base.shape != (1,) or not len(self.roots) or numbers.min() < 0 or numbers.max() >= nodes:
            raise ValueError("a tree leads to no node")
        if self.joint.shape != (3,):
            raise ValueError("the trees and the reader are not joined")
        if self.feature.min() < _LEAF or self.feature.max() >= FEATURES:
            raise ValueError("a tree compares a number that gaps do not have")
        if not all(np.isfinite(part).all() for part in (self.threshold, self.value, self.base, self.joint)):
            raise ValueError("a number is not finite")

    def probabilities(
        self, features: npt.NDArray[np.float64], spaces: npt.NDArray[np.float64] | None = None
    ) -> npt.NDArray[np.float64]:
        """Return the probability [n] that each gap, with ``features`` [n, :data:`FEATURES`], separates two words.

        ``spaces`` [n] are a reader's log-odds of a space in each gap (:data:`Spaces`); without them the trees decide.
        """
        logit = self.logits(features)
        if spaces is not None:
            logit = self.joint[0] + self.joint[1] * logit + self.joint[2] * spaces
        return np.asarray(1 / (1 + np.exp(-np.clip(logit, -60, 60))), np.float64)

    def logits(self, features: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return the trees' logit [n] for each gap."""
        node = np.broadcast_to(self.roots, (len(features), len(self.roots))).astype(np.int64)
        rows = np.arange(len(features))[:, None]
        for _ in range(_MAX_DEPTH):
            feature = self.feature[node]
            if (feature == _LEAF).all():
                break
            is_low = features[rows, np.maximum(feature, 0)] <= self.threshold[node]
            below = np.where(is_low, self.left[node], self.right[node])
            node = np.where(feature == _LEAF, node, below)
        return np.asarray(self.value[node].sum(axis=1, dtype=np.float64) + float(self.base[0]), np.float64)

    def to_arrays(self) -> dict[str, npt.NDArray[np.generic]]:
        """Return all arrays by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_arrays(cls, arrays: dict[str, npt.NDArray[np.generic]]) -> WordEnds:
        """Rebuild from :meth:`to_arrays`. Raises KeyError, TypeError or ValueError for other arrays."""
        kinds = {"roots": np.int32, "left": np.int32, "right": np.int32, "feature": np.int16, "threshold": np.float64}
        return cls(
            **{field.name: np.asarray(arrays[field.name], kinds.get(field.name, np.float32)) for field in fields(cls)}
        )
