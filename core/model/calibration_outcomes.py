"""What a member answered on the images it had not learnt from: the ground its confidence stands on."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays, check_keys, checked_array
from core.errors import ModelFileError

PART = "trials"
_KINDS = {
    "image": np.uint64,
    "word": np.int32,
    "chance": np.float32,
    "distance": np.float32,
    "right": np.bool_,
    "lacking": np.bool_,
}


@dataclass(frozen=True, slots=True)
class CalibrationOutcomes:
    """Rows of X and X'; where words lacking from the lexicon are reckoned with, each stands a second time."""

    image: NDArray[np.uint64]
    """[n] digests of the images, by which members are compared."""
    word: NDArray[np.int32]
    """[n] the answers as positions in the lexicon of the training."""
    chance: NDArray[np.float32]
    """[n] how probable the member's own confidence held them to be right."""
    distance: NDArray[np.float32]
    right: NDArray[np.bool_]
    lacking: NDArray[np.bool_]
    """[n] True where the image's word was taken out of the lexicon: no answer could be right."""

    def to_arrays(self) -> Arrays:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> CalibrationOutcomes:
        """Back from :meth:`to_arrays`; raises ModelFileError for what does not fit."""
        check_keys(arrays, set(_KINDS), PART)
        length = np.asarray(arrays["image"]).size
        columns: dict[str, NDArray[Any]] = {
            name: checked_array(arrays, name, (length,), np.dtype(kind).kind, PART).astype(kind, copy=False)
            for name, kind in _KINDS.items()
        }
        if length and not (columns["chance"].min() >= 0 and columns["chance"].max() <= 1):
            raise ModelFileError("The model's trials hold a probability that lies outside 0..1.")
        return cls(**columns)
