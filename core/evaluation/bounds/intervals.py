"""Uncertainty of the estimates behind the bounds: intervals of rho and of the number of members that suffices.

rho is a mean over pairs of members of binary votes, no correlation coefficient of one pair of normal variables, so
Fisher's z does not apply. It is bootstrapped instead (Efron, "Bootstrap Methods: Another Look at the Jackknife", The
Annals of Statistics 7(1), 1979): words are drawn with replacement, each with all of its images, because images of one
word err together. Error rates are drawn from their Jeffreys posterior. Its number of images is that of one member:
members are measured on overlapping images, so together they add little to one. Words of one page or
writer err together, too; that is not in these intervals.
"""

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from core.evaluation.bounds.ensemble_size import MAX_MEMBERS, MeanRates
from core.evaluation.bounds.estimate import MemberRates, alpha_and_beta, vote_correlation
from core.evaluation.bounds.rule import Floats
from core.evaluation.metrics import Interval

SizeInterval = tuple[int | None, int | None]
"""Ends of an interval of the number of members; None for more than MAX_MEMBERS, or for no number at all."""

DRAWS = 400
"""Bootstrap draws: ends of a 95 % interval stand on ten draws each."""
_SEED = 20_261_123
_ENDS = (0.025, 0.975)
"""Quantiles of the draws: a 95 % interval."""


def rho_draws(
    votes_seen: NDArray[np.bool_], seen_by: NDArray[np.bool_], words: Sequence[Hashable], draws: int = DRAWS
) -> Floats | None:
    """Return [draws, 2] values of rho on words of W_s and of W_u in bootstrap samples; None where rho is unknown.

    ``votes_seen`` and ``seen_by`` [L, N] are of N images that show ``words`` [N].
    """
    is_seen = np.asarray(seen_by.any(axis=0), np.bool_)
    numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
    labels = np.array([numbers[word] for word in words], np.int64)
    rng = np.random.default_rng(_SEED)
    columns = []
    for group in (is_seen, ~is_seen):
        column = _draws_of_group(votes_seen[:, group], seen_by[:, group], labels[group], draws, rng)
        if column is None:
            return None
        columns.append(column)
    return np.stack(columns, axis=1)


def _draws_of_group(
    votes: NDArray[np.bool_],
    seen_by: NDArray[np.bool_],
    labels: NDArray[np.int64],
    draws: int,
    rng: np.random.Generator,
) -> Floats | None:
    if vote_correlation(votes, seen_by) is None:
        return None
    if votes.all() or not votes.any():
        # equal votes show nothing of how they vary together
        return rng.random(draws)
    order = np.argsort(labels, kind="stable")
    images = np.split(order, np.flatnonzero(np.diff(labels[order])) + 1)
    values = np.empty(draws)
    for draw in range(draws):
        chosen = np.concatenate([images[word] for word in rng.integers(0, len(images), len(images))])
        values[draw] = vote_correlation(votes[:, chosen], seen_by[:, chosen]) or 0.0
    return values


def interval(values: Floats) -> Interval:
    """Return the 95 % interval of bootstrap draws."""
    low, high = np.quantile(values, _ENDS)
    return float(low), float(high)


def rate_draws(rates: Sequence[MemberRates], draws: int = DRAWS) -> Floats:
    """Return [draws, 2] values of the mean alpha and beta from Jeffreys posteriors; members must have both rates."""
    rng = np.random.default_rng(_SEED + 1)
    columns = []
    images = [rate.n_seen for rate in rates], [rate.n_unseen for rate in rates]
    for shares, counts in zip(alpha_and_beta(rates), images, strict=True):
        share, count = float(shares.mean()), float(np.mean(counts))
        columns.append(rng.beta(share * count + 0.5, (1 - share) * count + 0.5, draws))
    return np.stack(columns, axis=1)


def sufficient_sizes(rates: Floats, p: float, rho: Floats, target: float) -> Floats:
    """Return [n] the least numbers of exchangeable members for both errors to be at most ``target``; inf for none.

    ``rates`` [n, 2] are alpha and beta, ``rho`` [n, 2] the correlations. Cantelli's V / (V + g^2) <= target is solved
    for L, where V = q (1 - q) (rho + (1 - rho) / L), as in :func:`core.evaluation.bounds.theorems.exchangeable`.
    """
    gamma = 1 - rates.sum(axis=1)
    most = (p * gamma / 2) ** 2 * target / (1 - target)
    sizes = np.ones(len(rates))
    for q, correlation in zip((rates[:, 1] + p * gamma, rates[:, 1]), rho.T, strict=True):
        spread = np.maximum(q * (1 - q), np.finfo(float).tiny)
        room = most / spread - correlation
        with np.errstate(divide="ignore", invalid="ignore"):
            sizes = np.maximum(sizes, np.where(room > 0, (1 - correlation) / room, np.inf))
    sizes = np.ceil(np.round(sizes, 9))
    return np.asarray(np.where((gamma > 0) & (sizes <= MAX_MEMBERS), sizes, np.inf), np.float64)


def size_interval(rates: Floats, mean: MeanRates, rho: Floats, target: float) -> SizeInterval:
    """Return the 95 % interval of :func:`sufficient_sizes` over draws of the rates and of rho."""
    sizes = np.sort(sufficient_sizes(rates, mean.p, rho, target))
    ends = [sizes[round((len(sizes) - 1) * share)] for share in _ENDS]
    low, high = (None if np.isinf(end) else int(end) for end in ends)
    return low, high
