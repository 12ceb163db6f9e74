"""The rows of results from stored records of benchmark runs, word by word, without a model."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.benchmark.records import RULE, Record
from core.errors import InputError
from core.evaluation.decision_rules import RULE_LABELS, DecisionRule
from core.evaluation.met_words import scores_by_meeting
from core.evaluation.reliability import reliability
from core.evaluation.report import score_rows
from core.recognition.algorithms import MemberEvidence, gated_vote


def record_rows(record: Record) -> dict[str, Any]:
    """Return ``baselines`` (the scores of every rule), ``confidence`` and, where it is known, ``starter``.

    Raises InputError where the words of the vote with gates do not follow from the members' votes.
    """
    columns = record.columns
    truth, is_seen = columns["truth"], columns["is_seen"].astype(np.bool_)
    _check_vote(record)
    correct = {rule: _correct(columns[f"{RULE}{rule}"], truth) for rule in RULE_LABELS}
    result: dict[str, Any] = {
        "baselines": score_rows(correct, is_seen),
        "confidence": reliability(columns["confidence"], correct[DecisionRule.GATED], is_seen),
    }
    met = columns["starter_met"]
    if len(met) and met.min() >= 0:
        result["starter"] = scores_by_meeting(correct, is_seen, met.astype(np.bool_))
    return result


def _correct(words: NDArray[Any], truth: NDArray[Any]) -> NDArray[np.bool_]:
    """Return whether the words [N] are right; [L, N] for those of the members alone [N, L]."""
    return np.asarray(words == truth if words.ndim == 1 else truth == words.T, np.bool_)


def _check_vote(record: Record) -> None:
    """Raise InputError unless Algorithms 5 and 6 give the stored words from the stored votes."""
    columns = record.columns
    evidence = [
        MemberEvidence(
            columns["votes"][:, k],
            columns["seen_word"][:, [k]],
            columns["seen_distance"][:, [k]],
            columns["unseen_word"][:, [k]],
            columns["unseen_distance"][:, [k]],
        )
        for k in range(columns["votes"].shape[1])
    ]
    _, result = gated_vote(evidence, columns["thres"].tolist())
    differ = int((result.word != columns[f"{RULE}{DecisionRule.GATED}"]).sum())
    if differ:
        raise InputError(
            f"The record of '{record.card.get('name')}' is inconsistent: {differ} words do not follow from the votes."
        )
