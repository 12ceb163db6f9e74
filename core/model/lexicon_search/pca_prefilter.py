"""The words of a long lexicon that may be nearest to a signature: found by a few principal components of all words.

Every word is looked at, but by 128 small numbers instead of its whole signature; who asks measures the words
found once more by the true distance. Why not an index that leaves most words out: docs/decisions/0013-scale.md.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import signatures
from core.model.lexicon_search.nearest_signatures import METRICS, unit_rows
from core.model.pca import Pca

DIMS = 128
"""Numbers kept of each word, in 8 bits each. With 64 a twentieth of the nearest words are not among 100."""

COUNT = 200
"""Words found for each query: of 1,000 real embeddings the nearest of a million words was among them for 999."""

_FITTED_ON = 20_000
_MADE_AT_ONCE = 20_000
_QUERIES, _WORDS = 512, 4096
"""Sides of a tile of scores: 8 MiB of float32."""

_SAMPLE = 16_384
"""Words whose scores tell from which score on a word may be among the best."""


class PcaPrefilter:
    """For one lexicon and metric: 132 bytes a word, whatever the alphabet and the number of members."""

    def __init__(self, lexicon: Lexicon, metric: str) -> None:
        if metric not in METRICS:
            raise ValueError(f"metric must be one of {METRICS}, not {metric!r}")
        self._cosine = metric == "cosine"
        words, alphabet = lexicon.words, lexicon.alphabet
        sample = self._rows(signatures(words[:: max(1, len(words) // _FITTED_ON)], alphabet))
        self._pca = Pca.fit(sample, min(DIMS, alphabet.dim))
        # room for words farther out than those looked at; the few beyond it stand at the edge
        reach = np.abs(self._pca.transform(sample)).max(axis=0)
        self._scale = np.maximum(reach, 1e-6) * np.float32(1.1 / 127)
        self._numbers = np.empty((len(words), self._pca.dims), np.int8)
        self._offset = np.zeros(len(words), np.float32)
        for start in range(0, len(words), _MADE_AT_ONCE):
            part = slice(start, start + _MADE_AT_ONCE)
            rows = self._rows(signatures(words[part], alphabet))
            if not self._cosine:
                self._offset[part] = 0.5 * np.einsum("ij,ij->i", rows, rows)
            self._numbers[part] = np.clip(np.rint(self._pca.transform(rows) / self._scale), -127, 127)

    def _rows(self, table: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.asarray(unit_rows(table) if self._cosine else table, np.float32)

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def nbytes(self) -> int:
        """Memory that is held."""
        return self._numbers.nbytes + self._offset.nbytes

    def find(self, points: NDArray[np.float32], barred: NDArray[np.int64], count: int = COUNT) -> NDArray[np.int32]:
        """[N, count] positions of words likely to be nearest to signatures ``points`` [N, d], best first.

        None of the sorted positions ``barred`` is ever among them; where fewer words than ``count`` are left,
        -1 fills up.
        """
        out = np.full((len(points), count), -1, np.int32)
        left = len(self) - len(barred)
        for start in range(0, len(points), _QUERIES):
            part = slice(start, start + _QUERIES)
            queries = self._queries(points[part])
            self._best(queries, barred, min(count, left), out[part])
        return out

    def _queries(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        """[n, D] such that the product with a word's numbers, less its offset, is the larger the nearer it is."""
        assert self._pca.axes is not None
        return np.asarray((self._rows(points) @ self._pca.axes) * self._scale, np.float32)

    def _best(
        self, queries: NDArray[np.float32], barred: NDArray[np.int64], count: int, out: NDArray[np.int32]
    ) -> None:
        if count <= 0:
            return
        least = self._threshold(queries, barred, count)
        while True:
            rows, words, scores = self._above(queries, least, barred)
            found = np.bincount(rows, minlength=len(queries))
            if (found >= count).all():
                break
            least = np.where(found >= count, least, -np.inf).astype(np.float32)
        order = np.lexsort((words, -scores, rows))
        first = np.concatenate([[0], np.cumsum(found)[:-1]])
        out[:, :count] = words[order[first[:, None] + np.arange(count)]]

    def _threshold(self, queries: NDArray[np.float32], barred: NDArray[np.int64], count: int) -> NDArray[np.float32]:
        """[n] a score that more than ``count`` words very likely reach, from evenly spaced words."""
        step = max(1, len(self) // _SAMPLE)
        places = np.setdiff1d(np.arange(0, len(self), step), barred, assume_unique=True)
        expected = count * len(places) / len(self)
        rank = math.ceil(expected + 4 * math.sqrt(expected) + 4)
        if rank >= len(places):
            return np.full(len(queries), -np.inf, np.float32)
        scores = queries @ self._numbers[places].astype(np.float32).T - self._offset[places]
        return np.asarray(np.partition(scores, len(places) - rank, axis=1)[:, len(places) - rank])

    def _above(
        self, queries: NDArray[np.float32], least: NDArray[np.float32], barred: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float32]]:
        """(query, word, score) of every word with a score of at least ``least`` [n] that is not barred."""
        rows, words, scores = [], [], []
        buffer = np.empty(len(queries) * _WORDS, np.float32)
        for start in range(0, len(self), _WORDS):
            tile = self._numbers[start : start + _WORDS].astype(np.float32)
            closeness = buffer[: len(queries) * len(tile)].reshape(len(queries), len(tile))
            np.matmul(queries, tile.T, out=closeness)
            if not self._cosine:
                closeness -= self._offset[start : start + _WORDS]
            low, high = np.searchsorted(barred, (start, start + len(tile)))
            closeness[:, barred[low:high] - start] = np.nan  # not even reached by -inf
            at = np.flatnonzero(closeness >= least[:, None])
            row, column = np.divmod(at, len(tile))
            rows.append(row)
            words.append((start + column).astype(np.int32))
            scores.append(closeness.ravel()[at])
        return np.concatenate(rows), np.concatenate(words), np.concatenate(scores)
