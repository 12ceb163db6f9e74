"""A prefilter for long lexicons: the words that may be nearest to a signature, by their principal components.

All words are compared, but by 128 small numbers instead of the whole signature; the caller then measures the words
found by the true distance. docs/decisions/0013-scale.md has the measurements, and why no inverted index is used.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.lexicon.alphabet import Alphabet
from core.lexicon.signature import signatures
from core.model.lexicon_search.nearest_signatures import METRICS, unit_rows
from core.model.pca import Pca

DIMS = 128
"""Components kept of each word, in 8 bits each. With 64 a twentieth of the nearest words is not among 100."""

COUNT = 200
"""Words found for each query: of 1,000 real embeddings the nearest of a million words was among them for 999."""

_FITTED_ON = 20_000
"""Words, evenly spaced, that the components are fitted on; more hardly change them."""
_MADE_AT_ONCE = 20_000
"""Words whose signatures are held at once: 60 MB."""
_QUERIES, _WORDS = 512, 4096
"""Sides of a tile of scores: 8 MiB of float32."""
_SAMPLE = 16_384
"""Words, evenly spaced, from whose scores the threshold for the best words is estimated."""


class PcaPrefilter:
    """The components of one lexicon for one metric: 132 bytes a word, for any alphabet, shared by all members."""

    def __init__(self, words: Sequence[str], alphabet: Alphabet, metric: str) -> None:
        if metric not in METRICS:
            raise ValueError(f"metric must be one of {METRICS}, not {metric!r}")
        self._is_cosine = metric == "cosine"
        sample = self._rows(signatures(words[:: max(1, len(words) // _FITTED_ON)], alphabet))
        self._pca = Pca.fit(sample, min(DIMS, alphabet.dim))
        # 10 % of room for words farther out than the sample; the few beyond it are clipped
        reach = np.abs(self._pca.transform(sample)).max(axis=0)
        self._scale = np.maximum(reach, 1e-6) * np.float32(1.1 / 127)
        self._numbers = np.empty((len(words), self._pca.dims), np.int8)
        self._offset = np.zeros(len(words), np.float32)
        for start in range(0, len(words), _MADE_AT_ONCE):
            part = slice(start, start + _MADE_AT_ONCE)
            rows = self._rows(signatures(words[part], alphabet))
            if not self._is_cosine:
                self._offset[part] = 0.5 * np.einsum("ij,ij->i", rows, rows)
            self._numbers[part] = np.clip(np.rint(self._pca.transform(rows) / self._scale), -127, 127)

    def _rows(self, table: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.asarray(unit_rows(table) if self._is_cosine else table, np.float32)

    def __len__(self) -> int:
        return len(self._numbers)

    def find(self, points: NDArray[np.float32], excluded: NDArray[np.int64], count: int = COUNT) -> NDArray[np.int32]:
        """Return the positions [N, count] of words likely to be nearest to signatures ``points`` [N, d], best first.

        The words at the sorted positions ``excluded`` are left out. -1 fills up where fewer than ``count`` are left.
        """
        out = np.full((len(points), count), -1, np.int32)
        left = len(self) - len(excluded)
        for start in range(0, len(points), _QUERIES):
            part = slice(start, start + _QUERIES)
            self._best(self._queries(points[part]), excluded, min(count, left), out[part])
        return out

    def _queries(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return [n, D] whose product with a word's numbers, less its offset, grows as the distance shrinks."""
        assert self._pca.axes is not None
        return np.asarray((self._rows(points) @ self._pca.axes) * self._scale, np.float32)

    def _best(
        self, queries: NDArray[np.float32], excluded: NDArray[np.int64], count: int, out: NDArray[np.int32]
    ) -> None:
        if count <= 0:
            return
        least = self._threshold(queries, excluded, count)
        while True:
            rows, words, scores = self._above(queries, least, excluded)
            found = np.bincount(rows, minlength=len(queries))
            if (found >= count).all():
                break
            least = np.where(found >= count, least, -np.inf).astype(np.float32)
        order = np.lexsort((words, -scores, rows))
        first = np.concatenate([[0], np.cumsum(found)[:-1]])
        out[:, :count] = words[order[first[:, None] + np.arange(count)]]

    def _threshold(self, queries: NDArray[np.float32], excluded: NDArray[np.int64], count: int) -> NDArray[np.float32]:
        """Return scores [n] that very likely more than ``count`` words reach, estimated from a sample of words.

        Of the sample, ``count`` times its share of all words are expected to be among the best; four standard
        deviations more make a second pass rare.
        """
        step = max(1, len(self) // _SAMPLE)
        sample = np.setdiff1d(np.arange(0, len(self), step), excluded, assume_unique=True)
        expected = count * len(sample) / len(self)
        rank = math.ceil(expected + 4 * math.sqrt(expected) + 4)
        if rank >= len(sample):
            return np.full(len(queries), -np.inf, np.float32)
        scores = queries @ self._numbers[sample].astype(np.float32).T - self._offset[sample]
        return np.asarray(np.partition(scores, len(sample) - rank, axis=1)[:, len(sample) - rank])

    def _above(
        self, queries: NDArray[np.float32], least: NDArray[np.float32], excluded: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float32]]:
        """Return (query, word, score) of every word with a score of at least ``least`` [n] that is not excluded."""
        rows, words, scores = [], [], []
        buffer = np.empty(len(queries) * _WORDS, np.float32)
        for start in range(0, len(self), _WORDS):
            tile = self._numbers[start : start + _WORDS].astype(np.float32)
            closeness = buffer[: len(queries) * len(tile)].reshape(len(queries), len(tile))
            np.matmul(queries, tile.T, out=closeness)
            if not self._is_cosine:
                closeness -= self._offset[start : start + _WORDS]
            low, high = np.searchsorted(excluded, (start, start + len(tile)))
            closeness[:, excluded[low:high] - start] = np.nan  # fails every comparison, even with -inf
            at = np.flatnonzero(closeness >= least[:, None])
            row, column = np.divmod(at, len(tile))
            rows.append(row)
            words.append((start + column).astype(np.int32))
            scores.append(closeness.ravel()[at])
        return np.concatenate(rows), np.concatenate(words), np.concatenate(scores)


@lru_cache(maxsize=2)
def cached_prefilter(words: tuple[str, ...], alphabet: Alphabet, metric: str) -> PcaPrefilter:
    """Return the prefilter of a lexicon's words, built once for all members of a model and of one compared with it."""
    return PcaPrefilter(words, alphabet, metric)
