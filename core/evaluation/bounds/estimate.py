"""Estimates of alpha_k, beta_k, the class allocation and the correlation of votes from a trained ensemble."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.evaluation.bounds.rule import Floats
from core.evaluation.metrics import Interval, wilson_interval
from core.model.ensemble import Calibration, Ensemble

Rho = tuple[float, float]
"""Correlations of two members' votes on words of W_s and of W_u."""


@dataclass(frozen=True, slots=True)
class MemberRates:
    """Error rates of one member's gates at ``thres``, with their intervals; None where there are no images."""

    alpha: float | None
    """Share of X called unseen."""
    beta: float | None
    """Share of X' called seen."""
    alpha_interval: Interval
    """(0, 1) where X is empty."""
    beta_interval: Interval
    n_seen: int
    n_unseen: int

    @property
    def gamma(self) -> float | None:
        """1 - alpha - beta: 1 for a perfect member, 0 for one that guesses, -1 for one that is always wrong."""
        return None if self.alpha is None or self.beta is None else 1 - self.alpha - self.beta

    @property
    def gamma_interval(self) -> Interval:
        """The values of gamma for both rates at their upper and at their lower ends; covers more than either."""
        low = 1 - self.alpha_interval[1] - self.beta_interval[1]
        return low, 1 - self.alpha_interval[0] - self.beta_interval[0]

    def to_json(self) -> dict[str, Any]:
        """Return rates, intervals as lists of two, and numbers of images."""
        values = asdict(self) | {"gamma": self.gamma, "gamma_interval": self.gamma_interval}
        return {key: list(v) if isinstance(v, tuple) else v for key, v in values.items()}


def member_rates(calibration: Calibration, thres: int, level: float = 0.95) -> MemberRates:
    """Estimate alpha_k on X and beta_k on X' from out-of-bag votes, with Wilson's intervals at ``level``.

    The images are taken as independent, though those of one word err together, and ``thres`` was chosen on the same
    images. Both make the estimates somewhat too good.
    """
    votes_seen = calibration.votes >= thres
    n_seen, n_unseen = int(calibration.is_seen.sum()), int((~calibration.is_seen).sum())
    missed = int((~votes_seen & calibration.is_seen).sum())
    false_seen = int((votes_seen & ~calibration.is_seen).sum())
    return MemberRates(
        missed / n_seen if n_seen else None,
        false_seen / n_unseen if n_unseen else None,
        wilson_interval(missed, n_seen, level),
        wilson_interval(false_seen, n_unseen, level),
        n_seen,
        n_unseen,
    )


def alpha_and_beta(rates: Sequence[MemberRates]) -> tuple[Floats, Floats]:
    """Return alpha and beta of the members, [L] each; NaN where a rate is unknown."""
    alpha, beta = ([rate.alpha for rate in rates], [rate.beta for rate in rates])
    return np.array(alpha, np.float64), np.array(beta, np.float64)


def class_allocation(ensemble: Ensemble) -> NDArray[np.bool_]:
    """Return bool [L, W]: whether member k was trained on each word of the union of all W_s^(k), the paper's W_s.

    Words that every member held out are not among the W.
    """
    allocation = np.zeros((len(ensemble.members), len(ensemble.classes)), np.bool_)
    for row, member in zip(allocation, ensemble.members, strict=True):
        row[member.seen] = True
    return allocation[:, allocation.any(axis=0)]


def vote_correlations(votes_seen: NDArray[np.bool_], seen_by: NDArray[np.bool_]) -> Rho | None:
    """Return rho over the images of words of W_s and of W_u; None where either cannot be estimated."""
    is_seen = seen_by.any(axis=0)
    seen, unseen = (vote_correlation(votes_seen[:, rows], seen_by[:, rows]) for rows in (is_seen, ~is_seen))
    return None if seen is None or unseen is None else (seen, unseen)


def vote_correlation(votes_seen: NDArray[np.bool_], seen_by: NDArray[np.bool_]) -> float | None:
    """Return rho, the correlation of two members' votes ``votes_seen`` [L, N] on the same images, 0 to 1.

    It is the mean covariance of two members over q (1 - q), where q is the share of "seen" among all votes. Votes count
    as deviations from their member's mean over the images of words it was trained on, or of the others (``seen_by``
    [L, N]). None for fewer than two members or images; 0 where all votes are equal; negative values give 0.
    """
    members, images = votes_seen.shape
    if members < 2 or images < 2:
        return None
    residuals = votes_seen.astype(np.float64)
    q = float(residuals.mean())
    for row, is_seen in zip(residuals, seen_by, strict=True):
        for group in (is_seen, ~is_seen):
            if group.any():
                row[group] -= row[group].mean()
    covariance = (residuals.sum(axis=0) ** 2 - (residuals**2).sum(axis=0)).mean() / (members * (members - 1))
    return 0.0 if q in (0.0, 1.0) else min(1.0, max(0.0, float(covariance) / (q * (1 - q))))
