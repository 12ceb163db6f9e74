"""Taking arrays out of a model file with their shape, type and range checked before anything uses them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import ModelFileError

Arrays = dict[str, NDArray[Any]]


def check_keys(arrays: Arrays, names: set[str], part: str) -> None:
    """Check that ``arrays`` holds exactly ``names``; ``part`` is how a person would call the whole."""
    for name in sorted(names - set(arrays)):
        raise ModelFileError(f"The model's {part} lacks '{name}': the file is damaged.")
    for name in sorted(set(arrays) - names):
        raise ModelFileError(f"The model's {part} holds '{name}', which this Ductus does not know.")


def checked_array(
    arrays: Arrays,
    name: str,
    shape: tuple[int | None, ...],
    kinds: str,
    part: str,
    *,
    low: float | None = None,
    high: float | None = None,
) -> NDArray[Any]:
    """The array ``name``, of ``shape`` (None: any length) and of one of the numpy ``kinds`` ("f", "iu").

    Every number must be finite and within ``low``..``high``. Raises ModelFileError otherwise.
    """
    if name not in arrays:
        raise ModelFileError(f"The model's {part} lacks '{name}': the file is damaged.")
    array = np.asarray(arrays[name])
    fits = array.ndim == len(shape) and all(
        want is None or have == want for have, want in zip(array.shape, shape, strict=True)
    )
    if not fits or array.dtype.kind not in kinds:
        wanted = " x ".join("any" if side is None else str(side) for side in shape) or "one number"
        raise ModelFileError(
            f"The model's {part} '{name}' has shape {array.shape} of {array.dtype}, where {wanted} is needed."
        )
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise ModelFileError(f"The model's {part} '{name}' holds numbers that are not finite.")
    if array.size and ((low is not None and array.min() < low) or (high is not None and array.max() > high)):
        raise ModelFileError(f"The model's {part} '{name}' holds numbers that are out of range.")
    return array
