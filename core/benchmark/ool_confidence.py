"""How sure an ensemble is of words that the lexicon lacks, where every answer is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.evaluation.decision_rules import Truth
from core.model.ensemble import Ensemble
from core.recognition.algorithms import MemberEvidence
from core.recognition.confidence import vote_with_confidence
from core.recognition.evidence import count_votes
from core.training.confidence_fitting import drop_true_word


def ool_confidence(
    ensemble: Ensemble, embeddings: Sequence[NDArray[np.float32]], readings: Sequence[MemberEvidence], truth: Truth
) -> dict[str, Any]:
    """The confidence on test images of unseen words, had the lexicon not held each one's word; JSON-ready.

    ``images``, the mean ``confidence`` (None without images), and the shares at ``half`` or more and at
    ``nine_tenths`` or more. ``embeddings`` and ``readings`` are each member's, of all test images.
    """
    rows = np.flatnonzero(~truth.is_seen)
    lost = [
        count_votes(member, all_rows[rows], drop_true_word(one.take(rows), truth.word[rows]))
        for member, all_rows, one in zip(ensemble.members, embeddings, readings, strict=True)
    ]
    _, _, sure = vote_with_confidence(ensemble, lost)
    if not len(sure):
        return {"images": 0, "confidence": None, "half": None, "nine_tenths": None}
    return {
        "images": len(sure),
        "confidence": float(sure.mean()),
        "half": float((sure >= 0.5).mean()),
        "nine_tenths": float((sure >= 0.9).mean()),
    }
