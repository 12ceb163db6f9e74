"""Weights of a network in eight bits: each output's row of a matrix with the scale at which it fills them.

It halves a file of 16 bits. What is lost is measured in research/trials/line-reader.md.
"""

from __future__ import annotations

import numpy as np

from core.arrays import Arrays

_SCALE = ".scale"
_STEPS = 127


def to_eight_bits(arrays: Arrays) -> Arrays:
    """Return matrices as int8 with a scale for each row, float32 [rows], and other real numbers in 16 bits."""
    packed: Arrays = {}
    for name, array in arrays.items():
        if array.dtype.kind != "f":
            packed[name] = array
        elif array.ndim < 2:
            packed[name] = array.astype(np.float16)
        else:
            rows = array.reshape(len(array), -1).astype(np.float32)
            scale = np.maximum(np.abs(rows).max(axis=1), 1e-12) / _STEPS
            packed[name] = np.rint(rows / scale[:, None]).astype(np.int8).reshape(array.shape)
            packed[name + _SCALE] = scale
    return packed


def from_eight_bits(arrays: Arrays) -> Arrays:
    """Return the arrays of :func:`to_eight_bits` as real numbers; others are returned as they are.

    Raises ValueError if a scale does not fit its matrix.
    """
    scales = {name.removesuffix(_SCALE): array for name, array in arrays.items() if name.endswith(_SCALE)}
    found: Arrays = {}
    for name, array in arrays.items():
        if name in scales:
            scale = np.asarray(scales[name], np.float32).reshape(-1, *(1,) * (array.ndim - 1))
            found[name] = np.asarray(array, np.float32) * scale
        elif not name.endswith(_SCALE):
            found[name] = array
    return found
