"""The rows of results from stored records of benchmark runs, word by word, without a model."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.evaluation.decision_rules import RULE_LABELS, DecisionRule
from core.evaluation.group_figures import scores_by_starter_words
from core.evaluation.metrics import accuracy, gzsl_scores
from core.evaluation.reliability import expected_calibration_error, reliability
from core.evaluation.report import mean_of_known, mean_scores, score_rows
from core.evaluation.roc import roc
from core.recognition.algorithms import FIRST_UNLISTED, NO_WORD, MemberEvidence, SpelledEvidence, gated_vote
from research.benchmark.records import RIVAL, RULE, Record

SURE = 0.9
"""Confidence from which on a wrong answer counts as a confident one."""


def record_rows(record: Record) -> dict[str, Any]:
    """Return ``baselines`` (the scores of every rule), ``confidence`` and, if known, ``starter`` and ``other_rules``.

    Scores are about the images of words that are seen or in the lexicon, ``confidence`` is about all. Raises InputError
    where the words of the vote with gates do not follow from the members' votes.
    """
    columns = record.columns
    is_seen = columns["is_seen"].astype(np.bool_)
    _check_vote(record)
    correct = {rule: correct_answers(record, rule) for rule in RULE_LABELS}
    confidence = reliability(columns["confidence"], correct[DecisionRule.GATED], is_seen)
    is_listed = ~unlisted_images(record)
    correct, is_seen = {rule: answers[..., is_listed] for rule, answers in correct.items()}, is_seen[is_listed]
    result: dict[str, Any] = {"baselines": score_rows(correct, is_seen), "confidence": confidence}
    for rule, label in record.card["labels"].items():
        if rule not in correct:
            rows = result.setdefault("other_rules", {}) if rule.startswith(RIVAL) else result["baselines"]
            rows[rule.removeprefix(RIVAL)] = {
                "about": label,
                **_scores(correct_answers(record, rule)[..., is_listed], is_seen),
            }
    met = columns["starter_met"][is_listed]
    if len(met) and met.min() >= 0:
        result["starter"] = scores_by_starter_words(correct, is_seen, met.astype(np.bool_))
    return result


def correct_answers(record: Record, rule: str) -> NDArray[np.bool_]:
    """Return whether a rule's words are right: [N]; [L, N] for those of the members alone."""
    words, truth = record.columns[f"{RULE}{rule}"], record.columns["truth"]
    # both are -1 where there is no word
    return np.asarray((truth == words.T) & (truth >= 0), np.bool_)


def gate_figures(record: Record) -> dict[str, float | None]:
    """Return ``auroc``, ``tpr`` and ``tnr`` of the gates, means over the members, and figures of the vote's confidence.

    The AUROC is that of what decided, for the words that each member was trained on against all others: the votes, or
    the difference of the distances in the ``offset_readers`` of the ``readers``, whose gates gave way to an offset of
    it or had too few images; in ``no_gate_readers`` of these it is 0. The rates are the shares of images of either that
    are taken for what they are, at the threshold. ``ece`` is about all images, ``ece_seen``, ``ece_unseen`` and
    ``ece_unlisted`` about those of one kind: words of training images, others of the lexicon, and words that are in no
    list. ``confidence_auroc`` is that of the confidence for right against wrong answers.
    ``wrong_at_90_percent_unlisted`` counts the unlisted words that are read wrongly with a confidence of 0.9 or more.
    None where there are no words of one kind.
    """
    columns = record.columns
    known, called_known = columns["seen_by"].astype(np.bool_), columns["votes"] >= columns["thres"]
    right, confidence = correct_answers(record, DecisionRule.GATED), columns["confidence"]
    is_seen, is_unlisted = columns["is_seen"].astype(np.bool_), unlisted_images(record)
    groups = {
        "ece": np.ones(len(right), np.bool_),
        "ece_seen": is_seen,
        "ece_unseen": ~is_seen & ~is_unlisted,
        "ece_unlisted": is_unlisted,
    }
    errors = {name: expected_calibration_error(confidence[rows], right[rows]) for name, rows in groups.items()}
    wrong = int((is_unlisted & ~right & (confidence >= SURE)).sum())
    margins = columns["unseen_distance"] - columns["seen_distance"]
    # in records without the column a single gate is the offset that stands for them: presets train many
    is_offset = columns.get("is_offset", columns["gates"] == 1)
    scores = np.where(is_offset & np.isfinite(margins).all(axis=0), margins, columns["votes"])
    ranking = roc(confidence, right)
    return {
        "readers": len(is_offset),
        "offset_readers": int(is_offset.sum()),
        "no_gate_readers": list(record.card.get("decided_by", ())).count(DecisionRule.UNGATED_VOTE),
        "auroc": _mean_auroc(scores, known),
        "tpr": _mean_share(called_known, known),
        "tnr": _mean_share(~called_known, ~known),
        "confidence_auroc": ranking.auroc if ranking else None,
        **errors,
        "wrong_at_90_percent_unlisted": wrong if is_unlisted.any() else None,
    }


def stacking_figures(record: Record) -> dict[str, float | None]:
    """Return ``auroc`` of the difference of a member's distances to unseen and seen words, the mean over the members.

    It does not depend on the offset. None where the lexicon has words of one kind only.
    """
    columns = record.columns
    margins = columns["unseen_distance"] - columns["seen_distance"]
    return {"auroc": _mean_auroc(margins, columns["seen_by"].astype(np.bool_)) if np.isfinite(margins).all() else None}


def _mean_auroc(scores: NDArray[Any], known: NDArray[np.bool_]) -> float | None:
    curves = [roc(scores[:, k], known[:, k]) for k in range(scores.shape[1])]
    return mean_of_known([curve.auroc if curve else None for curve in curves])


def _mean_share(answers: NDArray[np.bool_], rows: NDArray[np.bool_]) -> float | None:
    """Return the mean over members of the share of True in ``answers`` [N, L] among the images ``rows`` [N, L]."""
    return mean_of_known([accuracy(answers[rows[:, k], k]) for k in range(answers.shape[1])])


def unlisted_images(record: Record) -> NDArray[np.bool_]:
    """Return [N] whether each image shows a word that no training image shows and that is not in the lexicon."""
    columns = record.columns
    return np.asarray(~columns["is_seen"].astype(np.bool_) & ~columns["is_listed"].astype(np.bool_)[columns["truth"]])


def _scores(correct: NDArray[np.bool_], is_seen: NDArray[np.bool_]) -> dict[str, Any]:
    return gzsl_scores(correct, is_seen).to_json() if correct.ndim == 1 else mean_scores(correct, is_seen)


def _check_vote(record: Record) -> None:
    """Raise InputError unless Algorithms 2 (each member) and 3 (vote) give the stored words from the stored votes."""
    columns = record.columns
    _, result = gated_vote(member_evidence(record), columns["thres"].tolist())
    differ = int((result.word % FIRST_UNLISTED != columns[f"{RULE}{DecisionRule.GATED}"] % FIRST_UNLISTED).sum())
    if differ:
        raise InputError(
            f"The record of '{record.card.get('name')}' is inconsistent: {differ} words do not follow from the votes."
        )


def member_evidence(record: Record) -> list[MemberEvidence]:
    """Return what each member of a record found, as far as it decides."""
    columns = record.columns
    return [
        MemberEvidence(
            columns["votes"][:, k],
            columns["seen_word"][:, [k]],
            columns["seen_distance"][:, [k]],
            columns["unseen_word"][:, [k]],
            columns["unseen_distance"][:, [k]],
            _spelled(record, k),
        )
        for k in range(columns["votes"].shape[1])
    ]


def _spelled(record: Record, k: int) -> SpelledEvidence | None:
    """Return the part of member k's third answers that decides the vote; None where it has none."""
    columns = record.columns
    if "spelled_word" not in columns:
        return None
    word, distance = columns["spelled_word"][:, k], columns["spelled_distance"][:, k]
    is_chosen = columns["is_spelled"][:, k].astype(np.bool_)
    # numbers of words that are in no list begin there
    number = np.where(word == NO_WORD, NO_WORD, word + FIRST_UNLISTED).astype(np.int32)
    unknown = np.zeros(len(word), np.float32)
    return SpelledEvidence(
        np.full(len(word), "", np.object_), number, distance, unknown, unknown, is_chosen, np.zeros(len(word), np.bool_)
    )
