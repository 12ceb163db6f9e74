"""The rows of results from stored records of benchmark runs, word by word, without a model."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.benchmark.records import RIVAL, RULE, Record
from core.errors import InputError
from core.evaluation.decision_rules import RULE_LABELS, DecisionRule
from core.evaluation.met_words import scores_by_meeting
from core.evaluation.metrics import gzsl_scores
from core.evaluation.reliability import reliability
from core.evaluation.report import mean_of_known, mean_scores, score_rows
from core.evaluation.roc import roc
from core.language import tr
from core.recognition.algorithms import MemberEvidence, gated_vote


def record_rows(record: Record) -> dict[str, Any]:
    """Return ``baselines`` (the scores of every rule), ``confidence`` and, if known, ``starter`` and ``rivals``.

    Raises InputError where the words of the vote with gates do not follow from the members' votes.
    """
    columns = record.columns
    is_seen = columns["is_seen"].astype(np.bool_)
    _check_vote(record)
    correct = {rule: correct_answers(record, rule) for rule in RULE_LABELS}
    result: dict[str, Any] = {
        "baselines": score_rows(correct, is_seen),
        "confidence": reliability(columns["confidence"], correct[DecisionRule.GATED], is_seen),
    }
    for rule, label in record.card["labels"].items():
        if rule not in correct:
            rows = result.setdefault("rivals", {}) if rule.startswith(RIVAL) else result["baselines"]
            rows[rule.removeprefix(RIVAL)] = {"about": label, **_scores(correct_answers(record, rule), is_seen)}
    met = columns["starter_met"]
    if len(met) and met.min() >= 0:
        result["starter"] = scores_by_meeting(correct, is_seen, met.astype(np.bool_))
    return result


def correct_answers(record: Record, rule: str) -> NDArray[np.bool_]:
    """Return whether a rule's words are right: [N]; [L, N] for those of the members alone."""
    words, truth = record.columns[f"{RULE}{rule}"], record.columns["truth"]
    # both are -1 where there is no word
    return np.asarray((truth == words.T) & (truth >= 0), np.bool_)


def gate_figures(record: Record) -> dict[str, float | None]:
    """Return ``auroc`` of the gates, the mean over the members, and the vote's ``ece_seen`` and ``ece_unseen``.

    The AUROC is that of the votes, for the words that each member was trained on against all others. None where there
    are no words of one kind.
    """
    columns = record.columns
    curves = [roc(votes, seen) for votes, seen in zip(columns["votes"].T, columns["seen_by"].T, strict=True)]
    is_seen = columns["is_seen"].astype(np.bool_)
    confidence = reliability(columns["confidence"], correct_answers(record, DecisionRule.GATED), is_seen)
    auroc = mean_of_known([curve.auroc if curve else None for curve in curves])
    return {"auroc": auroc} | {name: confidence[name] for name in ("ece_seen", "ece_unseen")}


def _scores(correct: NDArray[np.bool_], is_seen: NDArray[np.bool_]) -> dict[str, Any]:
    return gzsl_scores(correct, is_seen).to_json() if correct.ndim == 1 else mean_scores(correct, is_seen)


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
            tr(
                "The record of '{name}' is inconsistent: {differ} words do not follow from the votes.",
                name=record.card.get("name"),
                differ=differ,
            )
        )
