"""Lists of words as arrays of bytes, so that they travel in the same files as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def to_bytes(words: Sequence[str]) -> NDArray[np.uint8]:
    """uint8 [n]: UTF-8, one word a line. Words hold no line breaks."""
    if any("\n" in word for word in words):
        raise ValueError("a word with a line break cannot be written one a line")
    return np.frombuffer("\n".join(words).encode(), np.uint8)


def from_bytes(text: NDArray[Any]) -> list[str]:
    """Back from :func:`to_bytes`. Raises ValueError when it is not text."""
    if text.dtype != np.uint8 or text.ndim != 1:
        raise ValueError("a list of words is not text")
    return text.tobytes().decode().split("\n") if len(text) else []
