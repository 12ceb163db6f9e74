"""Words that look like one whose text a person has just entered, by the distances of their embeddings.

All functions are pure. A distance is half the squared length of the difference of two vectors of length 1, which is
their cosine distance; most of it is kept when the vectors are projected to :data:`DIMENSIONS` numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

DIMENSIONS = 128
"""Numbers kept of each mean signature, and fewer in projects of more than 200,000 words."""

LIMIT = 0.03
"""The limit where too few transcriptions are known to learn one."""

TARGET = 0.9
"""Share of words within the limit that are to have the text of their nearest neighbour."""

MIN_NEIGHBOURS = 100
"""Transcribed words with another transcribed word within :data:`MAX_LIMIT` that are needed to learn a limit."""

MIN_LIMIT, MAX_LIMIT = 0.01, 0.1
MAX_LEARNT = 3000
"""Transcribed words from which the limit is learnt; their distances take 36 MB."""

_MAX_NUMBERS = 25_600_000
_SAMPLE = 2048
_OVERSAMPLING, _ITERATIONS = 16, 3

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class WordVectors:
    """Projected vectors of words."""

    ids: NDArray[np.int64]
    """[N] word ids, ascending."""
    boxes: NDArray[np.int32]
    """[N, 4] box of each word on its page when it was recognised; -1 for a crop without a page."""
    vectors: Floats
    """[N, d]"""
    squares: Floats
    """[N] squared length of each vector."""

    def place(self, word_id: int) -> int | None:
        """Return the row of a word, or None if it has no vector."""
        row = int(np.searchsorted(self.ids, word_id))
        return row if row < len(self.ids) and self.ids[row] == word_id else None

    def near(self, row: int, limit: float, most: int) -> NDArray[np.intp]:
        """Return the rows of up to ``most`` other words within ``limit`` of the word in ``row``, nearest first."""
        distances = self.squares + self.squares[row]
        distances -= 2 * (self.vectors @ self.vectors[row])
        distances[row] = np.inf
        rows = np.flatnonzero(distances <= 2 * limit)
        return rows[np.argsort(distances[rows], kind="stable")][:most]


def project_vectors(
    ids: NDArray[np.int64],
    boxes: NDArray[np.int32],
    dimension: int,
    blocks: Callable[[], Iterable[NDArray[np.float16]]],
) -> WordVectors:
    """Scale signatures to length 1 and project them to their main axes; the same input gives the same vectors.

    ``blocks()`` yields the signatures, [n, dimension] at a time, in the order of ``ids`` [N].
    """
    count = len(ids)
    kept = max(1, min(DIMENSIONS, _MAX_NUMBERS // max(count, 1), dimension))
    axes = _main_axes(_sample(blocks(), count, dimension), kept)
    vectors = np.empty((count, axes.shape[1]), np.float32)
    start = 0
    for block in blocks():
        vectors[start : start + len(block)] = _unit(block) @ axes
        start += len(block)
    order = np.argsort(ids, kind="stable")
    vectors = vectors[order]
    return WordVectors(ids[order], boxes[order], vectors, np.einsum("nd,nd->n", vectors, vectors))


def learn_limit(vectors: Floats, texts: Sequence[str]) -> float:
    """Return the largest distance within which words look alike, from transcribed words.

    It is the largest one within which at least :data:`TARGET` of the words have the text of their nearest neighbour,
    and :data:`LIMIT` where fewer than :data:`MIN_NEIGHBOURS` words have a neighbour to learn from. The words must be
    ones that the model was not trained on, for it has moved the images of the others together.
    """
    if len(texts) < MIN_NEIGHBOURS:
        return LIMIT
    chosen = np.linspace(0, len(texts) - 1, min(len(texts), MAX_LEARNT)).astype(np.intp)
    distances = distances_between(vectors[chosen], vectors[chosen])
    np.fill_diagonal(distances, np.inf)
    nearest = distances.argmin(axis=1)
    length = distances[np.arange(len(chosen)), nearest]
    names = np.unique(np.array(texts, object)[chosen].astype(str), return_inverse=True)[1]
    order = np.argsort(length, kind="stable")
    order = order[length[order] <= MAX_LIMIT]
    if len(order) < MIN_NEIGHBOURS:
        return LIMIT
    right = np.cumsum(names[order] == names[nearest[order]])
    counts = np.arange(1, len(order) + 1)
    enough = np.flatnonzero((right >= TARGET * counts) & (counts >= MIN_NEIGHBOURS))
    if not len(enough):
        return MIN_LIMIT
    return float(np.clip(length[order[enough[-1]]], MIN_LIMIT, MAX_LIMIT))


def pick_look_alikes(
    origin: Floats, text: str, near: Floats, texts: Sequence[str | None], limit: float
) -> NDArray[np.intp]:
    """Return which of the ``near`` words [n, d] look like the word ``origin`` [d] with this ``text``, nearest first.

    ``texts`` are the transcriptions of the near words, None for an unchecked one. A look-alike is an unchecked word
    within ``limit`` that is nearer to ``origin`` than to any checked word with another text.
    """
    is_open = np.array([known is None for known in texts], np.bool_)
    is_other = np.array([known is not None and known != text for known in texts], np.bool_)
    to_origin = distances_between(near, origin[None])[:, 0]
    rows = np.flatnonzero(is_open & (to_origin <= limit))
    if is_other.any() and len(rows):
        to_others = distances_between(near[rows], near[is_other]).min(axis=1)
        rows = rows[to_origin[rows] < to_others]
    return rows[np.argsort(to_origin[rows], kind="stable")]


def nearest_within(word: Floats, others: Floats, limit: float) -> int | None:
    """Return the row of ``others`` [n, d] that is nearest to ``word`` [d]; None without one within ``limit``."""
    if not len(others):
        return None
    distances = distances_between(others, word[None])[:, 0]
    nearest = int(distances.argmin())
    return nearest if distances[nearest] <= limit else None


def distances_between(left: Floats, right: Floats) -> Floats:
    """Return the distances [n, m] between two sets of vectors [n, d] and [m, d]."""
    products = left @ right.T
    squares = np.einsum("nd,nd->n", left, left)[:, None] + np.einsum("md,md->m", right, right)[None]
    return np.asarray(np.maximum(squares - 2 * products, 0) / 2, np.float32)


def _sample(blocks: Iterable[NDArray[np.float16]], count: int, dimension: int) -> Floats:
    """Return up to :data:`_SAMPLE` evenly spaced rows, scaled to length 1."""
    step = max(1, -(-count // _SAMPLE))
    parts, start = [], 0
    for block in blocks:
        parts.append(_unit(block[-start % step :: step]))
        start += len(block)
    return np.concatenate(parts) if parts else np.zeros((0, dimension), np.float32)


def _main_axes(rows: Floats, kept: int) -> Floats:
    """Return the axes [D, kept] on which the rows [n, D] are longest, by power iteration from a fixed start."""
    kept = max(1, min(kept, len(rows)))
    basis = np.random.default_rng(0).normal(size=(rows.shape[1], kept + _OVERSAMPLING)).astype(np.float32)
    for _ in range(_ITERATIONS):
        basis = np.linalg.qr(rows.T @ (rows @ basis))[0]
    turn = np.linalg.svd(rows @ basis, full_matrices=False)[2]
    return np.asarray((basis @ turn.T)[:, :kept], np.float32)


def _unit(rows: NDArray[np.float16]) -> Floats:
    """Scale rows to length 1; a row that is not a number becomes zero."""
    values = np.nan_to_num(rows.astype(np.float32), nan=0.0, posinf=0.0, neginf=0.0)
    return np.asarray(values / np.maximum(np.linalg.norm(values, axis=1, keepdims=True), np.float32(1e-12)))
