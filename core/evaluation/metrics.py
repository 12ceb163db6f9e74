"""How well seen and unseen words are read: A_s, A_u, h and A_b of the paper, each with its interval.

All intervals take the words as independent draws. Words of one page or one writer err together, so the true
uncertainty is somewhat larger.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Interval = tuple[float, float]
"""``(low, high)``, both from 0 to 1."""

_DRAWS = 20_000
_SEED = 20_240_501


def accuracy(correct: ArrayLike) -> float | None:
    """The share of true values in ``correct`` (bool [N]); None where N is 0."""
    values = _truths(correct, "correct")
    return float(values.mean()) if values.size else None


def harmonic_mean(A_s: float | None, A_u: float | None) -> float | None:
    """h = 2 A_s A_u / (A_s + A_u); 0 where both are 0, None where either is None."""
    if A_s is None or A_u is None:
        return None
    return 2 * A_s * A_u / (A_s + A_u) if A_s + A_u > 0 else 0.0


def balanced_accuracy(A_s: float | None, A_u: float | None) -> float | None:
    """A_b = min(A_s, A_u); None where either is None."""
    return None if A_s is None or A_u is None else min(A_s, A_u)


def wilson(successes: int, n: int, level: float = 0.95) -> Interval:
    """Wilson's score interval for a share of ``successes`` in ``n`` trials at confidence ``level``.

    With no trials nothing is known: (0, 1). ValueError unless 0 <= successes <= n and 0 < level < 1.
    """
    from statistics import NormalDist  # start-up: it brings decimal and fractions with it

    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes in {n} trials cannot be")
    if not 0 < level < 1:
        raise ValueError(f"a confidence level lies between 0 and 1, not at {level}")
    if n == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
    low = 0.0 if successes == 0 else max(0.0, centre - reach)
    high = 1.0 if successes == n else min(1.0, centre + reach)
    return low, high


@dataclass(frozen=True)
class GzslScores:
    """Accuracy on words of seen and of unseen classes. What an empty group leaves undefined is None."""

    n_seen: int
    n_unseen: int
    A_s: float | None
    A_u: float | None
    h: float | None
    A_b: float | None
    A_s_interval: Interval | None
    A_u_interval: Interval | None
    h_interval: Interval | None
    A_b_interval: Interval | None
    level: float
    """The confidence level of the four intervals."""

    def to_json(self) -> dict[str, Any]:
        """The same names with JSON types; intervals as lists of two."""
        return {key: list(v) if isinstance(v, tuple) else v for key, v in asdict(self).items()}


def gzsl_scores(correct: ArrayLike, is_seen: ArrayLike, level: float = 0.95) -> GzslScores:
    """A_s, A_u, h and A_b of answers ``correct`` or not (bool [N]) to words ``is_seen`` or not (bool [N]).

    Intervals: Wilson's for A_s and A_u; for A_b from the lesser of their lower ends to the lesser of their
    upper ends, which holds the truth about as often as ``level`` says even where both accuracies are equal;
    for h the middle ``level`` of 20,000 seeded draws of both accuracies from their Jeffreys posteriors,
    Beta(right + 1/2, wrong + 1/2), stretched to hold h itself: unlike a bootstrap this does not shrink to a
    point when a small group is read without a mistake.
    """
    right, seen = _truths(correct, "correct"), _truths(is_seen, "is_seen")
    if right.shape != seen.shape:
        raise ValueError(f"{right.size} answers do not go with {seen.size} groups")
    n_seen, n_unseen = int(seen.sum()), int((~seen).sum())
    right_seen, right_unseen = int(right[seen].sum()), int(right[~seen].sum())
    A_s, A_u = accuracy(right[seen]), accuracy(right[~seen])
    h = harmonic_mean(A_s, A_u)
    of_seen = wilson(right_seen, n_seen, level) if n_seen else None
    of_unseen = wilson(right_unseen, n_unseen, level) if n_unseen else None
    of_h = of_A_b = None
    if h is not None and of_seen is not None and of_unseen is not None:
        of_h = _h_interval(h, (right_seen, n_seen), (right_unseen, n_unseen), level)
        of_A_b = min(of_seen[0], of_unseen[0]), min(of_seen[1], of_unseen[1])
    return GzslScores(
        n_seen=n_seen,
        n_unseen=n_unseen,
        A_s=A_s,
        A_u=A_u,
        h=h,
        A_b=balanced_accuracy(A_s, A_u),
        A_s_interval=of_seen,
        A_u_interval=of_unseen,
        h_interval=of_h,
        A_b_interval=of_A_b,
        level=level,
    )


def _h_interval(h: float, seen: tuple[int, int], unseen: tuple[int, int], level: float) -> Interval:
    """The interval for h from (right, all) of each group."""
    rng = np.random.default_rng(_SEED)
    s, u = (rng.beta(right + 0.5, n - right + 0.5, _DRAWS) for right, n in (seen, unseen))
    draws = 2 * s * u / np.maximum(s + u, np.finfo(float).tiny)
    low, high = np.quantile(draws, ((1 - level) / 2, (1 + level) / 2))
    return min(float(low), h), max(float(high), h)


def _truths(values: ArrayLike, name: str) -> NDArray[np.bool_]:
    array = np.asarray(values)
    if array.size == 0:
        array = array.astype(np.bool_)
    if array.ndim != 1 or array.dtype != np.bool_:
        raise ValueError(f"'{name}' must be one row of truth values, not {array.dtype}{list(array.shape)}")
    return array
