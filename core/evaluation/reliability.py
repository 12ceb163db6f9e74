"""Whether a confidence is the probability it claims to be, and whether it ranks the wrong words last."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

BINS = 10


def expected_calibration_error(confidence: ArrayLike, right: ArrayLike, bins: int = BINS) -> float | None:
    """Mean gap between confidence and share right over equally wide bins, weighted by their words; None for none.

    ``confidence`` [N] in 0..1, ``right`` [N] bool. 0 is perfect; coarse bins can hide what finer ones show.
    """
    chance, hit = np.asarray(confidence, np.float64), np.asarray(right, np.float64)
    if not len(chance):
        return None
    place = np.minimum((chance * bins).astype(int), bins - 1)
    gaps = np.abs(np.bincount(place, chance - hit, bins))
    return float(gaps.sum() / len(chance))


def augrc(confidence: ArrayLike, right: ArrayLike) -> float | None:
    """Area under the generalised risk-coverage curve, 0 (best) to .5: the mean, over how many of the most
    confident words are kept, of the wrong ones among them as a share of all words. None for no words.

    Words of one confidence are taken in together. A ranking by chance gives half the share of wrong words.
    """
    chance, wrong = np.asarray(confidence, np.float64), 1.0 - np.asarray(right, np.float64)
    if not len(chance):
        return None
    order = np.argsort(-chance, kind="stable")
    _, first = np.unique(-chance[order], return_index=True)
    ends = np.append(first[1:], len(chance))
    errors = np.concatenate([[0.0], np.cumsum(wrong[order])[ends - 1]]) / len(chance)
    coverage = np.concatenate([[0.0], ends]) / len(chance)
    return float(np.sum(np.diff(coverage) * (errors[1:] + errors[:-1]) / 2))


def reliability(
    confidence: NDArray[np.float64], right: NDArray[np.bool_], is_seen: NDArray[np.bool_]
) -> dict[str, Any]:
    """JSON-ready: ECE of seen and unseen words apart, AUGRC over all, and the curve of the bins."""
    place = np.minimum((confidence * BINS).astype(int), BINS - 1)
    curve = [
        {
            "words": int((place == b).sum()),
            "confidence": float(confidence[place == b].mean()),
            "right": float(right[place == b].mean()),
        }
        for b in range(BINS)
        if (place == b).any()
    ]
    return {
        "ece_seen": expected_calibration_error(confidence[is_seen], right[is_seen]),
        "ece_unseen": expected_calibration_error(confidence[~is_seen], right[~is_seen]),
        "augrc": augrc(confidence, right),
        "curve": curve,
    }
