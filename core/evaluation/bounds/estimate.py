"""alpha_k, beta_k, gamma_k, the allocation and the members' common errors, as a trained ensemble shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.evaluation.metrics import Interval, wilson
from core.model.ensemble import Calibration, Ensemble


@dataclass(frozen=True, slots=True)
class MemberRates:
    """Error rates of one member's verdict (its gates at ``thres``), each with its interval; None if no row tells."""

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
        """1 - alpha - beta: 1 for a perfect member, 0 for one that guesses, -1 for one always wrong."""
        return None if self.alpha is None or self.beta is None else 1 - self.alpha - self.beta

    @property
    def gamma_interval(self) -> Interval:
        """From both rates at their upper ends to both at their lower ones: holds gamma more often than they do."""
        low = 1 - self.alpha_interval[1] - self.beta_interval[1]
        return low, 1 - self.alpha_interval[0] - self.beta_interval[0]

    def to_json(self) -> dict[str, Any]:
        """Rates, intervals as lists of two, and the numbers of rows."""
        return {
            "alpha": self.alpha,
            "alpha_interval": list(self.alpha_interval),
            "beta": self.beta,
            "beta_interval": list(self.beta_interval),
            "gamma": self.gamma,
            "gamma_interval": list(self.gamma_interval),
            "n_seen": self.n_seen,
            "n_unseen": self.n_unseen,
        }


def member_rates(calibration: Calibration, thres: int, level: float = 0.95) -> MemberRates:
    """alpha_k from X and beta_k from X', with out-of-bag votes and Wilson's intervals at ``level``.

    Rows are taken as independent, though those of one word err together; and ``thres`` was chosen on the same
    rows. Both make the estimates look somewhat better than they are.
    """
    says_seen = calibration.votes >= thres
    n_seen, n_unseen = int(calibration.is_seen.sum()), int((~calibration.is_seen).sum())
    missed = int((~says_seen & calibration.is_seen).sum())
    taken = int((says_seen & ~calibration.is_seen).sum())
    return MemberRates(
        missed / n_seen if n_seen else None,
        taken / n_unseen if n_unseen else None,
        wilson(missed, n_seen, level),
        wilson(taken, n_unseen, level),
        n_seen,
        n_unseen,
    )


def allocation(ensemble: Ensemble) -> NDArray[np.bool_]:
    """bool [L, W]: whether member k was trained on each word of the union of all W_s^(k), the paper's W_s.

    A word that every member held out belongs to none of them and so is not among the W.
    """
    knows = np.zeros((len(ensemble.members), len(ensemble.classes)), np.bool_)
    for row, member in zip(knows, ensemble.members, strict=True):
        row[member.seen] = True
    return knows[:, knows.any(axis=0)]


def shared_error(says_seen: NDArray[np.bool_], knows: NDArray[np.bool_]) -> float | None:
    """rho: the correlation of two members' votes ``says_seen`` [L, N] on the same images, not below 0.

    The mean covariance of two members, each vote taken from its member's mean over the images whose word it
    knows or does not know (``knows`` [L, N]), over q (1 - q), q being the share of all votes that say "seen".
    None for fewer than two members or images; 0 where all votes are equal, for nothing varies.
    """
    members, images = says_seen.shape
    if members < 2 or images < 2:
        return None
    rest = says_seen.astype(np.float64)
    q = float(rest.mean())
    for row, known in zip(rest, knows, strict=True):
        for group in (known, ~known):
            if group.any():
                row[group] -= row[group].mean()
    pairs = (rest.sum(axis=0) ** 2 - (rest**2).sum(axis=0)).mean() / (members * (members - 1))
    return 0.0 if q in (0.0, 1.0) else min(1.0, max(0.0, float(pairs) / (q * (1 - q))))
