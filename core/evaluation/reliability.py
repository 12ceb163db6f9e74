"""The calibration of a confidence (ECE) and how well it ranks wrong words last (AUGRC)."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.evaluation.roc import roc

BINS = 10
"""Bins of equal width, as is usual for ECE."""


def expected_calibration_error(confidence: ArrayLike, correct: ArrayLike) -> float | None:
    """Return the mean gap between confidence and accuracy over bins of equal width, weighted by their words.

    Naeini, Cooper and Hauskrecht, "Obtaining Well Calibrated Probabilities Using Bayesian Binning", AAAI 2015; Guo,
    Pleiss, Sun and Weinberger, "On Calibration of Modern Neural Networks", ICML 2017. ``confidence`` [N] is in 0..1,
    ``correct`` [N] bool. 0 is perfect; None for no words. Coarse bins can hide what finer ones show.
    """
    probability, hit = np.asarray(confidence, np.float64), np.asarray(correct, np.float64)
    if not len(probability):
        return None
    gaps = np.abs(np.bincount(bin_numbers(probability), probability - hit, BINS))
    return float(gaps.sum() / len(probability))


def augrc(confidence: ArrayLike, correct: ArrayLike) -> float | None:
    """Return the area under the generalised risk-coverage curve, 0 (best) to 0.5; None for no words.

    Traub et al., "Overcoming Common Flaws in the Evaluation of Selective Classification Systems", NeurIPS 2024: the
    mean, over the number of most confident words that are accepted, of the wrong ones among them as a share of all
    words. Words of equal confidence are accepted together. A random ranking gives half the share of wrong words.
    """
    probability, wrong = np.asarray(confidence, np.float64), 1.0 - np.asarray(correct, np.float64)
    if not len(probability):
        return None
    order = np.argsort(-probability, kind="stable")
    _, first = np.unique(-probability[order], return_index=True)
    ends = np.append(first[1:], len(probability))
    risk = np.concatenate([[0.0], np.cumsum(wrong[order])[ends - 1]]) / len(probability)
    coverage = np.concatenate([[0.0], ends]) / len(probability)
    return float(np.sum(np.diff(coverage) * (risk[1:] + risk[:-1]) / 2))


def reliability(
    confidence: NDArray[np.float64], correct: NDArray[np.bool_], is_seen: NDArray[np.bool_]
) -> dict[str, Any]:
    """Return, ready for JSON, ECE of seen and of unseen words, AUGRC of all, and the reliability curve by bins.

    ``auroc`` is that of the confidence for right answers against wrong ones: a constant one may have a low ECE.
    """
    ranking = roc(confidence, correct)
    bin_of = bin_numbers(confidence)
    curve = [
        {
            "words": int((bin_of == b).sum()),
            "confidence": float(confidence[bin_of == b].mean()),
            "right": float(correct[bin_of == b].mean()),
        }
        for b in np.unique(bin_of)
    ]
    return {
        "ece_seen": expected_calibration_error(confidence[is_seen], correct[is_seen]),
        "ece_unseen": expected_calibration_error(confidence[~is_seen], correct[~is_seen]),
        "augrc": augrc(confidence, correct),
        "auroc": ranking.auroc if ranking else None,
        "curve": curve,
    }


def bin_numbers(confidence: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return [N] the bin of equal width, from 0, in which each confidence lies."""
    return np.minimum((confidence * BINS).astype(np.int64), BINS - 1)
