"""COSMO: a soft gate between an expert for seen and one for unseen words.

Atzmon and Chechik, "Adaptive Confidence Smoothing for Generalized Zero-Shot Learning", CVPR 2019: p(w) = p(w | S) p(S)
+ p(w | U) p(U), with one expert for each side. The gate p(S) is a logistic regression on the sorted highest
probabilities of both experts, without the words that they belong to. Each expert is smoothed towards the
uniform distribution over its words by the probability of the other side.

Our choices: the experts are soft maxima over minus the distance, each with a temperature fitted on X or X' by maximum
likelihood, and give all probability to their five nearest words. In the publication the gate uses a seen expert with
three times the temperature; here the factor is chosen on X and X'. So are, as for every competing gate, the log odds of
the two best words from which on a word counts as seen (0 in the publication, whose code tunes a threshold on p(S)).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from research.benchmark.competing_gates.inputs import CalibrationSet, GateInputs
from research.benchmark.competing_gates.model_selection import FittedScore, ScoreFitter

_TEMPERATURES = np.geomspace(1e-3, 1e2, 51)
"""Candidate temperatures in units of the mean lead of the first word over the second; 26 % apart."""

_TINY = 1e-12
"""Keeps logarithms finite."""


def cosmo(factor: float) -> ScoreFitter:
    """Fit the log odds of the best seen against the best unseen word.

    ``factor`` times the seen expert's temperature is used for the inputs of the gate.
    """

    def fit(calibration: CalibrationSet) -> FittedScore:
        from sklearn.linear_model import LogisticRegression

        evidence, is_seen, truth = calibration.inputs.evidence, calibration.is_seen, calibration.truth
        t_seen = fit_temperature(evidence.seen_distances[is_seen], evidence.seen_words[is_seen], truth[is_seen])
        t_unseen = fit_temperature(
            evidence.unseen_distances[~is_seen], evidence.unseen_words[~is_seen], truth[~is_seen]
        )

        def gate_features(inputs: GateInputs) -> NDArray[np.float64]:
            seen = probabilities(inputs.evidence.seen_distances, factor * t_seen)
            unseen = probabilities(inputs.evidence.unseen_distances, t_unseen)
            return np.column_stack([-np.sort(-seen, axis=1), -np.sort(-unseen, axis=1)])

        gate = LogisticRegression(max_iter=1000).fit(gate_features(calibration.inputs), is_seen)
        n_seen = len(calibration.seen_words)

        def score(inputs: GateInputs) -> NDArray[np.float64]:
            return log_odds(
                gate.predict_proba(gate_features(inputs))[:, 1],
                probabilities(inputs.evidence.seen_distances, t_seen)[:, 0],
                probabilities(inputs.evidence.unseen_distances, t_unseen)[:, 0],
                n_seen,
                calibration.lexicon_size - n_seen,
            )

        return FittedScore(score, gate.coef_.size + gate.intercept_.size + 2)

    return fit


def log_odds(
    p_seen: NDArray[np.float64],
    seen_word: NDArray[np.float64],
    unseen_word: NDArray[np.float64],
    n_seen: int,
    n_unseen: int,
) -> NDArray[np.float64]:
    """Return [N] log p(w_s) / p(w_u) of the experts' best words.

    ``p_seen`` [N] is the gate's output; ``seen_word`` and ``unseen_word`` [N] are the experts' probabilities of these
    words before smoothing; ``n_seen`` and ``n_unseen`` are the numbers of words of each expert.
    """
    p_unseen = 1 - p_seen
    # each expert is mixed with a uniform distribution by the probability of the other side
    seen = p_seen * (p_seen * seen_word + p_unseen / max(1, n_seen))
    unseen = p_unseen * (p_unseen * unseen_word + p_seen / max(1, n_unseen))
    return np.asarray(np.log(np.maximum(seen, _TINY)) - np.log(np.maximum(unseen, _TINY)))


def probabilities(distances: NDArray[np.float32], temperature: float) -> NDArray[np.float64]:
    """Return the soft maximum [N, TOP_K] over minus the distances; 0 where there is no word."""
    weights = np.exp(-(distances.astype(np.float64) - distances.min(axis=1, keepdims=True)) / temperature)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def fit_temperature(distances: NDArray[np.float32], words: NDArray[np.int32], truth: NDArray[np.int64]) -> float:
    """Return the temperature with the greatest likelihood of the true words [n], over rows that list theirs.

    One artificial mistake is added, a second word that is right at a mean lead; otherwise an expert without mistakes on
    few rows would be certain of everything.
    """
    is_true = words == truth[:, None]
    rows = is_true.any(axis=1)
    ranked = np.sort(distances.astype(np.float64), axis=1)
    leads = ranked[:, 1] - ranked[:, 0]
    leads = leads[np.isfinite(leads)]
    unit = float(leads.mean()) if len(leads) and leads.mean() > 0 else 1.0
    mistake = np.array([[0.0, unit]], np.float32)

    def likelihood(temperature: float) -> float:
        true_words = probabilities(distances[rows], temperature)[is_true[rows]]
        likelihoods = np.append(true_words, probabilities(mistake, temperature)[0, 1])
        return float(np.log(np.maximum(likelihoods, _TINY)).sum())

    return unit * float(max(_TEMPERATURES, key=lambda step: likelihood(unit * step)))
