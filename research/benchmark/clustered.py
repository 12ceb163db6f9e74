"""Intervals of A_s, A_u, h and A_b for words that err together: those of one page, or of one writer.

Whole clusters are drawn with replacement (Davison and Hinkley, "Bootstrap Methods and their Application", 1997, section
2.4 and 3.8). The ends are those of BCa (Efron, "Better Bootstrap Confidence Intervals", JASA 82(397), 1987), taken at
levels widened by Student's t and by the factor sqrt(G / (G - 1)) for G clusters, because a bootstrap of few clusters is
too narrow (Hesterberg, "What Teachers Should Know About the Bootstrap", The American Statistician 69(4), 2015). An
interval is extended to the one for independent words where that is wider: clusters without an error show no spread.
Decision 34 has the coverage that was measured.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.evaluation.metrics import Interval, balanced_accuracy, harmonic_mean, posterior_interval_of_h, wilson_interval

Floats = NDArray[np.float64]

FEW_CLUSTERS = 10
"""With fewer clusters the intervals were found to be too narrow in simulations."""
_DRAWS = 4_000
_SEED = 20_261_124
"""Any fixed number; equal answers then always get equal intervals."""


@dataclass(frozen=True, slots=True)
class ClusterCounts:
    """The answers of each of G clusters, seen words in the first column and unseen ones in the second."""

    right: Floats
    """[G, 2] right answers; a mean over readers or seeds need not be whole."""
    images: NDArray[np.int64]
    """[G, 2]"""

    def usable(self, column: int) -> int:
        """Return the number of clusters with images of a group."""
        return int((self.images[:, column] > 0).sum())


def count_clusters(correct: NDArray[Any], is_seen: NDArray[np.bool_], clusters: Sequence[str]) -> ClusterCounts:
    """Return the counts of answers ``correct`` [N] (bool, or shares from 0 to 1) in the clusters that are named [N]."""
    share, seen = np.asarray(correct, np.float64), np.asarray(is_seen, np.bool_)
    if not len(share) == len(seen) == len(clusters):
        raise ValueError(f"{len(share)} answers, {len(seen)} groups and {len(clusters)} clusters do not match")
    names, number = np.unique(np.asarray(clusters, str), return_inverse=True)
    right, images = np.zeros((len(names), 2)), np.zeros((len(names), 2), np.int64)
    for column, group in enumerate((seen, ~seen)):
        right[:, column] = np.bincount(number[group], share[group], len(names))
        images[:, column] = np.bincount(number[group], minlength=len(names))
    return ClusterCounts(right, images)


def clustered_scores(counts: ClusterCounts, level: float = 0.95) -> dict[str, Any]:
    """Return ``A_s``, ``A_u``, ``h`` and ``A_b`` with ``NAME_interval``, numbers of images, and ``clusters``.

    A score is None where its group is empty, an interval also where fewer than two clusters have images of the group.
    That of A_b goes from the lesser of the lower ends of A_s and A_u to the lesser of their upper ends.
    """
    right, images = counts.right.sum(axis=0), counts.images.sum(axis=0)
    n_seen, n_unseen = (int(n) for n in images)
    A_s, A_u = (float(r / n) if n else None for r, n in zip(right, images, strict=True))
    h = harmonic_mean(A_s, A_u)
    intervals: dict[str, list[float] | None] = dict.fromkeys(("A_s", "A_u", "h", "A_b"))
    for column, name in enumerate(("A_s", "A_u")):
        if counts.usable(column) >= 2:
            alone = wilson_interval(float(right[column]), int(images[column]), level)
            intervals[name] = _widest(bootstrap_interval(_share_of(column), counts, level), alone)
    if h is not None and intervals["A_s"] and intervals["A_u"]:
        alone = posterior_interval_of_h(h, (float(right[0]), n_seen), (float(right[1]), n_unseen), level)
        intervals["h"] = _widest(bootstrap_interval(h_of, counts, level), alone)
        intervals["A_b"] = [min(ends) for ends in zip(intervals["A_s"], intervals["A_u"], strict=True)]
    scores = {"A_s": A_s, "A_u": A_u, "h": h, "A_b": balanced_accuracy(A_s, A_u)}
    return {
        "n_seen": n_seen,
        "n_unseen": n_unseen,
        "clusters": len(counts.images),
        **scores,
        **{f"{name}_interval": interval for name, interval in intervals.items()},
        "level": level,
    }


def interval_of_all(counts: ClusterCounts, level: float = 0.95) -> list[float] | None:
    """Return the interval of the share of right answers to all images; None for fewer than two clusters."""
    if len(counts.images) < 2:
        return None
    alone = wilson_interval(float(counts.right.sum()), int(counts.images.sum()), level)
    return _widest(bootstrap_interval(lambda r, n: r.sum(axis=-1) / n.sum(axis=-1), counts, level), alone)


def difference_interval(first: ClusterCounts, second: ClusterCounts, level: float = 0.95) -> Interval | None:
    """Return the interval of h of the first row of answers minus that of the second, on the same images."""
    if not np.array_equal(first.images, second.images):
        raise ValueError("both rows of answers must be about the same images")
    if min(first.usable(0), first.usable(1)) < 2:
        return None
    both = ClusterCounts(np.hstack([first.right, second.right]), np.hstack([first.images, second.images]))
    return bootstrap_interval(lambda r, n: h_of(r[..., :2], n[..., :2]) - h_of(r[..., 2:], n[..., 2:]), both, level)


def h_of(right: Floats, images: Floats) -> Floats:
    """Return h of counts [..., 2]; NaN where a group is empty."""
    with np.errstate(invalid="ignore", divide="ignore"):
        # a sum along an axis of two takes several times as long
        first, second = np.moveaxis(right / images, -1, 0)
    total = first + second
    return np.asarray(2 * (first * second) / np.where(total == 0, 1, total))


def bootstrap_interval(
    statistic: Callable[[Floats, Floats], Floats], counts: ClusterCounts, level: float = 0.95
) -> Interval:
    """Return the interval of ``statistic(right, images)``, which takes sums [..., columns] of :class:`ClusterCounts`.

    Samples in which it is not defined (NaN) are left out.
    """
    from scipy.special import ndtri, stdtrit

    clusters = len(counts.images)
    images = counts.images.astype(np.float64)
    value = float(statistic(counts.right.sum(axis=0), images.sum(axis=0)))
    parts = part_sizes(_DRAWS, clusters)
    weights = (_weights(clusters, size, part) for part, size in enumerate(parts))
    draws = np.concatenate([statistic(drawn @ counts.right, drawn @ images) for drawn in weights])
    draws = draws[np.isfinite(draws)]
    without_one = statistic(counts.right.sum(axis=0) - counts.right, images.sum(axis=0) - images)
    without_one = without_one[np.isfinite(without_one)]
    # rounding errors must not separate equal values
    below, equal = (draws < value - 1e-12).mean(), (np.abs(draws - value) <= 1e-12).mean()
    offset = ndtri(np.clip(below + equal / 2, 1 / len(draws), 1 - 1 / len(draws)))
    pulls = without_one.mean() - without_one
    scale = (pulls**2).sum() ** 1.5
    skew = (pulls**3).sum() / (6 * scale) if scale > 0 else 0.0
    wide = np.sqrt(clusters / (clusters - 1)) * stdtrit(clusters - 1, (1 + level) / 2)
    ends = [_bca_end(draws, offset, skew, z) for z in (-wide, wide)]
    return min(ends[0], value), max(ends[1], value)


def part_sizes(draws: int, clusters: int) -> list[int]:
    """Return ``draws`` as sums of such sizes that a table of part x clusters stays below 16 MB."""
    size = max(1, 2_000_000 // clusters)
    return [min(size, draws - start) for start in range(0, draws, size)]


@lru_cache(maxsize=4)
def _weights(clusters: int, draws: int, part: int) -> Floats:
    """Return [draws, clusters] how often each cluster is in each sample; the rows of a table share them."""
    rng = np.random.default_rng([_SEED, part])
    return rng.multinomial(clusters, np.full(clusters, 1 / clusters), draws).astype(np.float64)


def _bca_end(draws: Floats, offset: float, skew: float, z: float) -> float:
    from scipy.special import ndtr

    room = 1 - skew * (offset + z)
    # beyond this the correction has turned over, and the outermost draw is the end
    share = ndtr(offset + (offset + z) / room) if room > 0 else float(z > 0)
    return float(np.quantile(draws, share))


def _share_of(column: int) -> Callable[[Floats, Floats], Floats]:
    def share(right: Floats, images: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(right[..., column] / images[..., column])

    return share


def _widest(*intervals: Interval) -> list[float]:
    return [min(low for low, _ in intervals), max(high for _, high in intervals)]
