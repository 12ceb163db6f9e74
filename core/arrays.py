"""Arrays from a model file: shape, type and range are checked before use."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import ModelFileError
from core.language import tr

Arrays = dict[str, NDArray[Any]]


def check_keys(arrays: Arrays, names: set[str], part: str) -> None:
    """Raise ModelFileError unless ``arrays`` holds exactly ``names``; ``part`` describes the whole in the message."""
    for name in sorted(names - set(arrays)):
        raise _missing(name, part)
    for name in sorted(set(arrays) - names):
        raise ModelFileError.of(
            "The model's {part} has an entry '{name}' unknown to this version of Ductus.", part=tr(part), name=name
        )


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
    """Return the array ``name``, of ``shape`` (None: any length) and of one of the numpy ``kinds`` ("f", "iu").

    All numbers must be finite and within ``low``..``high``. Raises ModelFileError otherwise.
    """
    if name not in arrays:
        raise _missing(name, part)
    array = np.asarray(arrays[name])
    fits = array.ndim == len(shape) and all(
        want is None or have == want for have, want in zip(array.shape, shape, strict=True)
    )
    if not fits or array.dtype.kind not in kinds:
        wanted = " x ".join("any" if side is None else str(side) for side in shape) or tr("one number")
        raise ModelFileError.of(
            "The model's {part} '{name}' has shape {shape} and type {dtype}; expected: {wanted}.",
            part=tr(part),
            name=name,
            shape=array.shape,
            dtype=array.dtype,
            wanted=wanted,
        )
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise ModelFileError.of("The model's {part} '{name}' has values that are not finite.", part=tr(part), name=name)
    if array.size and ((low is not None and array.min() < low) or (high is not None and array.max() > high)):
        raise ModelFileError.of("The model's {part} '{name}' has values out of range.", part=tr(part), name=name)
    return array


def _missing(name: str, part: str) -> ModelFileError:
    return ModelFileError.of("The model's {part} has no '{name}': the file is damaged.", part=tr(part), name=name)
