"""A line reader that keeps in a project's cache what it spelled: another word list needs no pass through it."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.model.line_reader import LineReader, columns
from core.model.line_spelling import NO_CHARACTER
from core.store.kept_results import KeptResults, source_digest, weights_digest

_DTYPE = np.dtype(np.float16)
_LEVEL = 1
"""A line takes 2 KB instead of 100, for few letters of a place are likely at all; higher levels save little."""


class KeptLineReader(LineReader):
    """A line reader whose weights no longer change, for reading.

    Its log probabilities are at least :data:`NO_CHARACTER` and rounded to 16 bits, new ones as well, so that results do
    not depend on the state of the cache. A text that is known is placed by those of the line reader itself.
    """

    def __init__(self, reader: LineReader, project: Path) -> None:
        """Use the cache of the project in the folder ``project``."""
        super().__init__(reader.net, reader.alphabet, reader.familiar)
        self._kept = KeptResults(project)
        self._digest = weights_digest("line", reader.to_arrays())

    def log_probs(self, strips: Sequence[NDArray[np.uint8]]) -> list[NDArray[np.float32]]:
        """Return the log probabilities [T, C] of each strip, kept or new."""
        digests = [source_digest(strip.tobytes()) for strip in strips]
        by_digest = dict(zip(digests, strips, strict=True))

        def make(missing: list[str]) -> list[bytes]:
            new = LineReader.log_probs(self, [by_digest[digest] for digest in missing])
            return [zlib.compress(np.maximum(row, NO_CHARACTER).astype(_DTYPE).tobytes(), _LEVEL) for row in new]

        def decode(digest: str, data: bytes) -> NDArray[np.float32] | None:
            shape = columns(by_digest[digest]), len(self.alphabet.characters)
            size = shape[0] * shape[1] * _DTYPE.itemsize
            try:
                found = zlib.decompressobj().decompress(data, size)
            except zlib.error:
                return None
            return np.frombuffer(found, _DTYPE).reshape(shape).astype(np.float32) if len(found) == size else None

        kept = self._kept.complete(self._digest, digests, make, decode)
        return [kept[digest] for digest in digests]
