"""Exact nearest-neighbour search among many signatures, in tiles: not all distances are held at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

METRICS = ("cosine", "euclid")
QUERIES = 512
WORDS = 8192
"""Sides of a tile of distances: 16 MiB of float32, and a tile's words are read once for 512 queries."""


@dataclass(frozen=True, slots=True)
class Matches:
    """The nearest word of each of N queries; row -1 at distance infinity in an empty table."""

    index: NDArray[np.int64]
    """[N] row in the table."""
    distance: NDArray[np.float32]
    """[N] Euclidean, or 1 - cosine."""


def nearest(queries: NDArray[Any], table: NDArray[Any], metric: str = "cosine") -> Matches:
    """Return the nearest row of ``table`` [C, d] to each of ``queries`` [N, d]; ties go to the lower row.

    The two nearest rows are found by float32 products. Their distances are then computed from the differences in
    double precision, so that they are exact to float32 even where the products cancel.
    """
    if metric not in METRICS:
        raise ValueError(f"metric must be one of {METRICS}, not {metric!r}")
    if queries.ndim != 2 or table.ndim != 2 or queries.shape[1] != table.shape[1]:
        raise ValueError(f"queries {queries.shape} and table {table.shape} must share d")
    index = np.full((len(queries), 2), -1, np.int64)
    distance = np.full((len(queries), 2), np.inf, np.float32)
    shift = _centre(table) if metric == "euclid" else np.zeros(table.shape[1], np.float32)
    best = np.full((len(queries), 2), -np.inf, np.float32)
    for word in range(0, len(table), WORDS):
        tile, offset = _prepare(table[word : word + WORDS], metric, shift)
        for start in range(0, len(queries), QUERIES):
            part = slice(start, start + QUERIES)
            closeness = np.asarray(queries[part] - shift, np.float32) @ tile.T - offset
            _keep_two_best(closeness, word, best[part], index[part])
    for start in range(0, len(queries), QUERIES):
        part = slice(start, start + QUERIES)
        _measure(queries[part], table, metric, index[part], distance[part])
    return Matches(index[:, 0], distance[:, 0])


def unit_rows(rows: NDArray[Any]) -> NDArray[Any]:
    """Return the rows scaled to length 1; a row of zeros stays as it is."""
    return rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-12).astype(rows.dtype)


def _centre(table: NDArray[Any]) -> NDArray[np.float32]:
    """Return the mean of about 4,096 rows: relative to it float32 products lose less to cancellation."""
    sample = table[:: max(1, len(table) // 4096)]
    return sample.mean(axis=0, dtype=np.float64).astype(np.float32) if len(sample) else table.sum(axis=0)


def _prepare(
    tile: NDArray[Any], metric: str, shift: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return words [c, d] and offsets [c] such that ``query @ words.T - offset`` grows as the distance shrinks."""
    words = np.asarray(tile - shift, np.float32)
    if metric == "cosine":
        return unit_rows(words), np.zeros(len(words), np.float32)
    return words, 0.5 * np.einsum("ij,ij->i", words, words)


def _keep_two_best(
    closeness: NDArray[np.float32], first_row: int, best: NDArray[np.float32], index: NDArray[np.int64]
) -> None:
    """Merge a tile [q, c] of the rows from ``first_row`` on into the two best so far; ties keep the lower row."""
    at = np.arange(len(closeness))
    for _ in range(min(2, closeness.shape[1])):
        column = closeness.argmax(axis=1)
        value = closeness[at, column]
        closeness[at, column] = -np.inf
        first = value > best[:, 0]
        second = ~first & (value > best[:, 1])
        best[first, 1], index[first, 1] = best[first, 0], index[first, 0]
        best[first, 0], index[first, 0] = value[first], first_row + column[first]
        best[second, 1], index[second, 1] = value[second], first_row + column[second]


def _measure(
    queries: NDArray[Any], table: NDArray[Any], metric: str, index: NDArray[np.int64], distance: NDArray[np.float32]
) -> None:
    """Compute the distances to the two rows found, in double precision, and put the nearer row first."""
    points = np.asarray(queries, np.float64)
    for rank in (0, 1):
        found = index[:, rank] >= 0
        words = np.asarray(table[index[found, rank]], np.float64)
        if metric == "euclid":
            distance[found, rank] = np.linalg.norm(points[found] - words, axis=1)
        else:
            distance[found, rank] = 1 - np.einsum("ij,ij->i", unit_rows(points[found]), unit_rows(words))
    lower = (distance[:, 1] == distance[:, 0]) & (index[:, 1] < index[:, 0]) & (index[:, 1] >= 0)
    swap = (distance[:, 1] < distance[:, 0]) | lower
    index[swap] = index[swap, ::-1]
    distance[swap] = distance[swap, ::-1]
