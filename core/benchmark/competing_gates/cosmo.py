"""COSMO: a soft gate whose doubt smooths the probabilities that two experts give to their words.

Taken from Atzmon and Chechik, "Adaptive Confidence Smoothing for Generalized Zero-Shot Learning" (CVPR 2019): an
expert for seen and one for unseen words, p(w) = p(w | S) p(S) + p(w | U) p(U); a gate that is a logistic regression
on the sorted highest probabilities of both experts, which knows no word by name; and the smoothing of each expert
towards the uniform distribution over its words by as much as the gate believes the image to be the other's.

Ours: the experts are soft maxima over minus the distance, each with a temperature fitted on X or X' by likelihood,
and give their five nearest words all the probability. The published gate looks at a seen expert of thrice the
temperature; how many times is chosen on X and X', and so is, as for every other rival, the log odds of the two
best words at which "seen" begins (0 in the publication).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.benchmark.competing_gates.evidence import CalibrationSet, Evidence
from core.benchmark.competing_gates.model_selection import Fit, Fitted

_STEPS = np.geomspace(1e-3, 1e2, 51)
"""Temperatures looked at, in units of the mean lead of the second word over the first."""

_TINY = 1e-12


def cosmo(flatter: float) -> Fit:
    """Log odds of the best seen against the best unseen word, at the seen expert's temperature times ``flatter``."""

    def fit(known: CalibrationSet) -> Fitted:
        from sklearn.linear_model import LogisticRegression

        readings, seen = known.evidence.readings, known.is_seen
        hot_seen = temperature(readings.seen_distances[seen], readings.seen_words[seen], known.truth[seen])
        hot_unseen = temperature(readings.unseen_distances[~seen], readings.unseen_words[~seen], known.truth[~seen])

        def looks(evidence: Evidence) -> NDArray[np.float64]:
            return np.column_stack(
                [
                    _sorted(probabilities(evidence.readings.seen_distances, flatter * hot_seen)),
                    _sorted(probabilities(evidence.readings.unseen_distances, hot_unseen)),
                ]
            )

        model = LogisticRegression(max_iter=1000).fit(looks(known.evidence), seen)
        n_seen = len(known.seen_words)

        def score(evidence: Evidence) -> NDArray[np.float64]:
            p_seen = model.predict_proba(looks(evidence))[:, 1]
            return log_odds(
                p_seen,
                probabilities(evidence.readings.seen_distances, hot_seen)[:, 0],
                probabilities(evidence.readings.unseen_distances, hot_unseen)[:, 0],
                n_seen,
                known.lexicon_size - n_seen,
            )

        return Fitted(score, model.coef_.size + model.intercept_.size + 2)

    return fit


def log_odds(
    p_seen: NDArray[np.float64],
    of_seen: NDArray[np.float64],
    of_unseen: NDArray[np.float64],
    n_seen: int,
    n_unseen: int,
) -> NDArray[np.float64]:
    """[N] log of p(w_s) / p(w_u) for the two experts' best words.

    ``p_seen`` [N] is the gate's, ``of_seen`` and ``of_unseen`` [N] are the experts' probabilities of those words
    before smoothing, the numbers those of the words that each expert knows.
    """
    p_unseen = 1 - p_seen
    # each expert is blended with a uniform guess by the other's share
    seen = p_seen * (p_seen * of_seen + p_unseen / max(1, n_seen))
    unseen = p_unseen * (p_unseen * of_unseen + p_seen / max(1, n_unseen))
    return np.asarray(np.log(np.maximum(seen, _TINY)) - np.log(np.maximum(unseen, _TINY)))


def probabilities(distances: NDArray[np.float32], hot: float) -> NDArray[np.float64]:
    """[N, KEPT] soft maximum over minus the distances at the temperature ``hot``; 0 where there is no word."""
    weights = np.exp(-(distances.astype(np.float64) - distances.min(axis=1, keepdims=True)) / hot)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def temperature(distances: NDArray[np.float32], words: NDArray[np.int32], truth: NDArray[np.int64]) -> float:
    """The temperature at which the true words [n] are likeliest, of those rows that have theirs among ``words``.

    One made-up mistake is counted in, a second word that is right at a mean lead: an expert without mistakes on
    few rows would else be sure of everything.
    """
    there = words == truth[:, None]
    rows = there.any(axis=1)
    ranked = np.sort(distances.astype(np.float64), axis=1)
    leads = ranked[:, 1] - ranked[:, 0]
    leads = leads[np.isfinite(leads)]
    unit = float(leads.mean()) if len(leads) and leads.mean() > 0 else 1.0
    mistake = np.array([[0.0, unit]], np.float32)

    def likelihood(hot: float) -> float:
        chances = np.append(probabilities(distances[rows], hot)[there[rows]], probabilities(mistake, hot)[0, 1])
        return float(np.log(np.maximum(chances, _TINY)).sum())

    return unit * float(max(_STEPS, key=lambda step: likelihood(unit * step)))


def _sorted(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    return -np.sort(-chances, axis=1)
