"""A line reader that keeps in a project's cache what it spelled: another word list needs no pass through it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.model.line_reader import LineReader, columns
from core.store.kept_arrays import KeptArrays, source_digest, weights_digest

_DTYPE = np.dtype(np.float16)


class KeptLineReader(LineReader):
    """A line reader whose weights no longer change; its log probabilities are rounded to 16 bits, new ones as well."""

    def __init__(self, reader: LineReader, project: Path) -> None:
        """Use the cache of the project in the folder ``project``."""
        super().__init__(reader.net, reader.alphabet)
        self._kept = KeptArrays(project)
        self._maker = weights_digest("line", reader.to_arrays())

    def log_probs(self, strips: Sequence[NDArray[np.uint8]]) -> list[NDArray[np.float32]]:
        """Return the log probabilities [T, C] of each strip, kept or new."""

        digests = [source_digest(strip.tobytes()) for strip in strips]
        by_digest = dict(zip(digests, strips, strict=True))
        classes = len(self.alphabet.characters)
        lengths = {digest: columns(strip) * classes for digest, strip in by_digest.items()}

        def make(missing: list[str]) -> list[NDArray[np.float32]]:
            return [found.ravel() for found in LineReader.log_probs(self, [by_digest[digest] for digest in missing])]

        kept = self._kept.complete(self._maker, _DTYPE, lengths, make)
        return [kept[digest].reshape(-1, classes).astype(np.float32) for digest in digests]
