"""Accuracy on seen and unseen words: A_s, A_u, h and A_b of the paper with intervals, AUSUC, and their text.

All intervals assume that words are independent draws. Words of one page or one writer err together, so the true
uncertainty is somewhat larger: research/benchmark/clustered.py draws whole pages or writers.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Interval = tuple[float, float]
"""``(low, high)``, both from 0 to 1."""

SCORES = ("A_u", "A_s", "h", "A_b")
"""The scores of :class:`GzslScores` in the order of the paper's tables."""

_DRAWS = 20_000
"""Draws for the interval of h: enough to place its ends within about 0.02 standard deviations."""
_SEED = 20_240_501
"""Any fixed number; equal scores then always get equal intervals."""


def accuracy(correct: ArrayLike) -> float | None:
    """Return the share of true values in ``correct`` (bool [N]); None where N is 0."""
    values = _bool_row(correct, "correct")
    return float(values.mean()) if values.size else None


def harmonic_mean(A_s: float | None, A_u: float | None) -> float | None:
    """Return h = 2 A_s A_u / (A_s + A_u); 0 where both are 0, None where either is None.

    The standard score of generalised zero-shot learning: Xian, Lampert, Schiele and Akata, "Zero-Shot Learning - A
    Comprehensive Evaluation of the Good, the Bad and the Ugly", IEEE TPAMI 41(9), 2019.
    """
    if A_s is None or A_u is None:
        return None
    return 2 * A_s * A_u / (A_s + A_u) if A_s + A_u > 0 else 0.0


def balanced_accuracy(A_s: float | None, A_u: float | None) -> float | None:
    """Return A_b = min(A_s, A_u); None where either is None."""
    return None if A_s is None or A_u is None else min(A_s, A_u)


def wilson_interval(successes: float, n: int, level: float = 0.95) -> Interval:
    """Return Wilson's score interval for a share of ``successes`` in ``n`` trials at the confidence ``level``.

    Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", Journal of the American Statistical
    Association 22(158), 1927. ``successes`` need not be whole, as a mean over readers is. No trials give
    (0, 1). Raises ValueError unless 0 <= successes <= n and 0 < level < 1.
    """
    from statistics import NormalDist  # imported here to keep the start short: it loads decimal and fractions

    if not 0 <= successes <= n:
        raise ValueError(f"successes must lie in 0..{n}, not be {successes}")
    if not 0 < level < 1:
        raise ValueError(f"the confidence level must lie between 0 and 1, not be {level}")
    if n == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half_width = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
    low = 0.0 if successes == 0 else max(0.0, centre - half_width)
    high = 1.0 if successes == n else min(1.0, centre + half_width)
    return low, high


def ausuc(A_s: ArrayLike, A_u: ArrayLike) -> float:
    """Return the area under the seen-unseen curve: A_s over A_u at the points of one sweep, linear in between.

    Chao, Changpinyo, Gong and Sha, "An Empirical Study and Analysis of Generalized Zero-Shot Learning for Object
    Recognition in the Wild", ECCV 2016. The points may come in either order of the sweep. Nothing is added beyond the
    first and the last one, so only a sweep from "all seen" to "all unseen" gives the whole area.
    """
    seen, unseen = np.asarray(A_s, np.float64), np.asarray(A_u, np.float64)
    if seen.shape != unseen.shape or seen.ndim != 1 or not seen.size:
        raise ValueError("both accuracies must be rows of the same length, with at least one point")
    order = np.lexsort((-seen, unseen))
    seen, unseen = seen[order], unseen[order]
    return float(np.sum(np.diff(unseen) * (seen[1:] + seen[:-1]) / 2))


@dataclass(frozen=True)
class GzslScores:
    """Accuracy on words of seen and of unseen classes; a score that an empty group leaves undefined is None."""

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
        """Return the fields with JSON types; intervals as lists of two."""
        return {key: list(v) if isinstance(v, tuple) else v for key, v in asdict(self).items()}


def gzsl_scores(correct: ArrayLike, is_seen: ArrayLike, level: float = 0.95) -> GzslScores:
    """Return A_s, A_u, h and A_b of answers ``correct`` (bool [N]) to words of seen classes ``is_seen`` (bool [N]).

    A_s and A_u get Wilson's intervals. That of A_b goes from the lesser of their lower ends to the lesser of their
    upper ends; its coverage is about ``level`` even where both accuracies are equal. That of h holds the middle
    ``level`` of 20,000 seeded draws of both accuracies from their Jeffreys posteriors, Beta(right + 1/2, wrong + 1/2)
    (Brown, Cai and DasGupta, "Interval Estimation for a Binomial Proportion", Statistical Science 16(2), 2001), and is
    extended to h itself; unlike a bootstrap interval it does not shrink to a point when a small group has no error.
    """
    right, seen = _bool_row(correct, "correct"), _bool_row(is_seen, "is_seen")
    if right.shape != seen.shape:
        raise ValueError(f"{right.size} answers do not match {seen.size} groups")
    n_seen, n_unseen = int(seen.sum()), int((~seen).sum())
    right_seen, right_unseen = int(right[seen].sum()), int(right[~seen].sum())
    A_s, A_u = accuracy(right[seen]), accuracy(right[~seen])
    h = harmonic_mean(A_s, A_u)
    A_s_interval = wilson_interval(right_seen, n_seen, level) if n_seen else None
    A_u_interval = wilson_interval(right_unseen, n_unseen, level) if n_unseen else None
    h_interval = A_b_interval = None
    if h is not None and A_s_interval is not None and A_u_interval is not None:
        h_interval = posterior_interval_of_h(h, (right_seen, n_seen), (right_unseen, n_unseen), level)
        A_b_interval = min(A_s_interval[0], A_u_interval[0]), min(A_s_interval[1], A_u_interval[1])
    return GzslScores(
        n_seen=n_seen,
        n_unseen=n_unseen,
        A_s=A_s,
        A_u=A_u,
        h=h,
        A_b=balanced_accuracy(A_s, A_u),
        A_s_interval=A_s_interval,
        A_u_interval=A_u_interval,
        h_interval=h_interval,
        A_b_interval=A_b_interval,
        level=level,
    )


def posterior_interval_of_h(
    h: float, seen: tuple[float, int], unseen: tuple[float, int], level: float = 0.95
) -> Interval:
    """Return the interval of h from (right, all) of each group, as :func:`gzsl_scores` describes it."""
    rng = np.random.default_rng(_SEED)
    s, u = (rng.beta(right + 0.5, n - right + 0.5, _DRAWS) for right, n in (seen, unseen))
    draws = 2 * s * u / np.maximum(s + u, np.finfo(float).tiny)
    low, high = np.quantile(draws, ((1 - level) / 2, (1 + level) / 2))
    return min(float(low), h), max(float(high), h)


def _bool_row(values: ArrayLike, name: str) -> NDArray[np.bool_]:
    array = np.asarray(values)
    if array.size == 0:
        array = array.astype(np.bool_)
    if array.ndim != 1 or array.dtype != np.bool_:
        raise ValueError(f"'{name}' must be one row of booleans, not {array.dtype}{list(array.shape)}")
    return array


NO_VALUE = "–"


def score_cell(row: Mapping[str, Any], column: str) -> str:
    """Return ``.770 (.71–.82)``, without the interval where there is none; a dash where the score is undefined."""
    value = row.get(column)
    if value is None:
        return NO_VALUE
    interval = row.get(f"{column}_interval")
    return format_share(value) + (
        f" ({format_share(interval[0], 2)}–{format_share(interval[1], 2)})" if interval else ""
    )


def format_share(value: float, digits: int = 3) -> str:
    """Return a share without its leading zero: ``.770``."""
    text = f"{value:.{digits}f}"
    return text[1:] if text.startswith("0.") else text
