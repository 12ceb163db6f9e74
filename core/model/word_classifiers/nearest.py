"""`nearest`: the seen word whose projected signature is nearest, without training."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays, check_keys, checked_array
from core.errors import InputError
from core.language import tr_noop
from core.model.lexicon_search.nearest_signatures import METRICS, nearest
from core.model.word_classifiers.interface import SeenWords, check_points

PART = tr_noop("word classifier 'nearest'")


@dataclass
class NearestClassifier:
    """The default of Algorithm 6 (among seen words).

    ``metric`` is "euclid" as in the paper's text, or "cosine" as in its code.
    """

    kind: ClassVar[str] = "nearest"
    metric: str = "euclid"
    centres: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    """[C, D] projected e(c)."""

    def __post_init__(self) -> None:
        if self.metric not in METRICS:
            raise InputError.of(
                "The metric '{metric}' is unknown; it must be one of {choices}.",
                metric=self.metric,
                choices=", ".join(METRICS),
            )

    @property
    def shape(self) -> tuple[int, int]:
        return self.centres.shape[0], self.centres.shape[1]

    def fit(self, words: SeenWords) -> Self:
        """Store the centres [C, D]; nothing else has an effect."""
        self.centres = np.array(words.centres, np.float32)
        return self

    def predict(self, features: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return the nearest class [N] and its negative distance [N]."""
        check_points(features, self.shape[1])
        found = nearest(features, self.centres, self.metric)
        return found.index, -found.distance

    def to_arrays(self) -> Arrays:
        """Return ``centres`` [C, D] and ``metric``, its position in METRICS."""
        return {"centres": self.centres, "metric": np.array(METRICS.index(self.metric), np.uint8)}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        check_keys(arrays, {"centres", "metric"}, PART)
        centres = checked_array(arrays, "centres", (None, None), "f", PART).astype(np.float32)
        metric = checked_array(arrays, "metric", (), "iu", PART, low=0, high=len(METRICS) - 1)
        return cls(METRICS[int(metric)], centres)
